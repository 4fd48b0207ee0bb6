"""Sets a table up from at most two pictures, and says how well it reads."""
