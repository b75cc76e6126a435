package dev.takt.cli.command;

import dev.takt.cli.flags.CompareFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.NewFile;
import dev.takt.explain.comparison.Comparer;
import dev.takt.explain.comparison.RecordedRun;
import dev.takt.explain.comparison.RunGroup;
import dev.takt.runs.json.JsonText;
import dev.takt.runs.model.Baseline;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
      groups.add(group(Character.toString('A' + groups.size()), side));
    }
    return groups;
  }

  private RunGroup group(String label, List<String> names) throws IOException {
    List<RecordedRun> runs = new ArrayList<>();
    for (String each : names) {
      Path path = context.directory().resolve(each);
      if (!Files.isRegularFile(path)) {
        RecordedRun run = RecordedRun.open(path, each);
        requireNew(run, runs);
        runs.add(run);
      } else if (names.size() == 1 && flags.newBaseline() == null) {
        return RunGroup.read(label, path, each);
      } else {
        throw new IOException(
            each
                + " is a file: expected run directories; a baseline file is a whole side, to which"
                + " no run can be added");
      }
    }
    return new RunGroup(label, runs);
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
    Baseline baseline = Comparer.baseline(groups().getFirst(), flags.figures(), flags.measure());
    String text = JsonText.of(baseline, Baseline.INDENTED_LEVELS);
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
                baseline.latencies().measure().lowerCase(),
                baseline.runs().size() == 1 ? "1 run" : baseline.runs().size() + " runs",
                text.length()));
    return ExitCode.OK;
  }
}
