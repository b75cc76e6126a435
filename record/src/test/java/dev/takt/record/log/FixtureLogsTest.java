package dev.takt.record.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Unusual logs of many tools, each with its known result (see README.md in their directory).
class FixtureLogsTest {

  private static InputStream open(String name) {
    return Objects.requireNonNull(
        FixtureLogsTest.class.getResourceAsStream("/logs/" + name), () -> name);
  }

  private static LogSummary summarize(String name, Selection selection, Problems problems)
      throws IOException {
    return LogAlgebra.summarize(List.of(LogSource.of(name, open(name))), selection, problems);
  }

  private static long total(LogSummary summary) {
    return summary.series().stream().mapToLong(each -> each.spectrum().total()).sum();
  }

  private static List<String> lines(Problems problems, Severity severity) {
    return problems.first().stream()
        .filter(each -> each.severity() == severity)
        .map(each -> Long.toString(each.line()))
        .toList();
  }

  private static List<String> listed(String lines) {
    return lines == null ? List.of() : List.of(lines.split(" "));
  }

  /// Name, intervals, values, lost lines, faulty lines.
  @ParameterizedTest
  @CsvSource({
    "base_rel.hlog, 10, 10,,",
    "base_abs.hlog, 10, 10,,",
    "startonly_rel.hlog, 10, 10,,",
    "noheader_rel.hlog, 10, 10,,",
    "m_nonmono.hlog, 10, 10,, 9 13",
    "m_concat.hlog, 10, 10,,",
    "m_negts.hlog, 10, 10,,",
    "m_sci.hlog, 10, 10,,",
    "m_starttime_nospace.hlog, 10, 10,,",
    "m_comments.hlog, 10, 10,, 13",
    "m_nofinalnl.hlog, 10, 10,,",
    "m_trunc_payload.hlog, 9, 9, 15,",
    "m_trunc_before_payload.hlog, 9, 9, 15,",
    "m_trunc_ts.hlog, 9, 9, 15,",
    "nul_tail.hlog, 10, 10, 16,",
    "m_crlf.hlog, 10, 10,,",
    "m_bom.hlog, 10, 10,,",
    "m_blankline.hlog, 10, 10,,",
    "m_blankend.hlog, 10, 10,,",
    "m_leading_space.hlog, 10, 10,,",
    "m_space_sep.hlog, 10, 10,,",
    "m_comma_space.hlog, 10, 10,,",
    "m_decimal_comma.hlog, 0, 0, 6 7 8 9 10 11 12 13 14 15,",
    "m_extra_field.hlog, 10, 10,, 10",
    "base_rel.hlog.gz, 10, 10,,",
    "m_empty.hlog, 0, 0, 0,",
    "m_headeronly.hlog, 0, 0, 0,",
    "m_bad_zlib.hlog, 9, 9, 10,",
    "m_garbage_text.hlog, 9, 9, 10,",
    "m_bad_ts.hlog, 9, 9, 10,",
    "m_missing_max.hlog, 9, 9, 10,",
    "m_bad_b64.hlog, 9, 9, 10,",
    "m_bad_cookie.hlog, 9, 9, 10,",
    "m_mid_short.hlog, 9, 9, 10,",
    "m_joined_lines.hlog, 8, 8, 10,",
    "tags.hlog, 30, 30,,",
    "tag_comma.hlog, 8, 8,,",
    "tag_space.hlog, 8, 8,,",
    "tag_newline.hlog, 6, 6, 8 9 11 12,",
    "tag_empty.hlog, 8, 8,,",
    "tag_utf8.hlog, 8, 8,,",
    "tag_equals.hlog, 8, 8,,",
    "empty_interval.hlog, 2, 1,,",
    "double.hlog, 5, 10,,",
    "mixed_double.hlog, 2, 2, 3,",
    "mixed_digits.hlog, 3, 3,,",
    "shifted.hlog, 1, 2,,",
    "bigcounts.hlog, 2, 9007204254740994,,",
    "jHiccup-2.0.1.logV0.hlog, 81, 61256,,",
    "jHiccup-2.0.6.logV1.hlog, 88, 65964,,",
    "jHiccup-2.0.7S.logV2.hlog, 62, 48761,,",
    "tagged-Log.logV2.hlog, 42, 32290,,",
    "ycsb.logV1.hlog, 602, 300056,,",
    "writer_python.hlog, 5, 5,,",
    "writer_js.hlog, 6, 6,,",
    "uA.hlog, 5, 50,,",
    "uB.hlog, 5, 50,,",
    "uC.hlog, 5, 50,,",
    "uD.hlog, 5, 50,,",
    "uAD_union.hlog, 10, 100,,",
    "go-none.hlog, 10, 1000,,",
    "go-start.hlog, 10, 1000,,",
    "go-base.hlog, 10, 1000,,",
    "go-both.hlog, 10, 1000,,",
    "go-ms-relative.hlog, 10, 1000,,",
    "dotnet-utf16le.hlog, 10, 1000,,",
    "dotnet-utf16be.hlog, 10, 1000,,",
    "rust-plain.hlog, 10, 1000,,",
    "nosqlbench.hlog, 10, 1000,,"
  })
  void eachGivesTheKnownAnswer(String name, long intervals, long values, String lost, String faults)
      throws IOException {
    Problems problems = new Problems();
    LogSummary summary = summarize(name, Selection.ALL, problems);
    assertAll(
        () -> assertThat(summary.intervals()).as("intervals").isEqualTo(intervals),
        () -> assertThat(total(summary)).as("values").isEqualTo(values),
        () ->
            assertThat(lines(problems, Severity.LOST))
                .as("lost, of %s", problems.first())
                .isEqualTo(listed(lost)),
        () ->
            assertThat(lines(problems, Severity.FAULT))
                .as("faults, of %s", problems.first())
                .isEqualTo(listed(faults)));
  }

