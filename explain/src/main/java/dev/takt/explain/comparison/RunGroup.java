package dev.takt.explain.comparison;

import dev.takt.runs.json.RunJson;
import dev.takt.runs.model.Baseline;
import dev.takt.runs.model.Baseline.Latencies;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One side of a comparison: one run, or several repeats.
///
/// @param label a letter: `A` is the baseline
/// @param runs at least one
/// @param stored the estimates of a baseline file; null for run directories
public record RunGroup(String label, List<RecordedRun> runs, @Nullable Latencies stored) {

  /// @throws IllegalArgumentException if there is no run
  public RunGroup {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("side " + label + " has no run");
    }
  }

  /// A side of run directories.
  public RunGroup(String label, List<RecordedRun> runs) {
    this(label, runs, null);
  }

  /// Reads a baseline file.
  ///
  /// @param name its name in messages
  /// @throws IOException with a message for people, if it is none, is damaged, or has a newer
  ///   format
  public static RunGroup read(String label, Path file, String name) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      if (in.read() != '{') {
        throw new IOException(
            file
                + " is a file, but no baseline: expected the directory of a run, or a file of takt"
                + " compare --write-baseline");
      }
    }
    Baseline baseline = RunJson.readBaseline(file);
    return new RunGroup(label, RecordedRun.ofBaseline(baseline, name), baseline.latencies());
  }

  /// The names of its runs.
  public String names() {
    return runs.stream().map(RecordedRun::name).collect(Collectors.joining(", "));
  }
}
