package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.Explanation.Part;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.RunExplainer;
import dev.takt.report.text.CauseName;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Stall;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import dev.takt.runs.trace.TraceContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Draws one operation on a time line, with the stalls that delayed it.
public final class OperationDrawing {

  private static final int LABEL = 36;

  private final SlowOperation operation;
  private final long origin;
  private final @Nullable String traceLink;
  private final long from;
  private final long to;
  private final TextPage page;
  private final int width;

  private OperationDrawing(SlowOperation operation, RunExplainer run, TextStyle paint) {
    this.operation = operation;
    this.origin = run.origin();
    this.traceLink = TraceContext.linkOf(run.record());
    this.page = new TextPage(paint);
    this.width = paint.width() - LABEL;
    long first = operation.times().due();
    for (Part each : operation.parts()) {
      Stall stall = each.stall();
      first = stall == null ? first : Math.min(first, stall.beginNanoTime());
    }
    from = first;
    to = operation.times().end();
  }

  /// The drawing, with a trailing line break.
  ///
  /// @param run of the operation
  public static String render(SlowOperation operation, RunExplainer run, TextStyle paint) {
    OperationDrawing drawing = new OperationDrawing(operation, run, paint);
    drawing.draw();
    return drawing.page.toString();
  }

  private void draw() {
    page.line(
        EnglishText.format(
            "operation %d  %s%s, due at %.6f s, %s after %s (normal: %s)",
            operation.id(),
            TagText.escape(operation.name()),
            operation.machine() == null ? "" : " of " + operation.machine(),
            (operation.times().due() - origin) / 1e9,
            operation.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            Units.time(operation.times().response()),
            Units.time(operation.normal())));
    page.blank();
    String begin = EnglishText.format("%.6f s", (from - origin) / 1e9);
    String end = "+" + Units.time(to - from);
    page.row(
        page.paint()
            .faint(
                " ".repeat(LABEL)
                    + begin
                    + " ".repeat(Math.max(1, width - begin.length() - end.length()))
                    + end));
    bar("wait", operation.times().due(), operation.times().start(), '░');
    bar("service", operation.times().start(), operation.times().end(), '█');
    for (Part each : operation.parts()) {
      Stall stall = each.stall();
      if (stall != null) {
        String side = stall.side().lowerCase() + " ";
        bar(side + CauseName.of(each.cause()), stall.beginNanoTime(), stall.endNanoTime(), '━');
      }
    }
    page.blank();
    page.point(CauseText.sentence(operation, origin));
    if (operation.traceId() != null) {
      page.point(ExplanationTable.trace(operation.traceId(), traceLink));
    }
  }

  private void bar(String what, long begin, long end, char mark) {
    if (end <= begin) {
      return;
    }
    int first = column(begin);
    int last = Math.max(first + 1, column(Math.min(end, to)));
    String time = Units.time(end - begin);
    String name = Prose.cutEnd(what, LABEL - time.length() - 3);
    String label = name + " ".repeat(LABEL - 2 - Prose.length(name) - time.length()) + time + "  ";
    page.row(label + " ".repeat(first) + String.valueOf(mark).repeat(last - first));
  }

  private int column(long moment) {
    double share = (double) (moment - from) / Math.max(1, to - from);
    return Math.clamp(Math.round(share * width), 0, width - 1);
  }
}
