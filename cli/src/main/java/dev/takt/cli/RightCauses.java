package dev.takt.cli;

import static dev.takt.runs.Side.GENERATOR;
import static dev.takt.runs.Side.TARGET;

import dev.takt.explain.truth.RightCause;
import dev.takt.runs.StallKind;
import dev.takt.watch.truth.Ailment;
import dev.takt.watch.truth.SickShop;
import java.util.List;

/// What an explanation may rightly call a fault that was made on purpose. All else is wrong,
/// however close: that something was late is no explanation of why.
final class RightCauses {

  private static final String REENTRANT_LOCK = "java.util.concurrent.locks.ReentrantLock";

  private RightCauses() {}

  static List<RightCause> of(Ailment ailment) {
    // The threads that stand already wait for the last one: a part of each stop.
    RightCause lastThread = RightCause.of(TARGET, StallKind.TIME_TO_SAFEPOINT);
    return switch (ailment) {
      case GC -> List.of(RightCause.of(TARGET, StallKind.GC_PAUSE, "System.gc()"), lastThread);
      case ALLOCATION ->
          List.of(RightCause.of(TARGET, StallKind.GC_PAUSE, "Allocation Failure"), lastThread);
      // The histogram is the operation of a safepoint, and collects garbage before it counts.
      case OPERATION ->
          List.of(
              RightCause.of(TARGET, StallKind.SAFEPOINT),
              RightCause.of(TARGET, StallKind.GC_PAUSE, "Heap Inspection"),
              lastThread);
      case LAGGARD ->
          List.of(
              RightCause.orNameless(TARGET, StallKind.TIME_TO_SAFEPOINT, "laggard"),
              RightCause.of(TARGET, StallKind.SAFEPOINT));
      case MONITOR -> List.of(RightCause.of(TARGET, StallKind.MONITOR_WAIT, SickShop.GATE));
      case LOCK -> List.of(RightCause.of(TARGET, StallKind.LOCK_WAIT, REENTRANT_LOCK));
      case STOP -> List.of(RightCause.of(TARGET, StallKind.STOPPED));
      // They have all processors, the generator's too.
      case HOG ->
          List.of(
              RightCause.of(TARGET, StallKind.RUN_QUEUE, SickShop.HOG),
              RightCause.of(GENERATOR, StallKind.RUN_QUEUE, SickShop.HOG));
      case QUOTA -> List.of(RightCause.of(TARGET, StallKind.THROTTLED));
      // Who writes so much has a processor meanwhile, which others wait for.
      case FSYNC ->
          List.of(
              RightCause.of(TARGET, StallKind.FILE_IO),
              RightCause.of(TARGET, StallKind.RUN_QUEUE, SickShop.STORM),
              RightCause.of(GENERATOR, StallKind.RUN_QUEUE, SickShop.STORM));
    };
  }
}
