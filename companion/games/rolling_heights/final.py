"""Final scoring in its order: ads, targets, wild tokens, winner (RH-156 … RH-162)."""

from dataclasses import replace

from companion.games.rolling_heights.points import award, winners
from companion.games.rolling_heights.printed import known, need
from companion.games.rolling_heights.scoring import TARGET_IDS, ad_title, kind_question, points_of
from companion.games.rolling_heights.setup import HOST, ad_prompts
from companion.games.rolling_heights.state import State, refuse, told
from companion.model import Event, Prompt
from companion.words import say

TOTALS = tuple(str(n) for n in range(-99, 100))
_IN_ORDER = "Ads are scored first, then targets, then wild tokens."


def final_prompts(state: State) -> tuple[Prompt, ...]:
    """What still has to be said before the result stands."""
    if state.depth == "full":
        return _ad_steps(state) if state.stage == "ads" else _target_steps(state)
    verb, label = ("ads", "Points for the ads") if state.stage == "ads" else ("target", "Points for your target")
    hint = (
        "All points of the three ads together; a penalty counts below zero."
        if state.stage == "ads"
        else "Choose one of your two targets, reveal it and score it; the other is discarded."
    )
    return tuple(Prompt(s, verb, (TOTALS,), label=label, hint=hint) for s in _waiting(state, state.stage))


def _waiting(state: State, what: str) -> list[int]:
    return [s for s in range(len(state.seats)) if (s, what) not in state.answered]


def _answered(state: State, seat: int, what: str) -> State:
    return replace(state, answered=(*state.answered, (seat, what)))


# ------------------------------------------------------------------------------------------------- typed scoring


def ads(state: State, event: Event) -> State:
    """A seat types what the three ads bring it (without a map)."""
    if state.stage != "ads" or state.depth == "full":
        raise refuse(_IN_ORDER, "RH-156")
    return advance(_typed(state, event, "ads", "the three ads", "RH-156"))


def _typed(state: State, event: Event, what: str, text: str, rule: str) -> State:
    seat, number = event.seat, event.args[-1]
    if (seat, what) in state.answered:
        raise refuse("This seat has already scored here.", rule)
    if number not in TOTALS:
        raise refuse("Type a number between -99 and 99.", rule)
    return _answered(award(state, seat, int(number), text, rule), seat, what)


# ------------------------------------------------------------------------------------------------- ads on the map


def _ad_steps(state: State) -> tuple[Prompt, ...]:
    if len(state.ads) < 3:
        return ad_prompts(state)
    found: list[Prompt] = []
    for item in state.ads:
        waiting = _waiting(state, item)
        if not waiting:
            continue
        title = ad_title(state.printed, item)
        if known(state, kind_question(item)) == "typed":
            label = say("Points for {ad}", ad=title)
            found += (Prompt(s, "ad-points", ((item,), TOTALS), label=label, names=("ad", "points")) for s in waiting)
        else:
            found.append(Prompt(HOST, "count", ((item,),), label=say("Score {ad}", ad=title)))
    return tuple(found)


def count(state: State, event: Event) -> State:
    """One ad is counted for every seat (RH-013, RH-156)."""
    item = event.args[0]
    if state.stage != "ads" or state.depth != "full":
        raise refuse(_IN_ORDER, "RH-156")
    if item not in state.ads or not _waiting(state, item):
        raise refuse("That ad is not waiting to be scored.", "RH-156")
    (kind,) = need(state, kind_question(item))
    if kind == "typed":
        return told(state, say("Each seat types what {ad} brings.", ad=ad_title(state.printed, item)))
    for seat in range(len(state.seats)):
        points, rule = points_of(state, item, kind, seat)
        state = _answered(award(state, seat, points, ad_title(state.printed, item), rule), seat, item)
    return advance(state)


def ad_points(state: State, event: Event) -> State:
    """A seat types what one ad brings it."""
    item = event.args[0]
    if state.stage != "ads" or item not in state.ads or known(state, kind_question(item)) != "typed":
        raise refuse("That ad is not typed in now.", "RH-156")
    return advance(_typed(state, event, item, ad_title(state.printed, item), "RH-156"))


# ------------------------------------------------------------------------------------------------- targets


def _target_steps(state: State) -> tuple[Prompt, ...]:
    revealed = dict(state.targets)
    left = tuple(t for t in TARGET_IDS if t not in revealed.values())
    labels = tuple((t, ad_title(state.printed, t)) for t in left)
    hint = "Choose one of your two, give each of the thirteen a number once; the other is discarded."
    found = []
    for seat in _waiting(state, "targets"):
        if seat in revealed:
            label = say("Points for {target}", target=ad_title(state.printed, revealed[seat]))
            found.append(Prompt(seat, "target-points", (TOTALS,), label=label, names=("points",)))
        else:
            found.append(Prompt(seat, "target", (left,), label="Reveal your target", hint=hint, labels=labels))
    return tuple(found)


def target(state: State, event: Event) -> State:
    """A seat reveals one target and scores it (RH-015, RH-157)."""
    if state.stage != "targets":
        raise refuse(_IN_ORDER, "RH-157")
    word = event.args[0]
    if state.depth != "full":
        return advance(_typed(state, event, "targets", "one revealed target", "RH-157"))
    if event.seat in dict(state.targets):
        raise refuse("Only one of your two targets is scored.", "RH-015")
    if word not in TARGET_IDS or word in dict(state.targets).values():
        raise refuse("Another seat has revealed that target; each exists once.", "RH-014")
    (kind,) = need(state, kind_question(word))
    revealed = replace(state, targets=(*state.targets, (event.seat, word)))
    if kind == "typed":
        return told(revealed, say("@{s} reveals {target}.", s=event.seat, target=ad_title(state.printed, word)))
    points, rule = points_of(state, word, kind, event.seat)
    rule = "RH-176" if kind == "beside-types" else rule
    text = ad_title(state.printed, word)
    return advance(_answered(award(revealed, event.seat, points, text, rule), event.seat, "targets"))


def target_points(state: State, event: Event) -> State:
    """A seat types what its revealed target brings."""
    item = dict(state.targets).get(event.seat)
    if state.stage != "targets" or item is None:
        raise refuse("Reveal your target first.", "RH-157")
    return advance(_typed(state, event, "targets", ad_title(state.printed, item), "RH-157"))


# ------------------------------------------------------------------------------------------------- the result


def advance(state: State) -> State:
    """On to the next step of the scoring once every seat has answered."""
    steps = state.ads if state.stage == "ads" and state.depth == "full" else (state.stage,)
    if any(_waiting(state, step) for step in steps):
        return state
    if state.stage == "ads":
        return told(replace(state, stage="targets"), "Now each seat reveals and scores one target.")
    return _count_wild(state)


def _count_wild(state: State) -> State:
    """Unused wild tokens are worth one point each (RH-158), then the result stands."""
    for index, seat in enumerate(state.seats):
        if seat.wild:
            state = award(state, index, seat.wild, say("{n} unused wild tokens", n=seat.wild), "RH-158")
    best = winners(state.seats)
    state = replace(state, stage="over")
    names = " and ".join(f"@{s}" for s in best)
    return told(
        state, say("{names} wins." if len(best) == 1 else "{names} share the victory.", names=names), mood="end"
    )
