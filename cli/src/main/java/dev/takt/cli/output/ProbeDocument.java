package dev.takt.cli.output;

import dev.takt.load.text.Units;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a probe tells, once for people and for machines: facts, tables and remarks, in the order in
/// which they are to be read.
///
/// Not thread-safe.
public final class ProbeDocument {

  static final String FORMAT = "takt-probe/1";

  private final String probe;
  private final List<Section> sections = new ArrayList<>();

  /// @param probe its name, such as `clock`
  public ProbeDocument(String probe) {
    this.probe = probe;
  }

  /// One figure or text.
  ///
  /// @param text for people
  /// @param number for machines, in decimals; null if it is no number
  public record Cell(String text, @Nullable String number) {

    private static final ValueUnit NANOS = ValueUnit.AUTO;

    /// What is not known.
    public static final Cell NONE = new Cell("-", null);

    /// Words.
    public static Cell text(String text) {
      return new Cell(text, null);
    }

    /// A time in nanoseconds, or parts of one.
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

    /// A share, from 0 to 1.
    public static Cell share(double share) {
      return new Cell(Units.percent(share), Figures.plain(share));
    }

    /// A number with its own words.
    public static Cell number(double number, String text) {
      return new Cell(text, Figures.plain(number));
    }
  }

  /// A column.
  ///
  /// @param key for machines
  /// @param head for people
  /// @param withTheOneBefore whether it says nothing without the column before it, and stays beside
  ///   that where a table is broken
  public record Column(String key, String head, boolean withTheOneBefore) {

    /// One that can stand alone.
    public Column(String key, String head) {
      this(key, head, false);
    }
  }

  sealed interface Section {}

  record Fact(String key, String label, Cell value) implements Section {}

  record Table(String key, String title, List<Column> columns, List<List<Cell>> rows)
      implements Section {}

  record Remarks(String key, String title, List<String> texts) implements Section {}

  /// Adds a line of its own.
  public ProbeDocument fact(String key, String label, Cell value) {
    sections.add(new Fact(key, label, value));
    return this;
  }

  /// Adds a table, whose first column is words and stands to the left.
  ///
  /// @param rows with a cell for each column
  public ProbeDocument table(
      String key, String title, List<Column> columns, List<List<Cell>> rows) {
    sections.add(new Table(key, title, List.copyOf(columns), List.copyOf(rows)));
    return this;
  }

  /// Adds sentences; none leave nothing for people, and an empty list for machines.
  ///
  /// @param title above them; may be empty
  public ProbeDocument remarks(String key, String title, List<String> texts) {
    sections.add(new Remarks(key, title, List.copyOf(texts)));
    return this;
  }

  /// Writes it for people.
  public void writeText(Appendable out) throws IOException {
    new ProbeText(out).write(sections);
  }

  /// Writes it as JSON: times in nanoseconds, shares from 0 to 1.
  public void writeJson(Appendable out) throws IOException {
    new ProbeJson(out).write(probe, sections);
  }
}
