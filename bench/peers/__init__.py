"""The parts of bench/load and bench/ycsb."""
