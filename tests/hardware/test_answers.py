"""Which button means what: every question of every game can be answered without a screen."""

import itertools
import random

import pytest

from companion.errors import IllegalEvent
from companion.games import all_games
from companion.model import Event, Prompt, View, roll_prompt
from hardware.answers import Answer, Answers, button_map
from hardware.buttons import NAMES

FOUR = ("yes", "no", "next", "undo")


def view(*prompts: Prompt, turn: int | None = 0) -> View:
    return View("", (0, 0), prompts, turn=turn)


def events(mapping: dict[str, Answer]) -> dict[str, str]:
    return {name: str(answer.event) for name, answer in mapping.items() if answer.event}


def test_rally_or_stop_is_yes_or_no() -> None:
    prompts = (Prompt(0, "stop", label="Stop"), Prompt(0, "rally", label="Rally"))
    assert events(button_map(view(*prompts))) == {"yes": "0 rally", "no": "0 stop"}


def test_yes_or_no_question_is_answered_by_its_words() -> None:
    assert events(button_map(view(Prompt(0, "swap", (("no", "yes"),))))) == {"yes": "0 swap yes", "no": "0 swap no"}


def test_only_thing_to_do_is_yes() -> None:
    assert button_map(view(Prompt(0, "go", label="Go on"))) == {"yes": Answer("Go on", Event(0, "go"))}


def test_rally_or_stop_stays_on_yes_and_no_whatever_else_can_be_done() -> None:
    table = view(Prompt(0, "note", (("a", "b"),)), Prompt(0, "stop"), Prompt(0, "rally"), Prompt(1, "wave"))
    assert events(button_map(table)) == {
        "yes": "0 rally",
        "no": "0 stop",
        "1": "0 note a",
        "2": "0 note b",
        "3": "1 wave",
    }
    assert events(button_map(table, FOUR)) == {"yes": "0 rally", "no": "0 stop"}
    assert events(button_map(table, FOUR, page=1)) == {"yes": "0 note a", "no": "0 note b"}


def test_stop_alone_is_no_because_rolling_on_is_yes() -> None:
    table = view(roll_prompt(0, "rally", ("d6",)), Prompt(0, "stop"))
    assert events(button_map(table)) == {"no": "0 stop"}


def test_two_choices_of_equal_rank_are_numbered() -> None:
    assert events(button_map(view(Prompt(0, "take", (("red", "blue"),))))) == {"1": "0 take red", "2": "0 take blue"}


def test_rolls_and_refused_prompts_have_no_button() -> None:
    assert button_map(view(roll_prompt(0, "roll", ("d6",)), Prompt(0, "build", reason="No bricks."))) == {}


def test_labels_are_for_people() -> None:
    one = Prompt(0, "take", (("navy-gray", "b"),), label="Take", labels=(("b", "the blue one"),))
    assert [a.label for a in button_map(view(one)).values()] == ["navy gray", "the blue one"]
    both = button_map(view(one, Prompt(1, "wait")))
    assert [a.label for a in both.values()] == ["@0: Take: navy gray", "@0: Take: the blue one", "@1: wait"]


def test_seat_whose_turn_it_is_comes_first() -> None:
    prompts = (Prompt(0, "a"), Prompt(1, "b"), Prompt(1, "c"))
    assert list(events(button_map(view(*prompts, turn=1))).values()) == ["1 b", "1 c", "0 a"]
    assert events(button_map(view(*prompts, turn=1), seat=0)) == {"yes": "0 a"}


def test_next_turns_the_pages_and_comes_round() -> None:
    many = view(Prompt(0, "take", (tuple("abcdefghij"),)))
    answers = Answers(NAMES)
    pages = []
    for _ in range(4):
        pages.append("".join(a.event.args[0] for a in answers.now(many).values() if a.event))
        assert answers.press(many, "next") is None
    assert pages == ["abcd", "efgh", "ij", "abcd"]
    assert answers.now(many)["next"].label == "More (2 of 3)"


def test_new_question_begins_on_the_first_page() -> None:
    first, second = view(Prompt(0, "take", (tuple("abcdefgh"),))), view(Prompt(1, "give", (tuple("stuvwxyz"),)))
    answers = Answers(NAMES)
    answers.press(first, "next")
    assert answers.press(second, "1") == Event(1, "give", ("s",))


def test_several_words_are_picked_one_after_the_other() -> None:
    two = view(Prompt(0, "move", (("a", "b"), ("only",), ("x", "y"))))
    answers = Answers(NAMES)
    assert answers.press(two, "yes") is None
    assert answers.press(two, "2") is None
    assert answers.press(two, "undo") is None, "a tap on undo takes the picked words back"
    assert list(answers.now(two)) == ["yes"]
    answers.press(two, "yes")
    answers.press(two, "1")
    assert answers.press(two, "2") == Event(0, "move", ("a", "only", "y"))


def test_press_without_meaning_is_nothing() -> None:
    assert Answers(NAMES).press(view(Prompt(0, "go")), "4") is None
    assert Answers(NAMES).press(view(), "yes") is None


@pytest.mark.parametrize("buttons", [("yes",), ("yes", "no"), FOUR, ("1", "2", "3"), NAMES])
def test_every_choice_is_reached_with_any_set_of_buttons(buttons: tuple[str, ...]) -> None:
    wanted = {Event(0, "take", (word,)) for word in "abcdefg"} | {Event(0, "stop")}
    table = view(Prompt(0, "take", (tuple("abcdefg"),)), Prompt(0, "stop"))
    assert reachable(table, buttons) == (wanted if len(buttons) > 1 else set())


def reachable(table: View, buttons: tuple[str, ...]) -> set[Event]:
    """All events that one press leads to, on any page."""
    found, seen, todo = set(), set(), [()]
    while todo:
        path = todo.pop()
        answers = Answers(buttons)
        for name in path:
            answers.press(table, name)
        for name, answer in answers.now(table).items():
            if answer.event:
                found.add(answer.event)
            elif answer.picking is None and answer.page not in seen:
                seen.add(answer.page)
                todo.append((*path, name))
    return found


def expected(table: View) -> set[Event]:
    """Every event of the prompts a person can answer by picking words."""
    open_prompts = [p for p in table.prompts if not p.reason and not p.is_roll and ("*",) not in p.options]
    return {
        Event(p.seat, p.verb, words)
        for p in open_prompts
        if sum(len(allowed) > 1 for allowed in p.options) <= 1
        for words in itertools.product(*p.options)
    }


@pytest.mark.parametrize("game_name", sorted(all_games()))
def test_every_pick_of_every_game_has_its_buttons(game_name: str) -> None:
    game, rng = all_games()[game_name], random.Random(4)
    state = game.start(max(game.seats), {}, {})
    checked = 0
    for _ in range(30):
        table = game.view(state)
        prompts = [prompt for prompt in table.prompts if not prompt.reason]
        if not prompts:
            break
        wanted = expected(table)
        if len(wanted) < 60:
            assert wanted <= reachable(table, FOUR), table.headline
            checked += len(wanted)
        for _ in range(200):
            prompt = rng.choice(prompts)
            words = tuple(rng.choice(allowed) if allowed != ("*",) else "1" for allowed in prompt.options)
            try:
                state = game.apply(state, Event(prompt.seat, prompt.verb, words))
                break
            except IllegalEvent:
                continue
    assert checked > 10
