package dev.takt.report.text;

import dev.takt.runs.text.MachineText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Writes a JSON document as it comes, keeping digits as they are given. To load a library for it
/// would cost a command more time than all the rest.
///
/// It trusts its caller to open and close in order. Not thread-safe.
public final class JsonWriter {

  private static final String INDENT = "  ";

  private final Appendable out;
  private final boolean compact;
  private int depth;
  private boolean first = true;
  private boolean named;

  /// A document for people too: indented, a line for each value.
  public JsonWriter(Appendable out) {
    this(out, false);
  }

  private JsonWriter(Appendable out, boolean compact) {
    this.out = out;
    this.compact = compact;
  }

  /// A document that may stand within an element of HTML: `<` is escaped, so that nothing in it can
  /// end the element, and no room is lost.
  public static JsonWriter compact(Appendable out) {
    return new JsonWriter(out, true);
  }

  /// The name of the value that follows.
  public JsonWriter name(String name) throws IOException {
    separate();
    quote(name);
    out.append(compact ? ":" : ": ");
    named = true;
    return this;
  }

  /// Begins an object or an array.
  public void open(char bracket) throws IOException {
    separate();
    out.append(bracket);
    depth++;
    first = true;
  }

  /// Ends what was begun last.
  public void close(char bracket) throws IOException {
    depth--;
    if (!first) {
      breakLine();
    }
    out.append(bracket);
    first = false;
    if (depth == 0 && !compact) {
      out.append('\n');
    }
  }

  /// A text, or null.
  public void string(@Nullable String text) throws IOException {
    separate();
    if (text == null) {
      out.append("null");
    } else {
      quote(text);
    }
  }

  /// A whole number.
  public void number(long value) throws IOException {
    number(Long.toString(value));
  }

  /// A number in decimals; null or what is no JSON number becomes null.
  public void number(@Nullable String digits) throws IOException {
    separate();
    boolean finite = digits != null && !digits.endsWith("y") && !digits.equals("NaN");
    out.append(finite ? digits : "null");
  }

  /// A truth value.
  public void bool(boolean value) throws IOException {
    separate();
    out.append(Boolean.toString(value));
  }

  private void separate() throws IOException {
    if (named) {
      named = false;
      return;
    }
    if (!first) {
      out.append(',');
    }
    if (depth > 0) {
      breakLine();
    }
    first = false;
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
