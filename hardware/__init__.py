"""Lamps and buttons: what the companion shows and how players answer without a screen."""
