"""The parts of bench/load."""
