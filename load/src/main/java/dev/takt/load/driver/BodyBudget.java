package dev.takt.load.driver;

import java.util.concurrent.atomic.AtomicLong;

/// The memory for the bodies that the steps on all connections of a driver read at the same time.
/// Without it some hundred large answers would exhaust the heap. Thread-safe.
public final class BodyBudget {

  private static final long MIN_BYTES = 32L << 20;

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /// @param limit in bytes
  public BodyBudget(long limit) {
    this.limit = limit;
  }

  /// A quarter of the heap.
  public static BodyBudget ofHeap(long maxHeapBytes) {
    return new BodyBudget(Math.max(MIN_BYTES, maxHeapBytes / 4));
  }

  /// @return whether there is room; if not, nothing is taken
  public boolean take(int bytes) {
    if (used.addAndGet(bytes) <= limit) {
      return true;
    }
    give(bytes);
    return false;
  }

  /// Gives back what [#take] took.
  public void give(int bytes) {
    used.addAndGet(-bytes);
  }

  /// The bytes in use.
  public long used() {
    return used.get();
  }
}
