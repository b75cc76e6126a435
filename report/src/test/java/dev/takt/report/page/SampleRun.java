package dev.takt.report.page;

import dev.takt.report.pack.SampleLog;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Synthetic run directories.
public final class SampleRun {

  public static final List<String> TAGS =
      List.of("read-rt", "read-st", "read-wt", "write-rt", "write-st", "write-wt");

  private SampleRun() {}

  /// A run in a given state, without a summary, with a log of some seconds.
  public static RunDirectory write(Path path, RunRecord.State state, String target, int seconds)
      throws IOException {
    RunDirectory run = RunDirectory.create(path);
    Map<String, Object> plan = Map.of("target", target, "mode", "fixed", "rate", "40/s");
    Environment here = Environment.capture();
    Environment.Jvm jvm = here.jvm();
    // No process has this id, so the run counts as killed if it claims to be running.
    Environment.Jvm gone =
        new Environment.Jvm(
            jvm.name(),
            jvm.vendor(),
            jvm.version(),
            jvm.flags(),
            jvm.collectors(),
            1,
            Integer.MAX_VALUE);
    Environment where =
        new Environment(
            here.takt(), gone, here.os(), here.cpu(), here.container(), here.hostName());
    RunRecord record = RunRecord.started(plan, where);
    run.write(state == RunRecord.State.RUNNING ? record : record.ended(state, null));
    if (seconds > 0) {
      var _ = SampleLog.write(run.latencyLog(), TAGS, seconds, 20);
    }
    return run;
  }

  /// Sets the files' modification times to an hour ago.
  public static void age(RunDirectory run) throws IOException {
    try (var files = Files.list(run.path())) {
      for (Path each : files.toList()) {
        var _ = Files.setLastModifiedTime(each, FileTime.from(Instant.now().minusSeconds(3600)));
      }
    }
  }
}
