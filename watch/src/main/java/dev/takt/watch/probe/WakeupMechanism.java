package dev.takt.watch.probe;

import dev.takt.process.linux.Support;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The ways to wake a thread that the probe knows.
public enum WakeupMechanism {
  /// `Object.notify`, with the monitor's enter and exit.
  NOTIFY,
  /// `LockSupport.unpark`.
  UNPARK,
  /// `Condition.signal` of a `ReentrantLock`, with lock and unlock.
  CONDITION,
  /// `Semaphore.release`.
  SEMAPHORE,
  /// `Exchanger.exchange`: the call of the one who comes second.
  EXCHANGER,
  /// The system call `futex` alone: `FUTEX_WAKE` for one who sleeps in `FUTEX_WAIT`.
  FUTEX,
  /// A write of 8 bytes to an event descriptor that the other one reads.
  EVENTFD;

  /// As it is written on a command line.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The names of all of them.
  public static List<String> texts() {
    return Arrays.stream(values()).map(WakeupMechanism::text).toList();
  }

  /// The one of that name.
  public static Optional<WakeupMechanism> of(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equalsIgnoreCase(text)).findFirst();
  }

  /// Whether this system has it.
  public boolean isThere() {
    return !isNative() || Support.isThere();
  }

  /// Whether one sleeps in a call of the system that the JVM knows nothing of.
  boolean isNative() {
    return this == FUTEX || this == EVENTFD;
  }

  /// The tag of what the call costs the one who wakes.
  public String callerTag() {
    return text() + ":caller";
  }

  /// The tag of the time from just before the call until the other one runs.
  public String wokenTag() {
    return text() + ":woken";
  }

  /// @param first who waits as side 0
  /// @param second who waits as side 1
  Signal between(Thread first, Thread second) {
    return switch (this) {
      case NOTIFY -> new Signals.Monitor();
      case UNPARK -> new Signals.Parking(first, second);
      case CONDITION -> new Signals.OfCondition();
      case SEMAPHORE -> new Signals.OfSemaphore();
      case EXCHANGER -> new Signals.OfExchanger();
      case FUTEX -> new Futex();
      case EVENTFD -> new EventDescriptors();
    };
  }
}
