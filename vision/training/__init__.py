"""Makes labelled pictures and trains the reader's networks; development only, never imported at run time."""
