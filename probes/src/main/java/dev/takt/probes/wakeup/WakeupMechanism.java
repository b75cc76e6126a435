package dev.takt.probes.wakeup;

import dev.takt.process.linux.Support;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The mechanisms to wake a thread that can be measured.
public enum WakeupMechanism {
  /// `Object.notify`, including the monitor's enter and exit.
  NOTIFY,
  /// `LockSupport.unpark`.
  UNPARK,
  /// `Condition.signal` of a `ReentrantLock`, including lock and unlock.
  CONDITION,
  /// `Semaphore.release`.
  SEMAPHORE,
  /// `Exchanger.exchange`: the call of the thread that comes second.
  EXCHANGER,
  /// The system call `futex` alone: `FUTEX_WAKE` for a thread in `FUTEX_WAIT`.
  FUTEX,
  /// `eventfd`: a write of 8 bytes for a thread that blocks in a read.
  EVENTFD;

  /// The name on a command line.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The names of all of them.
  public static List<String> texts() {
    return Arrays.stream(values()).map(WakeupMechanism::text).toList();
  }

  /// The mechanism of that name, ignoring case.
  public static Optional<WakeupMechanism> of(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equalsIgnoreCase(text)).findFirst();
  }

  /// Whether it is available on this system.
  public boolean isAvailable() {
    return !isNative() || Support.isThere();
  }

  /// Whether the thread blocks in a system call that the JVM does not know about.
  boolean isNative() {
    return this == FUTEX || this == EVENTFD;
  }

  /// The tag of the duration of the waking call.
  public String callerTag() {
    return text() + ":caller";
  }

  /// The tag of the time from just before the call until the woken thread runs.
  public String wokenTag() {
    return text() + ":woken";
  }

  /// Creates the signal between two threads.
  ///
  /// @param first side 0
  /// @param second side 1
  WakeupSignal between(Thread first, Thread second) {
    return switch (this) {
      case NOTIFY -> new WakeupSignals.Monitor();
      case UNPARK -> new WakeupSignals.Parking(first, second);
      case CONDITION -> new WakeupSignals.OfCondition();
      case SEMAPHORE -> new WakeupSignals.OfSemaphore();
      case EXCHANGER -> new WakeupSignals.OfExchanger();
      case FUTEX -> new FutexSignal();
      case EVENTFD -> new EventfdSignal();
    };
  }
}
