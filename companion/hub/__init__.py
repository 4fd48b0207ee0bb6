"""The hub of a game night: keeps the journal of every table as a witness, and shows them all in one place."""
