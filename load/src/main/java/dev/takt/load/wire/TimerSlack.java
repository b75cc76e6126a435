package dev.takt.load.wire;

import java.lang.foreign.Arena;

/// How late the kernel may let a thread's timers fire, on purpose, to save wake-ups of the
/// processor: by default 50 µs, which is most of what a parked thread is late.
public final class TimerSlack {

  private TimerSlack() {}

  /// Lets timers of the calling thread fire when they are due, until it ends. Does nothing where
  /// there is no such setting, and for virtual threads, which do not own a timer.
  public static void none() {
    if (Platform.isSupported() && !Thread.currentThread().isVirtual()) {
      try (Arena arena = Arena.ofConfined()) {
        Linux.setTimerSlack(arena.allocate(Linux.CALL_STATE), 1);
      }
    }
  }
}
