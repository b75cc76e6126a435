package dev.takt.faults;

import dev.takt.runs.model.StallKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// The kinds of faults that can be injected.
public enum FaultKind {
  /// `System.gc()`.
  GC("System.gc()", Culprit.NONE, StallKind.GC_PAUSE),
  /// Allocation that fills a small heap again and again.
  ALLOCATION("high allocation rate", Culprit.NONE, StallKind.GC_PAUSE),
  /// A VM operation at a safepoint: a heap histogram.
  OPERATION("heap histogram", Culprit.NONE, StallKind.SAFEPOINT, StallKind.GC_PAUSE),
  /// A thread in a counted loop without safepoint polls, for which all others wait at a safepoint.
  LAGGARD("counted loop without polls", Culprit.NAMED, StallKind.TIME_TO_SAFEPOINT),
  /// A thread holds a monitor, and others wait for it.
  MONITOR("monitor held", Culprit.NAMED, StallKind.MONITOR_WAIT),
  /// A thread holds a `ReentrantLock`, and others wait for it.
  LOCK("ReentrantLock held", Culprit.NAMED_WHEN_DEEP, StallKind.LOCK_WAIT),
  /// SIGSTOP, and SIGCONT later.
  STOP("SIGSTOP to SIGCONT", Culprit.NONE, StallKind.STOPPED),
  /// A busy process of real-time priority on each processor.
  HOG("CPU hogs, SCHED_FIFO", Culprit.NAMED, StallKind.RUN_QUEUE),
  /// A control group with a CPU quota of 10 % of a processor.
  QUOTA("cgroup quota of 10 %", Culprit.NONE, StallKind.THROTTLED),
  /// Large writes followed by `fsync`.
  FSYNC("write and fsync", Culprit.NONE, StallKind.FILE_IO);

  /// Whether a report of the fault should name a culprit: never, always, or when watched deeply.
  enum Culprit {
    NONE,
    NAMED,
    NAMED_WHEN_DEEP
  }

  private final String text;
  private final Culprit culprit;

  @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
  private final Set<StallKind> kinds;

  FaultKind(String text, Culprit culprit, StallKind first, StallKind... others) {
    this.text = text;
    this.culprit = culprit;
    this.kinds = Collections.unmodifiableSet(EnumSet.of(first, others));
  }

  /// A short description for people.
  public String text() {
    return text;
  }

  /// The name on the command line.
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The kinds of stalls that are correct reports of it.
  Set<StallKind> kinds() {
    return kinds;
  }

  /// Whether it stops all threads of the JVM until they are released at once.
  boolean stopsTheJvm() {
    return kinds.contains(StallKind.GC_PAUSE);
  }

  /// Whether a report should name a culprit.
  boolean hasCulprit(boolean deep) {
    return culprit == Culprit.NAMED || (deep && culprit == Culprit.NAMED_WHEN_DEEP);
  }
}
