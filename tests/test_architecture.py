"""Who may import whom: this table is the architecture, and any other import fails."""

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "hardware", "calibration", "web")

VALUES = {"companion.model", "companion.errors", "companion.words"}
SMALL = {"companion.changes", "companion.files", "companion.notices"}
"""Single ideas of the core without a device in sight."""

ALLOWED = {
    "companion.model": {"companion.errors"},
    "companion.errors": set(),
    "companion.words": set(),
    "companion.changes": set(),
    "companion.files": set(),
    "companion.notices": {"companion.changes"},
    "companion.games": VALUES | {"companion.games"},
    "companion.interpret": VALUES,
    "companion.journal": VALUES | {"companion.files", "companion.migrations"},
    "companion.migrations": VALUES,
    "companion.config": VALUES,
    "companion.backends": VALUES,
    "companion.evidence": VALUES | SMALL,
    "companion.catalogues": VALUES | SMALL,
    "companion.link": VALUES | SMALL,
    "companion.table": VALUES | SMALL | {"companion", "companion.journal"},
    "companion.referee": VALUES | SMALL | {"companion.interpret", "companion.table"},
    "companion.audit": VALUES
    | SMALL
    | {
        "companion",
        "companion.audit",
        "companion.journal",
        "companion.evidence",
        "companion.table",
        "companion.games",
        "vision",
    },
    "companion.network": VALUES | {"companion", "companion.journal", "companion.network", "companion.table"},
    "companion.hub": VALUES
    | SMALL
    | {
        "companion.audit",
        "companion.games",
        "companion.hub",
        "companion.journal",
        "companion.network",
        "companion.table",
    },
    "companion.appliance": {"companion", "companion.appliance"},
    "companion.machine": set(),
    "companion.logs": set(),
    "companion.space": set(),
    "companion.pulse": {"companion.machine"},
    "companion.starts": {"companion.files", "companion.words"},
    "companion.tomlfile": set(),
    "companion.found": VALUES,
    "companion.firststeps": VALUES | {"companion.config", "companion.files", "companion.found", "companion.tomlfile"},
    "companion.lastgood": VALUES | {"companion.config", "companion.files"},
    "companion.rescue": VALUES | {"companion.journal"},
    "companion.trays": VALUES | SMALL | {"companion.referee", "companion.table"},
    "companion.watch": VALUES | SMALL | {"companion.link"},
    "vision": VALUES | {"companion.backends", "companion.files", "companion.migrations", "vision"},
    "vision.training": VALUES | {"vision", "calibration.report"},
    "hardware": VALUES | {"companion.backends", "hardware"},
    "calibration": VALUES | {"companion.files", "vision", "calibration"},
    "web.hub": VALUES | SMALL | {"companion.audit", "companion.hub", "companion.network", "companion.table", "web"},
    "web.fairness": VALUES | SMALL | {"companion.audit", "web"},
    "web.witness": VALUES | SMALL | {"companion.audit", "web"},
    "web": VALUES | SMALL | {"companion.table", "calibration", "web"},
}
"""Module or package -> what it may import of ours. Not listed (app, cli, lamps …): everything."""
TOP = {
    "companion.app",
    "companion.cli",
    "companion.eyes",
    "companion.keeper",
    "companion.calibrating",
    "companion.lamps",
    "companion.terminal",
    "companion.reading",
    "companion.checks",
    "companion.nights",
    "companion.publishing",
    "companion.serving",
    "companion.bugreport",
    "companion.checkpage",
    "companion.condition",
    "companion.whereabouts",
    "companion",
}
"""The modules that put everything together; nobody else imports them."""
STANDARD_ONLY = {name for name in ALLOWED if name.startswith("companion")} - {
    "companion.audit",
    "companion.hub",
    "companion.network",
}


def modules():
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            if "firmware" not in name:
                yield name, path


def imports(name, path):
    """The modules a file names in its imports; from-imports of modules count as those modules."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            for alias in node.names:
                deeper = ROOT / node.module.replace(".", "/") / alias.name
                is_module = deeper.with_suffix(".py").exists() or (deeper / "__init__.py").exists()
                yield f"{node.module}.{alias.name}" if is_module else node.module
        elif isinstance(node, ast.ImportFrom):
            yield f"(relative import in {name})"


def rule_for(name):
    """The longest entry of the table that covers a module."""
    fitting = [entry for entry in ALLOWED if name == entry or name.startswith(entry + ".")]
    return max(fitting, key=len, default=None)


def is_within(target, allowed):
    return any(target == a or (a not in ("companion",) and target.startswith(a + ".")) for a in allowed)


def test_every_import_of_ours_is_in_the_table():
    wrong = []
    for name, path in modules():
        if (rule := rule_for(name)) is None:
            if name not in TOP:
                wrong.append(f"{name} is not in the table")
            continue
        for target in imports(name, path):
            ours = target.split(".")[0] in PACKAGES or target.startswith("(")
            if ours and not is_within(target, ALLOWED[rule]):
                wrong.append(f"{name} imports {target}")
    assert wrong == []


def test_games_do_not_import_one_another():
    wrong = []
    for name, path in modules():
        parts = name.split(".")
        if parts[:2] == ["companion", "games"] and len(parts) > 2:
            own = f"companion.games.{parts[2]}"
            wrong += [
                f"{name} imports {target}"
                for target in imports(name, path)
                if target.startswith("companion.games.") and not target.startswith((own, "companion.games._shared"))
            ]
    assert wrong == []


def test_core_needs_nothing_but_the_standard_library():
    import sys

    wrong = []
    for name, path in modules():
        if rule_for(name) in STANDARD_ONLY:
            for target in imports(name, path):
                top = target.split(".")[0]
                if top not in sys.stdlib_module_names and top not in PACKAGES:
                    wrong.append(f"{name} imports {target}")
    assert wrong == []


def test_nothing_run_at_the_table_imports_the_training():
    wrong = [
        f"{name} imports {target}"
        for name, path in modules()
        if not name.startswith("vision.training")
        for target in imports(name, path)
        if target.startswith("vision.training")
    ]
    assert wrong == []
