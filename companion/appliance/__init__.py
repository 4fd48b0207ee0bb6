"""Makes a Raspberry Pi an appliance: install, upgrade with a way back, uninstall. Runs before anything is installed,
so it needs nothing but Python's standard library."""
