"""How long tests wait for what must happen: on an emulated processor everything takes its time."""

import os

PATIENCE = float(os.environ.get("TESTS_PATIENCE", "1"))
"""How many times as long as on a machine of today."""
