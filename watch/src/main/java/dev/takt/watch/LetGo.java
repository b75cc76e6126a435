package dev.takt.watch;

import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Joins what two observers know of the end of a stop. A JVM notes that end when it has let go of
/// all threads: whoever is woken then may take the processor from the thread that was about to note
/// it, for a millisecond and more where there are few processors. A hiccup meter of the same JVM
/// runs as others do: if it ran before the noted end, the stop was over.
final class LetGo {

  /// Before that, a thread may still have been on its way to the stop; and so it may if the two
  /// observers can be further apart.
  private static final long ARRIVED_NANOS = 100_000;

  /// What is known of a hiccup's end is not known better than this, however much longer the meter
  /// had slept: that is when its begin was.
  private static final long WOKEN_NANOS = 1_000_000;

  private static final String TIME_TO_SAFEPOINT = "timeToSafepointNanos";

  private LetGo() {}

  /// The same stalls; stops end when the meter of their JVM ran again, if that was before they were
  /// noted to end.
  static List<Stall> told(List<Stall> stalls) {
    Map<Side, NavigableMap<Long, Stall>> hiccups = new EnumMap<>(Side.class);
    for (Stall each : stalls) {
      if (each.kind() == StallKind.HICCUP) {
        hiccups.computeIfAbsent(each.side(), _ -> new TreeMap<>()).put(each.endNanoTime(), each);
      }
    }
    return hiccups.isEmpty()
        ? stalls
        : stalls.stream()
            .map(each -> told(each, hiccups.getOrDefault(each.side(), new TreeMap<>())))
            .toList();
  }

  private static Stall told(Stall stop, NavigableMap<Long, Stall> hiccups) {
    boolean isStop = stop.kind() == StallKind.GC_PAUSE || stop.kind() == StallKind.SAFEPOINT;
    if (!isStop || !(stop.evidence().get(TIME_TO_SAFEPOINT) instanceof Long reaching)) {
      return stop;
    }
    long reached = stop.beginNanoTime() + reaching;
    Map.Entry<Long, Stall> first = hiccups.higherEntry(reached + ARRIVED_NANOS);
    boolean ranBefore =
        first != null
            && first.getKey() < stop.endNanoTime()
            && first.getKey() > reached + stop.errorNanos() + endError(first.getValue())
            && first.getValue().beginNanoTime() <= reached + asleep(first.getValue());
    return ranBefore ? endingWith(stop, first.getValue()) : stop;
  }

  private static long endError(Stall hiccup) {
    return Math.min(hiccup.errorNanos(), WOKEN_NANOS);
  }

  /// For how long a meter sleeps before it can notice anything.
  private static long asleep(Stall hiccup) {
    return hiccup.errorNanos() + WOKEN_NANOS;
  }

  private static Stall endingWith(Stall stop, Stall hiccup) {
    Map<String, Object> evidence = new HashMap<>(stop.evidence());
    evidence.put("end", "when the hiccup meter ran again, before the JVM noted it");
    evidence.put("notedNanos", stop.nanos());
    return new Stall(
        stop.kind(),
        stop.side(),
        stop.beginNanoTime(),
        hiccup.endNanoTime(),
        Math.max(stop.errorNanos(), endError(hiccup)),
        stop.source(),
        stop.thread(),
        stop.cause(),
        stop.culprit(),
        stop.stop(),
        evidence);
  }
}
