package dev.takt.cli.render.study;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.comparison.SelfCheck.Score;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.List;

/// How often verdicts on simulated pairs were correct, as text.
public final class SelfCheckTable {

  private static final List<String> HEAD =
      List.of("system", "length", "truth", "pairs", "slower", "other", "truth in interval");

  private static final double NEARLY_ALL = 0.99;

  private SelfCheckTable() {}

  /// The table, with a trailing line break.
  public static String render(List<Score> scores) {
    List<String> systems =
        scores.stream().map(each -> each.scenario().system().describe()).distinct().toList();
    TextPage page = new TextPage(TextStyle.PLAIN);
    page.table(HEAD, scores.stream().map(each -> row(each, systems)).toList(), 0, 2);
    for (int i = 0; i < systems.size(); i++) {
      page.line(letter(i) + ": " + systems.get(i));
    }
    if (scores.stream().anyMatch(each -> !possible(each).isEmpty())) {
      page.line("of: so many the best possible test would call slower, and no test more");
    }
    return page.toString();
  }

  /// The maximum power with this amount of data: a test cannot detect more.
  private static String possible(Score score) {
    double most = score.scenario().maxPower();
    return most < NEARLY_ALL ? EnglishText.format(" of %.0f %%", 100 * most) : "";
  }

  private static List<String> row(Score score, List<String> systems) {
    double slowdown = score.scenario().slowdown() - 1;
    return List.of(
        letter(systems.indexOf(score.scenario().system().describe())),
        score.scenario().seconds() + " s",
        slowdown == 0 ? "the same" : EnglishText.format("%.0f %% slower", slowdown * 100),
        Units.count(score.pairs()),
        Units.percent((double) score.slower() / score.pairs()) + possible(score),
        Units.percent((double) score.other() / score.pairs()),
        score.covering() < 0 || score.intervals() == 0
            ? "-"
            : Units.percent((double) score.covering() / score.intervals()));
  }

  private static String letter(int index) {
    return String.valueOf((char) ('A' + index));
  }
}
