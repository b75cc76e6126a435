package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;

/// The verdicts on the rules of `--fail-if`, as text.
final class RuleList {

  private RuleList() {}

  /// @param isNotTrusted whether the exit code says that the measurement is not to be trusted
  static void print(RunSummary run, boolean isNotTrusted, TextPage page) {
    if (run.assertions().isEmpty()) {
      return;
    }
    page.blank();
    page.line("fail if");
    run.assertions().forEach(each -> rule(each, page));
    if (isNotTrusted && run.hasBrokenRule()) {
      page.line("  exit code 5 instead of 3: the measurement is not to be trusted");
    }
  }

  private static void rule(AssertionResult result, TextPage page) {
    String verdict = result.broken() ? page.paint().bad("BROKEN") : page.paint().good("ok    ");
    page.line(EnglishText.format("  %s  %s  (it is %s)", verdict, result.rule(), result.actual()));
  }
}
