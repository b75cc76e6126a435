package dev.takt.explain.counterfactual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.takt.explain.StalledQueue;
import dev.takt.explain.attribution.Attribution;
import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.attribution.Baseline;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.queue.Servers;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Compares predictions with the same queue simulated without the stalls.
final class CounterfactualTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  private static LatencyHistogram responses(Operations operations) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < operations.size(); i++) {
      histogram.record(operations.response(i));
    }
    return histogram;
  }

  /// Adds stops of 20 to 60 ms.
  private static void stop(StalledQueue queue, Random random, long length, long everyMillis) {
    for (long at = 100 * MILLI; at < length; at += everyMillis * MILLI) {
      queue.stall(StallKind.STOPPED, at, at + (20 + random.nextInt(40)) * MILLI);
    }
  }

  /// The prediction without stops.
  private static LatencyHistogram withoutStops(
      Operations operations, List<Stall> stalls, int servers) {
    Lateness late = Lateness.of(operations, servers);
    AttributionResult blame =
        Attribution.of(operations, stalls, Baseline.of(operations), servers, late);
    return Counterfactual.of(operations, blame, servers, late, 0)
        .without(cause -> blame.causes().get(cause).kind() == StallKind.STOPPED);
  }

  private static void assertAgree(
      LatencyHistogram predicted, LatencyHistogram truth, DoubleUnaryOperator off) {
    for (double percentile : new double[] {50, 90, 99, 99.9}) {
      assertThat(
              (double) predicted.valueAtPercentile(percentile)
                  / truth.valueAtPercentile(percentile))
          .as("p" + percentile)
          .isCloseTo(1, within(off.applyAsDouble(percentile)));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0.5, 1", "1, 0.7, 2", "4, 0.6, 3", "16, 0.4, 4", "1, 0.85, 5"})
  void predictionMatchesTheQueueWithoutTheCause(int servers, double load, long seed) {
    Random random = new Random(seed);
    int count = 30_000;
    long work = 1_000 * MICRO;
    double gap = work / (load * servers);
    StalledQueue queue = new StalledQueue(servers);
    StallKind[] kinds = {StallKind.GC_PAUSE, StallKind.STOPPED};
    long at = 50 * MILLI;
    for (int i = 0; at < count * gap - 600 * MILLI; i++) {
      long length = (i % 2 == 0 ? 40 : 15) * MILLI;
      queue.stall(kinds[i % 2], at, at + length);
      at += length + 500 * MILLI + random.nextInt(50) * MILLI;
    }
    long[] due = new long[count];
    long[] works = new long[count];
    double clock = 0;
    for (int i = 0; i < count; i++) {
      clock -= Math.log(1 - random.nextDouble()) * gap;
      due[i] = (long) clock;
      works[i] = work;
    }
    Operations operations = queue.serve(due, works);
    AttributionResult blame =
        Attribution.of(
            operations,
            queue.stalls(),
            Baseline.of(operations),
            servers,
            Lateness.of(operations, servers));
    Counterfactual counterfactual =
        Counterfactual.of(operations, blame, servers, Lateness.of(operations, servers), 0);
    LatencyHistogram recorded = responses(operations);

    for (StallKind kind : kinds) {
      LatencyHistogram truth = responses(queue.without(kind).serve(due, works));
      LatencyHistogram predicted =
          counterfactual.without(cause -> blame.causes().get(cause).kind() == kind);
      assertThat(predicted.totalCount()).isEqualTo(count);
      for (double percentile : new double[] {50, 90, 99, 99.9}) {
        assertThat(
                (double) predicted.valueAtPercentile(percentile)
                    / truth.valueAtPercentile(percentile))
            .as(kind + " p" + percentile + ", was " + recorded.valueAtPercentile(percentile))
            .isCloseTo(1, within(0.1));
      }
    }
  }

  /// Collections of 10 ms, with a time to safepoint of 30 ms. Without the late thread they still
  /// take 10 ms; without the collections, the 30 ms remain. A process stop in the middle of a
  /// collection is no part of it, and remains without it.
  @Test
  void withoutTheLateThreadThePauseIsShorter() {
    int count = 20_000;
    long[] due = new long[count];
    long[] works = new long[count];
    for (int i = 0; i < count; i++) {
      due[i] = 500 * MICRO * i;
      works[i] = 100 * MICRO;
    }
    StalledQueue both = new StalledQueue(1);
    StalledQueue shorter = new StalledQueue(1);
    StalledQueue waiting = new StalledQueue(1);
    List<Stall> stalls = new ArrayList<>();
    for (long stop = 1; stop < 40; stop++) {
      long begin = stop * 250 * MILLI;
      both.stall(StallKind.GC_PAUSE, begin, begin + 40 * MILLI);
      shorter.stall(StallKind.GC_PAUSE, begin + 30 * MILLI, begin + 40 * MILLI);
      waiting.stall(StallKind.GC_PAUSE, begin, begin + 30 * MILLI);
      stalls.add(StalledQueue.stopOf(StallKind.GC_PAUSE, stop, begin, begin + 40 * MILLI));
      stalls.add(StalledQueue.stopOf(StallKind.TIME_TO_SAFEPOINT, stop, begin, begin + 30 * MILLI));
      stalls.add(StalledQueue.stall(StallKind.STOPPED, "", begin + 32 * MILLI, begin + 36 * MILLI));
    }
    Operations operations = both.serve(due, works);
    Lateness late = Lateness.of(operations, 1);
    AttributionResult blame = Attribution.of(operations, stalls, Baseline.of(operations), 1, late);
    Counterfactual counterfactual = Counterfactual.of(operations, blame, 1, late, 0);

    assertAgree(
        counterfactual.without(isA(blame, StallKind.TIME_TO_SAFEPOINT)),
        responses(shorter.serve(due, works)),
        _ -> 0.02);
    assertAgree(
        counterfactual.without(isA(blame, StallKind.GC_PAUSE).or(isA(blame, StallKind.STOPPED))),
        responses(waiting.serve(due, works)),
        _ -> 0.02);
    assertAgree(
        counterfactual.without(isA(blame, StallKind.STOPPED)), responses(operations), _ -> 0.02);
  }

  private static IntPredicate isA(AttributionResult blame, StallKind kind) {
    return cause -> blame.causes().get(cause).kind() == kind;
  }

  /// Most operations take 0.1 to 0.4 ms, one of fifty takes 2 to 8 ms more: unrecorded noise, which
  /// occurs with and without stops. A tenth of all time is stopped, as in `takt probe explain`, or
  /// a third.
  @ParameterizedTest
  @CsvSource({
    "1, 2.0, 500, 1",
    "2, 1.0, 500, 2",
    "16, 1.0, 500, 3",
    "16, 1.0, 120, 4",
    "4, 0.5, 120, 5",
    "16, 0.1, 500, 6"
  })
  void noiseHiddenByStopsRemainsWithoutThem(
      int servers, double gapMillis, long everyMillis, long seed) {
    Random random = new Random(seed);
    int count = 60_000;
    StalledQueue queue = new StalledQueue(servers);
    stop(queue, random, (long) (count * gapMillis * MILLI), everyMillis);
    long[] due = new long[count];
    long[] works = new long[count];
    double clock = 0;
    for (int i = 0; i < count; i++) {
      clock -= Math.log(1 - random.nextDouble()) * gapMillis * MILLI;
      due[i] = (long) clock;
      works[i] = (long) (200 * MICRO * Math.exp(0.3 * random.nextGaussian()));
      works[i] += random.nextInt(50) == 0 ? 2 * MILLI + random.nextInt(6) * MILLI : 0;
    }
    LatencyHistogram predicted = withoutStops(queue.serve(due, works), queue.stalls(), servers);
    LatencyHistogram truth = responses(queue.without(StallKind.STOPPED).serve(due, works));
    assertAgree(predicted, truth, percentile -> percentile < 99 ? 0.1 : 0.02);
  }

  /// Service times vary as for a store behind the target: a quarter of all operations is slow by
  /// itself. The work is done in the target, which stops, or elsewhere, where it continues. In the
  /// latter case, operations in flight are assumed to have ended when the stop began; these are 1
  /// to 3 % of the slow ones.
  @ParameterizedTest
  @CsvSource({
    "true, 16, 1.0, 500, 1",
    "true, 16, 1.0, 500, 2",
    "false, 16, 1.0, 500, 3",
    "true, 16, 1.0, 250, 4",
    "true, 8, 0.5, 500, 5",
    "true, 4, 0.8, 500, 6",
    "true, 128, 1.0, 500, 7"
  })
  void variableServiceTimesRemain(
      boolean isElsewhere, int servers, double gapMillis, long everyMillis, long seed) {
    Random random = new Random(seed);
    int count = 100_000;
    StalledQueue queue =
        isElsewhere ? StalledQueue.ofWorkElsewhere(servers) : new StalledQueue(servers);
    stop(queue, random, (long) (count * gapMillis * MILLI), everyMillis);
    long[] due = new long[count];
    long[] works = new long[count];
    for (int i = 0; i < count; i++) {
      due[i] = (long) (i * gapMillis * MILLI);
      works[i] = (long) (100 * MICRO - 2 * MILLI * Math.log(1 - random.nextDouble()));
    }
    LatencyHistogram predicted = withoutStops(queue.serve(due, works), queue.stalls(), servers);
    LatencyHistogram truth = responses(queue.without(StallKind.STOPPED).serve(due, works));
    assertAgree(predicted, truth, percentile -> percentile < 90 ? 0.12 : 0.03);
  }

  /// The thread of one of twenty operations reads from a socket for 20 ms, which is recorded and
  /// would take as long at another time. A wait for a lock is different: the lock is held at a
  /// certain time.
  @Test
  void ownIoMovesWithTheOperation() {
    Random random = new Random(9);
    int count = 60_000;
    int servers = 16;
    StalledQueue queue = new StalledQueue(servers);
    stop(queue, random, count * MILLI, 200);
    long[] due = new long[count];
    long[] works = new long[count];
    for (int i = 0; i < count; i++) {
      due[i] = i * MILLI;
      works[i] = 500 * MICRO + (random.nextInt(20) == 0 ? 20 * MILLI : 0);
    }
    Operations operations = queue.serve(due, works);
    List<Stall> stalls = new ArrayList<>(queue.stalls());
    for (int i = 0; i < count; i++) {
      if (works[i] > MILLI) {
        long end = operations.end(i);
        long stopped =
            queue.stalls().stream()
                .filter(each -> each.beginNanoTime() < end && end - 20 * MILLI < each.endNanoTime())
                .mapToLong(Stall::nanos)
                .sum();
        stalls.add(
            StalledQueue.stall(StallKind.SOCKET_IO, "store", end - 20 * MILLI - stopped, end));
      }
    }
    LatencyHistogram truth = responses(queue.without(StallKind.STOPPED).serve(due, works));
    LatencyHistogram predicted = withoutStops(operations, stalls, servers);

    assertThat(count - predicted.countAtOrBelow(15 * MILLI))
        .isCloseTo(count - truth.countAtOrBelow(15 * MILLI), withinPercentage(6));
    assertThat((double) predicted.valueAtPercentile(99) / truth.valueAtPercentile(99))
        .isCloseTo(1, within(0.03));
  }

  /// A read of 5 ms that a stop prolonged to 45 ms takes 5 ms without the stop. Half a millisecond
  /// of that is normal, and it is unknown of which part.
  @Test
  void readProlongedByAStopIsShorterWithoutIt() {
    StalledQueue queue = new StalledQueue(4).stall(StallKind.STOPPED, 52 * MILLI, 92 * MILLI);
    long[] due = new long[100];
    long[] works = new long[100];
    Arrays.setAll(due, i -> i * MILLI);
    Arrays.fill(works, 500 * MICRO);
    works[50] = 5 * MILLI;
    Operations operations = queue.serve(due, works);
    List<Stall> stalls = new ArrayList<>(queue.stalls());
    stalls.add(StalledQueue.stall(StallKind.SOCKET_IO, "store", 50 * MILLI, 95 * MILLI));

    assertThat(operations.response(50)).isEqualTo(45 * MILLI);
    assertThat(withoutStops(operations, stalls, 4).max())
        .isBetween(5 * MILLI, 5 * MILLI + 500 * MICRO);
  }

  @Test
  void removingNothingGivesTheRecordedTimes() {
    StalledQueue queue = new StalledQueue(2).stall(StallKind.GC_PAUSE, 50 * MILLI, 80 * MILLI);
    long[] due = new long[1_000];
    long[] works = new long[1_000];
    Arrays.setAll(due, i -> i * MILLI);
    Arrays.fill(works, MILLI);
    Operations operations = queue.serve(due, works);
    AttributionResult blame =
        Attribution.of(
            operations, queue.stalls(), Baseline.of(operations), 2, Lateness.of(operations, 2));
    Counterfactual counterfactual =
        Counterfactual.of(operations, blame, 2, Lateness.of(operations, 2), 0);

    LatencyHistogram same = counterfactual.without(_ -> false);
    assertThat(same.max()).isEqualTo(responses(operations).max());
    assertThat(same.valueAtPercentile(99)).isEqualTo(responses(operations).valueAtPercentile(99));
    assertThat(counterfactual.without(_ -> true).max()).isLessThan(2 * MILLI);
  }

  @Test
  void operationsMissingInTheTraceCountAsQuick() {
    StalledQueue queue = new StalledQueue(1).stall(StallKind.GC_PAUSE, 10 * MILLI, 30 * MILLI);
    long[] due = new long[100];
    long[] works = new long[100];
    Arrays.setAll(due, i -> i * MILLI);
    Arrays.fill(works, 100 * MICRO);
    Operations operations = queue.serve(due, works);
    AttributionResult blame =
        Attribution.of(
            operations, queue.stalls(), Baseline.of(operations), 1, Lateness.of(operations, 1));

    assertThat(
            Counterfactual.of(operations, blame, 1, Lateness.of(operations, 1), 0)
                .recorded()
                .valueAtPercentile(90))
        .isGreaterThan(5 * MILLI);
    assertThat(
            Counterfactual.of(operations, blame, 1, Lateness.of(operations, 1), 900)
                .recorded()
                .valueAtPercentile(90))
        .isZero();
  }

  /// A generator that does not run at times: it sends what is due, and sees the answers, when it
  /// runs again. Its target is never stopped.
  private static final class StoppedGenerator {
    private final List<Stall> stops = new ArrayList<>();
    private final int connections;

    StoppedGenerator(int connections) {
      this.connections = connections;
    }

    void stop(long begin, long end) {
      stops.add(
          Stall.of(StallKind.HICCUP, Side.GENERATOR, new Stall.Interval(begin, end, 0, "test")));
    }

    Operations drive(long[] due, long[] works) {
      Servers free = new Servers(connections);
      OperationsBuilder builder = new OperationsBuilder(List.of("read"));
      for (int i = 0; i < due.length; i++) {
        long start = running(Math.max(due[i], free.earliestFree()));
        long end = running(start + works[i]);
        free.take(end);
        builder.add(0, due[i], start, end, OperationState.COMPLETED);
      }
      return builder.build(true);
    }

    private long running(long moment) {
      return stops.stream()
          .filter(each -> each.beginNanoTime() <= moment && moment < each.endNanoTime())
          .mapToLong(Stall::endNanoTime)
          .findFirst()
          .orElse(moment);
    }

    /// The prediction without the generator's share.
    Operations withoutIt(Operations recorded) {
      Lateness late = Lateness.of(recorded, connections);
      AttributionResult blame =
          Attribution.of(recorded, stops, Baseline.of(recorded), connections, late);
      return Counterfactual.of(recorded, blame, connections, late, 0).operationsWithoutGenerator();
    }
  }

  /// With a normal time of 2 ms most stops make operations slow; with 100 ms none does, so that no
  /// operation has shares. One of fifty operations takes longer by itself.
  @ParameterizedTest
  @CsvSource({"16, 2, 4, 1", "4, 2, 4, 2", "400, 100, 1.5, 3", "16, 0.2, 4, 4"})
  void timesWithoutAStoppedGeneratorAreThoseOfOneThatRuns(
      int connections, double normalMillis, double rareFactor, long seed) {
    Random random = new Random(seed);
    int count = 40_000;
    StoppedGenerator generator = new StoppedGenerator(connections);
    for (long at = 100 * MILLI; at < count * MILLI; at += 500 * MILLI) {
      generator.stop(at, at + (10 + random.nextInt(50)) * MILLI);
    }
    long[] due = new long[count];
    long[] works = new long[count];
    for (int i = 0; i < count; i++) {
      due[i] = i * MILLI;
      works[i] = (long) (normalMillis * MILLI * (random.nextInt(50) == 0 ? rareFactor : 1));
    }
    Operations recorded = generator.drive(due, works);
    Operations truth = new StoppedGenerator(connections).drive(due, works);
    Operations predicted = generator.withoutIt(recorded);

    assertThat(responses(recorded).valueAtPercentile(99))
        .isGreaterThan(responses(truth).valueAtPercentile(90) + 15 * MILLI);
    assertAgree(responses(predicted), responses(truth), _ -> 0.05);
    for (int i = 0; i < count; i++) {
      assertThat(predicted.start(i)).as("start of %d", i).isBetween(due[i], recorded.start(i));
      assertThat(predicted.end(i))
          .as("end of %d", i)
          .isBetween(predicted.start(i), recorded.end(i));
    }
  }

  /// One of ten operations is sent 0.3 ms late, which does not make it slow. Another one of ten
  /// takes so much longer.
  @Test
  void operationThatIsNotSlowLosesItsLateness() {
    OperationsBuilder builder = new OperationsBuilder(List.of("read"));
    for (int i = 0; i < 1_000; i++) {
      long due = i * MILLI;
      long start = due + (i % 10 == 0 ? 300 * MICRO : 0);
      builder.add(
          0, due, start, start + (i % 10 == 5 ? 700 : 400) * MICRO, OperationState.COMPLETED);
    }
    Operations predicted = new StoppedGenerator(1).withoutIt(builder.build(true));

    for (int i = 0; i < 1_000; i++) {
      assertThat(predicted.start(i)).isEqualTo(i * MILLI);
      assertThat(predicted.response(i)).isEqualTo((i % 10 == 5 ? 700 : 400) * MICRO);
    }
  }

  @Test
  void operationsThatTheGeneratorDidNotDelayAreTheRecordedOnes() {
    StalledQueue queue = new StalledQueue(2).stall(StallKind.GC_PAUSE, 50 * MILLI, 80 * MILLI);
    long[] due = new long[1_000];
    long[] works = new long[1_000];
    Arrays.setAll(due, i -> i * MILLI);
    Arrays.fill(works, MILLI);
    Operations recorded = queue.serve(due, works);
    Lateness late = Lateness.of(recorded, 2);
    AttributionResult blame =
        Attribution.of(recorded, queue.stalls(), Baseline.of(recorded), 2, late);
    Operations same = Counterfactual.of(recorded, blame, 2, late, 0).operationsWithoutGenerator();

    for (int i = 0; i < due.length; i++) {
      assertThat(same.start(i)).isEqualTo(recorded.start(i));
      assertThat(same.end(i)).isEqualTo(recorded.end(i));
    }
  }
}
