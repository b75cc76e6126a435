"""The parts of bench/log."""
