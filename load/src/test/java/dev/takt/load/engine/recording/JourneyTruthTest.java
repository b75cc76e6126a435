package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.ORIGIN;
import static dev.takt.load.engine.recording.LoopRig.SECOND;
import static dev.takt.load.engine.recording.LoopRig.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.engine.VirtualTransport.Sent;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedules;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Journeys against a server whose times are known, in virtual time: a step of kind `k` takes `k +
/// 1` milliseconds, and the server is frozen for 200 ms of every 2 s.
class JourneyTruthTest {

  private static final int STEPS = 3;
  private static final long[] THINK = {0, 7 * MS, 0};
  private static final long PERIOD = 2 * SECOND;
  private static final long FROZEN = 200 * MS;

  /// The grid on which the loop sends steps that are due close together, and its clock readings and
  /// polls.
  private static final long TOLERANCE = 90 * US;

  @TempDir private Path directory;

  private LoopRig rig() {
    LoopRig rig = new LoopRig(directory);
    rig.schedule = Schedules.constant(Rate.perSecond(100));
    return rig;
  }

  /// When a step that the server receives at `start` is answered.
  private static long endOf(long n, long start) {
    long phase = Math.floorMod(start - ORIGIN, PERIOD);
    long begin = phase < FROZEN ? start - phase + FROZEN : start;
    long end = begin + (n % STEPS + 1) * MS;
    long nextFreeze = begin - Math.floorMod(begin - ORIGIN, PERIOD) + PERIOD;
    return end > nextFreeze ? end + FROZEN : end;
  }

  private record Step(long n, long due) {}

  private record Running(Step step, long start, long end) {}

  /// The closed form: steps are sent in the order in which they are due, each over the first free
  /// connection. Independent of the engine.
  private static Map<Long, Running> expected(int connections, int users, int rate) {
    PriorityQueue<Step> due =
        new PriorityQueue<>(Comparator.comparingLong(Step::due).thenComparingLong(Step::n));
    PriorityQueue<Running> running = new PriorityQueue<>(Comparator.comparingLong(Running::end));
    for (int user = 0; user < users; user++) {
      due.add(new Step((long) user * STEPS, ORIGIN + user * SECOND / rate));
    }
    Map<Long, Running> all = new TreeMap<>();
    long now = Long.MIN_VALUE;
    while (!due.isEmpty() || !running.isEmpty()) {
      boolean canSend = running.size() < connections && !due.isEmpty();
      long next = canSend ? Math.max(now, due.peek().due) : Long.MAX_VALUE;
      if (!running.isEmpty() && running.peek().end <= next) {
        Running ended = running.remove();
        now = ended.end;
        int kind = (int) (ended.step.n % STEPS) + 1;
        if (kind < STEPS) {
          due.add(new Step(ended.step.n + 1, ended.end + THINK[kind]));
        }
      } else {
        now = next;
        Step step = due.remove();
        Running sent = new Running(step, now, endOf(step.n, now));
        running.add(sent);
        all.put(step.n, sent);
      }
    }
    return all;
  }

  /// With a connection for each user, a user holds it while it thinks: 10 ms, 50 ms and 10 ms. With
  /// two, user `n` begins when user `n - 2` is at its end. Users who wait for a connection delay no
  /// user who has one.
  @Test
  void usersWithTheirOwnConnectionsWaitForTheEndOfOthersAndThenForNothing() {
    LoopRig rig = rig();
    rig.journey("j", 1, ThinkTime.NONE, new ThinkTime.Constant(50 * MS));
    rig.slots = 2;
    rig.keepsSlots = true;
    VirtualTransport transport = new VirtualTransport(2, BEGIN, (_, start) -> start + 10 * MS);

    LoopRig.Result result = rig.run(transport, LoopRig.deadline(200 * MS, 10 * SECOND));

    assertThat(result.journeys().balance(0, false).completed()).isEqualTo(20);
    assertThat(transport.steps).hasSize(40);
    for (long user = 0; user < 20; user++) {
      long begin = ORIGIN + user / 2 * 70 * MS + user % 2 * 10 * MS;
      Sent first = Objects.requireNonNull(transport.steps.get(2 * user));
      Sent second = Objects.requireNonNull(transport.steps.get(2 * user + 1));
      assertThat(first.due()).isEqualTo(ORIGIN + user * 10 * MS);
      assertThat(first.start()).isBetween(begin, begin + 20 * TOLERANCE);
      assertThat(second.due()).isBetween(first.start() + 60 * MS, first.start() + 61 * MS);
      assertThat(second.start()).isBetween(second.due(), second.due() + TOLERANCE);
    }
    // The waits were for connections, and not the generator's fault.
    assertThat(result.histogram(RunTags.lateness(false)).max()).isLessThan(TOLERANCE);
  }

