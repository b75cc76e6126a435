package dev.takt.explain.attribution;

import java.util.stream.IntStream;

/// Runs the attribution in several threads. The shares of an operation depend only on its own busy
/// period, so each thread takes some periods. Results are appended in order, so the result does not
/// depend on the number of threads.
final class ParallelAttribution {

  private final AttributionInput input;
  private final AttributionResultBuilder builder;
  private final int batchSize;
  private int next;
  private int appendedUntil;
  private boolean failed;

  /// The slow operations that a thread takes at once.
  ///
  /// @param from the index of the first slow operation
  /// @param to the index after the last one
  private record Batch(int from, int to) {}

  private ParallelAttribution(
      AttributionInput input, AttributionResultBuilder builder, int batchSize) {
    this.input = input;
    this.builder = builder;
    this.batchSize = batchSize;
  }

  /// Attributes the excess of all slow operations.
  ///
  /// @param builder an empty builder, which is filled
  /// @param threads the maximum number of threads
  /// @param batchSize how many operations a thread takes at once, rounded up to the end of a busy
  ///   period
  static AttributionResultBuilder run(
      AttributionInput input, AttributionResultBuilder builder, int threads, int batchSize) {
    ParallelAttribution attribution = new ParallelAttribution(input, builder, batchSize);
    IntStream.range(0, threads).parallel().forEach(_ -> attribution.work());
    return builder;
  }

  private void work() {
    PeriodAttributor attributor = new PeriodAttributor(input);
    ShareColumns shares = new ShareColumns();
    boolean isDone = false;
    try {
      for (Batch part = takeBatch(); part.from < part.to; part = takeBatch()) {
        shares.clear();
        attributor.attribute(part.from, part.to, shares);
        append(part, shares);
      }
      isDone = true;
    } finally {
      if (!isDone) {
        fail();
      }
    }
  }

  private synchronized Batch takeBatch() {
    int from = next;
    int all = input.slow().length;
    int to = Math.min(all, from + batchSize);
    while (to > from && to < all && input.periods().of(to) == input.periods().of(to - 1)) {
      to++;
    }
    next = to;
    return new Batch(from, to);
  }

  /// Appends a part when all earlier ones are appended. Cannot deadlock: the thread that has the
  /// earliest part that is not appended never waits.
  private synchronized void append(Batch part, ShareColumns shares) {
    boolean interrupted = false;
    while (appendedUntil != part.from && !failed) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (!failed) {
      builder.append(shares);
      appendedUntil = part.to;
      notifyAll();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void fail() {
    failed = true;
    next = input.slow().length;
    notifyAll();
  }
}
