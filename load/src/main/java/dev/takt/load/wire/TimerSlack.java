package dev.takt.load.wire;

import java.lang.foreign.Arena;

/// The kernel's timer slack: how late it may fire a thread's timers, on purpose, to save CPU
/// wake-ups. The default is 50 µs, which is most of the lateness of a parked thread.
public final class TimerSlack {

  private TimerSlack() {}

  /// Removes the timer slack of the calling thread, until it ends. Does nothing on systems without
  /// such a setting, and for virtual threads, which do not own a timer.
  public static void none() {
    if (Platform.isSupported() && !Thread.currentThread().isVirtual()) {
      try (Arena arena = Arena.ofConfined()) {
        LinuxSocketCalls.setTimerSlack(arena.allocate(LinuxSocketCalls.CALL_STATE), 1);
      }
    }
  }
}
