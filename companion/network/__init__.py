"""Tells the world outside what happens at this table, by MQTT; the table itself never waits for it."""