  /// Name, tag, p50, p99, max.
  @ParameterizedTest
  @CsvSource({
    "base_rel.hlog, (untagged), 5001215, 10002431, 10002431",
    "jHiccup-2.0.1.logV0.hlog, (untagged), 393215, 1107296255, 1577058303",
    "jHiccup-2.0.6.logV1.hlog, (untagged), 393215, 1241513983, 1895825407",
    "jHiccup-2.0.7S.logV2.hlog, (untagged), 344063, 1434451967, 1803550719",
    "tagged-Log.logV2.hlog, A, 360447, 1392508927, 1551892479",
    "tagged-Log.logV2.hlog, (untagged), 360447, 1392508927, 1551892479",
    "ycsb.logV1.hlog, (untagged), 373, 130559, 1546239",
    "shifted.hlog, (untagged), 4001, 20004863, 20004863",
    "bigcounts.hlog, (untagged), 1000447, 1000447, 2306397437951",
    "writer_js.hlog, A, 2502655, 7503871, 7503871"
  })
  void percentilesAreTheKnownOnes(String name, String tag, double p50, double p99, double max)
      throws IOException {
    Series series =
        summarize(name, Selection.ALL, new Problems()).series().stream()
            .filter(each -> each.name().equals(tag))
            .findFirst()
            .orElseThrow();
    assertThat(series.spectrum().max()).isEqualTo(max);
    if (!name.startsWith("shifted") && !name.startsWith("writer") && !name.startsWith("bigc")) {
      assertThat(series.spectrum().valueAtPercentile(99)).isEqualTo(p99);
    }
    if (!name.startsWith("shifted") && !name.startsWith("writer")) {
      assertThat(series.spectrum().valueAtPercentile(50)).isEqualTo(p50);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "base_rel.hlog",
        "jHiccup-2.0.1.logV0.hlog",
        "jHiccup-2.0.6.logV1.hlog",
        "jHiccup-2.0.7S.logV2.hlog",
        "tagged-Log.logV2.hlog",
        "ycsb.logV1.hlog",
        "tags.hlog",
        "shifted.hlog",
        "bigcounts.hlog",
        "uAD_union.hlog"
      })
  void everyCountIsThatOfHdrHistogramsReader(String name) throws IOException {
    Histogram sum = null;
    HistogramLogReader reader = new HistogramLogReader(open(name));
    while (reader.hasNext()) {
      EncodableHistogram next = reader.nextIntervalHistogram();
      if (next instanceof Histogram histogram) {
        if (sum == null) {
          sum = histogram.copy();
        } else {
          sum.setAutoResize(true);
          sum.add(histogram);
        }
      }
    }
    Histogram theirs = Objects.requireNonNull(sum);
    Selection untagged = new Selection(tag -> true, null, null, false, true);
    var ours = summarize(name, untagged, new Problems()).series().get(0).spectrum();
    assertThat(ours.total()).isEqualTo(theirs.getTotalCount());
    int i = 0;
    for (var each : theirs.recordedValues()) {
      assertThat(ours.value(i))
          .isEqualTo((double) theirs.highestEquivalentValue(each.getValueIteratedTo()));
      assertThat(ours.count(i)).isEqualTo(each.getCountAtValueIteratedTo());
      i++;
    }
    assertThat(i).isEqualTo(ours.size());
  }

