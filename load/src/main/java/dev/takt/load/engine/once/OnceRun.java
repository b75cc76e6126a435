package dev.takt.load.engine.once;

import dev.takt.load.config.LoadSettings;
import dev.takt.load.config.Plan;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.loop.JourneySource;
import dev.takt.load.engine.loop.LoopSender;
import dev.takt.load.engine.loop.OperationSource;
import dev.takt.load.engine.recording.JourneyRecorders;
import dev.takt.load.engine.recording.Preparation;
import dev.takt.load.engine.recording.Recording;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.Sender;
import dev.takt.load.engine.recording.StallLog;
import dev.takt.load.engine.worker.SharedOperationSource;
import dev.takt.load.engine.worker.WorkerSender;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.Journeys;
import dev.takt.load.replay.ReplayLog;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.share.Share;
import dev.takt.load.wire.WireTransport;
import dev.takt.record.RecorderRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs one user of a plan's journeys, or one operation of each kind of a plan without journeys, on
/// one connection, by the engine of every run. Nothing warms up before it, and nothing is recorded.
public final class OnceRun {

  private static final long POLL_NANOS = 20_000_000;
  private static final long STOP_LEAD_NANOS = 20_000_000;

  private final LoadSettings settings;
  private final Plan plan;
  private final long user;
  private final Exchanges exchanges;
  private final boolean hasJourneys;
  private final Preparation preparation = new Preparation();

  /// @param user the number of the user, from 0
  public OnceRun(LoadSettings settings, long user, OnceListener listener) {
    this.settings = settings;
    this.plan = settings.plan();
    this.user = user;
    this.hasJourneys = settings.journeys() != null;
    this.exchanges = new Exchanges(listener, plan.operationNames(), columns(plan));
  }

  private static List<String> columns(Plan plan) {
    var journeys = plan.target().journeys();
    return journeys == null
        ? List.of()
        : journeys.rows().columns().stream().map(each -> Feeder.PREFIX + each).toList();
  }

  /// Runs to the end of the journey, or of the last operation.
  ///
  /// @throws DriverException if the target cannot be reached
  public OnceResult run() throws DriverException, InterruptedException {
    Recording recording =
        new Recording(
            RateMode.FIXED,
            plan.operationNames(),
            plan.journeyNames(),
            plan.groupNames(),
            new RecorderRegistry(),
            null,
            new StallLog());
    Sender sender = sender();
    try {
      preparation.run(sender::prepare);
      sender.recordInto(recording);
      long origin = System.nanoTime();
      exchanges.begin(origin);
      RunDeadline deadline = new RunDeadline(origin + 1, Long.MAX_VALUE);
      sender.start(origin, deadline);
      boolean isStopped = false;
      while (!sender.awaitEnd(POLL_NANOS)) {
        recording.registry().collect((tag, histogram) -> {});
        if (preparation.isStopped()) {
          isStopped = true;
          deadline.stop(System.nanoTime() + STOP_LEAD_NANOS);
          sender.wake();
        }
      }
      return exchanges.result(isStopped);
    } finally {
      sender.abandon();
    }
  }

  /// Ends it soon: requests in flight have a second for their answers. May be called by any thread.
  public void stop() {
    exchanges.stop();
    preparation.stop();
  }

  private OnlySchedule schedule() {
    if (hasJourneys) {
      return OnlySchedule.ofUser(user);
    }
    ReplayLog replay = plan.target().replay();
    return OnlySchedule.ofEachKind(
        plan.operationNames().size(),
        kind -> replay == null ? kind : replay.requests().firstOf(kind));
  }

  private Sender sender() {
    return switch (settings.driver()) {
      case BlockingDriver blocking ->
          new WorkerSender(
              new TracedSessions(blocking, exchanges),
              origin -> new SharedOperationSource.Scheduled(schedule(), Share.WHOLE, origin),
              settings.workload(),
              plan.concurrency().pacing(),
              0,
              1,
              false);
      case WireDriver wire ->
          loop(() ->
              WireTransport.connect(
                  new TracedDriver(wire, exchanges), 0, 1, plan.concurrency().transport()));
      case AsyncDriver async -> loop(() -> async.open(1));
    };
  }

  private interface Opener {
    AsyncDriver.Transport open() throws DriverException;
  }

  private LoopSender loop(Opener opener) {
    return new LoopSender(
        (_, _) -> new TracedTransport(opener.open(), exchanges),
        this::source,
        settings.workload(),
        plan.concurrency().pacing(),
        plan.limits().timeoutNanos(),
        0,
        1,
        1,
        1);
  }

  private OperationSource source(
      int shard, int shards, long origin, @Nullable JourneyRecorders recorders) {
    Journeys journeys = settings.journeys();
    return journeys != null && recorders != null
        ? new JourneySource(journeys, schedule().arrivals(), origin, recorders)
        : new OperationSource.Scheduled(schedule(), shard, shards, origin);
  }
}
