package dev.takt.bench.concurrent;

/// One contender at one task: what each of its threads does in a slice.
///
/// The only type that all contenders share; what implements it is loaded once for each of them.
public interface Contest {

  /// How many threads take part, the first of which is also the one that looks at the clock.
  int threads();

  /// Called by one thread before each slice, outside of what is timed.
  default void prepare(long operations) {}

  /// A thread's part of a slice. The slice ends when all have returned.
  ///
  /// @param thread from 0
  void run(int thread, long operations) throws InterruptedException;
}
