"""Measurements, one module per part of the table, and the work they measure."""
