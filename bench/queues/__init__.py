"""The parts of bench/concurrent."""
