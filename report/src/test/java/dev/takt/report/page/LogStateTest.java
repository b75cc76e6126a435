package dev.takt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.IndexCache;
import dev.takt.report.pack.LogIndex;
import dev.takt.report.pack.LogParts;
import dev.takt.report.pack.SampleLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogStateTest {

  @TempDir Path folder;

  private static List<String> problems(LogState state, Path log) {
    SourceEntry entry = SourceEntry.ofLog(log, SourceEntry.State.COMPLETE, null);
    return state.document(entry, ReportSections.NONE).sections().problems();
  }

  @Test
  void problemsAreReportedOnceIfTheLogIsReadTwice() throws Exception {
    Path log = SampleLog.write(folder.resolve("a.hdr"), List.of("rt"), 3, 20);
    List<String> lines = new ArrayList<>(Files.readAllLines(log));
    // A repaired line cannot be indexed; an unreadable line is lost.
    lines.set(lines.size() - 1, " " + lines.getLast() + " ,");
    lines.add("Tag=rt,3.000,1.000,0.1,HISTnonsense");
    Files.write(log, lines);

    LogState state = new LogState(Long.MAX_VALUE);
    assertThat(state.index(log, IndexCache.NONE)).isFalse();
    state.read(LogSource.of(log), LogState.Kind.LATENCIES);
    state.finish();
    LogState once = new LogState(Long.MAX_VALUE);
    once.read(LogSource.of(log), LogState.Kind.LATENCIES);
    once.finish();
    assertThat(problems(once, log)).isNotEmpty();
    assertThat(problems(state, log)).isEqualTo(problems(once, log));
  }

  @Test
  void problemsAreReportedForAnIndexedLog() throws Exception {
    Path log = SampleLog.write(folder.resolve("a.hdr"), List.of("rt"), 3, 20);
    Files.writeString(log, Files.readString(log) + "Tag=rt,3.000,1.000,0.1,HISTnonsense\n");
    LogState state = new LogState(Long.MAX_VALUE);
    assertThat(state.index(log, IndexCache.NONE)).isTrue();
    state.finish();
    assertThat(problems(state, log)).hasSize(1);
    state.close();
  }

  private static final Path LOGS = Path.of("../record/src/test/resources/logs");

  private static SourceDocument document(LogState state, Path log) {
    SourceEntry entry = SourceEntry.ofLog(log, SourceEntry.State.COMPLETE, state.origin());
    return state.document(entry, ReportSections.NONE);
  }

  @Test
  void detectedDialectIsANoteNotAProblem() throws Exception {
    Path log = LOGS.resolve("go-base.hlog");
    LogState state = new LogState(Long.MAX_VALUE);
    state.read(LogSource.of(log), LogState.Kind.LATENCIES);
    state.finish();
    SourceDocument document = document(state, log);
    assertThat(document.sections().problems()).isEmpty();
    assertThat(document.sections().notes())
        .hasSize(2)
        .allMatch(each -> each.startsWith("go-base.hlog: "));
    assertThat(document.time().end() - document.time().begin()).isEqualTo(10 * SampleLog.SECOND);
    LogState given = new LogState(Long.MAX_VALUE, new TimeColumns(TimeUnit.MILLISECONDS, true));
    given.read(LogSource.of(log), LogState.Kind.LATENCIES);
    given.finish();
    assertThat(document(given, log).sections().notes()).isEmpty();
  }

  @Test
  void utf16LogIsReadIntoMemory() throws Exception {
    Path log = LOGS.resolve("dotnet-utf16le.hlog");
    LogState state = new LogState(Long.MAX_VALUE);
    assertThat(state.index(log, IndexCache.NONE)).isFalse();
    state.read(LogSource.of(log), LogState.Kind.LATENCIES);
    state.finish();
    assertThat(document(state, log).sections().problems()).isEmpty();
    assertThat(document(state, log).time().end()).isEqualTo(10 * SampleLog.SECOND);
  }

  @Test
  void foreignDialectIsIndexedLikeItIsRead() throws Exception {
    Path log = LOGS.resolve("go-ms-relative.hlog");
    LogState state = new LogState(Long.MAX_VALUE);
    assertThat(state.index(log, IndexCache.NONE)).isTrue();
    state.finish();
    assertThat(document(state, log).time().end()).isEqualTo(10 * SampleLog.SECOND);
    assertThat(document(state, log).sections().notes()).hasSize(2);
    state.close();
  }

  @Test
  void unreadableLogEndsWhereReadingStopped() throws Exception {
    Path log = SampleLog.write(folder.resolve("a.hdr"), List.of("rt"), 2_000, 500);
    LogIndex part = LogParts.of(log).getFirst();
    LogIndex.Progress progress = Objects.requireNonNull(part.progress());
    SourceEntry entry = SourceEntry.ofLog(log, SourceEntry.State.COMPLETE, null);
    LogState state = new LogState(Long.MAX_VALUE);
    state.beginReading();
    state.useIndex(part, Map.of(), new Problems());
    SourceDocument meanwhile = state.document(entry, ReportSections.NONE);
    assertThat(meanwhile.progress()).isEqualTo(progress);
    assertThat(meanwhile.time().end()).isEqualTo(2_000 * SampleLog.SECOND);
    state.addFailure(log, new IOException("the disk is broken"));
    state.endReading();
    SourceDocument after = state.document(entry, ReportSections.NONE);
    assertThat(after.progress()).isNull();
    assertThat(after.time().end()).isEqualTo(progress.upTo()).isLessThan(meanwhile.time().end());
    assertThat(after.sections().problems()).containsExactly("the disk is broken");
    state.close();
  }
}
