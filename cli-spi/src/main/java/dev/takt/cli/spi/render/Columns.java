package dev.takt.cli.spi.render;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Rows with aligned cells: some columns are left-aligned, all others right-aligned. Rows are
/// either buffered until the end, when all widths are known, or written immediately. In that case a
/// column that turns out to be too narrow is wider from that row on.
public final class Columns {

  private static final int GAP = 2;
  private static final int MAX_EXPECTED_WIDTH = 40;

  /// A width that fits most cells, for rows that are written immediately.
  private static final int DEFAULT_CELL_WIDTH = 9;

  private final Appendable out;
  private final int maxWidth;
  private final List<List<String>> waiting = new ArrayList<>();
  private int[] widths = {};
  private final BitSet left = new BitSet();
  private boolean streaming;

  public Columns(Appendable out) {
    this(out, Integer.MAX_VALUE);
  }

  /// @param maxWidth the maximum length of a buffered row, in columns: a wider table is broken into
  ///   several, each with the first column
  public Columns(Appendable out, int maxWidth) {
    this.out = out;
    this.maxWidth = maxWidth;
  }

  /// Sets the names of the columns.
  ///
  /// @param toTheLeft the columns to align left
  public void begin(List<String> head, int... toTheLeft) {
    widths = new int[head.size()];
    for (int each : toTheLeft) {
      left.set(each);
    }
    widen(head);
    waiting.add(head);
  }

  /// Writes rows immediately from now on.
  ///
  /// @param leftWidth the expected width of a left-aligned column
  public void stream(int leftWidth) throws IOException {
    for (int i = 0; i < widths.length; i++) {
      int likely = left.get(i) ? Math.min(leftWidth, MAX_EXPECTED_WIDTH) : DEFAULT_CELL_WIDTH;
      widths[i] = Math.max(widths[i], likely);
    }
    // A timestamp is wider than its heading.
    widths[0] = Math.max(widths[0], "2025-01-01T00:00:00Z".length());
    end();
    streaming = true;
  }

  public void row(List<String> cells) throws IOException {
    widen(cells);
    if (streaming) {
      write(cells, 1, widths.length);
    } else {
      waiting.add(cells);
    }
  }

  /// Writes the buffered rows.
  public void end() throws IOException {
    int from = 1;
    while (!waiting.isEmpty()) {
      int to = endOfPart(from);
      for (List<String> each : waiting) {
        write(each, from, to);
      }
      if (to == widths.length) {
        waiting.clear();
      } else {
        out.append('\n');
        from = to;
      }
    }
  }

  /// The end of the columns that fit beside the first one; at least one of them.
  private int endOfPart(int from) {
    int end = from;
    int used = widths[0];
    while (end < widths.length && (end == from || used + GAP + widths[end] <= maxWidth)) {
      used += GAP + widths[end];
      end++;
    }
    return end;
  }

  private void widen(List<String> cells) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], width(cells.get(i)));
    }
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  /// Writes the first cell of a row, and some of the others.
  private void write(List<String> cells, int from, int to) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < to; i = i == 0 ? from : i + 1) {
      String cell = cells.get(i);
      String space = " ".repeat(widths[i] - width(cell));
      line.append(i == 0 ? "" : " ".repeat(GAP)).append(left.get(i) ? cell + space : space + cell);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
