package dev.takt.watch;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.scheduler.RunQueueObserver;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Corrects the end of safepoints whose JVM recorded it too late.
///
/// A JVM records the end of a safepoint after it has released all threads. On few processors, a
/// released thread can preempt the VM thread before it has done so, for a millisecond or more. Two
/// other observers can show that the safepoint had ended earlier:
///
/// - The hiccup meter runs in the same JVM as a normal thread. If it ran before the recorded end,
///   the safepoint was over.
/// - The switch recorder sees when the VM thread is preempted. If the JVM recorded the end as soon
///   as the VM thread ran again, then it had already released the threads when it was preempted.
///   (The alternative, a preemption just before the release, is unlikely: the release itself makes
///   many threads runnable, which is what preempts it.)
final class SafepointEndCorrection {

  /// Ignore a hiccup's end or a preemption earlier than this after the safepoint was reached: the
  /// thread may not have stopped yet. If the observers' clock error is larger, that error is used.
  private static final long SYNCHRONIZATION_MARGIN_NANOS = 100_000;

  /// Upper bound for the error of a hiccup's end. `errorNanos` of a hiccup is the uncertainty of
  /// its begin (up to the meter's sleep time); its end is a clock reading.
  private static final long MAX_WAKEUP_ERROR_NANOS = 1_000_000;

  /// Recording an end takes 20 to 110 µs once the VM thread has a processor.
  private static final long MAX_END_RECORDING_NANOS = 250_000;

  /// HotSpot's name of the thread that begins and ends safepoints.
  private static final String VM_THREAD = "VM Thread";

  private static final String FROM_METER =
      "when the hiccup meter ran again, before the JVM recorded the end";
  private static final String FROM_SWITCH =
      "when the VM thread was preempted; it recorded the end as soon as it ran again";

  private final Map<Side, NavigableMap<Long, Stall>> hiccups = new EnumMap<>(Side.class);
  private final Map<Side, NavigableMap<Long, Stall>> waits = new EnumMap<>(Side.class);

  private SafepointEndCorrection(List<Stall> stalls) {
    for (Stall each : stalls) {
      if (each.kind() == StallKind.HICCUP) {
        add(hiccups, each);
      } else if (each.kind() == StallKind.RUN_QUEUE && isOfVmThread(each)) {
        add(waits, each);
      }
    }
  }

  private static void add(Map<Side, NavigableMap<Long, Stall>> byEnd, Stall stall) {
    byEnd.computeIfAbsent(stall.side(), _ -> new TreeMap<>()).put(stall.endNanoTime(), stall);
  }

  /// Only recorded waits count: a sampled one may have been at another time.
  private static boolean isOfVmThread(Stall wait) {
    return wait.thread() != null
        && wait.thread().name().equals(VM_THREAD)
        && RunQueueObserver.PREEMPTED.equals(wait.cause())
        && wait.errorNanos() < SYNCHRONIZATION_MARGIN_NANOS;
  }

  /// Returns the same stalls. A safepoint whose threads were released before its recorded end ends
  /// at that earlier time; the recorded length is kept in its evidence as `notedNanos`.
  static List<Stall> correct(List<Stall> stalls) {
    SafepointEndCorrection correction = new SafepointEndCorrection(stalls);
    return correction.hiccups.isEmpty() && correction.waits.isEmpty()
        ? stalls
        : stalls.stream().map(correction::correct).toList();
  }

  private Stall correct(Stall safepoint) {
    boolean isSafepoint =
        safepoint.kind() == StallKind.GC_PAUSE || safepoint.kind() == StallKind.SAFEPOINT;
    if (!isSafepoint || !(safepoint.evidence() instanceof Evidence.Safepoint evidence)) {
      return safepoint;
    }
    long reached = safepoint.beginNanoTime() + evidence.timeToSafepointNanos();
    Stall hiccup = hiccupBefore(safepoint, reached);
    Stall wait = waitBefore(safepoint, reached);
    if (wait != null && (hiccup == null || wait.beginNanoTime() < hiccup.endNanoTime())) {
      return withEnd(safepoint, evidence, wait.beginNanoTime(), wait.errorNanos(), FROM_SWITCH);
    }
    return hiccup == null
        ? safepoint
        : withEnd(safepoint, evidence, hiccup.endNanoTime(), endError(hiccup), FROM_METER);
  }

  /// The first hiccup that ended within a safepoint, if that safepoint caused it; else null.
  private @Nullable Stall hiccupBefore(Stall safepoint, long reached) {
    Map.Entry<Long, Stall> first =
        onSideOf(hiccups, safepoint).higherEntry(reached + SYNCHRONIZATION_MARGIN_NANOS);
    boolean ranBefore =
        first != null
            && first.getKey() < safepoint.endNanoTime()
            && first.getKey() > reached + safepoint.errorNanos() + endError(first.getValue())
            && first.getValue().beginNanoTime() <= reached + maxSleepNanos(first.getValue());
    return ranBefore ? first.getValue() : null;
  }

  /// The last run-queue wait of the VM thread within the safepoint, if it recorded the end right
  /// after it; else null.
  private @Nullable Stall waitBefore(Stall safepoint, long reached) {
    long error = safepoint.errorNanos();
    Map.Entry<Long, Stall> last =
        onSideOf(waits, safepoint).floorEntry(safepoint.endNanoTime() + error);
    boolean wasLast =
        last != null
            && last.getKey() >= safepoint.endNanoTime() - MAX_END_RECORDING_NANOS - error
            && last.getValue().beginNanoTime() > reached + SYNCHRONIZATION_MARGIN_NANOS + error
            && last.getValue().beginNanoTime() < safepoint.endNanoTime();
    return wasLast ? last.getValue() : null;
  }

  private static NavigableMap<Long, Stall> onSideOf(
      Map<Side, NavigableMap<Long, Stall>> byEnd, Stall safepoint) {
    return byEnd.getOrDefault(safepoint.side(), new TreeMap<>());
  }

  private static long endError(Stall hiccup) {
    return Math.min(hiccup.errorNanos(), MAX_WAKEUP_ERROR_NANOS);
  }

  /// Upper bound for the meter's sleep before the hiccup.
  private static long maxSleepNanos(Stall hiccup) {
    return hiccup.errorNanos() + MAX_WAKEUP_ERROR_NANOS;
  }

  private static Stall withEnd(
      Stall safepoint, Evidence.Safepoint evidence, long end, long error, String why) {
    return safepoint
        .withInterval(
            safepoint.interval().withEnd(end).withError(Math.max(safepoint.errorNanos(), error)))
        .withEvidence(evidence.with(evidence.edges().corrected(why, safepoint.nanos())));
  }
}
