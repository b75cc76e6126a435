package dev.takt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportInputTest {

  @TempDir Path folder;

  private RunDirectory run(String watch) throws IOException {
    RunDirectory run = RunDirectory.create(folder.resolve("run"));
    run.write(
        RunRecord.started(Map.of("watch", watch), Environment.capture())
            .ended(RunRecord.State.FINISHED, null));
    return run;
  }

  private static void writtenAgo(Path file, int seconds) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(seconds)));
  }

  private static boolean isAddedTo(RunDirectory run) throws IOException {
    return RunReportInput.expectsMoreOutput(run, run.read());
  }

  @Test
  void stallsAreAwaitedForALimitedTime() throws IOException {
    RunDirectory run = run("default");
    writtenAgo(run.runJson(), 20);
    assertThat(isAddedTo(run)).isTrue();
    writtenAgo(run.runJson(), 120);
    assertThat(isAddedTo(run)).isFalse();
  }

  @Test
  void rulesAreAwaitedShortlyAfterStalls() throws IOException {
    RunDirectory run = run("deep");
    writtenAgo(run.runJson(), 20);
    run.write(
        new Stalls(Stalls.FORMAT_VERSION, List.of(), List.of(), List.of(), 0, List.of(), Map.of()));
    writtenAgo(run.stallsJson(), -20);
    assertThat(isAddedTo(run)).isTrue();
    writtenAgo(run.stallsJson(), 10);
    assertThat(isAddedTo(run)).isFalse();
  }

  @Test
  void unwatchedRunExpectsNoStalls() throws IOException {
    RunDirectory run = run("off");
    writtenAgo(run.runJson(), 20);
    assertThat(isAddedTo(run)).isFalse();
  }

  @Test
  void endedProcessAddsNothing() throws IOException {
    RunDirectory run = SampleRun.write(folder.resolve("r"), RunRecord.State.FINISHED, "shop", 1);
    assertThat(isAddedTo(run)).isFalse();
  }
}
