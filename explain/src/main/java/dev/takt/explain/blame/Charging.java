package dev.takt.explain.blame;

import java.util.stream.IntStream;

/// Runs the attribution in several threads. The shares of an operation depend only on its own busy
/// period, so each thread takes some periods. Results are appended in order, so the result does not
/// depend on the number of threads.
final class Charging {

  private final Evidence evidence;
  private final BlameBuilder blame;
  private final int atOnce;
  private int next;
  private int appended;
  private boolean failed;

  /// The slow operations that a thread takes at once.
  ///
  /// @param from the index of the first slow operation
  /// @param to the index after the last one
  private record Part(int from, int to) {}

  private Charging(Evidence evidence, BlameBuilder blame, int atOnce) {
    this.evidence = evidence;
    this.blame = blame;
    this.atOnce = atOnce;
  }

  /// Attributes the excess of all slow operations.
  ///
  /// @param blame an empty builder, which is filled
  /// @param threads the maximum number of threads
  /// @param atOnce how many operations a thread takes at once, rounded up to the end of a busy
  ///   period
  static BlameBuilder charge(Evidence evidence, BlameBuilder blame, int threads, int atOnce) {
    Charging charging = new Charging(evidence, blame, atOnce);
    IntStream.range(0, threads).parallel().forEach(_ -> charging.work());
    return blame;
  }

  private void work() {
    Charger charger = new Charger(evidence);
    Shares shares = new Shares();
    boolean isDone = false;
    try {
      for (Part part = take(); part.from < part.to; part = take()) {
        shares.clear();
        charger.charge(part.from, part.to, shares);
        append(part, shares);
      }
      isDone = true;
    } finally {
      if (!isDone) {
        fail();
      }
    }
  }

  private synchronized Part take() {
    int from = next;
    int all = evidence.slow().length;
    int to = Math.min(all, from + atOnce);
    while (to > from && to < all && evidence.periods().of(to) == evidence.periods().of(to - 1)) {
      to++;
    }
    next = to;
    return new Part(from, to);
  }

  /// Appends a part when all earlier ones are appended. Cannot deadlock: the thread that has the
  /// earliest part that is not appended never waits.
  private synchronized void append(Part part, Shares shares) {
    boolean interrupted = false;
    while (appended != part.from && !failed) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (!failed) {
      blame.append(shares);
      appended = part.to;
      notifyAll();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void fail() {
    failed = true;
    next = evidence.slow().length;
    notifyAll();
  }
}
