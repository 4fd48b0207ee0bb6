"""House rules: every unclear place of the rulebook is a setting; the first word is how we read it."""

from dataclasses import dataclass

from companion.model import Setting, Settings

SETTINGS = (
    Setting("special", ("off", "on"), "On: each player gets one special title and one secret personal goal."),
    Setting("layout", ("standard", "alternate"), "The rulebook shows a second layout for three and for four players."),
    Setting(
        "starters",
        ("before-goals", "after-goals"),
        "When starter enhancements are chosen; after the goals are known the game is more strategic.",
    ),
    Setting(
        "copies",
        ("trusted", "checked"),
        "Checked: each player shows the camera that the own dice were set to the first player's values.",
    ),
    Setting(
        "tray",
        ("all", "thrown"),
        "What lies in the tray when one die is thrown: all unused dice of that player, or the thrown die alone.",
    ),
    Setting(
        "reroll_price",
        ("1", "18"),
        "The text says 18, where the 8 is a misread berry; 18 would cost three times as much as a whole new die.",
    ),
    Setting(
        "upgrade_gives",
        ("vp", "berry"),
        "The symbol for what an upgraded board gives is lost; another page says that upgrading grants victory points.",
    ),
    Setting(
        "gather_slot_4",
        ("3", "4"),
        "The example names three sets of 3 resources and one garbled set of 4; the action allows 3.",
    ),
    Setting(
        "goal_below_tier",
        ("refused", "allowed"),
        "Whether a goal card may be closed without reaching its lowest tier; points are gained by a condition.",
    ),
    Setting(
        "goal_again",
        ("closed", "owner"),
        "A used goal card is said to be closed to the other players; it has one slot, so it is closed to all.",
    ),
    Setting(
        "no_slot",
        ("one-die", "all-dice"),
        "What is set aside if no die fits a free slot; the text does not say, a die can be used without its action.",
    ),
    Setting(
        "any_resource",
        ("mixed", "one-type"),
        "Whether several resources of choice may be of different types; only the = symbol demands one type.",
    ),
    Setting(
        "worker_berry",
        ("each", "once"),
        "Whether the berry is paid for every worker placed in one action; the whole exchange is repeated.",
    ),
    Setting(
        "extra_die",
        ("rolled", "copied"),
        "How the extra die of a title gets its value when its owner is not first; it has no die to copy.",
    ),
    Setting(
        "tower_chain",
        ("group", "line"),
        "Whether a chain of towers is any connected group or must be one line; the text also calls it a group.",
    ),
    Setting(
        "foreign_settlement",
        ("allowed", "own-only"),
        "Whether workers may enter settlements of others; the text says settlement tile without a limit.",
    ),
    Setting(
        "settlement_gives",
        ("nothing", "one-resource"),
        "What a worker gets on entering a settlement; the text names nothing.",
    ),
    Setting(
        "title_advisor",
        ("later", "at-once"),
        "Whether an advisor taken by a title may act at the start of the round; advisors act in a turn.",
    ),
    Setting(
        "majority",
        ("another", "everybody"),
        "Of the eighth personal goal only an example is left: more pieces on a tile than another player, or than all.",
    ),
)


@dataclass(frozen=True, slots=True)
class House:
    """The chosen word of each setting."""

    special: str
    layout: str
    starters: str
    copies: str
    tray: str
    reroll_price: str
    upgrade_gives: str
    gather_slot_4: str
    goal_below_tier: str
    goal_again: str
    no_slot: str
    any_resource: str
    worker_berry: str
    extra_die: str
    tower_chain: str
    foreign_settlement: str
    settlement_gives: str
    title_advisor: str
    majority: str


def house_of(settings: Settings) -> House:
    """The settings with defaults for those not chosen."""
    return House(**{s.name: settings.get(s.name, s.words[0]) for s in SETTINGS})
