package dev.takt.record.log.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.write.IntervalLogWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalLogReaderTest {

  private static final long SECOND = 1_000_000_000L;
  private static final ClockAnchor ANCHOR = new ClockAnchor(0, 1_790_000_000_123_456_000L, 0);

  private final List<Problem> bad = new ArrayList<>();

  private List<Interval> read(byte[] log) throws IOException {
    List<Interval> intervals;
    Problems problems = new Problems();
    LogSource source = LogSource.of("x.hdr", new ByteArrayInputStream(log));
    try (IntervalLogReader reader = IntervalLogReader.open(source, Selection.ALL, problems)) {
      intervals = reader.stream().toList();
    }
    bad.addAll(problems.first());
    return intervals;
  }

  private static byte[] log(int intervals) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (IntervalLogWriter writer = new IntervalLogWriter(out, ANCHOR, 0)) {
      for (int i = 0; i < intervals; i++) {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(1000L * (i + 1), 5);
        histogram.record(123_456_789, i);
        writer.write("tag" + i % 2, i * SECOND, (i + 1) * SECOND, histogram);
      }
    }
    return out.toByteArray();
  }

  private static String text(byte[] log) {
    return new String(log, StandardCharsets.UTF_8);
  }

  private List<Interval> readText(String log) throws IOException {
    return read(log.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    List<Interval> read = read(log(10));

    assertThat(bad).isEmpty();
    assertThat(read).hasSize(10);
    for (int i = 0; i < 10; i++) {
      Interval interval = read.get(i);
      assertThat(interval.tag()).isEqualTo("tag" + i % 2);
      assertThat(interval.start() - ANCHOR.epochNanosAt(i * SECOND)).isBetween(0L, 2000L);
      assertThat(interval.length()).isEqualTo(SECOND);
      assertThat(interval.counts().total()).isEqualTo(5 + i);
      assertThat(Spectrum.of(interval.counts()).countAtOrBelow(1010 * (i + 1))).isEqualTo(5);
    }
  }

  @Test
  void logsOfHdrHistogramAreRead() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistogramLogWriter writer = new HistogramLogWriter(out);
    writer.outputLogFormatVersion();
    writer.outputBaseTime(1_790_000_000_000L);
    writer.setBaseTime(1_790_000_000_000L);
    writer.outputStartTime(1_790_000_000_500L);
    writer.outputLegend();
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < 100_000; i++) {
      histogram.recordValue(i * 7919L);
    }
    histogram.setStartTimeStamp(1_790_000_001_250L);
    histogram.setEndTimeStamp(1_790_000_002_250L);
    writer.outputIntervalHistogram(histogram);
    histogram.setTag("T");
    writer.outputIntervalHistogram(histogram);

    List<Interval> read = read(out.toByteArray());

    assertThat(bad).isEmpty();
    assertThat(read).extracting(Interval::tag).containsExactly(null, "T");
    assertThat(read.get(0).start()).isEqualTo(1_790_000_001_250_000_000L);
    assertThat(read.get(0).length()).isEqualTo(SECOND);
    Spectrum ours = Spectrum.of(read.get(1).counts());
    assertThat(ours.total()).isEqualTo(100_000);
    for (double p : new double[] {0, 50, 99, 99.99, 100}) {
      assertThat(ours.valueAtPercentile(p)).isEqualTo((double) histogram.getValueAtPercentile(p));
    }
  }

  @Test
  void timesFollowHdrHistogramsRules() throws IOException {
    String payload = text(log(1)).lines().reduce((a, b) -> b).orElseThrow().split(",", -1)[4];
    String line = "5.5,1,0.1," + payload + "\n";
    assertThat(readText(line).get(0).start()).isEqualTo(5_500_000_000L);
    assertThat(readText("#[StartTime: 1790000000.000 (seconds since epoch)]\n" + line))
        .extracting(Interval::start)
        .containsExactly(1_790_000_005_500_000_000L);
    assertThat(readText("#[StartTime: 1790000000.0]\n1790000001" + line.substring(3)))
        .extracting(Interval::start)
        .containsExactly(1_790_000_001_000_000_000L);
    assertThat(readText("#[BaseTime: 100]\n#[StartTime: 1790000000.0]\n" + line))
        .extracting(Interval::start)
        .containsExactly(105_500_000_000L);
    assertThat(bad).isEmpty();
  }

  @Test
  void aLogCutAnywhereLosesItsLastLineAtMostAndSaysSo() throws IOException {
    byte[] log = log(3);
    int lastLine = text(log).lastIndexOf("Tag=");
    for (int length = lastLine + 1; length < log.length - 1; length++) {
      bad.clear();
      assertThat(read(Arrays.copyOf(log, length))).as("cut at %d", length).hasSize(2);
      assertThat(bad)
          .singleElement()
          .satisfies(b -> {
            assertThat(b.reason()).startsWith("the log is cut off in this line: ");
            assertThat(b.line()).isEqualTo(text(log).lines().count());
            assertThat(b).asString().startsWith("x.hdr:9: ");
          });
    }
    bad.clear();
    assertThat(read(Arrays.copyOf(log, log.length - 1)))
        .hasSize(3); // complete, except for the line break
    assertThat(bad).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "garbage | expected [Tag=TAG,]START,LENGTH,MAX,HISTOGRAM, found \"garbage\"",
        "Tag=a,1.0,1.0,HISTF | expected [Tag=TAG,]START,LENGTH,MAX,HISTOGRAM",
        "Tag=a,x,1.0,1.0,HISTF | expected [Tag=TAG,]START,LENGTH,MAX,HISTOGRAM",
        "Tag=a,1.0.0,1.0,1.0,HISTF | the start is not a time in seconds: \"1.0.0\"",
        "Tag=a,1.0,1.0,1.0,HIST$$$$ | the histogram is no Base64",
        "Tag=a,1.0,1.0,1.0,HIST | a histogram of 3 bytes is too short",
        "Tag=a,1.0,1.0,1.0,HISTFAAAAAA= | the compressed data is cut off",
        "Tag=a,1.0,1.0,1.0,AAAAAAAAAAA= | expected [Tag=TAG,]START,LENGTH,MAX,HISTOGRAM",
        "#[StartTime: broken] | the StartTime is not a time in seconds: \"broken\"",
      })
  void badLinesAreReportedAndOthersRead(String line, String reason) throws IOException {
    String log = text(log(3));
    int middle = log.indexOf("Tag=tag1");
    List<Interval> read = readText(log.substring(0, middle) + line + "\n" + log.substring(middle));

    assertThat(read).hasSize(3);
    assertThat(bad).singleElement().satisfies(b -> assertThat(b.reason()).startsWith(reason));
    assertThat(bad.get(0).line()).isEqualTo(8);
  }

  @Test
  void aFlippedByteIsNotPassedOn() throws IOException {
    byte[] log = log(3);
    int at = text(log).indexOf("Tag=tag1") + 60;
    log[at] = (byte) (log[at] == 'A' ? 'B' : 'A');
    assertThat(read(log)).hasSize(2);
    assertThat(bad).hasSize(1);
  }

  @Test
  void histogramsOfDoublesKeepTheirValues() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DoubleHistogram histogram = new DoubleHistogram(3);
    histogram.recordValue(0.5);
    new HistogramLogWriter(out).outputIntervalHistogram(0, 1, histogram);

    List<Interval> read = read(out.toByteArray());

    assertThat(Spectrum.of(read.get(0).counts()).max())
        .isEqualTo(histogram.getValueAtPercentile(100));
    assertThat(bad).isEmpty();
  }

  @Test
  void oddButHarmlessThingsAreUnderstood() throws IOException {
    String log = text(log(3));
    assertThat(readText("\uFEFF" + log)).hasSize(3);
    assertThat(readText(log.replace("\n", "\r\n"))).hasSize(3);
    assertThat(readText(log.replace("\nTag", "\n\n  Tag"))).hasSize(3);
    assertThat(bad).isEmpty();
    assertThat(readText(log + log)).hasSize(6);
    assertThat(bad).as("which goes back in time, tag by tag").hasSize(1);
    assertThat(readText("")).isEmpty();
    assertThat(bad).hasSize(2);
  }

  @Test
  void closesItsStream() throws IOException {
    boolean[] closed = {false};
    InputStream in =
        new ByteArrayInputStream(new byte[0]) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    IntervalLogReader.open(LogSource.of("x", in), Selection.ALL, new Problems()).close();
    assertThat(closed[0]).isTrue();
  }
}
