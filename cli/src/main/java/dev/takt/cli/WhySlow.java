package dev.takt.cli;

import dev.takt.cli.output.ExplanationTable;
import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The explanation of a run that was made just now, at the end of what is told of it.
final class WhySlow {

  private static final int SLOWEST = 3;

  private WhySlow() {}

  /// Prints it. That there is none is no reason to call the run failed.
  ///
  /// @return what knows it, so that nobody need read all operations again; null if there is none
  static @Nullable RunExplainer tell(RunDirectory directory, Surroundings surroundings) {
    try {
      RunExplainer run = RunExplainer.of(directory);
      Explanation explanation = run.explain(SLOWEST);
      surroundings
          .out()
          .print("\n" + ExplanationTable.render(explanation, run.origin(), surroundings.paint()));
      String most = ExplanationTable.inOneSentence(explanation);
      if (!most.isEmpty()) {
        surroundings.out().print("\n" + most + "\n");
      }
      return run;
    } catch (IOException e) {
      surroundings.err().println("takt: nothing is explained: " + e.getMessage());
      return null;
    }
  }
}
