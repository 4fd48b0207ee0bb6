"""Rolls that can be proven: a signed, append-only tree over the journal, bundles anyone can check, and fairness."""
