package dev.takt.cli.render.study;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.render.ci.Check;
import dev.takt.explain.comparison.Figure;
import dev.takt.explain.comparison.RegressionRule.Outcome;
import dev.takt.explain.comparison.Row;
import dev.takt.explain.comparison.Verdict;
import dev.takt.report.text.TagText;
import java.util.List;

/// The verdicts on the rules of a comparison, as text.
public final class CompareRules {

  private CompareRules() {}

  static void print(List<Outcome> outcomes, TextPage page) {
    if (outcomes.isEmpty()) {
      return;
    }
    page.blank();
    page.line("fail if");
    for (Outcome each : outcomes) {
      String state =
          switch (each.state()) {
            case HOLDS -> page.paint().good("ok       ");
            case BROKEN -> page.paint().bad("BROKEN   ");
            case UNDECIDED -> page.paint().warning("UNDECIDED");
          };
      page.line("  " + state + "  " + each.rule().rule() + because(each));
    }
  }

  /// The rules as checks of a build.
  public static List<Check> checks(List<Outcome> outcomes) {
    return outcomes.stream()
        .map(each ->
            new Check(
                "compare fail-if " + each.rule().rule(),
                switch (each.state()) {
                  case HOLDS -> Check.State.PASSED;
                  case BROKEN -> Check.State.FAILED;
                  case UNDECIDED -> Check.State.SKIPPED;
                },
                because(each).strip()))
        .toList();
  }

  private static String because(Outcome outcome) {
    Row row = outcome.row();
    if (row == null) {
      return "  (there is no such figure)";
    }
    String name = TagText.escape(row.operation()) + " " + row.figure().label();
    String change =
        row.figure() instanceof Figure.Errors
            ? CompareFigures.points(row.difference())
            : CompareFigures.percent(row.relative()) + ", " + CompareFigures.difference(row);
    return switch (outcome.state()) {
      case UNDECIDED -> "  (" + name + ": " + CompareFigures.words(row) + ")";
      case HOLDS, BROKEN ->
          "  ("
              + name
              + ": "
              + change
              + (row.verdict() == Verdict.NOT_JUDGED
                  ? ", by the values alone)"
                  : ", " + CompareFigures.words(row) + ")");
    };
  }
}
