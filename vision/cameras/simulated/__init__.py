"""A camera over a table that does not exist: thrown pieces tumble and come to rest before its lens."""

from vision.cameras.simulated.examples import random_rolls, random_scene

__all__ = ["random_rolls", "random_scene"]
