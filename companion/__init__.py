"""The core of the table companion: events in, one frozen view out."""

__version__ = "0.1.0"
