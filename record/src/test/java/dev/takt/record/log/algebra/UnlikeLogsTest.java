package dev.takt.record.log.algebra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/// Regression tests for logs that were counted wrong, not counted, or processed without end.
class UnlikeLogsTest {

  private final Problems problems = new Problems();

  private static String fixture(String name) throws IOException {
    return new String(MadeLogs.fixture(name).open().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static LogSource source(String log) {
    return LogSource.of("x", new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)));
  }

  private long total(String... logs) throws IOException {
    List<LogSource> sources = List.of(logs).stream().map(UnlikeLogsTest::source).toList();
    return LogAlgebra.summarize(sources, Selection.ALL, problems).series().stream()
        .mapToLong(each -> each.spectrum().total())
        .sum();
  }

  @Test
  void oneDamagedCharacterCostsOneInterval() throws IOException {
    String log = fixture("base_rel.hlog").replaceFirst("HIST", "DIST");
    assertThat(total(log)).isEqualTo(9);
    assertThat(problems.count(Severity.LOST)).isEqualTo(1);
  }

  @Test
  void valuesOfDifferentUnitsAreNotAddedUp() throws IOException {
    String log = fixture("uA.hlog");
    assertThatIOException()
        .isThrownBy(() -> total("#[Unit: nanoseconds]\n" + log, "#[Unit: microseconds]\n" + log))
        .withMessageContaining("cannot be added up");
    assertThatIOException()
        .isThrownBy(() -> total("#[Unit: microseconds]\n" + log, log))
        .withMessageContaining("cannot be added up");
    assertThat(total("#[Unit: nanoseconds]\n" + log, log)).isEqualTo(100);
  }

  @Test
  void aPipedLogThatIsOutOfOrderHasEachWindowOnce() throws IOException {
    List<WindowSum> windows = new ArrayList<>();
    LogFacts unused =
        LogAlgebra.windows(
            List.of(source(fixture("uAD_union.hlog"))),
            Selection.ALL,
            Duration.ofMinutes(1).toNanos(),
            problems,
            new Rows<>() {
              @Override
              public void begin(LogFacts facts) {}

              @Override
              public void row(WindowSum row) {
                windows.add(row);
              }
            });
    assertThat(windows)
        .extracting(each -> each.series().spectrum().total())
        .containsExactly(50L, 50L);
  }

  @Test
  void whatIsNotATagIsNotAskedFor() throws IOException {
    Selection selection = Selection.ALL.withTags(Selection.tagged(List.of("!A")));
    LogSummary summary =
        LogAlgebra.summarize(List.of(source(fixture("tags.hlog"))), selection, problems);
    assertThat(summary.series()).extracting(Series::name).containsExactly("(untagged)", "B");
  }

  @Test
  void linesMadeToTakeLongDoNot() {
    String line = "x" + " ".repeat(1000) + "HIST".repeat(260) + "\n";
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(total(line.repeat(2000))).isZero());
    assertThat(problems.count(Severity.LOST)).isEqualTo(2000);
  }

  @Test
  void aFileThatIsNoLogIsCountedInBoundedMemory() throws IOException {
    assertThat(total("garbage\n".repeat(500_000))).isZero();
    assertThat(problems.count(Severity.LOST)).isEqualTo(500_000);
    assertThat(problems.first()).hasSizeLessThanOrEqualTo(1000);
  }
}
