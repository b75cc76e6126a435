package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.List;
import java.util.Map;

/// The kinds of failures of a run as text, the most frequent first.
public final class ErrorList {

  private ErrorList() {}

  /// @param most the maximum number of kinds; the number of omitted kinds is printed
  static void print(RunSummary run, int most, TextPage page) {
    List<Map.Entry<String, Long>> kinds = kinds(run);
    if (kinds.isEmpty()) {
      return;
    }
    page.blank();
    page.line(page.paint().bad("errors"));
    kinds.stream().limit(most).forEach(each -> kind(each, run, page));
    if (kinds.size() > most) {
      page.line(EnglishText.format("%11s  more kinds", Units.count(kinds.size() - most)));
    }
  }

  /// The kinds and how often each occurred, the most frequent first.
  public static List<Map.Entry<String, Long>> kinds(RunSummary run) {
    return run.failures().counts().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .toList();
  }

  private static void kind(Map.Entry<String, Long> kind, RunSummary run, TextPage page) {
    page.line(EnglishText.format("%11s  %s", Units.count(kind.getValue()), kind.getKey()));
    Map<String, String> files = run.failures().files();
    if (files != null && files.containsKey(kind.getKey())) {
      String file = run.runDirectory() + "/" + files.get(kind.getKey());
      page.line(" ".repeat(13) + page.paint().faint("the first: " + file));
    }
  }
}
