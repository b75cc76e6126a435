package dev.takt.watch.locks;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.locks.Wait.Source;
import dev.takt.watch.observer.MeasurementWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/// Converts events of waits for monitors and locks of `java.util.concurrent` to stalls with the
/// threads that held the lock, and to a contention report.
final class LockWaitHandler implements EventHandler {

  private static final int MAX_HOLDERS = 16;

  /// At about 180 bytes each.
  private static final int MAX_WAITS = 500_000;

  private static final String ACTIVE_SETTING = "jdk.ActiveSetting";

  private static final String COLLECTION = "jdk.GarbageCollection";

  private static final String JVM_INFORMATION = "jdk.JVMInformation";

  private final RecordingContext context;
  private final MeasurementWindow measured;
  private final long minStallNanos;
  private final WaitReader reader;
  private final List<Wait> events = new ArrayList<>();
  private final Epochs epochs = new Epochs();
  private final Set<Source> seenSources = EnumSet.noneOf(Source.class);
  private final int maxWaits;
  private final boolean isDeepWatch;
  private long omitted;
  private boolean isTracing;
  private boolean hasVirtualMonitorWait;

  private RecordedJavaVersion javaVersion = RecordedJavaVersion.UNKNOWN;

  /// @param measured only waits in this window are in the report
  /// @param minStallNanos shorter waits are in the report, but are no stalls
  /// @param isDeepWatch whether the agent of a deep watch was asked for
  static LockWaitHandler of(
      RecordingContext context,
      MeasurementWindow measured,
      long minStallNanos,
      boolean isDeepWatch) {
    return new LockWaitHandler(context, measured, minStallNanos, MAX_WAITS, isDeepWatch);
  }

  /// @param maxWaits how many waits are kept
  LockWaitHandler(
      RecordingContext context,
      MeasurementWindow measured,
      long minStallNanos,
      int maxWaits,
      boolean isDeepWatch) {
    this.isDeepWatch = isDeepWatch;
    this.context = context;
    this.measured = measured;
    this.minStallNanos = minStallNanos;
    this.maxWaits = maxWaits;
    this.reader = new WaitReader(context);
  }

  @Override
  public Set<String> types() {
    return Set.of(
        Source.MONITOR.event,
        Source.INITIALIZATION.event,
        Source.PARK.event,
        Source.TRACE.event,
        Source.AGENT.event,
        ACTIVE_SETTING,
        COLLECTION,
        JVM_INFORMATION);
  }

  @Override
  public void accept(RecordedEvent event) {
    if (event.getEventType().getName().equals(ACTIVE_SETTING)) {
      isTracing |=
          LockSettings.isLockTraceFilter(event.getString("name"), event.getString("value"));
      return;
    }
    if (event.getEventType().getName().equals(JVM_INFORMATION)) {
      javaVersion = RecordedJavaVersion.of(event.getString("jvmVersion"));
      return;
    }
    if (event.getEventType().getName().equals(COLLECTION)) {
      epochs.add(context.nanoTime(event.getStartTime()), context.nanoTime(event.getEndTime()));
      return;
    }
    Wait wait = reader.read(event);
    if (wait != null) {
      seenSources.add(wait.source());
      hasVirtualMonitorWait |= wait.source() == Source.MONITOR && wait.thread().isVirtual();
      if (events.size() >= maxWaits) {
        prune();
      }
      events.add(wait);
    }
  }

  /// Drops the shortest waits: a recording of hours can hold tens of millions.
  private void prune() {
    events.sort(Comparator.comparingLong(Wait::nanos).reversed());
    List<Wait> shortest = events.subList(maxWaits / 2, events.size());
    omitted += shortest.size();
    shortest.clear();
  }

  @Override
  public void finish(StallSink found) {
    IdentityHashMap<Wait, Wait> parks = new IdentityHashMap<>();
    List<Wait> waits = WaitDeduplicator.deduplicate(events, parks);
    events.clear();
    LockReport report = new LockReport(context.side(), "JFR does not record it. " + agent());
    for (IdentifiedLock lock : LockIdentities.of(waits, parks, epochs)) {
      LockReport.Entry entry = report.add(lock);
      for (List<Wait> group : lock.convoys()) {
        LockWaits convoy = new LockWaits(group);
        for (Wait wait : convoy.waits()) {
          // Without a mark, these may be waits for many locks, so the holders are unknown.
          LockHolders holders =
              wait.lock().mark() == null ? LockHolders.unknown() : convoy.holders(wait);
          if (measured.overlaps(wait.begin(), wait.end())) {
            entry.add(wait, holders);
          }
          if (wait.nanos() >= minStallNanos) {
            found.add(stall(lock.id(), wait, holders));
          }
        }
      }
    }
    report.contentions().forEach(found::add);
    notObservable().forEach(found::add);
  }

  private Stall stall(LockId lock, Wait wait, LockHolders holders) {
    ThreadRef head = holders.head();
    return Stall.of(wait.lock().kind(), context.side(), context.interval(wait.begin(), wait.end()))
        .withThread(wait.thread().actor(context.pid(), wait.where()))
        .withCause(lock.type())
        .withCulprit(head == null ? null : head.actor(context.pid(), null))
        .withEvidence(evidence(wait, holders));
  }

  private static Evidence evidence(Wait wait, LockHolders holders) {
    List<String> heldBy =
        holders.lastFirst().stream().limit(MAX_HOLDERS).map(ThreadRef::name).toList();
    return new Evidence.LockWait(
        wait.source().event,
        wait.lock().mark(),
        heldBy.isEmpty() ? null : heldBy,
        wait.createdAt(),
        wait.thread().isVirtual() ? true : null);
  }

  private List<NotObservable> notObservable() {
    List<NotObservable> unknown = new ArrayList<>();
    if (omitted > 0) {
      unknown.add(
          new NotObservable(
              context.side(),
              omitted + " of the shortest waits for locks, also in the sums",
              "they exceed the memory limit: watch for a shorter time"));
    }
    if (!hasVirtualMonitorWait && javaVersion.unmountsAtMonitors()) {
      unknown.add(
          new NotObservable(
              context.side(),
              "waits of virtual threads for monitors",
              "from JDK 24 on, a virtual thread leaves its carrier while it waits at a monitor. JFR"
                  + " has no event for that (JDK 25)"));
    }
    boolean deep = seenSources.contains(Source.AGENT);
    if (!deep
        && !isTracing
        && !seenSources.contains(Source.TRACE)
        && javaVersion.hasVirtualThreads()) {
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
      return "A deep watch does, by an agent";
    }
    return context.side() == Side.TARGET
        ? "The agent of this deep watch recorded no such wait: there was none, or the agent could"
            + " not be loaded"
        : "The agent of a deep watch is in the target only";
  }
}
