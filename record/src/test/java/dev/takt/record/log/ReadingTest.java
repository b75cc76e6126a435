package dev.takt.record.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.github.luben.zstd.ZstdOutputStream;
import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.Seeded;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.record.log.write.IntervalLogWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reading of logs: compressed, cut off, in pieces, by several threads.
class ReadingTest {

  private static final long SECOND = 1_000_000_000L;
  private static final ClockAnchor ANCHOR = new ClockAnchor(0, 1_790_000_000L * SECOND, 40);

  @TempDir Path directory;

  /// A log of intervals of two tags, each of three values.
  private static byte[] log(int intervals) throws IOException {
    Random random = new Random(1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (IntervalLogWriter writer = new IntervalLogWriter(out, ANCHOR, 0)) {
      for (int i = 0; i < intervals; i++) {
        LatencyHistogram histogram = new LatencyHistogram();
        for (int j = 0; j < 3; j++) {
          histogram.record(Seeded.logUniform(random, 36));
        }
        writer.write(i % 2 == 0 ? "A" : "B", i / 2 * SECOND, (i / 2 + 1) * SECOND, histogram);
      }
    }
    return out.toByteArray();
  }

  private static String text(byte[] log) {
    return new String(log, StandardCharsets.UTF_8);
  }

  private static LogSummary summarize(InputStream in, Problems problems) throws IOException {
    return LogAlgebra.summarize(List.of(LogSource.of("log", in)), Selection.ALL, problems);
  }

  private static LogSummary summarize(byte[] log, Problems problems) throws IOException {
    return summarize(new ByteArrayInputStream(log), problems);
  }

  private static LogSummary summarize(String log, Problems problems) throws IOException {
    return summarize(log.getBytes(StandardCharsets.UTF_8), problems);
  }

  private static LogSummary sound(byte[] log) throws IOException {
    Problems problems = new Problems();
    LogSummary summary = summarize(log, problems);
    assertThat(problems.first()).isEmpty();
    return summary;
  }

  private static long total(LogSummary summary) {
    return summary.series().stream().mapToLong(each -> each.spectrum().total()).sum();
  }

  private interface Packer {
    OutputStream around(OutputStream out) throws IOException;
  }

  private static byte[] packed(byte[] log, Packer packer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream packed = packer.around(out)) {
      packed.write(log);
    }
    return out.toByteArray();
  }

  private static final List<Packer> PACKERS = List.of(GZIPOutputStream::new, ZstdOutputStream::new);

  @Test
  void compressedLogsAreReadAsTheyAre() throws IOException {
    for (Packer packer : PACKERS) {
      assertThat(total(sound(packed(log(2_000), packer)))).isEqualTo(6_000);
    }
  }

  @Test
  void whatStandsBeforeTheCutOfACompressedLogIsUsed() throws IOException {
    for (Packer packer : PACKERS) {
      byte[] whole = packed(log(20_000), packer);
      Problems problems = new Problems();
      LogSummary summary = summarize(Arrays.copyOf(whole, whole.length / 2), problems);
      assertThat(total(summary)).isBetween(10_000L, 50_000L);
      assertThat(problems.first()).isNotEmpty();
      assertThat(problems.first().get(problems.first().size() - 1).reason()).contains("cut off");
    }
  }

  @Test
  void lineBreaksAndTheByteOrderMarkAreNotMinded() throws IOException {
    String log = text(log(40));
    List<Function<String, String>> forms =
        List.of(
            each -> each.replace("\n", "\r\n"),
            each -> "\ufeff" + each,
            String::stripTrailing,
            each -> each.replace("\nTag=A", "\r\nTag=A"),
            each -> each.replace("\n", "\n\n"),
            each -> each + "\n \n\t\n");
    for (Function<String, String> form : forms) {
      assertThat(total(sound(form.apply(log).getBytes(StandardCharsets.UTF_8)))).isEqualTo(120);
    }
  }

  @Test
  void aLineOf20MegabytesIsOneLostLine() throws IOException {
    byte[] log = log(10);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(log);
    byte[] giant = new byte[20 << 20];
    Arrays.fill(giant, (byte) 'x');
    out.writeBytes(giant);
    out.write('\n');
    out.writeBytes(log);
    Problems problems = new Problems();
    assertThat(total(summarize(out.toByteArray(), problems))).isEqualTo(60);
    long giantLine = text(log).lines().count() + 1;
    assertThat(problems.first())
        .filteredOn(each -> each.severity() == Severity.LOST)
        .extracting(Problem::line)
        .containsExactly(giantLine);
  }

  /// A stream that returns a random number of bytes at a time.
  private static InputStream inPieces(byte[] log, Random random, int most) {
    return new ByteArrayInputStream(log) {
      @Override
      public int read(byte[] bytes, int from, int length) {
        return super.read(bytes, from, Math.min(length, 1 + random.nextInt(most)));
      }
    };
  }

