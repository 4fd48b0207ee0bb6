"""The points where the rulebook contradicts itself or is silent: one setting each, the usual reading first."""

from dataclasses import dataclass

from companion.model import Setting, Settings

SETTINGS = (
    Setting(
        "bonus-six",
        ("commercial", "residential"),
        "Which track rewards a 6 with a bonus mark: the Commercial section prints 'Residential', but its example and "
        "the solo rules mean Commercial.",
    ),
    Setting(
        "unused-activations",
        ("one-each", "two-flat"),
        "University and Hospital beside their partner: one point for each unused activation (their description), or "
        "always two (the short reference).",
    ),
    Setting(
        "community-rerolls",
        ("one", "two"),
        "Rerolls of a Local Community in a round: one (its description; otherwise a Hospital would add little), or two "
        "(the short reference).",
    ),
    Setting(
        "industrial-penalty",
        ("each-pair", "once"),
        "A Residential touching two Industrials costs two points, one for each pair (the scoring rules), or one point "
        "only (a possible reading of the score sheet).",
    ),
    Setting(
        "unused-permits",
        ("allowed", "refused"),
        "A permit is a right and may lapse (the rules say 'allows'), or it must be used if anything can be built.",
    ),
    Setting(
        "joker-order",
        ("free", "joker-first"),
        "With a permit and a Joker at once, spend them in either order (no order is given), or the Joker first because "
        "it is used 'immediately'.",
    ),
    Setting(
        "base-building",
        ("needed", "not-needed"),
        "A University works through your Architect's Hall and a Hospital through your Local Community ('activate "
        "to use' it), or they also work alone.",
    ),
    Setting(
        "reroll-die",
        ("drafted", "any"),
        "A Local Community rerolls the die you have just taken (it must be kept and used), or any die of the pool "
        "before you take one.",
    ),
    Setting(
        "solo-fit",
        ("hall-counts", "hall-ignored"),
        "Solo, a bonus may be taken only if the number fits no track: a repeat that your Architect's Hall allows "
        "counts as fitting (it is free), or does not.",
    ),
)


@dataclass(frozen=True, slots=True)
class House:
    """The chosen word of every setting."""

    bonus_six: str = "commercial"
    unused_activations: str = "one-each"
    community_rerolls: str = "one"
    industrial_penalty: str = "each-pair"
    unused_permits: str = "allowed"
    joker_order: str = "free"
    base_building: str = "needed"
    reroll_die: str = "drafted"
    solo_fit: str = "hall-counts"


def read_house(settings: Settings) -> House:
    """The settings as chosen, the first word of each where nothing was chosen."""
    return House(**{s.name.replace("-", "_"): settings.get(s.name, s.words[0]) for s in SETTINGS})
