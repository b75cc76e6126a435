package dev.takt.cli.render.stress;

import static dev.takt.cli.render.stress.StressIntervalSource.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.render.stress.WorkCounter.Work;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.testing.InEachLocale;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@InEachLocale
class StressIntervalsTest {

  private static final StressFormat SERVICE =
      new StressFormat(Measure.SERVICE, true, WorkCounter.ONE_ROW);

  /// Columns of a line. Those from the rate on are where scylla-cluster-tests reads them.
  private static final int OPERATIONS = 1;

  private static final int RATE = 2;
  private static final int PARTITIONS = 3;
  private static final int ROWS = 4;
  private static final int MEAN = 5;
  private static final int MEDIAN = 6;
  private static final int MAX = 10;
  private static final int TIME = 11;
  private static final int STDERR = 12;
  private static final int ERRORS = 13;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private StressIntervals intervals(StressFormat format, Duration warmup) {
    return new StressIntervals(
        new PrintStream(bytes, true, StandardCharsets.UTF_8), format, warmup);
  }

  private StressIntervalSource source(StressFormat format) {
    return new StressIntervalSource(intervals(format, Duration.ZERO));
  }

  private List<String> lines() {
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private List<List<String>> columns() {
    return lines().stream()
        .map(line -> Stream.of(line.split(",", -1)).map(String::strip).toList())
        .toList();
  }

  /// 90 times 2 ms, 9 times 10 ms and 100 ms in a second, then 100 times 2 ms in half a second. The
  /// row rates without the longest latency are 111.112 and 200.804 per second (histograms round the
  /// latencies up); their standard error is their difference over their sum, over the root of 2.
  @Test
  void printsHeaderAndALineForEachInterval() {
    StressIntervals intervals = intervals(SERVICE, Duration.ZERO);
    intervals.begin();
    StressIntervalSource source = new StressIntervalSource(intervals);
    source.completed("write", 2 * MS, 90);
    source.completed("write", 10 * MS, 9);
    source.completed("write", 100 * MS, 1);
    source.end(1000 * MS);
    source.completed("write", 2 * MS, 100);
    source.end(1500 * MS);

    assertThat(lines())
        .containsExactly(
            "type                                               total ops,    op/s,    pk/s,"
                + "   row/s,    mean,     med,     .95,     .99,    .999,     max,   time,"
                + "   stderr, errors,  gc: #,  max ms,  sum ms,  sdv ms,      mb",
            "total,                                                   100,     100,     100,"
                + "     100,     3.7,     2.0,    10.0,    10.0,   100.0,   100.0,    1.0,"
                + "  0.00000,      0,      0,       0,       0,       0,       0",
            "total,                                                   200,     200,     200,"
                + "     200,     2.0,     2.0,     2.0,     2.0,     2.0,     2.0,    1.5,"
                + "  0.20333,      0,      0,       0,       0,       0,       0");
  }

  @Test
  void severalOperationsHaveALineEachInOrderOfTheirNames() {
    StressIntervalSource source = source(SERVICE);
    source.completed("write", 2 * MS, 10);
    source.end(1000 * MS);
    source.completed("write", 2 * MS, 20);
    source.completed("read", 4 * MS, 30);
    source.end(2000 * MS);
    source.completed("read", 4 * MS, 5);
    source.end(3000 * MS);

    assertThat(columns())
        .extracting(each -> each.getFirst() + " " + each.get(OPERATIONS) + " " + each.get(RATE))
        .containsExactly(
            "total 10 10",
            "READ 30 30",
            "WRITE 30 20",
            "total 60 50",
            "READ 35 5",
            "WRITE 30 0",
            "total 65 5");
    assertThat(columns().get(3).get(MEAN)).isEqualTo("3.2"); // of 20 times 2 and 30 times 4
    assertThat(columns().get(3).get(MEDIAN)).isEqualTo("4.0");
  }

  @Test
  void failedOperationsAreInLatencyAndErrorsAndHaveNoRows() {
    StressIntervalSource source = source(SERVICE);
    source.completed("read", 2 * MS, 6);
    source.record("read", OperationState.FAILED, Measure.SERVICE, 20 * MS, 3);
    source.record("read", OperationState.TIMED_OUT, Measure.SERVICE, 50 * MS, 1);
    source.end(1000 * MS);
    source.completed("read", 2 * MS, 1);
    source.end(2000 * MS);

    assertThat(columns()).extracting(each -> each.get(ERRORS)).containsExactly("4", "0");
    List<String> first = columns().getFirst();
    assertThat(first.get(OPERATIONS)).isEqualTo("10");
    assertThat(first.get(RATE)).isEqualTo("10");
    assertThat(first.get(PARTITIONS)).isEqualTo("6");
    assertThat(first.get(ROWS)).isEqualTo("6");
    assertThat(first.get(MEAN)).isEqualTo("12.2"); // (6·2 + 3·20 + 50) / 10
    assertThat(first.get(MAX)).isEqualTo("50.0");
  }

  /// Operations that were due and not answered are in the latency, with their age, and not counted.
  @Test
  void latencyIsResponseTimeWithFixed() {
    StressIntervalSource source =
        source(new StressFormat(Measure.RESPONSE, true, WorkCounter.ONE_ROW));
    source.completed("read", 2 * MS, 2);
    source.record("read", OperationState.COMPLETED, Measure.RESPONSE, 30 * MS, 3);
    source.record("read", OperationState.COMPLETED, Measure.WAIT, 28 * MS, 2);
    source.record("read", OperationState.UNFINISHED, Measure.SERVICE, 8 * MS, 1);
    source.record("read", OperationState.UNFINISHED, Measure.RESPONSE, 30 * MS, 1);
    source.record(
        new RunTags.Tag(false, null, OperationState.COMPLETED, Measure.LATENESS), once(7));
    source.end(1000 * MS);

    assertThat(columns().getFirst().get(OPERATIONS)).isEqualTo("2");
    assertThat(columns().getFirst().get(MEAN)).isEqualTo("30.0");
    assertThat(columns().getFirst().get(ERRORS)).isEqualTo("0");
  }

  private static LatencyHistogram once(long nanos) {
    LatencyHistogram times = new LatencyHistogram();
    times.record(nanos);
    return times;
  }

  @Test
  void warmupPrintsNothingAndTimeBeginsAfterIt() {
    StressIntervalSource source =
        new StressIntervalSource(intervals(SERVICE, Duration.ofMillis(1500)));
    source.record(
        new RunTags.Tag(true, "read", OperationState.COMPLETED, Measure.SERVICE), once(MS));
    source.end(1000 * MS);
    source.record(
        new RunTags.Tag(true, "read", OperationState.COMPLETED, Measure.SERVICE), once(MS));
    source.completed("read", 2 * MS, 50);
    source.end(2000 * MS);

    assertThat(columns()).hasSize(1);
    assertThat(columns().getFirst().get(OPERATIONS)).isEqualTo("50");
    assertThat(columns().getFirst().get(RATE)).isEqualTo("100");
    assertThat(columns().getFirst().get(TIME)).isEqualTo("0.5");
  }

  /// An interval without rows has rate 0: the rates 0 and 100 have mean 50 and deviation 50.
  @Test
  void intervalWithoutOperationsPrintsNothingButCountsForStderr() {
    StressIntervalSource source = source(SERVICE);
    source.end(1000 * MS);
    source.completed("read", 1, 100);
    source.end(2000 * MS);

    assertThat(columns()).hasSize(1);
    assertThat(columns().getFirst().get(STDERR)).isEqualTo("0.70711");
    assertThat(columns().getFirst().get(RATE)).isEqualTo("100");
    assertThat(columns().getFirst().get(TIME)).isEqualTo("2.0");
  }

  /// cassandra-stress prints negative ones here.
  @Test
  void stderrIsNotNegativeAfterAStall() {
    StressIntervalSource source = source(SERVICE);
    source.completed("read", 1500 * MS, 100);
    source.end(1000 * MS);
    source.completed("read", 1500 * MS, 300);
    source.end(2000 * MS);

    assertThat(columns().getLast().get(STDERR)).isEqualTo("0.35355"); // 100 / 200 / √2
  }

  @Test
  void stderrIsNotKnownWithoutAnyRow() {
    StressIntervalSource source = source(SERVICE);
    source.record("read", OperationState.FAILED, Measure.SERVICE, MS, 3);
    source.end(1000 * MS);

    assertThat(columns().getFirst().get(STDERR)).isEqualTo("NaN");
  }

  @Test
  void unsettledIntervalIsPrintedWithTheNext() {
    StressIntervalSource source = source(SERVICE);
    source.completed("read", 2 * MS, 30);
    source.end(1000 * MS, false);
    source.completed("read", 2 * MS, 70);
    source.end(2000 * MS, true);

    assertThat(columns()).hasSize(1);
    assertThat(columns().getFirst().get(OPERATIONS)).isEqualTo("100");
    assertThat(columns().getFirst().get(RATE)).isEqualTo("50");
  }

  @Test
  void profileCountsItsPartitionsAndRowsAndKeepsItsNames() {
    WorkCounter counter =
        (operation, completed) ->
            operation.equals("Insert")
                ? new Work(2 * completed, 10 * completed)
                : new Work(0, completed);
    StressIntervalSource source = source(new StressFormat(Measure.SERVICE, false, counter));
    source.completed("Insert", MS, 5);
    source.completed("q1", MS, 7);
    source.end(1000 * MS);
    source.completed("Insert", MS, 1);
    source.end(2000 * MS);

    assertThat(columns())
        .extracting(each ->
            each.getFirst()
                + " "
                + each.get(RATE)
                + " "
                + each.get(PARTITIONS)
                + " "
                + each.get(ROWS))
        .containsExactly(
            "Insert 5 10 50",
            "q1 7 0 7",
            "total 12 10 57",
            "Insert 1 2 10",
            "q1 0 0 0",
            "total 1 2 10");
  }
}
