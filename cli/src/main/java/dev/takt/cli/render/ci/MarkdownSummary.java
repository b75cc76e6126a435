package dev.takt.cli.render.ci;

import static dev.takt.cli.render.ci.MarkdownPage.text;

import dev.takt.cli.render.ci.Check.State;
import dev.takt.cli.render.run.Answer;
import dev.takt.cli.render.run.CauseTable;
import dev.takt.cli.render.run.ErrorList;
import dev.takt.cli.render.run.GeneratorText;
import dev.takt.cli.render.run.LatencyTable;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.Explanation;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Runs as Markdown, for the summary of a build's step: the headline, the rules, the latencies, and
/// the causes with a bar each. Bars are characters: GitHub renders neither SVG elements, nor images
/// in `data:` URLs, nor files of the build in a step's summary.
public final class MarkdownSummary {

  private static final int MAX_CAUSES = 5;
  private static final int MAX_ERRORS = 3;
  private static final int BAR_LENGTH = 20;
  private static final String BAR_PARTS = " ▏▎▍▌▋▊▉█";
  private static final int EIGHTHS = 8;

  private final MarkdownPage page = new MarkdownPage();

  private MarkdownSummary() {}

  /// The text, with a trailing line break.
  public static String render(List<JudgedRun> runs) {
    MarkdownSummary summary = new MarkdownSummary();
    runs.forEach(summary::run);
    return summary.page.toString();
  }

  private void run(JudgedRun run) {
    page.paragraph("### " + icon(run.state()) + " " + text(run.headline()));
    RunSummary summary = run.summary();
    if (summary == null) {
      page.paragraph(text(run.target()));
      return;
    }
    page.paragraph(text(String.join(", ", Answer.facts(summary))));
    checks(run);
    latencies(summary);
    if (!summary.failures().counts().isEmpty()) {
      page.paragraph("errors: " + text(errors(summary)));
    }
    if (run.explanation() != null && run.explanation().operations().slow() > 0) {
      causes(run.explanation());
    }
    page.paragraph(text(GeneratorText.line(summary, TextStyle.PLAIN)));
    summary.warnings().forEach(each -> page.paragraph(icon(State.SKIPPED) + " " + text(each)));
  }

  /// Without rules the run itself is worth a line only if it did not pass.
  private void checks(JudgedRun run) {
    List<List<String>> rows =
        run.checks().stream()
            .filter(each -> !(each.name().equals(Check.RUN) && each.isPassed()))
            .map(each -> List.of(icon(each.state()), each.name(), each.message()))
            .toList();
    if (!rows.isEmpty()) {
      page.table(List.of("", "check", "result"), ":---", rows);
    }
  }

  private void latencies(RunSummary run) {
    List<List<String>> rows =
        LatencyTable.lines(run).stream().map(LatencyTable.Line::cells).toList();
    page.table(LatencyTable.head(run), "---:", rows);
  }

  private static String errors(RunSummary run) {
    List<String> kinds =
        ErrorList.kinds(run).stream()
            .map(each -> Units.count(each.getValue()) + " × " + each.getKey())
            .toList();
    String first = kinds.stream().limit(MAX_ERRORS).collect(Collectors.joining(", "));
    return kinds.size() <= MAX_ERRORS
        ? first
        : first + ", " + (kinds.size() - MAX_ERRORS) + " more kinds";
  }

  private void causes(Explanation explanation) {
    List<List<String>> rows = new ArrayList<>();
    for (CauseTable.Line each : CauseTable.lines(explanation, MAX_CAUSES)) {
      List<String> cells = new ArrayList<>(each.cells());
      cells.addFirst(bar(each.share()));
      rows.add(cells);
    }
    List<String> head = new ArrayList<>(CauseTable.HEAD);
    head.addFirst("");
    page.table(head, ":---", rows);
    page.paragraph(text(CauseTable.legend(explanation)));
  }

  /// A bar of full and partial blocks, in eighths.
  static String bar(double share) {
    int eighths = (int) Math.round(Math.clamp(share, 0, 1) * BAR_LENGTH * EIGHTHS);
    String full = BAR_PARTS.substring(EIGHTHS).repeat(eighths / EIGHTHS);
    int rest = eighths % EIGHTHS;
    return rest == 0 ? full : full + BAR_PARTS.charAt(rest);
  }

  private static String icon(State state) {
    return switch (state) {
      case PASSED -> "✅";
      case SKIPPED -> "⚠️";
      case FAILED, ERROR -> "❌";
    };
  }
}
