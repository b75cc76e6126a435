package dev.takt.explain.blame;

import java.util.stream.IntStream;

/// Charges with several threads. What an operation is charged depends on its own busy period and on
/// no other, so that each thread takes some periods; and they are put together in their order, so
/// that the result does not depend on how many threads there are.
final class Charging {

  private final Evidence evidence;
  private final BlameBuilder blame;
  private final int atOnce;
  private int next;
  private int appended;
  private boolean failed;

  /// What a thread takes at once.
  ///
  /// @param from the place of the first slow operation
  /// @param to one beyond the place of the last
  private record Part(int from, int to) {}

  private Charging(Evidence evidence, BlameBuilder blame, int atOnce) {
    this.evidence = evidence;
    this.blame = blame;
    this.atOnce = atOnce;
  }

  /// Charges all slow operations.
  ///
  /// @param blame what is filled; nothing is in it yet
  /// @param threads how many at most
  /// @param atOnce so many operations, and up to the end of their busy period, are taken at once
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

  /// Whoever has the earliest part that is not appended runs, so nobody waits for ever.
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
