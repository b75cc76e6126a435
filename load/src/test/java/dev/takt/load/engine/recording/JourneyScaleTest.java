package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.ORIGIN;
import static dev.takt.load.engine.recording.LoopRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.loop.EventLoop;
import dev.takt.load.engine.loop.JourneySource;
import dev.takt.load.engine.loop.Pacer;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.journey.User;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.workload.Workload;
import dev.takt.record.NanoClock;
import dev.takt.record.RecorderRegistry;
import dev.takt.testing.Allocation;
import dev.takt.testing.Timing;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Many users who wait on one event loop, without sockets: what a step costs, and what a user.
@Timing
@Tag("slow")
class JourneyScaleTest {

  private static final int USERS = 100_000;
  private static final int STEPS = 40;

  /// 20,000 steps per second.
  private static final ThinkTime THINK = new ThinkTime.Uniform(0, 10 * SECOND);

  private static final int SLOTS = 64;
  private static final long MAX_BYTES = 400_000_000;
  private static final double MAX_NANOS_PER_STEP = 1e9 / 20_000;

  /// What a loop cost from its first measured step to its last.
  private record Cost(double nanosPerStep, double bytesPerStep, long heapBytes) {}

  /// Answers each step at once. Waiting moves its clock, which only work of the loop itself does
  /// not.
  private static final class Instant implements AsyncDriver.Transport {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long from;
    private final long to;
    private long now = BEGIN;
    private long steps;
    private long cpu;
    private long bytes;
    private long heap;

    /// @param from the first step that is measured
    /// @param to the first one that is not
    Instant(long from, long to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public NanoClock clock() {
      return () -> now += 40;
    }

    @Override
    public void actFor(int slot, User user) {}

    @Override
    public void send(int slot, int operation, long n, AsyncDriver.Completions completions) {
      if (steps == from) {
        heap = usedHeap();
        cpu = THREADS.getCurrentThreadCpuTime();
        bytes = Allocation.bytes();
      }
      if (steps == to) {
        cpu = THREADS.getCurrentThreadCpuTime() - cpu;
        bytes = Allocation.bytes() - bytes;
      }
      steps++;
      completions.completed(slot, Outcome.OK, now);
    }

    @Override
    public void poll(long deadlineNanos, AsyncDriver.Completions completions) {
      now = Math.max(now + 500, deadlineNanos);
    }

    @Override
    public void cancel(int slot) {}

    @Override
    public void close() {}
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /// Users who arrive within 5 s, and who think in the mean for the time in which 20,000 of 100,000
  /// do a step per second.
  private static Cost run(int users, long from, long to) {
    Part step = new Part.Step(StepSpec.of("s", 0, List.of(), List.of()));
    List<Part> parts =
        IntStream.range(0, 2 * STEPS - 1)
            .mapToObj(i -> i % 2 == 0 ? step : new Part.Think(THINK))
            .toList();
    Journeys journeys = new Journeys(7, List.of(new JourneySpec("j", 1, parts)), Feeder.NONE);
    OperationCounters counters = new OperationCounters(1);
    OperationCounters whole = new OperationCounters(1);
    StallLog stalls = new StallLog();
    Recording recording =
        new Recording(
            RateMode.FIXED,
            List.of("j.s"),
            List.of("j"),
            List.of(),
            new RecorderRegistry(),
            null,
            stalls);
    SendingRecorder recorder = recording.recorder(1, counters, false);
    SendingRecorder ofWhole = recording.journeyRecorder(whole);
    recorder.measureFrom(ORIGIN);
    ofWhole.measureFrom(ORIGIN);
    Instant transport = new Instant(from, to);
    long before = usedHeap();
    new EventLoop(
            transport,
            SLOTS,
            new JourneySource(
                journeys,
                Schedules.limited(
                        Schedules.constant(Rate.perSecond(users / 5)), Long.MAX_VALUE, users)
                    .arrivals(),
                ORIGIN,
                new JourneyRecorders(ofWhole, whole, recorder)),
            new Workload(7, 1.0),
            new Pacer(Pacing.SLEEP, ORIGIN),
            new RunDeadline(ORIGIN + 6 * SECOND, 1000 * SECOND),
            recorder,
            counters,
            stalls,
            Long.MAX_VALUE)
        .run();
    assertThat(transport.steps).isEqualTo((long) users * STEPS);
    assertThat(whole.balance(0, false).completed()).isEqualTo(users);
    double measured = (double) (to - from);
    return new Cost(
        (double) transport.cpu / measured,
        (double) transport.bytes / measured,
        transport.heap - before);
  }

  @Test
  void aHundredThousandUsersWaitOnOneLoopForLittle() {
    // All have arrived, and none is at the end yet. The first steps let the code be compiled.
    Cost cost = run(USERS, 4 * USERS, 15 * USERS);
    assertThat(cost.heapBytes).as("%s", cost).isBetween(USERS * 50L, MAX_BYTES);
    assertThat(cost.bytesPerStep).as("%s", cost).isLessThan(1);
    assertThat(cost.nanosPerStep).as("%s", cost).isBetween(1.0, MAX_NANOS_PER_STEP);
  }
}
