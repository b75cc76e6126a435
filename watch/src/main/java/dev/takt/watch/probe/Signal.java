package dev.takt.watch.probe;

/// A way for one thread to wake another. Each pair of threads has one, whose two sides, 0 and 1,
/// take turns: a side that has been woken wakes the other and waits. Such a wake is never lost,
/// whether the other waits already or not.
interface Signal extends AutoCloseable {

  /// Sleeps until the other side wakes this one.
  void await(int side) throws InterruptedException;

  /// Wakes a side.
  ///
  /// @param side who is to be woken
  void wake(int side) throws InterruptedException;

  /// Gives back what the system lent; after both threads have ended.
  @Override
  default void close() {}
}
