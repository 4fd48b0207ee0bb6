"""Make room for new photographs: the oldest go, and the journal says which, so that the record stays whole."""

from companion.audit.records import PRUNE_GAME, PRUNE_KIND
from companion.evidence import Evidence
from companion.journal import Journal


def prune(journal: Journal, evidence: Evidence, budget_bytes: int) -> tuple[str, ...]:
    """The names of the photographs removed. They are written down first: a plug pulled between loses nothing."""
    names = evidence.overdue(budget_bytes)
    if names:
        journal.append(PRUNE_GAME, PRUNE_KIND, {"pictures": names, "budget_bytes": budget_bytes})
        evidence.remove(names)
    return names
