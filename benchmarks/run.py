"""Runs every benchmark in this folder, each figure beside a reference measured in the same run.

A benchmark is a module here with ``main(soak: bool) -> None`` that prints lines of text; others only help.
"""

import argparse
import importlib.util
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    """Run all benchmarks, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which benchmarks; default: all")
    parser.add_argument("--soak", action="store_true", help="the long runs as well")
    chosen = parser.parse_args()
    sys.path.insert(0, str(HERE.parent))
    for path in sorted(HERE.glob("*.py")):
        if path.stem != "run" and (not chosen.names or path.stem in chosen.names):
            _run(path, chosen.soak)


def _run(path: Path, soak: bool) -> None:
    spec = importlib.util.spec_from_file_location(f"benchmark_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "main"):
        return
    print(f"== {path.stem}", flush=True)
    began = time.perf_counter()
    module.main(soak)
    print(f"   ({time.perf_counter() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
