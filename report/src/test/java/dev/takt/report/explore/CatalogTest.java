package dev.takt.report.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.IndexCache;
import dev.takt.report.pack.SampleLog;
import dev.takt.report.page.SampleRun;
import dev.takt.report.page.SourceEntry;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {

  @TempDir Path folder;

  private Path log(String name) throws IOException {
    Files.createDirectories(folder.resolve("logs"));
    return SampleLog.write(folder.resolve(name), List.of("rt"), 2, 5);
  }

  private static List<String> names(Path... roots) {
    return new Catalog(List.of(roots), IndexCache.NONE, TimeColumns.AUTO)
        .scan().stream().map(SourceEntry::name).toList();
  }

  @Test
  void rootsAreListedOnceInTheirOrder() throws IOException {
    Path c = log("c.hdr");
    Path a = log("a.hdr");
    Path inFolder = folder.resolve("logs");
    var _ = log("logs/z.hdr");
    var _ = log("logs/b.hdr");

    assertThat(names(c, inFolder, a)).containsExactly("c.hdr", "b.hdr", "z.hdr", "a.hdr");
    assertThat(names(folder.resolve("logs/z.hdr"), inFolder)).containsExactly("z.hdr", "b.hdr");
    assertThat(names(folder))
        .as("of one folder, by name")
        .containsExactly("a.hdr", "b.hdr", "c.hdr", "z.hdr");
  }

  private static List<String> namesLater(Path root, int secondsLater) {
    Instant then = Instant.now().plusSeconds(secondsLater);
    return new Catalog(List.of(root), IndexCache.NONE, TimeColumns.AUTO, () -> then)
        .scan().stream().map(SourceEntry::name).toList();
  }

  @Test
  void hiccupLogOfAStartingRunIsNotListed() throws Exception {
    Path run = Files.createDirectory(folder.resolve("run"));
    Path hiccups =
        SampleLog.write(run.resolve(RunDirectory.HICCUP_LOG), List.of("host-hiccup"), 2, 5);
    assertThat(namesLater(folder, 0)).isEmpty();
    assertThat(namesLater(hiccups, 0)).as("if they are named").containsExactly("hiccups.hdr");
    assertThat(namesLater(folder, 60)).as("no run came of them").containsExactly("hiccups.hdr");
  }

  /// Agents of this machine have their runs in the directory of the whole, before that begins.
  @Test
  void runOfAMachineIsNotTakenForTheWholeThatHasNotBegun() throws Exception {
    Path whole = folder.resolve("whole");
    RunDirectory one =
        SampleRun.write(whole.resolve("agents/a/run"), RunRecord.State.RUNNING, "shop", 5);
    Catalog catalog = Catalog.ofRun(whole, IndexCache.NONE);
    assertThat(catalog.scan()).isEmpty();
    Files.copy(one.runJson(), whole.resolve("run.json"));
    assertThat(catalog.scan()).extracting(SourceEntry::name).containsExactly("whole");
  }

  @Test
  void newLogsAreListedAtOnce() throws Exception {
    SampleLog.write(folder.resolve("latency.hdr"), List.of("read-rt"), 2, 5);
    assertThat(namesLater(folder, 0)).containsExactly("latency.hdr");
    SampleRun.write(folder.resolve("run"), RunRecord.State.FINISHED, "shop", 5);
    assertThat(namesLater(folder, 0)).containsExactly("run", "latency.hdr");
  }
}