  /// A step of 10 ms, 50 ms of thinking, and one of 10 ms are a transaction; after 30 ms comes a
  /// step outside of it. With one connection, user `n` has it for 70 ms. Others wait for that, and
  /// take it while it is free: the last steps are sent as soon as they can be, in the order in
  /// which they are due.
  @Test
  void usersKeepTheirConnectionsInTransactionsOnly() {
    LoopRig rig = rig();
    boolean[] keeps = {true, false, false};
    int[] made = new int[1];
    rig.keepsAfter = () -> keeps[made[0]++];
    rig.journey(
        "j", 1, ThinkTime.NONE, new ThinkTime.Constant(50 * MS), new ThinkTime.Constant(30 * MS));
    rig.slots = 1;
    VirtualTransport transport = new VirtualTransport(1, BEGIN, (_, start) -> start + 10 * MS);

    LoopRig.Result result = rig.run(transport, LoopRig.deadline(100 * MS, 10 * SECOND));

    assertThat(result.journeys().balance(0, false).completed()).isEqualTo(10);
    // All arrive within the first two transactions. So the first steps are due before all last
    // ones.
    for (int user = 0; user < 10; user++) {
      long begin = ORIGIN + user * 70L * MS;
      Sent first = sent(transport, user * 3L);
      Sent second = sent(transport, user * 3L + 1);
      Sent last = sent(transport, user * 3L + 2);
      assertThat(first.due()).isEqualTo(ORIGIN + user * 10L * MS);
      assertThat(first.start()).isBetween(begin, begin + 20 * TOLERANCE);
      assertThat(second.due()).isBetween(first.start() + 60 * MS, first.start() + 61 * MS);
      assertThat(second.start()).isBetween(second.due(), second.due() + TOLERANCE);
      long due = begin + 100 * MS;
      long free = ORIGIN + 700 * MS + user * 10L * MS;
      assertThat(last.due()).isBetween(due, due + 20 * TOLERANCE);
      assertThat(last.start())
          .isBetween(Math.max(free, last.due()), Math.max(free, last.due()) + 40 * TOLERANCE);
    }
    assertThat(result.histogram(RunTags.lateness(false)).max()).isLessThan(TOLERANCE);
  }

  /// Another thread takes each step up 3 ms after it is sent. That is wait and lateness, for the
  /// step, for the journey and for a step that is not answered, and no service time.
  @Test
  void whatTakesUpAStepLaterIsWaitAndLateness() {
    LoopRig rig = rig();
    rig.journey("j", 1, ThinkTime.NONE, new ThinkTime.Constant(50 * MS));
    VirtualTransport transport =
        new VirtualTransport(
                16, BEGIN, (n, start) -> n == 39 ? VirtualTransport.NEVER : start + 10 * MS)
            .handingOverFor(3 * MS);

    LoopRig.Result result = rig.run(transport, LoopRig.deadline(200 * MS, SECOND));

    assertThat(result.records()).hasSize(40);
    for (OperationRecord r : result.records()) {
      assertThat(r.waiting()).isBetween(3 * MS, 3 * MS + TOLERANCE);
      if (r.state() == OperationState.COMPLETED) {
        assertThat(r.service()).isBetween(10 * MS, 10 * MS + TOLERANCE);
      }
    }
    LatencyHistogram lateness = result.histogram(RunTags.lateness(false));
    assertThat(lateness.totalCount()).isEqualTo(40);
    assertThat(lateness.min()).isGreaterThanOrEqualTo(2_990 * US);
    assertThat(lateness.max()).isLessThan(3 * MS + 2 * TOLERANCE);
    assertThat(
            result
                .histogram(RunTags.of(false, "j", OperationState.COMPLETED, RunTags.Measure.WAIT))
                .min())
        .isGreaterThanOrEqualTo(2_990 * US);
  }

