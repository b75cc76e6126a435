package dev.takt.watch;

import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import dev.takt.watch.host.RunQueueObserver;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Joins what observers know of the end of a stop. A JVM notes that end when it has let go of all
/// threads: whoever is woken then may take the processor from the thread that was about to note it,
/// for a millisecond and more where there are few processors. Two others know better:
///
/// - a hiccup meter of the same JVM runs as others do: if it ran before the noted end, the stop was
///   over;
/// - where the switch recorder saw that the JVM's own thread lost its processor, and the end was
///   noted as soon as it had it back, there was nothing left to do but to note it. That it was
///   about to let go, and another one came just then, is far less likely: those whom it lets go
///   come just then always.
final class LetGo {

  /// Before that, a thread may still have been on its way to the stop; and so it may if the two
  /// observers can be further apart.
  private static final long ARRIVED_NANOS = 100_000;

  /// What is known of a hiccup's end is not known better than this, however much longer the meter
  /// had slept: that is when its begin was.
  private static final long WOKEN_NANOS = 1_000_000;

  /// To note an end takes 20 to 110 microseconds once there is a processor for it.
  private static final long NOTING_NANOS = 250_000;

  private static final String TIME_TO_SAFEPOINT = "timeToSafepointNanos";

  /// Who stops a JVM and lets it go, as HotSpot names it.
  private static final String VM_THREAD = "VM Thread";

  private static final String BY_METER = "when the hiccup meter ran again, before the JVM noted it";
  private static final String BY_SWITCH =
      "when the VM thread lost its processor to others, after which it had but to note it";

  private final Map<Side, NavigableMap<Long, Stall>> hiccups = new EnumMap<>(Side.class);
  private final Map<Side, NavigableMap<Long, Stall>> waits = new EnumMap<>(Side.class);

  private LetGo(List<Stall> stalls) {
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

  /// As it was recorded: what was only sampled may have been at another time.
  private static boolean isOfVmThread(Stall wait) {
    return wait.thread() != null
        && wait.thread().name().equals(VM_THREAD)
        && RunQueueObserver.PREEMPTED.equals(wait.cause())
        && wait.errorNanos() < ARRIVED_NANOS;
  }

  /// The same stalls; stops end when their JVM let go, if that was before they were noted to end.
  static List<Stall> told(List<Stall> stalls) {
    LetGo known = new LetGo(stalls);
    return known.hiccups.isEmpty() && known.waits.isEmpty()
        ? stalls
        : stalls.stream().map(known::told).toList();
  }

  private Stall told(Stall stop) {
    boolean isStop = stop.kind() == StallKind.GC_PAUSE || stop.kind() == StallKind.SAFEPOINT;
    if (!isStop || !(stop.evidence().get(TIME_TO_SAFEPOINT) instanceof Long reaching)) {
      return stop;
    }
    long reached = stop.beginNanoTime() + reaching;
    Stall hiccup = hiccupBefore(stop, reached);
    Stall wait = waitBefore(stop, reached);
    if (wait != null && (hiccup == null || wait.beginNanoTime() < hiccup.endNanoTime())) {
      return ending(stop, wait.beginNanoTime(), wait.errorNanos(), BY_SWITCH);
    }
    return hiccup == null ? stop : ending(stop, hiccup.endNanoTime(), endError(hiccup), BY_METER);
  }

  /// The first hiccup that ended within a stop, if it was one of that stop.
  private @Nullable Stall hiccupBefore(Stall stop, long reached) {
    Map.Entry<Long, Stall> first = of(hiccups, stop).higherEntry(reached + ARRIVED_NANOS);
    boolean ranBefore =
        first != null
            && first.getKey() < stop.endNanoTime()
            && first.getKey() > reached + stop.errorNanos() + endError(first.getValue())
            && first.getValue().beginNanoTime() <= reached + asleep(first.getValue());
    return ranBefore ? first.getValue() : null;
  }

  /// The wait for a processor after which the end was noted.
  private @Nullable Stall waitBefore(Stall stop, long reached) {
    long off = stop.errorNanos();
    Map.Entry<Long, Stall> last = of(waits, stop).floorEntry(stop.endNanoTime() + off);
    boolean wasLast =
        last != null
            && last.getKey() >= stop.endNanoTime() - NOTING_NANOS - off
            && last.getValue().beginNanoTime() > reached + ARRIVED_NANOS + off
            && last.getValue().beginNanoTime() < stop.endNanoTime();
    return wasLast ? last.getValue() : null;
  }

  private static NavigableMap<Long, Stall> of(
      Map<Side, NavigableMap<Long, Stall>> byEnd, Stall stop) {
    return byEnd.getOrDefault(stop.side(), new TreeMap<>());
  }

  private static long endError(Stall hiccup) {
    return Math.min(hiccup.errorNanos(), WOKEN_NANOS);
  }

  /// For how long a meter sleeps before it can notice anything.
  private static long asleep(Stall hiccup) {
    return hiccup.errorNanos() + WOKEN_NANOS;
  }

  private static Stall ending(Stall stop, long end, long error, String why) {
    Map<String, Object> evidence = new HashMap<>(stop.evidence());
    evidence.put("end", why);
    evidence.put("notedNanos", stop.nanos());
    return new Stall(
        stop.kind(),
        stop.side(),
        stop.beginNanoTime(),
        end,
        Math.max(stop.errorNanos(), error),
        stop.source(),
        stop.thread(),
        stop.cause(),
        stop.culprit(),
        stop.stop(),
        evidence);
  }
}
