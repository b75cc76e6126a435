package dev.takt.report.text;

import dev.takt.runs.text.MachineText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Streaming JSON writer that keeps the digits of numbers as given, for documents that a command
/// prints or a page contains. A command would spend more time on loading a JSON library than on
/// everything else. The files of a run are records, which [dev.takt.runs.json.JsonText] writes.
///
/// It does not check that the caller opens and closes in order. Not thread-safe.
public final class JsonWriter {

  private static final String INDENT = "  ";

  private final Appendable out;
  private final boolean compact;
  private int depth;
  private boolean isFirst = true;
  private boolean hasName;

  /// An indented document with one value per line, for people too.
  public JsonWriter(Appendable out) {
    this(out, false);
  }

  private JsonWriter(Appendable out, boolean compact) {
    this.out = out;
    this.compact = compact;
  }

  /// A document without white space that may be embedded in an HTML element: `<` is escaped, so
  /// nothing in the document can end the element.
  public static JsonWriter compact(Appendable out) {
    return new JsonWriter(out, true);
  }

  /// Writes the name of the value that follows.
  public JsonWriter name(String name) throws IOException {
    separate();
    quote(name);
    out.append(compact ? ":" : ": ");
    hasName = true;
    return this;
  }

  /// Opens an object or an array.
  public void open(char bracket) throws IOException {
    separate();
    out.append(bracket);
    depth++;
    isFirst = true;
  }

  /// Closes the innermost open object or array.
  public void close(char bracket) throws IOException {
    depth--;
    if (!isFirst) {
      breakLine();
    }
    out.append(bracket);
    isFirst = false;
    if (depth == 0 && !compact) {
      out.append('\n');
    }
  }

  /// Writes a string or null.
  public void string(@Nullable String text) throws IOException {
    separate();
    if (text == null) {
      out.append("null");
    } else {
      quote(text);
    }
  }

  /// Writes an integer.
  public void number(long value) throws IOException {
    number(Long.toString(value));
  }

  /// Writes a decimal number; null, NaN and infinities become null.
  public void number(@Nullable String digits) throws IOException {
    separate();
    boolean finite = digits != null && !digits.endsWith("y") && !digits.equals("NaN");
    out.append(finite ? digits : "null");
  }

  /// Writes a boolean.
  public void bool(boolean value) throws IOException {
    separate();
    out.append(Boolean.toString(value));
  }

  private void separate() throws IOException {
    if (hasName) {
      hasName = false;
      return;
    }
    if (!isFirst) {
      out.append(',');
    }
    if (depth > 0) {
      breakLine();
    }
    isFirst = false;
  }

  private void breakLine() throws IOException {
    if (!compact) {
      out.append('\n').append(INDENT.repeat(depth));
    }
  }

  private void quote(String text) throws IOException {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          boolean hidden =
              Character.isISOControl(c) || Character.isSurrogate(c) || (compact && c == '<');
          out.append(hidden ? MachineText.format("\\u%04x", (int) c) : String.valueOf(c));
        }
      }
    }
    out.append('"');
  }
}
