"""The parts of bench/process."""