  @Test
  void blocksMayEndAnywhere() throws IOException {
    byte[] log = log(60);
    Seeded.repeat(
        30,
        random -> {
          Problems problems = new Problems();
          int most = 1 + random.nextInt(400);
          assertThat(total(summarize(inPieces(log, random, most), problems))).isEqualTo(180);
          assertThat(problems.first()).isEmpty();
        });
    Path file = Files.write(directory.resolve("x.hdr"), log(5_000)); // several blocks
    Problems problems = new Problems();
    LogSummary summary = LogAlgebra.summarize(List.of(LogSource.of(file)), Selection.ALL, problems);
    assertThat(total(summary)).isEqualTo(15_000);
    assertThat(problems.first()).isEmpty();
  }

  @Test
  void aHundredThousandLinesThatAreNoneAreCounted() throws IOException {
    Problems problems = new Problems();
    assertThat(summarize("x\n".repeat(100_000), problems).intervals()).isZero();
    assertThat(problems.count(Severity.LOST)).isEqualTo(100_000);
    assertThat(problems.first()).hasSizeLessThanOrEqualTo(1_000);
    assertThat(problems.first().get(0).line()).isEqualTo(1);
  }

  @Test
  void oddTimesAreReportedAndOthersUsed() throws IOException {
    String line = text(log(1)).lines().filter(each -> each.startsWith("Tag=")).toList().get(0);
    String payload = line.substring(line.lastIndexOf(',') + 1);
    record Odd(String line, Severity severity, String reason) {}
    for (Odd odd :
        List.of(
            new Odd("1.0,-1.0,1.0," + payload, Severity.LOST, "negative length"),
            new Odd("99999999999.0,1.0,1.0," + payload, Severity.LOST, "out of range"),
            new Odd("1e9999,1.0,1.0," + payload, Severity.LOST, "not a time in seconds"),
            new Odd("0.5,1.0,1.0," + payload, Severity.FAULT, "out of order"),
            new Odd("Tag=A,Tag=B,9.0,1.0,1.0," + payload, Severity.LOST, "more than one tag"),
            new Odd("#[Histogram log format version 9.9]", Severity.FAULT, "9.9 is not known"),
            new Odd("\0\0\0\0", Severity.LOST, "NUL"))) {
      Problems problems = new Problems();
      String log = "#[StartTime: 0.0 (seconds)]\n1.0,1.0,1.0," + payload + "\n" + odd.line + "\n";
      LogSummary summary = summarize(log + "2.0,1.0,1.0," + payload + "\n", problems);
      assertThat(problems.first()).as(odd.line).hasSize(1);
      Problem problem = problems.first().get(0);
      assertThat(problem.line()).isEqualTo(3);
      assertThat(problem.reason()).contains(odd.reason);
      assertThat(problem.severity()).isEqualTo(odd.severity);
      assertThat(summary.intervals()).isEqualTo(odd.reason.equals("out of order") ? 3 : 2);
    }
  }

  @Test
  void momentsAreReadInAllForms() {
    assertThat(Moment.parse("12.5")).isEqualTo(new Moment(12_500_000_000L, false));
    assertThat(Moment.parse("-1")).isEqualTo(new Moment(-SECOND, false));
    assertThat(Moment.parse("1e3")).isEqualTo(new Moment(1_000 * SECOND, false));
    Moment second = new Moment(1_735_689_605L * SECOND, true);
    assertThat(Moment.parse("1735689605")).isEqualTo(second);
    assertThat(Moment.parse("2025-01-01T00:00:05Z")).isEqualTo(second);
    assertThat(Moment.parse("2025-01-01T00:00:05")).isEqualTo(second);
    assertThat(Moment.parse("2025-01-01T01:00:05+01:00")).isEqualTo(second);
    assertThat(Moment.parse("2025-01-01").nanos()).isEqualTo(second.nanos() - 5 * SECOND);
    for (String bad : List.of("", "x", "1.2.3", "1735689605000", "2025-13-01", ".", "-")) {
      assertThatIllegalArgumentException().as(bad).isThrownBy(() -> Moment.parse(bad));
    }
  }

  @Test
  void theResultIsThatOfOneThread() throws IOException {
    byte[] log = log(4_000);
    LogSummary all = sound(log);
    for (Series series : all.series()) {
      Counts one = new Counts(Layout.THREE_DIGITS);
      Selection tag = Selection.ALL.withTags(Selection.tagged(List.of(series.name())));
      try (IntervalLogReader reader =
          IntervalLogReader.open(
              LogSource.of("log", new ByteArrayInputStream(log)), tag, new Problems())) {
        for (Interval each = reader.next(); each != null; each = reader.next()) {
          one.add(each.counts());
        }
      }
      assertThat(series.spectrum().total()).isEqualTo(one.total()).isEqualTo(6_000);
      int i = 0;
      for (int slot = 0; slot < one.length(); slot++) {
        if (one.at(slot) != 0) {
          assertThat(series.spectrum().value(i)).isEqualTo(one.layout().highest(slot));
          assertThat(series.spectrum().count(i)).isEqualTo(one.at(slot));
          i++;
        }
      }
    }
  }
}
