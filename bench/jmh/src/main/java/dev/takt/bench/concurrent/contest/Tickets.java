package dev.takt.bench.concurrent.contest;

import java.util.concurrent.atomic.AtomicLongArray;

/// A counter that several threads take numbers from, away from what others read.
final class Tickets {

  private static final int MIDDLE = 16;

  private final AtomicLongArray next = new AtomicLongArray(2 * MIDDLE);

  long take() {
    return next.getAndIncrement(MIDDLE);
  }

  long taken() {
    return next.get(MIDDLE);
  }
}
