"""Rate limits and faults, which every request passes."""
