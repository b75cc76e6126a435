package dev.takt.cli;

import dev.takt.cli.output.ExplanationTable;
import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.util.Optional;

/// The explanation of a run that was made just now.
final class WhySlow {

  private static final int SLOWEST = 3;

  private final Surroundings surroundings;
  private final RunExplainer run;

  private WhySlow(Surroundings surroundings, RunExplainer run) {
    this.surroundings = surroundings;
    this.run = run;
  }

  /// Finds it out. That there is none is no reason to call the run failed.
  static Optional<WhySlow> of(RunDirectory directory, Surroundings surroundings) {
    try {
      RunExplainer run = RunExplainer.of(directory);
      run.explain(SLOWEST);
      return Optional.of(new WhySlow(surroundings, run));
    } catch (IOException e) {
      surroundings.err().println("takt: nothing is explained: " + e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      // What was measured is on disk, and its verdict is to be told whatever becomes of this.
      surroundings.err().println("takt: nothing is explained: " + e);
    }
    return Optional.empty();
  }

  /// What a verdict on the generator must not pass over; nothing if it does not.
  Optional<String> finding() {
    Explanation explanation = run.explain(SLOWEST);
    return explanation.isGeneratorToBlame()
        ? Optional.of(ExplanationTable.generatorsPart(explanation))
        : Optional.empty();
  }

  /// Prints it, at the end of what is told of the run.
  void tell() {
    Explanation explanation = run.explain(SLOWEST);
    surroundings
        .out()
        .print("\n" + ExplanationTable.render(explanation, run.origin(), surroundings.paint()));
    String most = ExplanationTable.inOneSentence(explanation);
    if (!most.isEmpty()) {
      surroundings.out().print("\n" + most + "\n");
    }
  }

  /// What knows it, so that nobody need read all operations again.
  RunExplainer run() {
    return run;
  }
}
