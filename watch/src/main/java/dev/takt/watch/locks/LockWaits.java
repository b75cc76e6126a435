package dev.takt.watch.locks;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.locks.Wait.Seen;
import dev.takt.watch.observer.MeasuredPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/// Converts events of waits for monitors and locks of `java.util.concurrent` to stalls with the
/// threads that held the lock, and to a contention report.
final class LockWaits implements EventHandler {

  private static final int LONGEST_LIST = 16;

  /// At about 160 bytes each.
  private static final int MOST = 500_000;

  private static final String SETTING = "jdk.ActiveSetting";

  private static final String JVM = "jdk.JVMInformation";

  private final RecordingContext context;
  private final MeasuredPart measured;
  private final long leastNanos;
  private final WaitReader reader;
  private final List<Wait> events = new ArrayList<>();
  private final Set<Seen> seen = EnumSet.noneOf(Seen.class);
  private final int most;
  private final boolean isDeepWatch;
  private long leftOut;
  private boolean tracing;
  private boolean virtualAtMonitor;

  private RecordedJava java = RecordedJava.UNKNOWN;

  /// @param measured only waits in this window are in the report
  /// @param minStallNanos shorter waits are in the report, but are no stalls
  LockWaits(RecordingContext context, MeasuredPart measured, long minStallNanos) {
    this(context, measured, minStallNanos, MOST, false);
  }

  /// @param isDeepWatch whether the agent of a deep watch was asked for
  static LockWaits of(
      RecordingContext context, MeasuredPart measured, long minStallNanos, boolean isDeepWatch) {
    return new LockWaits(context, measured, minStallNanos, MOST, isDeepWatch);
  }

  /// @param maxWaits how many waits are kept
  LockWaits(RecordingContext context, MeasuredPart measured, long minStallNanos, int maxWaits) {
    this(context, measured, minStallNanos, maxWaits, false);
  }

  private LockWaits(
      RecordingContext context,
      MeasuredPart measured,
      long minStallNanos,
      int maxWaits,
      boolean isDeepWatch) {
    this.isDeepWatch = isDeepWatch;
    this.context = context;
    this.measured = measured;
    this.leastNanos = minStallNanos;
    this.most = maxWaits;
    this.reader = new WaitReader(context);
  }

  @Override
  public Set<String> types() {
    return Set.of(
        Seen.MONITOR.event, Seen.PARK.event, Seen.TRACE.event, Seen.DEEP.event, SETTING, JVM);
  }

  @Override
  public void accept(RecordedEvent event) {
    if (event.getEventType().getName().equals(SETTING)) {
      tracing |= LockSettings.traces(event.getString("name"), event.getString("value"));
      return;
    }
    if (event.getEventType().getName().equals(JVM)) {
      java = RecordedJava.of(event.getString("jvmVersion"));
      return;
    }
    Wait wait = reader.read(event);
    if (wait != null) {
      seen.add(wait.seen());
      virtualAtMonitor |= wait.seen() == Seen.MONITOR && wait.who().virtual();
      if (events.size() >= most) {
        prune();
      }
      events.add(wait);
    }
  }

  /// Drops the shortest waits: a recording of hours can hold tens of millions.
  private void prune() {
    events.sort(Comparator.comparingLong(Wait::nanos).reversed());
    List<Wait> shortest = events.subList(most / 2, events.size());
    leftOut += shortest.size();
    shortest.clear();
  }

  @Override
  public void finish(StallSink found) {
    Map<LockId, List<Wait>> locks = new HashMap<>();
    for (Wait each : OneAtATime.of(events)) {
      locks.computeIfAbsent(each.lock(), _ -> new ArrayList<>()).add(each);
    }
    events.clear();
    LockReport report = new LockReport(context.side());
    for (Map.Entry<LockId, List<Wait>> lock : locks.entrySet()) {
      // Without a mark, these may be waits for many locks, so the holders are unknown.
      Convoy convoy = new Convoy(lock.getValue());
      for (Wait wait : convoy.waits()) {
        Holders holders = lock.getKey().mark() == null ? Holders.unknown() : convoy.holders(wait);
        if (measured.hasPartOf(wait.begin(), wait.end())) {
          report.add(wait, holders);
        }
        if (wait.nanos() >= leastNanos) {
          found.add(stall(wait, holders));
        }
      }
    }
    report.contentions().forEach(found::add);
    notObservable().forEach(found::add);
  }

  private Stall stall(Wait wait, Holders holders) {
    Who head = holders.head();
    return new Stall(
        wait.lock().kind(),
        context.side(),
        wait.begin(),
        wait.end(),
        context.errorNanos(),
        context.source(),
        wait.who().actor(context.pid(), wait.where()),
        wait.lock().type(),
        head == null ? null : head.actor(context.pid(), null),
        null,
        evidence(wait, holders));
  }

  private static Map<String, Object> evidence(Wait wait, Holders holders) {
    Map<String, Object> evidence = new HashMap<>();
    evidence.put("event", wait.seen().event);
    if (wait.lock().mark() != null) {
      evidence.put("lock", wait.lock().mark());
    }
    if (!holders.lastFirst().isEmpty()) {
      evidence.put(
          "heldBy", holders.lastFirst().stream().limit(LONGEST_LIST).map(Who::name).toList());
    }
    if (wait.createdAt() != null) {
      evidence.put("createdAt", wait.createdAt());
    }
    if (wait.who().virtual()) {
      evidence.put("virtual", true);
    }
    return evidence;
  }

  private List<NotObservable> notObservable() {
    List<NotObservable> unknown = new ArrayList<>();
    if (leftOut > 0) {
      unknown.add(
          new NotObservable(
              context.side(),
              leftOut + " of the shortest waits for locks, also in the sums",
              "they exceed the memory limit: watch for a shorter time"));
    }
    if (!virtualAtMonitor && java.unmountsAtMonitors()) {
      unknown.add(
          new NotObservable(
              context.side(),
              "waits of virtual threads for monitors",
              "from JDK 24 on, a virtual thread leaves its carrier while it waits at a monitor. JFR"
                  + " has no event for that (JDK 25)"));
    }
    boolean deep = seen.contains(Seen.DEEP);
    if (!deep && !tracing && !seen.contains(Seen.TRACE) && java.hasVirtualThreads()) {
      unknown.add(
          new NotObservable(
              context.side(),
              "waits of virtual threads for locks of java.util.concurrent",
              "JFR records no parks of virtual threads. A deep watch traces the methods in which"
                  + " they wait, on JDK 25 or later"));
    }
    if (!deep) {
      unknown.add(
          new NotObservable(
              context.side(),
              "the holder of a lock of java.util.concurrent when a wait began, and where the lock"
                  + " was created",
              "JFR does not record it. " + agent()));
    }
    return unknown;
  }

  /// Why the agent of a deep watch has recorded nothing.
  private String agent() {
    if (!isDeepWatch) {
      return "A deep watch does, by an agent, on JDK 24 or later";
    }
    return context.side() == Side.TARGET
        ? "The agent of this deep watch recorded no such wait: there was none, or the JVM is older"
            + " than JDK 24"
        : "The agent of a deep watch is in the target only";
  }
}
