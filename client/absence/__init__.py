"""Absences: announced, ended, and how much of each budget they use; spans of time as people type them."""
