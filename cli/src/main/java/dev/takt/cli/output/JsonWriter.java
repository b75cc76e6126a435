package dev.takt.cli.output;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Writes a JSON document as it comes, indented, keeping digits as they are given. To load a
/// library for it would cost a command more time than all the rest.
///
/// It trusts its caller to open and close in order. Not thread-safe.
final class JsonWriter {

  private static final String INDENT = "  ";

  private final Appendable out;
  private int depth;
  private boolean first = true;
  private boolean named;

  JsonWriter(Appendable out) {
    this.out = out;
  }

  /// The name of the value that follows.
  JsonWriter name(String name) throws IOException {
    separate();
    quote(name);
    out.append(": ");
    named = true;
    return this;
  }

  /// Begins an object or an array.
  void open(char bracket) throws IOException {
    separate();
    out.append(bracket);
    depth++;
    first = true;
  }

  /// Ends what was begun last.
  void close(char bracket) throws IOException {
    depth--;
    if (!first) {
      breakLine();
    }
    out.append(bracket);
    first = false;
    if (depth == 0) {
      out.append('\n');
    }
  }

  void string(@Nullable String text) throws IOException {
    separate();
    if (text == null) {
      out.append("null");
    } else {
      quote(text);
    }
  }

  /// A number in decimals; null or what is no JSON number becomes null.
  void number(@Nullable String digits) throws IOException {
    separate();
    boolean finite = digits != null && !digits.endsWith("y") && !digits.equals("NaN");
    out.append(finite ? digits : "null");
  }

  void bool(boolean value) throws IOException {
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
    out.append('\n').append(INDENT.repeat(depth));
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
          boolean hidden = Character.isISOControl(c) || Character.isSurrogate(c);
          out.append(hidden ? "\\u%04x".formatted((int) c) : String.valueOf(c));
        }
      }
    }
    out.append('"');
  }
}