  /// After the first step the target is at work on the user's connection, and the second step is
  /// handed over meanwhile, which takes 3 ms. The generator is late only by what is left of them.
  @ParameterizedTest
  @CsvSource({"0, 3", "1, 2", "2, 1", "50, 0"})
  void whatTheTargetDoesBetweenTwoStepsIsNoLateness(long settleMillis, long lateMillis) {
    LoopRig rig = rig();
    rig.keepsSlots = true;
    rig.journey("j", 1, ThinkTime.NONE, ThinkTime.NONE);
    VirtualTransport transport =
        new VirtualTransport(16, BEGIN, (_, start) -> start + 10 * MS)
            .handingOverFor(3 * MS)
            .settlingFor(settleMillis * MS)
            .withOwnConnections();

    LoopRig.Result result = rig.run(transport, LoopRig.deadline(200 * MS, SECOND));

    assertThat(result.in(OperationState.COMPLETED)).hasSize(40);
    long wait = Math.max(3, settleMillis) * MS;
    for (OperationRecord r : result.records()) {
      long expected = r.index() == 0 ? 3 * MS : wait;
      assertThat(r.waiting()).isBetween(expected - TOLERANCE, expected + TOLERANCE);
      assertThat(r.service()).isBetween(10 * MS, 10 * MS + TOLERANCE);
    }
    LatencyHistogram lateness = result.histogram(RunTags.lateness(false));
    assertThat(lateness.totalCount()).isEqualTo(40);
    assertThat(lateness.mean()).isCloseTo((3 + lateMillis) * MS / 2.0, within((double) TOLERANCE));
    assertThat(lateness.max()).isLessThan(3 * MS + 2 * TOLERANCE);
    for (long user = 0; user < 20; user++) {
      assertThat(result.waits().nanos(2 * user)).isZero();
      assertThat(result.waits().nanos(2 * user + 1))
          .isBetween(Math.max(0, settleMillis * MS - TOLERANCE), settleMillis * MS);
    }
  }

  /// The target is at work on the connections when the run ends, and when steps time out.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStepThatTheTargetKeepsFromBeingSentIsNotLate(boolean timesOut) {
    LoopRig rig = rig();
    rig.keepsSlots = true;
    rig.slots = 100;
    rig.timeoutNanos = timesOut ? 100 * MS : Long.MAX_VALUE;
    rig.journey("j", 1, ThinkTime.NONE, ThinkTime.NONE);
    VirtualTransport transport =
        new VirtualTransport(100, BEGIN, (_, start) -> start + 10 * MS)
            .handingOverFor(0)
            .settlingFor(60 * SECOND)
            .withOwnConnections();

    LoopRig.Result result = rig.run(transport, LoopRig.deadline(200 * MS, SECOND));