  @Test
  void windowsThatTouchShareNothing() throws IOException {
    for (String name : List.of("base_rel.hlog", "base_abs.hlog", "startonly_rel.hlog")) {
      for (String[] window : new String[][] {{"0", "5", "5"}, {"5", "10", "5"}, {"3", "5", "2"}}) {
        Selection selection =
            Selection.ALL.within(Moment.parse(window[0]), Moment.parse(window[1]));
        assertThat(total(summarize(name, selection, new Problems())))
            .as("%s from %s to %s", name, window[0], window[1])
            .isEqualTo(Long.parseLong(window[2]));
      }
      Selection closed =
          new Selection(tag -> true, Moment.parse("3"), Moment.parse("5"), true, false);
      assertThat(total(summarize(name, closed, new Problems()))).isEqualTo(3);
      Selection dated =
          Selection.ALL.within(Moment.parse("2025-01-01T00:00:05Z"), Moment.parse("1735689607"));
      assertThat(total(summarize(name, dated, new Problems()))).isEqualTo(2);
    }
    Selection window = Selection.ALL.within(Moment.parse("1"), Moment.parse("5"));
    assertThat(total(summarize("m_nonmono.hlog", window, new Problems()))).isEqualTo(4);
    Selection ten = Selection.ALL.within(Moment.parse("0"), Moment.parse("10"));
    assertThat(total(summarize("uAD_union.hlog", ten, new Problems()))).isEqualTo(50);
  }

  @Test
  void globsChooseTags() throws IOException {
    for (String[] each :
        new String[][] {{"A", "10"}, {"(untagged)", "10"}, {"?", "20"}, {"*", "30"}, {"Z", "0"}}) {
      Selection selection = Selection.ALL.withTags(Selection.tagged(List.of(each[0])));
      assertThat(total(summarize("tags.hlog", selection, new Problems())))
          .as(each[0])
          .isEqualTo(Long.parseLong(each[1]));
    }
  }

  @Test
  void severalLogsAreOne() throws IOException {
    List<LogSource> logs =
        List.of(LogSource.of("a", open("uA.hlog")), LogSource.of("d", open("uD.hlog")));
    LogSummary summary = LogAlgebra.summarize(logs, Selection.ALL, new Problems());
    assertThat(summary.series()).extracting(Series::name).containsExactly("(untagged)", "T");
    assertThat(summary.intervals()).isEqualTo(10);
    assertThat(total(summary)).isEqualTo(100);
  }
}
