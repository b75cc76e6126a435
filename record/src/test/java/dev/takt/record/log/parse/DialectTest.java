package dev.takt.record.log.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.Tally;
import dev.takt.record.log.TimeColumns;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.MadeLogs;
import dev.takt.record.log.read.IntervalLogReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The format of a log's times is detected from its first lines.
class DialectTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long DATE = 1_700_000_000L * SECOND;
  private static final String START = "#[StartTime: 1700000000 (seconds since epoch), x]";
  private static final TimeColumns SECONDS = new TimeColumns(TimeUnit.SECONDS, null);

  private final Problems problems = new Problems();

  private List<Interval> read(LogSource source) throws IOException {
    try (IntervalLogReader reader = IntervalLogReader.open(source, Selection.ALL, problems)) {
      return reader.stream().toList();
    }
  }

  private List<Interval> read(TimeColumns times, String... lines) throws IOException {
    byte[] log = String.join("\n", lines).concat("\n").getBytes(StandardCharsets.UTF_8);
    return read(MadeLogs.source(log).withTimes(times));
  }

  /// Lines with these two columns before the histogram.
  private List<Interval> readRows(String header, String... rows) throws IOException {
    return read(TimeColumns.AUTO, log(header, rows));
  }

  private static String[] log(String header, String... rows) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(1000);
    List<String> lines = new ArrayList<>(List.of(header.split("\n", -1)));
    for (String each : rows) {
      lines.add(each + ",1.000," + Tally.base64(histogram));
    }
    return lines.toArray(String[]::new);
  }

  private List<String> guesses() {
    return problems.first().stream()
        .filter(each -> each.severity() == Severity.GUESS)
        .map(Problem::reason)
        .toList();
  }

  private static void assertTimes(List<Interval> read, long first, long step, long length) {
    assertThat(read)
        .extracting(Interval::start)
        .containsExactlyElementsOf(
            LongStream.range(0, read.size()).map(i -> first + i * step).boxed().toList());
    assertThat(read).extracting(Interval::length).containsOnly(length);
  }

  // ---- logs of real writers

  @ParameterizedTest
  @CsvSource({
    "go-none, raw, 2",
    "go-start, raw, 2",
    "go-base, raw, 2",
    "go-both, raw, 2",
    "go-ms-relative, raw, 2",
    "dotnet-utf16le, , 0",
    "dotnet-utf16be, , 0",
    "rust-plain, im-a-tag, 0",
    "nosqlbench, a_default_main.cycles.servicetime, 0"
  })
  void fieldLogsHaveTenIntervalsOfOneSecondAndAHundredValues(String log, String tag, int guesses)
      throws IOException {
    List<Interval> read = read(MadeLogs.fixture(log + ".hlog"));
    assertThat(read).hasSize(10);
    assertTimes(read, DATE, SECOND, SECOND);
    assertThat(read).extracting(each -> each.counts().total()).containsOnly(100L);
    assertThat(read).extracting(Interval::tag).containsOnly(tag);
    assertThat(guesses()).hasSize(guesses);
    assertThat(problems.faultsAndLosses()).isFalse();
  }

  @Test
  void unitsThatTheHeaderSaysAreThoseOfTheValues() throws IOException {
    LogSummary summary =
        LogAlgebra.summarize(List.of(MadeLogs.fixture("nosqlbench.hlog")), Selection.ALL, problems);
    assertThat(summary.facts().unit()).isEqualTo("nanoseconds");
    assertThat(summary.series().get(0).spectrum().max()).isEqualTo(100_007_935);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "base_rel.hlog",
        "base_abs.hlog",
        "startonly_rel.hlog",
        "noheader_rel.hlog",
        "m_negts.hlog",
        "m_nonmono.hlog",
        "m_concat.hlog",
        "jHiccup-2.0.1.logV0.hlog",
        "jHiccup-2.0.6.logV1.hlog",
        "jHiccup-2.0.7S.logV2.hlog",
        "tagged-Log.logV2.hlog",
        "ycsb.logV1.hlog",
        "writer_python.hlog",
        "writer_js.hlog",
        "tags.hlog",
        "uAD_union.hlog",
        "double.hlog"
      })
  void nothingIsInferredOfLogsThatAreAsTheyShouldBe(String log) throws IOException {
    assertThat(read(MadeLogs.fixture(log))).isNotEmpty();
    assertThat(guesses()).isEmpty();
  }

  // ---- units

  @ParameterizedTest
  @CsvSource({
    "1700000000000.000, 1000.000, milliseconds",
    "1.7e12, 1e3, milliseconds",
    "1700000000000000.000000, 1000000.000000, microseconds",
    "1700000000000000000.0, 1000000000.0, nanoseconds"
  })
  void datesInSmallerUnitsAreKnownByTheirSize(String start, String length, String unit)
      throws IOException {
    List<Interval> read = readRows(START, start + "," + length);
    assertTimes(read, DATE, SECOND, SECOND);
    assertThat(guesses()).containsExactly("times read as " + unit + " (if not: --times s)");
  }

  @Test
  void millisecondsOfTheHeaderAreThoseOfTheColumnsToo() throws IOException {
    String header = "#[StartTime: 1700000000000 (x)]";
    assertTimes(
        readRows(header, "0.0,1000.0", "1000.0,1000.0", "2000.0,1000.0"), DATE, SECOND, SECOND);
    assertThat(guesses()).containsExactly("times read as milliseconds (if not: --times s)");
  }

  @Test
  void secondsStayThatUnderAHeaderInMilliseconds() throws IOException {
    String header = "#[StartTime: 1700000000000 (x)]";
    assertTimes(readRows(header, "0.000,1.000", "1.000,1.000"), DATE, SECOND, SECOND);
    assertThat(guesses())
        .containsExactly("StartTime in milliseconds, columns of times read as seconds");
  }

  @Test
  void unitsOfTheColumnsThatTheHeaderSaysAreUsed() throws IOException {
    String header = START + "\n#UNITS: StartTimestamp = seconds; Interval_Length = milliseconds";
    assertTimes(readRows(header, "0.000,1000.0", "1.000,1000.0"), DATE, SECOND, SECOND);
    assertThat(guesses()).isEmpty();
  }

  @Test
  void microsecondsMayBeWrittenWithTheirSign() throws IOException {
    String header = START + "\n#UNITS: StartTimestamp = seconds; Interval_Length = µs";
    assertTimes(readRows(header, "0.000,1000000", "1.000,1000000"), DATE, SECOND, SECOND);
    assertThat(guesses()).isEmpty();
  }

  @Test
  void longIntervalsAreRemarkedUponButReadAsTheyStand() throws IOException {
    assertTimes(readRows(START, "0.0,1000.0", "1000.0,1000.0"), DATE, 1000 * SECOND, 1000 * SECOND);
    assertThat(problems.first())
        .singleElement()
        .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.NOTE))
        .satisfies(each -> assertThat(each.reason()).contains("last 1000 s", "--times ms"));
  }

  // ---- zero of the times

  @ParameterizedTest
  @CsvSource({
    "#[BaseTime: 1700000000.0], 1700000000000.0",
    "#[basetime: 1700000000], 1698300000000.0",
    "#[starttime: 1700000000], 1698300000000.0",
    "# [ STARTTIME: 1700000000], 1700000000000.0",
    "#[StartTime: 1699999000], 1700000000000.0"
  })
  void aBaseIsNotAddedToADate(String header, String start) throws IOException {
    assertTimes(readRows(header, start + ",1000.0"), DATE, SECOND, SECOND);
  }

  @Test
  void millisecondsSinceABaseInMillisecondsCountFromTheBase() throws IOException {
    // As hdrhistogram-go wrote it when the base was set as documented.
    List<Interval> read =
        readRows("#[Basetime: 1700000000 (x)]", "500.0,1500.0", "1500.0,2500.0", "2500.0,3500.0");
    assertTimes(read, DATE + SECOND / 2, SECOND, SECOND);
  }

  // ---- ends in the length column

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0,1.0 1.0,2.0 2.0,3.0 3.0,4.0",
        "4991.0,4992.0 4992.0,4993.0",
        "292663.168,292664.169 292664.170,292665.171 292665.171,292666.170",
        "1700000000.0,1700000001.0",
        "Tag=a,0.0,1.0 Tag=b,0.0,1.0 Tag=a,1.0,2.0 Tag=b,1.0,2.0 Tag=a,2.0,3.0"
      })
  void endsAreKnownByTheNextStart(String rows) throws IOException {
    assertThat(readRows("#[x]", rows.split(" ")))
        .allSatisfy(
            each -> assertThat(each.length()).isBetween(SECOND - 1_500_000, SECOND + 1_500_000));
    assertThat(guesses())
        .containsExactly("lengths read as ends of intervals (if not: --no-length-is-end)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0,1.0 1.0,1.0",
        "0.127,1.007 1.134,0.999 2.133,1.001",
        "0.0,5.0 5.0,5.0",
        "10.0,60.0 70.0,80.0 150.0,160.0",
        "0.0,1.0",
        "0.5,1.5",
        "0.0,60.0 120.0,200.0",
        "-1.0,1.0 0.0,1.0 1.0,1.0",
        "0.0,1.0 1.0,2.0",
        "0.0,300.0 300.0,600.0",
        "0.0,1.0 1.0,2.05",
        "1700000000.0,60.0",
        "0.0,0.0 0.0,0.0"
      })
  void lengthsStayLengths(String rows) throws IOException {
    List<Interval> read = readRows("#[x]", rows.split(" "));
    assertThat(guesses()).isEmpty();
    String length = rows.substring(rows.indexOf(',') + 1).split(" ", -1)[0];
    assertThat(read.get(0).length())
        .isEqualTo(new BigDecimal(length).scaleByPowerOfTen(9).longValueExact());
  }

  @Test
  void lengthsThatCouldBeEndsAreRemarkedUpon() throws IOException {
    readRows("#[x]", "0.0,1.0", "1.0,2.0");
    assertThat(problems.first())
        .singleElement()
        .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.NOTE))
        .satisfies(each -> assertThat(each.reason()).contains("could be ends", "--length-is-end"));
  }

  @Test
  void lengthsThatWouldBeTooLongAreEndsInMilliseconds() throws IOException {
    assertTimes(readRows(START, "0.0,1000.0", "1000.0,2000.0"), DATE, SECOND, SECOND);
    assertThat(guesses()).hasSize(2);
  }

  @Test
  void anIntervalThatEndsBeforeItStartsIsLost() throws IOException {
    assertThat(readRows("#[x]", "0.0,1.0", "1.0,2.0", "2.0,3.0", "3.0,4.0", "4.0,2.5", "5.0,6.0"))
        .hasSize(5);
    assertThat(problems.first()).anyMatch(each -> each.reason().contains("ends before it starts"));
  }

  // ---- what the user says

  @Test
  void whatTheUserSaysIsNotInferred() throws IOException {
    assertTimes(
        read(
            new TimeColumns(TimeUnit.MILLISECONDS, true),
            log(START, "0.0,1000.0", "1000.0,2000.0")),
        DATE,
        SECOND,
        SECOND);
    assertThat(
            read(
                new TimeColumns(TimeUnit.SECONDS, false),
                log(START, "0.0,1000.0", "1000.0,2000.0", "2000.0,3000.0")))
        .extracting(Interval::length)
        .containsExactly(1000 * SECOND, 2000 * SECOND, 3000 * SECOND);
    assertThat(guesses()).isEmpty();
    assertThat(read(SECONDS, log(START, "1700000000000.0,1000.0"))).isEmpty();
    assertThat(problems.first()).anyMatch(each -> each.reason().contains("out of range"));
  }

  @Test
  void logsOfTaktAreTakenAtTheirWord() throws IOException {
    String header = "#[Takt union of 2 logs in intervals of 1.000 s]\n" + START;
    assertThat(readRows(header, "0.0,1000.0", "1000.0,2000.0", "2000.0,3000.0"))
        .extracting(Interval::length)
        .containsExactly(1000 * SECOND, 2000 * SECOND, 3000 * SECOND);
    assertThat(guesses()).isEmpty();
  }

  // ---- other findings

  @Test
  void overlapsOfATagAreRemarkedUpon() throws IOException {
    readRows("#[x]", "Tag=a,0.0,1.0", "Tag=b,0.5,1.0", "Tag=a,0.5,1.0", "Tag=a,1.49,1.0");
    assertThat(problems.first())
        .extracting(Problem::toString)
        .containsExactly(
            "made.hdr:4: note: a: 1 interval starts before the one above it ends, by up to 0.500 s");
    assertThat(problems.faultsAndLosses()).isFalse();
  }
}
