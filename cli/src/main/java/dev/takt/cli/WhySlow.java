package dev.takt.cli;

import dev.takt.cli.output.ExplanationTable;
import dev.takt.explain.RunExplainer;
import dev.takt.runs.RunDirectory;
import java.io.IOException;

/// The explanation of a run that was made just now, at the end of what is told of it.
final class WhySlow {

  private static final int SLOWEST = 3;

  private WhySlow() {}

  /// Prints it. That there is none is no reason to call the run failed.
  static void tell(RunDirectory directory, Surroundings surroundings) {
    try {
      RunExplainer run = RunExplainer.of(directory);
      surroundings
          .out()
          .print(
              "\n"
                  + ExplanationTable.render(
                      run.explain(SLOWEST), run.origin(), surroundings.paint()));
    } catch (IOException e) {
      surroundings.err().println("takt: nothing is explained: " + e.getMessage());
    }
  }
}
