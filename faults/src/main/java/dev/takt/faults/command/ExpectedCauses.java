package dev.takt.faults.command;

import static dev.takt.runs.model.Side.GENERATOR;
import static dev.takt.runs.model.Side.TARGET;

import dev.takt.faults.FaultKind;
import dev.takt.faults.FaultyServer;
import dev.takt.faults.scoring.ExpectedCause;
import dev.takt.runs.model.StallKind;
import java.util.List;

/// The causes that an explanation may correctly give for an injected fault. Every other cause is
/// wrong, however close: that something was late does not explain why.
public final class ExpectedCauses {

  private static final String REENTRANT_LOCK = "java.util.concurrent.locks.ReentrantLock";

  private ExpectedCauses() {}

  /// The causes that are right for a fault.
  public static List<ExpectedCause> of(FaultKind fault) {
    // Threads that have already stopped wait for the last one: a part of each safepoint.
    ExpectedCause lastThread = ExpectedCause.of(TARGET, StallKind.TIME_TO_SAFEPOINT);
    return switch (fault) {
      case GC -> List.of(ExpectedCause.of(TARGET, StallKind.GC_PAUSE, "System.gc()"), lastThread);
      case ALLOCATION ->
          List.of(ExpectedCause.of(TARGET, StallKind.GC_PAUSE, "Allocation Failure"), lastThread);
      // The histogram is a safepoint operation, and collects garbage before it counts.
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
      // The hog's threads use all processors, the generator's too.
      case HOG ->
          List.of(
              ExpectedCause.of(TARGET, StallKind.RUN_QUEUE, FaultyServer.HOG_NAME),
              ExpectedCause.of(GENERATOR, StallKind.RUN_QUEUE, FaultyServer.HOG_NAME));
      case QUOTA -> List.of(ExpectedCause.of(TARGET, StallKind.THROTTLED));
      // A thread that writes that much also uses a processor, and other threads wait for it.
      case FSYNC ->
          List.of(
              ExpectedCause.of(TARGET, StallKind.FILE_IO),
              ExpectedCause.of(TARGET, StallKind.RUN_QUEUE, FaultyServer.STORM_THREAD),
              ExpectedCause.of(GENERATOR, StallKind.RUN_QUEUE, FaultyServer.STORM_THREAD));
    };
  }
}
