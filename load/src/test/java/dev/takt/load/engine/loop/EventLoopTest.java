package dev.takt.load.engine.loop;

import static dev.takt.load.engine.VirtualTransport.NEVER;
import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.ORIGIN;
import static dev.takt.load.engine.recording.LoopRig.SECOND;
import static dev.takt.load.engine.recording.LoopRig.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.engine.recording.LoopRig;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.workload.Workload;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventLoopTest {

  private static final String RESPONSE =
      LoopRig.tag(OperationState.COMPLETED, RunTags.Measure.RESPONSE);
  private static final String SERVICE =
      LoopRig.tag(OperationState.COMPLETED, RunTags.Measure.SERVICE);
  private static final String WAIT = LoopRig.tag(OperationState.COMPLETED, RunTags.Measure.WAIT);

  @TempDir private Path directory;

  private LoopRig rig() {
    return new LoopRig(directory);
  }

  private static VirtualTransport constant(int slots, long serviceNanos) {
    return new VirtualTransport(slots, BEGIN, (n, start) -> start + serviceNanos);
  }

  @Test
  void sendsEachOperationAtItsIntendedStart() {
    LoopRig.Result result = rig().run(constant(16, MS / 2), LoopRig.deadline(SECOND, SECOND));
    assertThat(result.records()).hasSize(1000);
    for (int k = 0; k < 1000; k++) {
      OperationRecord r = result.records().get(k);
      assertThat(r.intended()).isEqualTo(ORIGIN + k * MS);
      assertThat(r.waiting()).isBetween(0L, 2 * US);
      assertThat(r.state()).isEqualTo(OperationState.COMPLETED);
    }
    assertThat(result.histogram(RunTags.lateness(false)).max()).isLessThan(2 * US);
    assertThat(result.stalls().count()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Pacing.class)
  void neverSendsBeforeTheIntendedStart(Pacing pacing) {
    LoopRig rig = rig();
    rig.pacing = pacing;
    LoopRig.Result result = rig.run(constant(16, MS / 2), LoopRig.deadline(SECOND, SECOND));
    assertThat(result.records()).hasSize(1000);
    long latest = pacing == Pacing.SLEEP ? MS + 10 * US : 2 * US;
    assertThat(result.records()).allSatisfy(r -> assertThat(r.waiting()).isBetween(0L, latest));
  }

  @Test
  void denseStartsAreLateByTheirGridAtMost() {
    LoopRig rig = rig();
    rig.schedule = Schedules.constant(Rate.perSecond(40_000));
    rig.slots = 64;
    LoopRig.Result result = rig.run(constant(64, MS / 2), LoopRig.deadline(SECOND, SECOND));
    assertThat(result.records()).hasSize(40_000);
    assertThat(result.records().stream().mapToLong(OperationRecord::waiting).min().orElseThrow())
        .isNotNegative();
    assertThat(result.records().stream().mapToLong(OperationRecord::waiting).max().orElseThrow())
        .isLessThan(100 * US);
    assertThat(result.histogram(RunTags.lateness(false)).max()).isLessThan(100 * US);
  }

  @Test
  void whatFindsNoFreeSlotWaitsInOrderAndIsMeasuredFromItsIntendedStart() {
    LoopRig rig = rig();
    rig.slots = 1;
    // D/D/1 queue: 4 ms of service, one arrival every millisecond.
    LoopRig.Result result = rig.run(constant(1, 4 * MS), LoopRig.deadline(500 * MS, 10 * SECOND));
    assertThat(result.records()).hasSize(500);
    long busyUntil = ORIGIN;
    for (int k = 0; k < 500; k++) {
      OperationRecord r = result.records().get(k);
      assertThat(r.intended()).isEqualTo(ORIGIN + k * MS);
      assertThat(r.start()).isBetween(busyUntil, busyUntil + 10 * US);
      assertThat(r.service()).isBetween(4 * MS, 4 * MS + US);
      assertThat(r.elapsed()).isEqualTo(r.waiting() + r.service());
      busyUntil = r.end();
    }
    // The last one waits for 375 others, and the loop reads its clock twice between two of them.
    assertThat(result.histogram(RunTags.lateness(false)).max())
        .isBetween(374 * 2 * VirtualTransport.READ_NANOS, 380 * 2 * VirtualTransport.READ_NANOS);
    assertThat(result.histogram(RESPONSE).max()).isBetween(1500 * MS, 1510 * MS);
  }

  @Test
  void histogramsAndTraceSayTheSame() {
    LoopRig rig = rig();
    rig.slots = 3;
    VirtualTransport transport =
        new VirtualTransport(
            3,
            BEGIN,
            (n, start) -> start + (n % 7 + 1) * MS,
            n -> n % 5 == 0 ? Outcome.failed("unlucky") : Outcome.OK);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(SECOND, SECOND));
    List<OperationRecord> ok = result.in(OperationState.COMPLETED);
    List<OperationRecord> failed = result.in(OperationState.FAILED);
    assertSame(result.histogram(RESPONSE), ok.stream().mapToLong(OperationRecord::elapsed));
    assertSame(result.histogram(SERVICE), ok.stream().mapToLong(OperationRecord::service));
    assertSame(result.histogram(WAIT), ok.stream().mapToLong(OperationRecord::waiting));
    assertSame(
        result.histogram("read:failed-rt"), failed.stream().mapToLong(OperationRecord::elapsed));
    assertThat(failed).hasSize(200);
    assertThat(result.counters().failed()).isEqualTo(200);
  }

  private static void assertSame(LatencyHistogram actual, LongStream values) {
    LatencyHistogram expected = new LatencyHistogram();
    values.forEach(expected::record);
    assertThat(actual.totalCount()).isEqualTo(expected.totalCount());
    for (double p : new double[] {0, 10, 50, 90, 99, 99.9, 100}) {
      assertThat(actual.valueAtPercentile(p)).isEqualTo(expected.valueAtPercentile(p));
    }
    assertThat(actual.mean()).isEqualTo(expected.mean());
  }

  @ParameterizedTest
  @ValueSource(longs = {20 * MS, 3 * MS})
  void operationsThatTakeTooLongAreGivenUpAtTheirLimit(long timeout) {
    LoopRig rig = rig();
    rig.timeoutNanos = timeout;
    rig.slots = 200;
    VirtualTransport transport =
        new VirtualTransport(
            200, BEGIN, (n, start) -> n % 10 == 3 ? NEVER : start + MS, n -> Outcome.OK);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(SECOND, SECOND));
    List<OperationRecord> timedOut = result.in(OperationState.TIMED_OUT);
    assertThat(timedOut).hasSize(100);
    assertThat(timedOut)
        .allSatisfy(
            r -> assertThat(r.service()).isBetween(timeout, timeout + timeout / 100 + 110 * US));
    assertThat(result.in(OperationState.COMPLETED)).hasSize(900);
    assertThat(result.histogram(RESPONSE).max()).isLessThan(2 * MS);
    assertThat(result.histogram("read:timeout-rt").totalCount()).isEqualTo(100);
    assertThat(result.end()).isLessThan(ORIGIN + SECOND + 2 * timeout);
  }

  @Test
  void aStopEndsTheScheduleAndAccountsForAllThatWasDue() {
    LoopRig rig = rig();
    rig.slots = 4;
    long stopAt = ORIGIN + 300 * MS + MS / 2;
    RunDeadline deadline = LoopRig.deadline(SECOND, 5 * SECOND);
    // The target answers only the first 101 operations.
    VirtualTransport transport =
        new VirtualTransport(4, BEGIN, (n, start) -> n > 100 ? NEVER : start + MS)
            .at(stopAt - 10 * MS, () -> deadline.stop(stopAt));
    LoopRig.Result result = rig.run(transport, deadline);
    assertThat(result.records()).hasSize(301);
    assertThat(result.in(OperationState.COMPLETED)).hasSize(101);
    assertThat(result.in(OperationState.UNFINISHED)).hasSize(4);
    List<OperationRecord> neverSent = result.in(OperationState.NEVER_SENT);
    assertThat(neverSent).hasSize(196);
    assertThat(result.end()).isBetween(stopAt + SECOND, stopAt + SECOND + 10 * MS);
    LatencyHistogram ages = result.histogram("read:unsent-rt");
    assertThat(ages.max()).isGreaterThanOrEqualTo(result.end() - neverSent.getFirst().intended());
    assertThat(ages.min()).isLessThanOrEqualTo(result.end() - neverSent.getLast().intended());
    assertThat(result.histogram(RESPONSE).totalCount()).isEqualTo(301);
    assertThat(result.histogram(WAIT).totalCount()).isEqualTo(101 + 196);
    assertThat(result.histogram(SERVICE).totalCount()).isEqualTo(101);
    assertThat(result.counters().balance(0, false).isExact()).isTrue();
  }

  @Test
  void theDrainIsCutOffWhenItsTimeIsOver() {
    LoopRig rig = rig();
    rig.slots = 1;
    LoopRig.Result result = rig.run(constant(1, 10 * MS), LoopRig.deadline(SECOND, 500 * MS));
    assertThat(result.records()).hasSize(1000);
    assertThat(result.in(OperationState.COMPLETED)).hasSizeBetween(148, 150);
    assertThat(result.in(OperationState.UNFINISHED)).hasSizeLessThanOrEqualTo(1);
    assertThat(result.end()).isBetween(ORIGIN + 1500 * MS, ORIGIN + 1501 * MS);
    assertThat(result.histogram(RESPONSE).totalCount()).isEqualTo(1000);
    // The last one that was never sent was due a millisecond before the end of the schedule.
    assertThat(result.histogram("read:unsent-rt").min()).isBetween(500 * MS, 502 * MS);
  }

  @Test
  void theDrainIsNotSpentSpinning() {
    LoopRig rig = rig();
    rig.slots = 2;
    VirtualTransport transport =
        new VirtualTransport(2, BEGIN, (n, start) -> n == 99 ? start + 2 * SECOND : start + US);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(100 * MS, 10 * SECOND));
    assertThat(result.records()).hasSize(100);
    assertThat(transport.polls).isLessThan(10_000);
    assertThat(result.counters().busyNanos()).isLessThan(50 * MS);
  }

  @Test
  void anAnswerMayComeWhileTheOperationIsBeingSent() {
    LoopRig rig = rig();
    rig.slots = 2;
    LoopRig.Result result =
        rig.run(
            new VirtualTransport(2, BEGIN, (n, start) -> start), LoopRig.deadline(SECOND, SECOND));
    assertThat(result.in(OperationState.COMPLETED)).hasSize(1000);
    assertThat(result.histogram(SERVICE).max()).isZero();
    assertThat(result.counters().busyNanos()).isBetween(0L, 600 * MS);
  }

  @Test
  void aBacklogThatIsSentDoesNotKeepAnswersWaiting() {
    LoopRig rig = rig();
    rig.slots = 2;
    rig.schedule = Schedules.constant(Rate.perSecond(10_000));
    // One operation is answered after 1 ms, all others at once; 1000 are due when it is sent.
    VirtualTransport transport =
        new VirtualTransport(2, BEGIN, (n, start) -> n == 1000 ? start + 10 * US : start)
            .awayFrom(ORIGIN + 1, ORIGIN + 200 * MS);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(SECOND, SECOND));
    assertThat(result.in(OperationState.COMPLETED)).hasSize(10_000);
    assertThat(result.histogram(SERVICE).max()).isLessThan(15 * US);
  }

  @Test
  void operationsOfTheWarmupAreKeptApartByTheirIntendedStart() {
    LoopRig rig = rig();
    rig.slots = 1;
    rig.warmupNanos = 200 * MS;
    LoopRig.Result result = rig.run(constant(1, 2 * MS), LoopRig.deadline(500 * MS, SECOND));
    assertThat(result.histogram("warmup:read-rt").totalCount()).isEqualTo(200);
    assertThat(result.histogram("warmup:read-wt").totalCount()).isEqualTo(200);
    assertThat(result.histogram("warmup:generator:lateness-lt").totalCount()).isEqualTo(200);
    assertThat(result.histogram(RESPONSE).totalCount()).isEqualTo(300);
    assertThat(result.histogram(RunTags.lateness(false)).totalCount()).isEqualTo(300);
    assertThat(result.counters().balance(0, true).completed()).isEqualTo(200);
    assertThat(result.counters().balance(0, false).completed()).isEqualTo(300);
  }

  @Test
  void failuresOfTheWarmupAreInNoOtherFigure() {
    LoopRig rig = rig();
    rig.warmupNanos = 200 * MS;
    VirtualTransport transport =
        new VirtualTransport(16, BEGIN, (n, s) -> s + MS, n -> Outcome.failed("no"));
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(500 * MS, SECOND));
    var failures = new java.util.TreeMap<String, Long>();
    result.counters().addFailuresTo(failures);
    assertThat(failures).containsExactly(java.util.Map.entry("no", 300L));
  }

  @Test
  void withoutAScheduleThereIsServiceTimeOnly() {
    LoopRig rig = rig();
    rig.mode = RateMode.THROUGHPUT;
    rig.slots = 4;
    LoopRig.Result result = rig.run(constant(4, MS), LoopRig.deadline(SECOND, SECOND));
    assertThat(result.histograms().keySet()).containsExactly(SERVICE);
    assertThat(result.counters().answered()).isBetween(3950L, 4004L);
    assertThat(result.records())
        .allSatisfy(r -> assertThat(r.intended()).isEqualTo(OperationRecord.NONE));
  }

  @Test
  void withoutAScheduleWhatIsUnderWayAtTheEndIsUnfinished() {
    LoopRig rig = rig();
    rig.mode = RateMode.THROUGHPUT;
    rig.slots = 4;
    LoopRig.Result result =
        rig.run(
            new VirtualTransport(4, BEGIN, (n, start) -> n < 100 ? start + MS : NEVER),
            LoopRig.deadline(SECOND, SECOND));
    assertThat(result.histograms().keySet())
        .containsExactlyInAnyOrder(SERVICE, "read:unfinished-st");
    assertThat(result.in(OperationState.UNFINISHED)).hasSize(4);
    assertThat(result.counters().balance(0, false).isExact()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aCountLimitsWhatIsSent(int shards) {
    for (RateMode mode : List.of(RateMode.FIXED, RateMode.THROUGHPUT)) {
      long sum = 0;
      for (int shard = 0; shard < shards; shard++) {
        LoopRig rig = rig();
        rig.mode = mode;
        rig.count = 100;
        rig.schedule =
            Schedules.limited(Schedules.constant(Rate.perSecond(1000)), Long.MAX_VALUE, 100);
        rig.shard = shard;
        rig.shards = shards;
        sum +=
            rig.run(constant(16, MS), new RunDeadline(Long.MAX_VALUE, SECOND))
                .counters()
                .answered();
      }
      assertThat(sum).isEqualTo(100);
    }
  }

  @Test
  void shardsTogetherAreTheSchedule() {
    List<Long> intended = new ArrayList<>();
    for (int shard = 0; shard < 3; shard++) {
      LoopRig rig = rig();
      rig.schedule = Schedules.poisson(Rate.perSecond(1000), 5);
      rig.shard = shard;
      rig.shards = 3;
      rig.run(constant(16, MS), LoopRig.deadline(SECOND, SECOND))
          .records()
          .forEach(r -> intended.add(r.intended() - ORIGIN));
    }
    intended.sort(null);
    List<Long> expected = new ArrayList<>();
    var arrivals = Schedules.poisson(Rate.perSecond(1000), 5).arrivals();
    for (long next = arrivals.next(); next < SECOND; next = arrivals.next()) {
      expected.add(next);
    }
    assertThat(intended).isEqualTo(expected);
  }

  @Test
  void theWorkloadChoosesTheOperation() {
    LoopRig rig = rig();
    rig.operations = List.of("read", "write");
    rig.workload = new Workload(3, 3, 1);
    LoopRig.Result result = rig.run(constant(16, MS), LoopRig.deadline(SECOND, SECOND));
    long writes = IntStream.range(0, 1000).filter(n -> rig.workload.operationOf(n) == 1).count();
    assertThat(result.histogram("write-rt").totalCount()).isEqualTo(writes);
    assertThat(result.histogram("read-rt").totalCount()).isEqualTo(1000 - writes);
  }

  /// Frozen for 200 ms of 2 s: a tenth of the operations are late, uniformly by 0 to 200 ms.
  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void aStallOfTheGeneratorIsLatenessOfAllThatWasIntendedInIt(int slots) {
    LoopRig rig = rig();
    rig.slots = slots;
    VirtualTransport transport =
        constant(slots, 300 * US).awayFrom(ORIGIN + 500 * MS + 50 * US, ORIGIN + 700 * MS);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(2 * SECOND, SECOND));
    LatencyHistogram lateness = result.histogram(RunTags.lateness(false));
    assertThat(lateness.totalCount()).isEqualTo(2000);
    assertThat(lateness.valueAtPercentile(90)).isLessThan(3 * MS);
    assertThat(lateness.valueAtPercentile(99)).isBetween(175 * MS, 185 * MS);
    assertThat(lateness.max()).isBetween(194 * MS, 200 * MS);
    assertThat(result.stalls().count()).isEqualTo(1);
    assertThat(result.stalls().totalNanos()).isBetween(194 * MS, 200 * MS);
    assertThat(result.histogram(SERVICE).valueAtPercentile(99)).isLessThan(MS);
  }

  /// An absence of 0.9 ms, which is below the threshold of a stall. Ten operations are due during
  /// it, one every 0.1 ms. Each is late from when it was due until the loop is back, whether or not
  /// there is a slot for it then.
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16})
  void aGroupThatWaitsBehindALateOneIsLateAsWell(int slots) {
    LoopRig rig = rig();
    rig.slots = slots;
    rig.schedule = Schedules.constant(Rate.perSecond(10_000));
    long back = ORIGIN + 100 * MS + 950 * US;
    VirtualTransport transport =
        constant(slots, 50 * US).awayFrom(ORIGIN + 100 * MS - 20 * US, back);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(200 * MS, SECOND));
    LatencyHistogram lateness = result.histogram(RunTags.lateness(false));
    assertThat(result.stalls().count()).isZero();
    double expected = 0;
    for (int i = 0; i < 10; i++) {
      expected += 950 - 100 * i;
    }
    long late = 0;
    for (int i = 0; i < lateness.totalCount(); i++) {
      long value = lateness.valueAtPercentile(100.0 * (i + 1) / lateness.totalCount());
      late += value > 30 * US ? 1 : 0;
    }
    assertThat(late).isEqualTo(10);
    assertThat(lateness.mean() * lateness.totalCount() / US).isBetween(expected, expected * 1.5);
    assertThat(lateness.max()).isBetween(940 * US, 960 * US);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void aLateBeginningIsLatenessAndNotTheTargetsFault(int slots) {
    LoopRig rig = rig();
    rig.slots = slots;
    VirtualTransport transport =
        new VirtualTransport(slots, ORIGIN + 200 * MS, (n, start) -> start + 300 * US);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(2 * SECOND, SECOND));
    LatencyHistogram lateness = result.histogram(RunTags.lateness(false));
    assertThat(lateness.valueAtPercentile(99)).isBetween(175 * MS, 185 * MS);
    assertThat(lateness.max()).isBetween(199 * MS, 201 * MS);
    assertThat(result.stalls().count()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void aStallOfTheTargetIsNotLateness(int slots) {
    LoopRig rig = rig();
    rig.slots = slots;
    VirtualTransport transport =
        new VirtualTransport(
            slots,
            BEGIN,
            (n, start) ->
                (start >= ORIGIN + 500 * MS && start < ORIGIN + 700 * MS
                        ? ORIGIN + 700 * MS
                        : start)
                    + 300 * US);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(2 * SECOND, SECOND));
    // The 20th of the longest; each is shorter than the previous one by a gap minus the time to
    // send from the backlog.
    long gap = slots == 1 ? MS - 300 * US : MS;
    long p99 = 200 * MS - 20 * gap;
    assertThat(result.histogram(RESPONSE).valueAtPercentile(99)).isBetween(p99 - MS, p99 + MS);
    assertThat(result.histogram(RunTags.lateness(false)).max()).isLessThan(50 * US);
    assertThat(result.stalls().count()).isZero();
  }

  /// Each send takes 2 ms and one is due every millisecond: half of them can be sent, and operation
  /// k is k ms late. The generator was not stalled; it was saturated.
  @Test
  void aSendThatTakesLongIsLatenessAndNoStall() {
    LoopRig rig = rig();
    VirtualTransport transport = constant(rig.slots, MS / 2).sendingFor(2 * MS);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(SECOND, 10 * SECOND));
    LatencyHistogram lateness = result.histogram(RunTags.lateness(false));
    assertThat(lateness.totalCount()).isEqualTo(1000);
    assertThat(lateness.max()).isBetween(990 * MS, 1010 * MS);
    assertThat(result.stalls().count()).isZero();
  }

  @Test
  void theStallOfAnotherLoopIsNotThisOnesLateness() {
    LoopRig rig = rig();
    rig.slots = 1;
    VirtualTransport transport =
        new VirtualTransport(1, BEGIN, (n, start) -> start + (n == 500 ? 200 * MS : 300 * US))
            .at(ORIGIN + 600 * MS, () -> rig.stalls.add(ORIGIN + 500 * MS, ORIGIN + 600 * MS));
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(2 * SECOND, SECOND));
    assertThat(result.histogram(RunTags.lateness(false)).max()).isLessThan(50 * US);
  }

  /// One connection whose replies take 50 ms, and 50 operations a second: a growing backlog, caused
  /// by the target. In the middle of each reply the loop does not run for 20 ms, which delays
  /// nothing.
  @Test
  void stallsThatDelayNoAnswerAreNotLateness() {
    LoopRig rig = rig();
    rig.slots = 1;
    rig.schedule = Schedules.constant(Rate.perSecond(50));
    VirtualTransport transport = constant(1, 50 * MS);
    for (int n = 0; n < 100; n++) {
      long answered = ORIGIN + n * 50L * MS;
      transport = transport.awayFrom(answered + 10 * MS, answered + 30 * MS);
    }
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(2 * SECOND, 10 * SECOND));

    LatencyHistogram lateness = result.histogram(RunTags.lateness(false));
    assertThat(lateness.totalCount()).isEqualTo(100);
    assertThat(result.stalls().count()).isGreaterThan(90);
    assertThat(lateness.max()).isLessThan(2 * MS);
  }

  /// The same, but the loop does not run when the replies arrive: each is seen 20 ms late, and the
  /// generator delays all operations queued behind it by that.
  @Test
  void stallsThatDelayAnswersAreLatenessOfAllThatWaitBehindThem() {
    LoopRig rig = rig();
    rig.slots = 1;
    rig.schedule = Schedules.constant(Rate.perSecond(50));
    VirtualTransport transport = constant(1, 50 * MS);
    for (int n = 0; n < 100; n++) {
      long seen = ORIGIN + n * 70L * MS;
      transport = transport.awayFrom(seen + 49 * MS, seen + 70 * MS);
    }
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(SECOND, 10 * SECOND));

    // Operation 49 was due after 980 ms and sent after 49 replies. Those since then, at 1,050 ms
    // and later, were seen late.
    LatencyHistogram lateness = result.histogram(RunTags.lateness(false));
    assertThat(lateness.max()).isBetween(600 * MS, 800 * MS);
  }
}
