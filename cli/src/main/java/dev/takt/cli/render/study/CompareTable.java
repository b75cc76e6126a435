package dev.takt.cli.render.study;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.comparison.Comparison;
import dev.takt.explain.comparison.Comparison.Change;
import dev.takt.explain.comparison.RegressionRule.Outcome;
import dev.takt.explain.comparison.Row;
import dev.takt.explain.comparison.RunGroup;
import dev.takt.explain.comparison.Verdict;
import dev.takt.report.text.TagText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A comparison of runs as text: the verdict, what was compared, the figures, and what else
/// changed.
public final class CompareTable {

  private static final int MAX_VALUE_LENGTH = 200;

  private final TextPage page;

  private CompareTable(TextStyle paint) {
    this.page = new TextPage(paint);
  }

  /// The text, with a trailing line break.
  ///
  /// @param groups the sides, the baseline first
  /// @param comparisons each with the verdicts on the rules
  public static String render(
      List<RunGroup> groups, Map<Comparison, List<Outcome>> comparisons, TextStyle paint) {
    CompareTable table = new CompareTable(paint);
    comparisons.keySet().forEach(table::verdict);
    table.page.blank();
    groups.forEach(table::group);
    comparisons.forEach(table::comparison);
    return table.page.toString();
  }

  private void group(RunGroup group) {
    String names = TagText.escape(group.names());
    String count = group.runs().size() == 1 ? "" : group.runs().size() + " runs: ";
    page.row(Prose.hanging(group.label() + "  ", count + names, page.paint().width()));
  }

  private void verdict(Comparison of) {
    String doubt =
        switch (of.warnings().size()) {
          case 0 -> "";
          case 1 -> "; mind the warning below";
          default -> "; mind the warnings below";
        };
    page.line(page.paint().bold(coloured(of.verdict(), CompareSentence.of(of) + doubt)));
  }

  private void comparison(Comparison of, List<Outcome> outcomes) {
    page.blank();
    of.warnings().forEach(each -> page.line(page.paint().bad(TagText.escape(each))));
    if (!of.warnings().isEmpty()) {
      page.blank();
    }
    CompareFigures.table(of, page);
    legend(of);
    reasons(of);
    changes("environment of the generator", of.differences().environment(), of);
    changes("plan", of.differences().plan(), of);
    CompareCauses.stalls(of, page);
    CompareCauses.costs(of, page);
    page.points("to know", of.remarks().stream().map(TagText::escape).distinct().toList());
    CompareRules.print(outcomes, page);
  }

  private String coloured(Verdict verdict, String text) {
    return switch (verdict) {
      case WORSE, MIXED -> page.paint().bad(text);
      case BETTER -> page.paint().good(text);
      default -> text;
    };
  }

  private void legend(Comparison of) {
    if (of.rows().stream().anyMatch(each -> each.verdict() == Verdict.NO_DIFFERENCE)) {
      page.blank();
      page.line("no difference: none that this data can show");
    }
  }

  private void reasons(Comparison of) {
    Set<String> unlike = new LinkedHashSet<>();
    Map<String, List<String>> lacks = new LinkedHashMap<>();
    for (Row each : of.rows()) {
      if (each.verdict() == Verdict.NOT_COMPARABLE) {
        unlike.add(each.reason());
      } else if (each.verdict() == Verdict.TOO_LITTLE_DATA) {
        lacks
            .computeIfAbsent(String.valueOf(each.reason()), _ -> new ArrayList<>())
            .add(TagText.escape(each.operation()) + " " + each.figure().label());
      }
    }
    page.points("not comparable", unlike);
    Set<String> lines = new LinkedHashSet<>();
    lacks.forEach((reason, figures) -> lines.add(String.join(", ", figures) + ": " + reason));
    page.points("too little data", lines);
  }

  private void changes(String title, List<Change> changes, Comparison of) {
    if (changes.isEmpty()) {
      return;
    }
    page.blank();
    page.line(title);
    for (Change each : changes) {
      String a = of.baseline().label() + " " + values(each.baseline());
      String b = of.candidate().label() + " " + values(each.candidate());
      page.point(TagText.escape(each.what()) + ": " + a + ", " + b);
    }
  }

  private static String values(List<String> values) {
    return Prose.cutEnd(TagText.escape(String.join(" or ", values)), MAX_VALUE_LENGTH);
  }
}
