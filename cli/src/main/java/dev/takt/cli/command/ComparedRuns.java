package dev.takt.cli.command;

import dev.takt.cli.flags.CompareFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.NewFile;
import dev.takt.explain.comparison.RecordedRun;
import dev.takt.explain.comparison.RunGroup;
import dev.takt.runs.json.JsonText;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The runs of the sides of `takt compare`.
record ComparedRuns(CliContext context, CompareFlags flags) {

  /// The sides, the baseline first.
  ///
  /// @throws IOException if a run cannot be read, or is given twice on one side
  List<RunGroup> groups() throws IOException {
    List<RunGroup> groups = new ArrayList<>();
    for (List<String> side : flags.sides()) {
      List<RecordedRun> runs = new ArrayList<>();
      for (String each : side) {
        for (RecordedRun run : RecordedRun.openAll(context.directory().resolve(each), each)) {
          requireNew(run, runs);
          runs.add(run);
        }
      }
      groups.add(new RunGroup(Character.toString('A' + groups.size()), runs));
    }
    return groups;
  }

  private static void requireNew(RecordedRun run, List<RecordedRun> others) throws IOException {
    for (RecordedRun other : others) {
      if (run.isSameAs(other)) {
        throw new IOException(
            EnglishText.format(
                "%s is given twice on one side: a run cannot be its own repeat", run.name()));
      }
    }
  }

  /// Writes a baseline file, and prints what is in it.
  int writeBaseline(Path path) throws IOException {
    List<RecordedRun> runs = groups().getFirst().runs();
    Measure wanted = flags.measure();
    Measure measure = wanted == null ? runs.getFirst().headline() : wanted;
    String text = JsonText.of(RecordedRun.baseline(runs, measure));
    try (NewFile file = NewFile.create(path, true)) {
      file.write(text.getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
    context
        .out()
        .println(
            EnglishText.format(
                "baseline %s: %s time of %s, %,d bytes",
                path,
                measure.lowerCase(),
                runs.size() == 1 ? "1 run" : runs.size() + " runs",
                text.length()));
    return ExitCode.OK;
  }
}
