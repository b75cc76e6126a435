package dev.takt.cli.render.stress;

/// An operation, in the lines that are printed while a run goes on.
final class StressSeries {

  final String operation;

  /// Since the last line.
  final StressFigures interval = new StressFigures();

  /// Since the end of the warm-up.
  long operations;

  long completed;

  WorkCounter.Work work = new WorkCounter.Work(0, 0);

  /// As of the last line.
  WorkCounter.Work printed = work;

  StressSeries(String operation) {
    this.operation = operation;
  }

  void count(WorkCounter counter) {
    work = counter.of(operation, completed);
    interval.partitions = work.partitions() - printed.partitions();
    interval.rows = work.rows() - printed.rows();
  }

  void reset() {
    printed = work;
    interval.reset();
  }
}
