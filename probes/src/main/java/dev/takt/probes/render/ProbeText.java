package dev.takt.probes.render;

import dev.takt.cli.spi.render.Columns;
import dev.takt.cli.spi.render.Prose;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.probes.render.ProbeDocument.Fact;
import dev.takt.probes.render.ProbeDocument.Remarks;
import dev.takt.probes.render.ProbeDocument.Section;
import dev.takt.probes.render.ProbeDocument.Table;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A [ProbeDocument] as text.
final class ProbeText {

  private static final int GAP = 2;

  /// The first column is never cut to less than this: a table that is still too wide is split.
  private static final int MIN_FIRST_WIDTH = 40;

  private final Appendable out;
  private final int width;
  private boolean inFacts = true;
  private boolean isEmpty = true;

  ProbeText(Appendable out, int width) {
    this.out = out;
    this.width = width;
  }

  void write(List<Section> sections) throws IOException {
    int labels =
        sections.stream()
            .mapToInt(each -> each instanceof Fact fact ? fact.label().length() : 0)
            .max()
            .orElse(0);
    for (Section each : sections) {
      switch (each) {
        case Fact fact -> fact(fact, labels);
        case Table table -> table(table);
        case Remarks remarks -> remarks(remarks);
      }
    }
  }

  private void fact(Fact fact, int labels) throws IOException {
    if (!inFacts) {
      line("");
      inFacts = true;
    }
    String space = " ".repeat(labels + GAP - fact.label().length());
    line(Prose.hanging(fact.label() + space, fact.value().text(), width));
  }

  /// A table that is too wide for the terminal is split into parts below each other, each with the
  /// first column.
  private void table(Table table) throws IOException {
    heading(table.title());
    int[] widths = widths(table);
    int others = IntStream.range(1, widths.length).map(i -> GAP + widths[i]).sum();
    widths[0] = Math.min(widths[0], Math.max(MIN_FIRST_WIDTH, width - others));
    int from = 1;
    do {
      int to = endOfPart(table.columns(), widths, from);
      if (from > 1) {
        line("");
      }
      part(table, widths[0], from, to);
      from = to;
    } while (from < widths.length);
  }

  private static int[] widths(Table table) {
    int[] widths = table.columns().stream().mapToInt(each -> Prose.length(each.head())).toArray();
    for (List<Cell> row : table.rows()) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], Prose.length(row.get(i).text()));
      }
    }
    return widths;
  }

  /// The end (exclusive) of the columns that fit beside the first one. Columns that belong together
  /// stay together.
  private int endOfPart(List<Column> columns, int[] widths, int from) {
    int used = widths[0];
    int end = from;
    for (int i = from; i < widths.length; i++) {
      used += GAP + widths[i];
      boolean groupEnds = i + 1 == widths.length || !columns.get(i + 1).withTheOneBefore();
      if (groupEnds && (used <= width || end == from)) {
        end = i + 1;
      }
    }
    return end;
  }

  private void part(Table table, int firstWidth, int from, int to) throws IOException {
    Columns columns = new Columns(out);
    columns.begin(
        cells(table.columns().stream().map(Column::head).toList(), firstWidth, from, to), 0);
    for (List<Cell> row : table.rows()) {
      columns.row(cells(row.stream().map(Cell::text).toList(), firstWidth, from, to));
    }
    columns.end();
  }

  private static List<String> cells(List<String> row, int firstWidth, int from, int to) {
    return Stream.concat(
            Stream.of(Prose.cutEnd(row.getFirst(), firstWidth)), row.subList(from, to).stream())
        .toList();
  }

  private void remarks(Remarks remarks) throws IOException {
    if (remarks.texts().isEmpty()) {
      return;
    }
    boolean isFirst = isEmpty;
    if (isFirst) {
      inFacts = false;
    } else {
      heading(remarks.title());
    }
    for (String each : remarks.texts()) {
      line(isFirst ? Prose.wrapped(each, width) : Prose.point(each, width));
    }
  }

  private void heading(String title) throws IOException {
    inFacts = false;
    line("");
    if (!title.isEmpty()) {
      line(title);
    }
  }

  private void line(String text) throws IOException {
    out.append(text).append('\n');
    isEmpty = false;
  }
}
