package dev.takt.cli.render.log;

import dev.takt.cli.spi.render.Columns;
import dev.takt.cli.spi.render.Percentile;
import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.algebra.WindowSum;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A table for people. Caveats about the data are printed above it.
final class LogTable implements LogFormat {

  private static final String NOTHING = "-";

  private final ValueUnit unit;
  private final List<Percentile> percentiles;
  private final Appendable out;
  private final Columns columns;
  private final PrecisionNotes precisions;
  private boolean dated;
  private long span;

  LogTable(ValueUnit unit, List<Percentile> percentiles, Appendable out, int width) {
    this.unit = unit;
    this.percentiles = percentiles;
    this.out = out;
    this.columns = new Columns(out, width);
    this.precisions = new PrecisionNotes(unit);
  }

  @Override
  public void begin(LogHeading heading) throws IOException {
    LogFacts facts = heading.facts();
    if (facts.estimate() != null) {
      String how = TagText.escape(facts.estimate());
      line("ESTIMATE: corrected for coordinated omission (" + how + ")");
    }
    LogSummary summary = heading.summary();
    span = summary == null ? 0 : summary.end() - summary.start();
    line(what(heading));
    line(unit.note());
    line("");
    head(heading);
  }

  private static String what(LogHeading heading) {
    String logs = counted(heading.logs(), "log");
    LogSummary summary = heading.summary();
    if (summary == null) {
      return logs + ", in windows";
    }
    String start =
        summary.isDated()
            ? "from " + LogTimes.iso(summary.start())
            : "from " + LogTimes.millis(summary.start()) + " s, the date is unknown";
    String length = ", " + LogTimes.millis(summary.end() - summary.start()) + " s long";
    String span = summary.intervals() == 0 ? "" : ", " + start + length;
    return logs + ", " + counted(summary.intervals(), "interval") + span;
  }

  private static String counted(long count, String what) {
    return Units.count(count) + ' ' + what + (count == 1 ? "" : "s");
  }

  private void head(LogHeading heading) throws IOException {
    List<String> head = new ArrayList<>();
    boolean windows = heading.summary() == null;
    if (windows) {
      head.addAll(List.of("start", "length"));
    }
    head.addAll(List.of("tag", "count", "rate", "mean"));
    percentiles.forEach(each -> head.add("p" + each.label()));
    head.add("max");
    columns.begin(head, windows ? 2 : 0);
    if (windows) {
      int longest = heading.facts().tags().stream().mapToInt(String::length).max().orElse(0);
      columns.stream(Math.max(longest, Selection.UNTAGGED.length()));
    }
  }

  @Override
  public void row(Series series) throws IOException {
    columns.row(cells(series, span));
  }

  @Override
  public void row(WindowSum window) throws IOException {
    List<String> cells = new ArrayList<>();
    dated |= window.isDated();
    cells.add(dated ? LogTimes.iso(window.start()) : LogTimes.millis(window.start()));
    cells.add(LogTimes.millis(window.length()));
    cells.addAll(cells(window.series(), window.length()));
    columns.row(cells);
  }

  /// @param nanos the common duration of all series, so that their rates can be compared
  private List<String> cells(Series series, long nanos) {
    String name = TagText.escape(series.name());
    precisions.add(name, series.layouts());
    Spectrum values = series.spectrum();
    List<String> cells = new ArrayList<>();
    cells.add(name);
    cells.add(Units.count(values.total()));
    cells.add(nanos > 0 ? Units.rate(values.total() / (nanos / 1e9)) : NOTHING);
    cells.add(cell(values, values.mean()));
    for (Percentile each : percentiles) {
      cells.add(cell(values, values.valueAtPercentile(each.value())));
    }
    cells.add(cell(values, values.max()));
    return cells;
  }

  /// An empty distribution has no value, not even 0.
  private String cell(Spectrum values, double figure) {
    return values.isEmpty() ? NOTHING : unit.text(figure);
  }

  @Override
  public void end() throws IOException {
    columns.end();
    for (String each : precisions.notes()) {
      line("");
      line(each);
    }
  }

  private void line(String text) throws IOException {
    out.append(text).append('\n');
  }
}
