package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;

/// The verdicts on the rules of `--fail-if`, as text.
public final class RuleList {

  private RuleList() {}

  /// @param isNotTrusted whether the exit code says that the run does not decide the rules
  static void print(RunSummary run, boolean isNotTrusted, TextPage page) {
    if (run.assertions().isEmpty()) {
      return;
    }
    page.blank();
    page.line("fail if");
    run.assertions().forEach(each -> rule(each, page));
    if (isNotTrusted) {
      page.line("  exit code 5, not 0 or 3: this run does not decide all rules");
    }
  }

  private static void rule(AssertionResult result, TextPage page) {
    String verdict =
        result.undecided() != null
            ? page.paint().warning("UNDECIDED")
            : result.broken() ? page.paint().bad("BROKEN") : page.paint().good("ok    ");
    page.line("  " + verdict + "  " + text(result));
    if (result.undecided() != null) {
      page.line("    " + result.undecided());
    }
  }

  /// A rule and its value: `p99 > 20ms (it is 198 ms; 1.20 ms without the generator)`.
  public static String text(AssertionResult result) {
    String without =
        result.withoutGenerator() == null
            ? ""
            : "; " + result.withoutGenerator() + " without the generator";
    return EnglishText.format("%s  (it is %s%s)", result.rule(), result.actual(), without);
  }
}