    OperationState state = timesOut ? OperationState.TIMED_OUT : OperationState.UNFINISHED;
    assertThat(result.in(state)).hasSize(20);
    assertThat(result.histogram(RunTags.lateness(false)).max()).isLessThan(TOLERANCE);
  }

  /// Users who wait for a connection when the run ends were never sent.
  @Test
  void usersWithoutAConnectionAtTheEndWereNeverSent() {
    LoopRig rig = rig();
    rig.journey("j", 1, ThinkTime.NONE, new ThinkTime.Constant(SECOND));
    rig.slots = 3;
    rig.keepsSlots = true;
    VirtualTransport transport = new VirtualTransport(3, BEGIN, (_, start) -> start + 10 * MS);

    LoopRig.Result result = rig.run(transport, LoopRig.deadline(100 * MS, 400 * MS));

    Balance whole = result.journeys().balance(0, false);
    assertThat(whole.unfinished()).isEqualTo(3);
    assertThat(whole.neverSent()).isEqualTo(7);
    assertThat(whole.isExact()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1, 47", "16, 311", "500, 311"})
  void stepsWaitForTheEndOfAFreezeAndForConnectionsAsInTheClosedForm(int connections, int rate) {
    LoopRig rig = rig();
    rig.journey(
        "j", 1, ThinkTime.NONE, new ThinkTime.Constant(THINK[1]), new ThinkTime.Constant(THINK[2]));
    rig.schedule = Schedules.constant(Rate.perSecond(rate));
    rig.slots = connections;
    VirtualTransport transport = new VirtualTransport(connections, BEGIN, JourneyTruthTest::endOf);

    LoopRig.Result result = rig.run(transport, LoopRig.deadline(6 * SECOND, 10 * SECOND));

    int users = 6 * rate;
    Map<Long, Running> expected = expected(connections, users, rate);
    assertThat(expected).hasSize(users * STEPS);
    assertThat(result.records()).hasSize(users * STEPS);
    LatencyHistogram journeys = new LatencyHistogram();
    Map<String, LatencyHistogram> steps = new TreeMap<>();
    long longestWait = 0;
    for (Map.Entry<Long, Running> each : expected.entrySet()) {
      Running truth = each.getValue();
      longestWait = Math.max(longestWait, truth.start - truth.step.due);
      String name = "j.s" + each.getKey() % STEPS;
      record(steps, name + "-rt", truth.end - truth.step.due);
      record(steps, name + "-st", truth.end - truth.start);
      record(steps, name + "-wt", truth.start - truth.step.due);
      if (each.getKey() % STEPS == STEPS - 1) {
        journeys.record(
            truth.end - Objects.requireNonNull(expected.get(each.getKey() - STEPS + 1)).step.due);
      }
    }
    assertThat(longestWait > MS)
        .as("some steps wait for a connection")
        .isEqualTo(connections < 500);
    // One connection works off what came in a freeze step by step, each late by a little.
    double inMean = (connections == 1 ? 0.3 : 0.1) * MS;
    assertClosedForm(result.histogram("j-rt"), journeys, "j-rt", users, inMean * STEPS);
    assertThat(steps).hasSize(3 * STEPS);
    steps.forEach(
        (tag, truth) -> assertClosedForm(result.histogram(tag), truth, tag, users, inMean));
    assertFirstDueFirstServed(connections, result.records());
    assertThat(result.journeys().started()).isEqualTo(users);
  }

  private static void record(Map<String, LatencyHistogram> steps, String tag, long nanos) {
    steps.computeIfAbsent(tag, _ -> new LatencyHistogram()).record(nanos);
  }

  /// Steps that are due within microseconds can change places: then one takes 2 ms longer. At these
  /// rates no step ends within microseconds of the begin of a freeze.
  private static void assertClosedForm(
      LatencyHistogram measured, LatencyHistogram truth, String tag, long count, double inMean) {
    assertThat(measured.totalCount()).as(tag).isEqualTo(count);
    for (double p : new double[] {0, 25, 50, 75, 90, 95, 99, 100}) {
      long expected = truth.valueAtPercentile(p);
      assertThat(measured.valueAtPercentile(p))
          .as("%s p%s", tag, p)
          .isBetween(expected - expected / 100 - 3 * MS, expected + expected / 100 + 3 * MS);
    }
    assertThat(measured.mean()).as("%s mean", tag).isCloseTo(truth.mean(), offset(inMean));
  }

  /// The achieved rate is that of users who started by the end of the schedule, however long they
  /// go on; with a connection that is overloaded, some start later.
  @Test
  void usersWhoStartAfterTheScheduleAreNotAchieved() {
    LoopRig rig = rig();
    rig.slots = 1;
    rig.warmupNanos = 500 * MS;
    rig.journey("j", 1, ThinkTime.NONE, new ThinkTime.Constant(MS));
    VirtualTransport transport = new VirtualTransport(1, BEGIN, (n, start) -> start + 10 * MS);
    // 100 users in a second, and each needs 20 ms.
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(SECOND, 10 * SECOND));

    long started =
        result.records().stream()
            .filter(r ->
                r.index() == 0 && r.intended() >= ORIGIN + 500 * MS && r.start() <= ORIGIN + SECOND)
            .count();
    assertThat(started).isBetween(1L, 30L);
    assertThat(result.journeys().started()).isEqualTo(started);
    assertThat(result.journeys().balance(0, false).completed()).isEqualTo(50);
  }

  /// Each step was sent when it was due or when a connection became free, no step before one that
  /// was due earlier, and answered as the server does.
  private static void assertFirstDueFirstServed(int connections, List<OperationRecord> records) {
    List<OperationRecord> inOrder = new ArrayList<>(records);
    inOrder.sort(Comparator.comparingLong(OperationRecord::start));
    PriorityQueue<Long> free = new PriorityQueue<>();
    for (int i = 0; i < connections; i++) {
      free.add(BEGIN);
    }
    long lastDue = Long.MIN_VALUE;
    for (OperationRecord r : inOrder) {
      assertThat(r.intended()).isGreaterThanOrEqualTo(lastDue);
      lastDue = r.intended();
      long sendable = Math.max(r.intended(), free.remove());
      assertThat(r.start()).isBetween(sendable, sendable + TOLERANCE);
      long end = endOf(r.index(), r.start());
      assertThat(r.end()).isBetween(end, end + TOLERANCE);
      free.add(r.end());
    }
  }

  @Test
  void aStepIsDueAtTheEndOfTheOneBeforePlusTheThinkTimeExactly() {
    LoopRig rig = rig();
    rig.slots = 2;
    ThinkTime think = new ThinkTime.LogNormal(20 * MS, 100 * MS);
    rig.journey("j", 1, ThinkTime.NONE, think, new ThinkTime.Uniform(MS, 9 * MS));
    VirtualTransport transport = new VirtualTransport(2, BEGIN, JourneyTruthTest::endOf);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(SECOND, 30 * SECOND));
    assertThat(result.records()).hasSize(300);

    // The first step of user n is due at its arrival.
    for (int user = 0; user < 100; user++) {
      assertThat(sent(transport, user * 3L).due()).isEqualTo(ORIGIN + user * 10L * MS);
    }
    // The end of a step is in the trace, by its own intended start and kind.
    for (OperationRecord r : result.records()) {
      assertThat(r.state()).isEqualTo(OperationState.COMPLETED);
      assertThat(r.elapsed()).isEqualTo(r.waiting() + r.service());
    }
    assertThat(thinkTimes(result, transport)).hasSize(200);
  }

  /// Users think the same whatever the server does.
  @Test
  void thinkTimesDoNotDependOnAnswers() {
    Map<Long, Long> fast = null;
    for (long factor : new long[] {1, 40}) {
      LoopRig rig = rig();
      rig.slots = factor == 1 ? 500 : 3;
      rig.journey(
          "j",
          1,
          ThinkTime.NONE,
          new ThinkTime.LogNormal(20 * MS, 100 * MS),
          new ThinkTime.Uniform(MS, 9 * MS));
      VirtualTransport transport =
          new VirtualTransport(
              rig.slots, BEGIN, (n, start) -> start + factor * (n % 5) * 100 * US + US);
      LoopRig.Result result = rig.run(transport, LoopRig.deadline(2 * SECOND, 60 * SECOND));
      Map<Long, Long> times = thinkTimes(result, transport);
      assertThat(times).hasSize(400);
      if (fast == null) {
        fast = times;
      }
      assertThat(times).isEqualTo(fast);
    }
  }

  private static Sent sent(VirtualTransport transport, long n) {
    return Objects.requireNonNull(transport.steps.get(n), "a step that was not sent");
  }

  /// The time between the end of a step and the intended start of the next one, by the number of
  /// the latter.
  private static Map<Long, Long> thinkTimes(LoopRig.Result result, VirtualTransport transport) {
    Map<String, Long> ends = new TreeMap<>();
    result
        .records()
        .forEach(r ->
            ends.merge(
                r.intended() + "/" + r.index() + "/" + r.start(),
                r.end(),
                (a, b) -> {
                  throw new AssertionError("two steps of one kind at one moment");
                }));
    Map<Long, Long> times = new TreeMap<>();
    transport.steps.forEach((n, sent) -> {
      if (n % STEPS > 0) {
        Sent before = sent(transport, n - 1);
        long end =
            Objects.requireNonNull(
                ends.get(before.due() + "/" + (n - 1) % STEPS + "/" + before.start()));
        times.put(n, sent.due() - end);
      }
    });
    return times;
  }

  /// While the generator is frozen, steps become due; they are measured from their intended starts,
  /// and the freeze is the generator's lateness.
  @Test
  void aFrozenGeneratorDelaysStepsAndSaysSo() {
    LoopRig rig = rig();
    rig.slots = 500;
    rig.journey("j", 1, ThinkTime.NONE, new ThinkTime.Constant(50 * MS));
    VirtualTransport transport =
        new VirtualTransport(500, BEGIN, (n, start) -> start + MS)
            .awayFrom(ORIGIN + 500 * MS, ORIGIN + 700 * MS);

    LoopRig.Result result = rig.run(transport, LoopRig.deadline(SECOND, SECOND));

    List<Long> late = new ArrayList<>();
    for (OperationRecord r : result.records()) {
      long due = r.intended() - ORIGIN;
      boolean isInFreeze = due >= 500 * MS && due < 700 * MS;
      assertThat(r.waiting())
          .isBetween(
              isInFreeze ? 700 * MS - due : 0, (isInFreeze ? 700 * MS - due : 0) + TOLERANCE);
      if (isInFreeze) {
        late.add(r.waiting());
      }
    }
    // 20 arrivals, and the second steps of those who arrived in the 200 ms up to 50 ms before.
    assertThat(late).hasSizeBetween(24, 26);
    assertThat(result.histogram("generator:lateness-lt").max()).isBetween(195 * MS, 201 * MS);
  }
}
