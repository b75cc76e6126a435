package dev.takt.cli;

import dev.takt.cli.output.ExplanationTable;
import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.runs.GeneratorReport;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The explanation of a run that was made just now.
final class WhySlow {

  private static final int SLOWEST = 3;

  private final Surroundings surroundings;
  private final RunDirectory directory;
  private final RunExplainer run;

  private WhySlow(Surroundings surroundings, RunDirectory directory, RunExplainer run) {
    this.surroundings = surroundings;
    this.directory = directory;
    this.run = run;
  }

  /// Finds it out. That there is none is no reason to call the run failed.
  static Optional<WhySlow> of(RunDirectory directory, Surroundings surroundings) {
    try {
      RunExplainer run = RunExplainer.of(directory);
      run.explain(SLOWEST);
      return Optional.of(new WhySlow(surroundings, directory, run));
    } catch (IOException e) {
      surroundings.err().println("takt: nothing is explained: " + e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      // What was measured is on disk, and its verdict is to be told whatever becomes of this.
      surroundings.err().println("takt: nothing is explained: " + Memory.reason(e));
    }
    return Optional.empty();
  }

  /// The generator's own report with what a verdict on it must not pass over.
  GeneratorReport told(GeneratorReport measured) {
    Explanation explanation = run.explain(SLOWEST);
    return explanation.isGeneratorToBlame()
        ? measured.withBlame(
            explanation.generatorsPart(), ExplanationTable.generatorsPart(explanation))
        : measured;
  }

  /// The result with that, in its run's directory too, so that what is told of it later says the
  /// same.
  ///
  /// @param failures what could not be written is added to
  Result kept(Result measured, List<String> failures) {
    GeneratorReport told = told(measured.summary().generator());
    if (told.partToBlame() == null) {
      return measured;
    }
    Result result = measured.withGenerator(told);
    try {
      directory.write(directory.read().withSummary(result.recorded()));
    } catch (IOException e) {
      failures.add(e.getMessage());
    }
    return result;
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
