package dev.takt.watch.truth;

import dev.takt.runs.StallKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// A kind of fault that can be made on purpose.
public enum Ailment {
  /// `System.gc()`.
  GC("System.gc()", Culprit.NONE, StallKind.GC_PAUSE),
  /// Garbage faster than a small heap can take it.
  ALLOCATION("much garbage", Culprit.NONE, StallKind.GC_PAUSE),
  /// An operation that needs all threads to stand still: a histogram of the heap.
  OPERATION("heap histogram", Culprit.NONE, StallKind.SAFEPOINT, StallKind.GC_PAUSE),
  /// A thread in a counted loop without a poll, while all others stand and wait for it.
  LAGGARD("counted loop without polls", Culprit.NAMED, StallKind.TIME_TO_SAFEPOINT),
  /// A convoy before a monitor.
  MONITOR("monitor held", Culprit.NAMED, StallKind.MONITOR_WAIT),
  /// A convoy before a `ReentrantLock`.
  LOCK("ReentrantLock held", Culprit.NAMED_WHEN_DEEP, StallKind.LOCK_WAIT),
  /// SIGSTOP, and SIGCONT later.
  STOP("SIGSTOP to SIGCONT", Culprit.NONE, StallKind.STOPPED),
  /// A process of real-time priority on each processor.
  HOG("CPU hogs, SCHED_FIFO", Culprit.NAMED, StallKind.RUN_QUEUE),
  /// A control group with a tenth of a processor.
  QUOTA("cgroup quota of 10 %", Culprit.NONE, StallKind.THROTTLED),
  /// Much written, and `fsync` after it.
  FSYNC("write and fsync", Culprit.NONE, StallKind.FILE_IO);

  /// Whether there is somebody to blame.
  enum Culprit {
    NONE,
    NAMED,
    NAMED_WHEN_DEEP
  }

  private final String text;
  private final Culprit culprit;

  @SuppressWarnings("ImmutableEnumChecker") // it is never changed
  private final Set<StallKind> kinds;

  Ailment(String text, Culprit culprit, StallKind first, StallKind... others) {
    this.text = text;
    this.culprit = culprit;
    this.kinds = Collections.unmodifiableSet(EnumSet.of(first, others));
  }

  /// A few words on what is done.
  public String text() {
    return text;
  }

  /// As it is named on the command line.
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What an observer may rightly call it.
  Set<StallKind> kinds() {
    return kinds;
  }

  /// Whether all threads of the JVM stand until it lets go of them.
  boolean stopsTheJvm() {
    return kinds.contains(StallKind.GC_PAUSE);
  }

  boolean hasCulprit(boolean deep) {
    return culprit == Culprit.NAMED || (deep && culprit == Culprit.NAMED_WHEN_DEEP);
  }
}
