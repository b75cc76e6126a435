package dev.takt.cli.command;

import dev.takt.cli.flags.CompareFlags;
import dev.takt.cli.render.ci.GithubAnnotations;
import dev.takt.cli.render.study.CompareJson;
import dev.takt.cli.render.study.CompareRules;
import dev.takt.cli.render.study.CompareSentence;
import dev.takt.cli.render.study.CompareTable;
import dev.takt.cli.render.study.SelfCheckTable;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.explain.comparison.Comparer;
import dev.takt.explain.comparison.Comparison;
import dev.takt.explain.comparison.RegressionRule;
import dev.takt.explain.comparison.RegressionRule.Outcome;
import dev.takt.explain.comparison.RegressionRule.State;
import dev.takt.explain.comparison.Row;
import dev.takt.explain.comparison.RunGroup;
import dev.takt.explain.comparison.SelfCheck;
import dev.takt.lab.OutOfMemory;
import dev.takt.load.text.Spelling;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// `takt compare`: compares runs.
public final class CompareCommand {

  private final CliContext context;
  private final CompareFlags flags;

  public CompareCommand(CliContext context, CompareFlags flags) {
    this.context = context;
    this.flags = flags;
  }

  public int run() {
    try {
      Integer pairs = flags.simulatedPairs();
      if (pairs != null) {
        return selfCheck(pairs);
      }
      Path file = flags.newBaseline();
      return file == null ? compare() : new ComparedRuns(context, flags).writeBaseline(file);
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (OutOfMemoryError e) {
      context.message("not enough memory for these logs; " + OutOfMemory.ADVICE);
      return ExitCode.FAILED;
    }
  }

  private int compare() throws IOException {
    List<RunGroup> groups = new ComparedRuns(context, flags).groups();
    List<Comparison> comparisons =
        Comparer.compare(groups, flags.figures(), flags.measure(), flags.runToRun());
    String unknown = unknownOperation(comparisons);
    if (!unknown.isEmpty()) {
      context.message("takt compare", "--fail-if: " + unknown);
      return ExitCode.USAGE;
    }
    Map<Comparison, List<Outcome>> outcomes = new LinkedHashMap<>();
    for (Comparison each : comparisons) {
      outcomes.put(each, flags.rules().stream().map(rule -> rule.evaluate(each.rows())).toList());
    }
    GithubAnnotations annotations = new GithubAnnotations();
    outcomes.forEach(
        (of, each) -> annotations.add(CompareRules.checks(each), CompareSentence.of(of)));
    context
        .out()
        .print(
            flags.json()
                ? CompareJson.render(groups, outcomes, flags.runToRun())
                : CompareTable.render(groups, outcomes, context.paint()));
    annotations.print(context);
    return code(outcomes);
  }

  /// A mistyped operation name must not pass as success.
  private String unknownOperation(List<Comparison> comparisons) {
    Set<String> known = new TreeSet<>();
    for (Comparison each : comparisons) {
      each.rows().stream().map(Row::operation).forEach(known::add);
    }
    for (RegressionRule rule : flags.rules()) {
      String operation = rule.operation();
      if (operation != null && !known.contains(operation)) {
        String meant =
            Spelling.nearest(operation, known)
                .map(each -> "; did you mean " + each + "?")
                .orElse("; there is " + String.join(", ", known));
        return EnglishText.format(
            "'%s': no operation of that name is on both sides%s", rule.rule(), meant);
      }
    }
    return "";
  }

  private static int code(Map<Comparison, List<Outcome>> outcomes) {
    List<State> states =
        outcomes.values().stream().flatMap(List::stream).map(Outcome::state).toList();
    if (states.contains(State.BROKEN)) {
      return ExitCode.REGRESSION;
    }
    return states.contains(State.UNDECIDED) ? ExitCode.NOT_TRUSTED : ExitCode.OK;
  }

  private int selfCheck(int pairs) {
    List<SelfCheck.Score> scores = new ArrayList<>();
    for (SelfCheck.Scenario each : SelfCheck.defaultScenarios()) {
      context.message(
          EnglishText.format(
              "%s, %d s, %d pairs", each.system().describe(), each.seconds(), pairs));
      scores.add(SelfCheck.score(each, pairs));
    }
    context.out().print(SelfCheckTable.render(scores));
    return ExitCode.OK;
  }
}
