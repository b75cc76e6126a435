package dev.takt.cli.render.stress;

/// Counts the partitions and rows that completed operations have read or written.
@FunctionalInterface
public interface WorkCounter {

  /// Each operation reads or writes one row, the only one of its partition.
  WorkCounter ONE_ROW = (_, completed) -> new Work(completed, completed);

  /// What an operation has done since the end of the warm-up.
  ///
  /// @param operation its name in the plan
  /// @param completed how many of these operations have completed
  Work of(String operation, long completed);

  /// Partitions and rows.
  record Work(long partitions, long rows) {}
}
