package dev.takt.probes.wakeup;

/// A mechanism by which two threads, side 0 and side 1, wake each other in turns: a side that was
/// woken wakes the other and waits. A wake-up is never lost, whether the other side waits already
/// or not.
interface WakeupSignal extends AutoCloseable {

  /// Waits until the other side wakes this one.
  void await(int side) throws InterruptedException;

  /// Wakes a side.
  ///
  /// @param side the side to wake
  void wake(int side) throws InterruptedException;

  /// Releases system resources, after both threads have ended.
  @Override
  default void close() {}
}
