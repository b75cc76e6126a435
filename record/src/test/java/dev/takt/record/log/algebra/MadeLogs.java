package dev.takt.record.log.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.log.Interval;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.Tally;
import dev.takt.record.log.read.IntervalLogReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The results of the log operations, in memory. The operations must lose nothing.
public final class MadeLogs {

  private MadeLogs() {}

  public static LogSource fixture(String name) {
    try {
      return LogSource.of(Path.of(MadeLogs.class.getResource("/logs/" + name).toURI()));
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  public static LogSource source(byte[] log) {
    return LogSource.of("made.hdr", new ByteArrayInputStream(log));
  }

  public static byte[] union(List<LogSource> sources, long step) throws IOException {
    return union(sources, Selection.ALL, step, log -> null);
  }

  public static byte[] union(
      List<LogSource> sources,
      Selection selection,
      long step,
      Function<String, @Nullable String> prefixes)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Problems problems = new Problems();
    assertThat(LogAlgebra.union(sources, selection, step, prefixes, out, problems)).isNotNull();
    assertNothingLost(problems);
    return out.toByteArray();
  }

  /// The parts, by tag.
  public static Map<String, byte[]> split(LogSource source, boolean keepTags) throws IOException {
    Map<String, ByteArrayOutputStream> outs = new TreeMap<>();
    Problems problems = new Problems();
    LogFacts facts =
        LogAlgebra.split(
            source,
            Selection.ALL,
            keepTags,
            (log, tag) -> {
              ByteArrayOutputStream out = new ByteArrayOutputStream();
              assertThat(outs.put(tag == null ? Selection.UNTAGGED : tag, out)).isNull();
              return out;
            },
            problems);
    assertThat(facts.tags()).containsExactlyElementsOf(outs.keySet());
    assertNothingLost(problems);
    Map<String, byte[]> parts = new TreeMap<>();
    outs.forEach((tag, out) -> parts.put(tag, out.toByteArray()));
    return parts;
  }

  public static byte[] correct(List<LogSource> sources, long interval) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Problems problems = new Problems();
    LogFacts facts =
        LogAlgebra.correct(
            sources, Selection.ALL, each -> interval, interval + " ns", out, problems);
    assertThat(facts.estimate()).contains(interval + " ns");
    assertNothingLost(problems);
    return out.toByteArray();
  }

  static LogSummary summarize(List<LogSource> sources, Selection selection) throws IOException {
    Problems problems = new Problems();
    LogSummary summary = LogAlgebra.summarize(sources, selection, problems);
    assertNothingLost(problems);
    return summary;
  }

  public static LogSummary summarize(List<LogSource> sources) throws IOException {
    return summarize(sources, Selection.ALL);
  }

  public static Tally summarized(List<LogSource> sources, Selection selection) throws IOException {
    return Tally.ofSpectra(summarize(sources, selection).series());
  }

  public static List<WindowSum> windows(List<LogSource> sources, Selection selection, long length)
      throws IOException {
    List<WindowSum> windows = new ArrayList<>();
    Problems problems = new Problems();
    LogFacts facts = LogAlgebra.windows(sources, selection, length, problems, collecting(windows));
    assertThat(facts).isNotNull();
    assertNothingLost(problems);
    return windows;
  }

  public static List<IntervalRow> intervals(List<LogSource> sources, Problems problems)
      throws IOException {
    List<IntervalRow> rows = new ArrayList<>();
    assertThat(LogAlgebra.intervals(sources, Selection.ALL, problems, collecting(rows)))
        .isNotNull();
    return rows;
  }

  static <R> Rows<R> collecting(List<R> rows) {
    return new Rows<>() {
      @Override
      public void begin(LogFacts facts) {
        assertThat(rows).isEmpty();
      }

      @Override
      public void row(R row) {
        rows.add(row);
      }
    };
  }

  public static List<Interval> read(byte[] log) throws IOException {
    Problems problems = new Problems();
    try (IntervalLogReader reader = IntervalLogReader.open(source(log), Selection.ALL, problems)) {
      List<Interval> intervals = reader.stream().toList();
      assertThat(problems.faultsAndLosses()).as("%s", problems.first()).isFalse();
      return intervals;
    }
  }

  static void assertNothingLost(Problems problems) {
    assertThat(problems.count(Severity.LOST)).as("%s", problems.first()).isZero();
  }
}
