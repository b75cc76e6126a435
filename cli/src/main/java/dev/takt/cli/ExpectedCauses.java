package dev.takt.cli;

import static dev.takt.runs.Side.GENERATOR;
import static dev.takt.runs.Side.TARGET;

import dev.takt.explain.truth.ExpectedCause;
import dev.takt.runs.StallKind;
import dev.takt.watch.truth.FaultKind;
import dev.takt.watch.truth.FaultyServer;
import java.util.List;

/// What an explanation may rightly call a fault that was made on purpose. All else is wrong,
/// however close: that something was late is no explanation of why.
final class ExpectedCauses {

  private static final String REENTRANT_LOCK = "java.util.concurrent.locks.ReentrantLock";

  private ExpectedCauses() {}

  static List<ExpectedCause> of(FaultKind ailment) {
    // The threads that stand already wait for the last one: a part of each stop.
    ExpectedCause lastThread = ExpectedCause.of(TARGET, StallKind.TIME_TO_SAFEPOINT);
    return switch (ailment) {
      case GC -> List.of(ExpectedCause.of(TARGET, StallKind.GC_PAUSE, "System.gc()"), lastThread);
      case ALLOCATION ->
          List.of(ExpectedCause.of(TARGET, StallKind.GC_PAUSE, "Allocation Failure"), lastThread);
      // The histogram is the operation of a safepoint, and collects garbage before it counts.
      case OPERATION ->
          List.of(
              ExpectedCause.of(TARGET, StallKind.SAFEPOINT),
              ExpectedCause.of(TARGET, StallKind.GC_PAUSE, "Heap Inspection"),
              lastThread);
      case LAGGARD ->
          List.of(
              ExpectedCause.withOptionalDetail(TARGET, StallKind.TIME_TO_SAFEPOINT, "laggard"),
              ExpectedCause.of(TARGET, StallKind.SAFEPOINT));
      case MONITOR ->
          List.of(ExpectedCause.of(TARGET, StallKind.MONITOR_WAIT, FaultyServer.MONITOR_CLASS));
      case LOCK -> List.of(ExpectedCause.of(TARGET, StallKind.LOCK_WAIT, REENTRANT_LOCK));
      case STOP -> List.of(ExpectedCause.of(TARGET, StallKind.STOPPED));
      // They have all processors, the generator's too.
      case HOG ->
          List.of(
              ExpectedCause.of(TARGET, StallKind.RUN_QUEUE, FaultyServer.HOG_NAME),
              ExpectedCause.of(GENERATOR, StallKind.RUN_QUEUE, FaultyServer.HOG_NAME));
      case QUOTA -> List.of(ExpectedCause.of(TARGET, StallKind.THROTTLED));
      // Who writes so much has a processor meanwhile, which others wait for.
      case FSYNC ->
          List.of(
              ExpectedCause.of(TARGET, StallKind.FILE_IO),
              ExpectedCause.of(TARGET, StallKind.RUN_QUEUE, FaultyServer.STORM_THREAD),
              ExpectedCause.of(GENERATOR, StallKind.RUN_QUEUE, FaultyServer.STORM_THREAD));
    };
  }
}
