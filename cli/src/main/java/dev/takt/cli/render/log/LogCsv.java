package dev.takt.cli.render.log;

import dev.takt.cli.spi.render.Percentile;
import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.algebra.WindowSum;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Comma-separated values (RFC 4180, with line feeds): a header and a row per series. Unknown
/// values are empty cells.
final class LogCsv implements LogFormat {

  private final ValueUnit unit;
  private final List<Percentile> percentiles;
  private final Appendable out;
  private @Nullable String estimate;

  LogCsv(ValueUnit unit, List<Percentile> percentiles, Appendable out) {
    this.unit = unit;
    this.percentiles = percentiles;
    this.out = out;
  }

  @Override
  public void begin(LogHeading heading) throws IOException {
    estimate = heading.facts().estimate();
    List<String> head = new ArrayList<>();
    if (heading.summary() == null) {
      head.addAll(List.of("start", "start_iso", "length_s"));
    }
    head.addAll(List.of("tag", "count", "mean", "min"));
    percentiles.forEach(each -> head.add("p" + each.label()));
    head.addAll(List.of("max", "unit", "estimate"));
    line(head);
  }

  @Override
  public void row(Series series) throws IOException {
    line(cells(series));
  }

  @Override
  public void row(WindowSum window) throws IOException {
    List<String> cells = new ArrayList<>();
    cells.add(LogTimes.seconds(window.start()));
    cells.add(window.isDated() ? LogTimes.iso(window.start()) : "");
    cells.add(LogTimes.seconds(window.length()));
    cells.addAll(cells(window.series()));
    line(cells);
  }

  private List<String> cells(Series series) {
    Spectrum values = series.spectrum();
    List<String> cells = new ArrayList<>();
    cells.add(quoted(series.name()));
    cells.add(Long.toString(values.total()));
    cells.add(cell(values, values.mean()));
    cells.add(cell(values, values.min()));
    for (Percentile each : percentiles) {
      cells.add(cell(values, values.valueAtPercentile(each.value())));
    }
    cells.add(cell(values, values.max()));
    cells.add(quoted(unit.label()));
    cells.add(estimate == null ? "" : quoted(estimate));
    return cells;
  }

  private String cell(Spectrum values, double figure) {
    return values.isEmpty() ? "" : unit.exact(figure);
  }

  @Override
  public void end() {}

  private void line(List<String> cells) throws IOException {
    out.append(String.join(",", cells)).append('\n');
  }

  /// Quotes a cell if necessary, also if a reader could strip its spaces.
  static String quoted(String text) {
    boolean plain =
        text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            && text.equals(text.strip())
            && !text.isEmpty();
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
