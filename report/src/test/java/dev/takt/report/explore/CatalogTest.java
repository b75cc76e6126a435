package dev.takt.report.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.report.pack.SampleLog;
import dev.takt.report.page.SampleRun;
import dev.takt.report.page.SourceEntry;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {

  @TempDir Path folder;

  private static List<String> names(Path root, int secondsLater) {
    Instant then = Instant.now().plusSeconds(secondsLater);
    return new Catalog(List.of(root), () -> then).scan().stream().map(SourceEntry::name).toList();
  }

  @Test
  void theHiccupsOfARunThatJustBeginsAreNoLogByThemselves() throws Exception {
    Path run = Files.createDirectory(folder.resolve("run"));
    Path hiccups =
        SampleLog.write(run.resolve(RunDirectory.HICCUP_LOG), List.of("host-hiccup"), 2, 5);
    assertThat(names(folder, 0)).isEmpty();
    assertThat(names(hiccups, 0)).as("if they are named").containsExactly("hiccups.hdr");
    assertThat(names(folder, 60)).as("no run came of them").containsExactly("hiccups.hdr");
  }

  @Test
  void otherLogsAreShownAtOnce() throws Exception {
    SampleLog.write(folder.resolve("latency.hdr"), List.of("read-rt"), 2, 5);
    assertThat(names(folder, 0)).containsExactly("latency.hdr");
    SampleRun.write(folder.resolve("run"), RunRecord.State.FINISHED, "shop", 5);
    assertThat(names(folder, 0)).containsExactly("run", "latency.hdr");
  }
}
