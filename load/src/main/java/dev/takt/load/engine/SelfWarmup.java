package dev.takt.load.engine;

import dev.takt.load.config.LoadSettings;
import dev.takt.load.config.Plan;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.loop.LoopSender;
import dev.takt.load.engine.loop.OperationSource;
import dev.takt.load.engine.recording.Recording;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.Sender;
import dev.takt.load.engine.recording.StallLog;
import dev.takt.load.engine.worker.SharedOperationSource;
import dev.takt.load.engine.worker.WorkerSender;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.share.Share;
import dev.takt.load.wire.WireTransport;
import dev.takt.record.RecorderRegistry;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Warms the generator up without the system under test. The same engine, driver code and recorders
/// run against a no-op target, so that JIT compilation is done before the schedule starts, while
/// the target stays cold.
///
/// The recorded values are discarded.
final class SelfWarmup {

  private static final int SLOTS = 8;
  private static final int WORKERS = 2;
  private static final long POLL_NANOS = 50_000_000;

  /// As fast as one thread can go before it is warm without falling so far behind that it only
  /// works off a backlog.
  private static final Rate RATE = Rate.perSecond(40_000);

  private final LoadSettings settings;
  private final Plan plan;
  private final BooleanSupplier stopped;

  /// @param stopped whether the run has been stopped
  SelfWarmup(LoadSettings settings, BooleanSupplier stopped) {
    this.settings = settings;
    this.plan = settings.plan();
    this.stopped = stopped;
  }

  void run() throws InterruptedException, DriverException {
    Recording recording =
        new Recording(
            plan.load().mode(),
            plan.operationNames(),
            List.of(),
            List.of(),
            new RecorderRegistry(),
            null,
            new StallLog());
    Sender sender = sender();
    try {
      sender.prepare();
      sender.recordInto(recording);
      long origin = System.nanoTime();
      RunDeadline deadline = new RunDeadline(origin + plan.concurrency().selfWarmup().toNanos(), 0);
      sender.start(origin, deadline);
      while (!sender.awaitEnd(POLL_NANOS)) {
        recording.registry().collect((tag, histogram) -> {});
        if (stopped.getAsBoolean()) {
          deadline.stop(System.nanoTime());
        }
      }
    } finally {
      sender.abandon();
    }
  }

  private Sender sender() {
    Schedule schedule = Schedules.constant(RATE);
    boolean scheduled = settings.hasSchedule();
    if (settings.driver() instanceof BlockingDriver blocking) {
      return new WorkerSender(
          new NoOpBlockingDriver(blocking),
          origin ->
              scheduled
                  ? new SharedOperationSource.Scheduled(schedule, Share.WHOLE, origin)
                  : new SharedOperationSource.Unlimited(Long.MAX_VALUE, Share.WHOLE, origin),
          settings.workload(),
          plan.concurrency().pacing(),
          0,
          WORKERS,
          plan.concurrency().virtualWorkers());
    }
    Driver driver = settings.driver();
    return new LoopSender(
        (first, slots) ->
            driver instanceof WireDriver wire
                ? WireTransport.toItself(wire, slots, plan.concurrency().transport())
                : new NoOpTransport(slots),
        (shard, of, origin, _) ->
            scheduled
                ? new OperationSource.Scheduled(schedule, shard, of, origin)
                : new OperationSource.Unlimited(Long.MAX_VALUE, Share.WHOLE, shard, of, origin),
        settings.workload(),
        plan.concurrency().pacing(),
        plan.limits().timeoutNanos(),
        0,
        1,
        SLOTS,
        1);
  }

  /// Completes each operation at once.
  private record NoOpBlockingDriver(BlockingDriver driver) implements BlockingDriver {
    @Override
    public Session open(int worker) {
      return driver.warmupSession();
    }

    @Override
    public String describe() {
      return "nothing";
    }

    @Override
    public void close() {}
  }

  /// Completes each operation at the next poll.
  private static final class NoOpTransport implements AsyncDriver.Transport {

    private final int[] sent;
    private int count;

    NoOpTransport(int slots) {
      sent = new int[slots];
    }

    @Override
    public void send(int slot, int operation, long n, AsyncDriver.Completions completions) {
      sent[count++] = slot;
    }

    @Override
    public void poll(long deadlineNanos, AsyncDriver.Completions completions) {
      while (count > 0) {
        completions.completed(sent[--count], Outcome.OK, clock().nanoTime());
      }
    }

    @Override
    public void cancel(int slot) {
      for (int i = 0; i < count; i++) {
        if (sent[i] == slot) {
          sent[i] = sent[--count];
        }
      }
    }

    @Override
    public void close() {}
  }
}
