"""The settings of Rolling Heights: how deep the companion follows, and the readings a table may choose."""

from companion.games.rolling_heights.state import DEPTHS, House
from companion.model import Setting, Settings

SETTINGS = (
    Setting("depth", DEPTHS, "Rolls and score only; plus the cube ledger; plus map, market, plans, ads and targets."),
    Setting("advice", ("off", "on"), "Show what a rally risks and what the present roll can bring."),
    Setting("start-spacing", ("3", "2", "1"), "Steps that starting tiles must be apart (A-1)."),
    Setting(
        "tokens-need-purchase", ("yes", "no"), "Wild tokens go on the two farthest plans only after a purchase (A-2)."
    ),
    Setting("pink-is-purchase", ("no", "yes"), "A City Planner's plan counts as a purchase for these tokens (A-3)."),
    Setting("pink-takes-tokens", ("yes", "no"), "A City Planner's plan brings the wild tokens lying on it (A-4)."),
    Setting("botanical-counts-used", ("no", "yes"), "Activated Architects count for the Botanical Gardens (A-8)."),
    Setting("limit-meeples", ("yes", "no"), "Meeples can run out (A-9)."),
    Setting("limit-wild", ("yes", "no"), "Wild tokens can run out (A-9)."),
    Setting("clamp-at-zero", ("no", "yes"), "A score never falls below zero (A-14)."),
)


def house_of(settings: Settings) -> House:
    """The chosen settings as the rules ask for them; absent ones are the defaults."""
    words = {s.name: settings.get(s.name, s.words[0]) for s in SETTINGS}
    return House(
        advice=words["advice"] == "on",
        start_spacing=int(words["start-spacing"]),
        tokens_need_purchase=words["tokens-need-purchase"] == "yes",
        pink_is_purchase=words["pink-is-purchase"] == "yes",
        pink_takes_tokens=words["pink-takes-tokens"] == "yes",
        botanical_counts_used=words["botanical-counts-used"] == "yes",
        limit_meeples=words["limit-meeples"] == "yes",
        limit_wild=words["limit-wild"] == "yes",
        clamp_at_zero=words["clamp-at-zero"] == "yes",
    )
