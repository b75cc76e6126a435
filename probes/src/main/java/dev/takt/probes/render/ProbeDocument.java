package dev.takt.probes.render;

import dev.takt.cli.spi.render.Figures;
import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a probe, for people and for machines: facts, tables and remarks, in the order to
/// print.
///
/// Not thread-safe.
public final class ProbeDocument {

  static final String FORMAT = "takt-probe/1";

  private final String probe;
  private final List<Section> sections = new ArrayList<>();

  /// @param probe the name of the probe, such as `clock`
  public ProbeDocument(String probe) {
    this.probe = probe;
  }

  /// One value.
  ///
  /// @param text for people
  /// @param number for machines, in decimal; null if the cell is not a number
  public record Cell(String text, @Nullable String number) {

    private static final ValueUnit NANOS = ValueUnit.AUTO;

    /// An unknown value.
    public static final Cell NONE = new Cell("-", null);

    /// A text.
    public static Cell text(String text) {
      return new Cell(text, null);
    }

    /// A time in nanoseconds, with fractions.
    public static Cell nanos(double nanos) {
      return new Cell(NANOS.text(nanos), Figures.plain(nanos));
    }

    /// A time in nanoseconds.
    public static Cell nanos(long nanos) {
      return nanos((double) nanos);
    }

    /// A whole number.
    public static Cell count(long count) {
      return new Cell(Units.count(count), Long.toString(count));
    }

    /// A share from 0 to 1.
    public static Cell share(double share) {
      return new Cell(Units.percent(share), Figures.plain(share));
    }

    /// A number with its own text.
    public static Cell number(double number, String text) {
      return new Cell(text, Figures.plain(number));
    }
  }

  /// A column.
  ///
  /// @param key for machines
  /// @param head for people
  /// @param withTheOneBefore whether it is meaningless without the column before it, and stays next
  ///   to that column where a table is split
  public record Column(String key, String head, boolean withTheOneBefore) {

    /// A column that can stand alone.
    public Column(String key, String head) {
      this(key, head, false);
    }
  }

  sealed interface Section {}

  record Fact(String key, String label, Cell value) implements Section {}

  record Table(String key, String title, List<Column> columns, List<List<Cell>> rows)
      implements Section {}

  record Remarks(String key, String title, List<String> texts) implements Section {}

  /// Adds a line with one value.
  public ProbeDocument fact(String key, String label, Cell value) {
    sections.add(new Fact(key, label, value));
    return this;
  }

  /// Adds a table. Its first column is text and left-aligned.
  ///
  /// @param rows each with one cell per column
  public ProbeDocument table(
      String key, String title, List<Column> columns, List<List<Cell>> rows) {
    sections.add(new Table(key, title, List.copyOf(columns), List.copyOf(rows)));
    return this;
  }

  /// Adds sentences. An empty list prints nothing for people, and is an empty array for machines.
  ///
  /// @param title printed above them; may be empty
  public ProbeDocument remarks(String key, String title, List<String> texts) {
    sections.add(new Remarks(key, title, List.copyOf(texts)));
    return this;
  }

  /// Writes the document as text.
  ///
  /// @param width the maximum length of a line, in columns
  public void writeText(Appendable out, int width) throws IOException {
    new ProbeText(out, width).write(sections);
  }

  /// Writes the document as JSON: times in nanoseconds, shares from 0 to 1.
  public void writeJson(Appendable out) throws IOException {
    new ProbeJson(out).write(probe, sections);
  }
}
