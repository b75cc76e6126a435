package dev.takt.cli.render;

import dev.takt.cli.spi.render.Columns;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;

/// Text for people, built line by line.
public final class TextPage {

  private static final int LABEL_WIDTH = 12;

  private final TextStyle paint;
  private final StringBuilder out = new StringBuilder();

  /// @param paint its colours
  public TextPage(TextStyle paint) {
    this.paint = paint;
  }

  /// The colours of the page.
  public TextStyle paint() {
    return paint;
  }

  /// Adds text, wrapped between words.
  public void line(String text) {
    row(Prose.wrapped(text, paint.width()));
  }

  /// Adds one row of a table, as it is.
  public void row(String text) {
    out.append(text).append('\n');
  }

  public void blank() {
    line("");
  }

  /// Adds a list item.
  public void point(String text) {
    row(Prose.point(text, paint.width()));
  }

  /// Adds a list under a title, after a blank line; nothing for an empty list.
  public void points(String title, Collection<String> texts) {
    if (!texts.isEmpty()) {
      blank();
      line(title);
      texts.forEach(this::point);
    }
  }

  /// Adds a line with a label in front.
  public void labelled(String label, String text) {
    String before = paint.faint(label) + " ".repeat(LABEL_WIDTH - label.length());
    row(Prose.hanging(before, text, paint.width()));
  }

  /// Adds text that has its line breaks.
  public void append(String text) {
    out.append(text);
  }

  /// Adds rows with aligned columns.
  ///
  /// @param left the columns to align left; the others are aligned right
  public void table(List<String> head, List<List<String>> rows, int... left) {
    Columns columns = new Columns(out);
    columns.begin(head, left);
    try {
      for (List<String> each : rows) {
        columns.row(each);
      }
      columns.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
