package dev.takt.driver.cql;

import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// A statement with its generated values as parameters: `SELECT * FROM item WHERE id =
/// {uniform:1..1000}` becomes `SELECT * FROM item WHERE id = ?`.
///
/// If a value is inside a string, the whole string becomes a parameter: `'user-{seq}'`; and so do a
/// collection, `['a', '{seq}']`, and the bytes of a blob, `0x{hex:16}`.
///
/// @param text with a `?` for each parameter
/// @param parameters in the order of the text
record CqlText(String text, List<Template> parameters) {

  /// Marks a value: a code point that is not a character, so text cannot contain it.
  private static final char MARKER = '\uFFFF';

  private static final String DOLLARS = "$$";

  /// Parses a statement.
  ///
  /// @param generators of the plan
  /// @throws IllegalArgumentException if a placeholder is invalid, or is where no parameter can be
  static CqlText parse(String cql, Generators generators) {
    Template whole = Template.parse(cql, generators);
    String marked = whole.withMarkers(String.valueOf(MARKER));
    return new Parser(marked, whole.generators().iterator()).parse();
  }

  /// A name in double quotes, so that its case is kept.
  static String quotedName(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static final class Parser {

    private final String marked;
    private final Iterator<Generator> generators;
    private final StringBuilder text = new StringBuilder();
    private final List<Template> parameters = new ArrayList<>();
    private int at;

    Parser(String marked, Iterator<Generator> generators) {
      this.marked = marked;
      this.generators = generators;
    }

    CqlText parse() {
      while (at < marked.length()) {
        char c = marked.charAt(at);
        if (c == '\'') {
          string();
        } else if (c == '{' || (c == '[' && !isIndex())) {
          collection();
        } else if (c == '"') {
          copy(endOf("\"", 1), "a quoted name");
        } else if (marked.startsWith(DOLLARS, at)) {
          copy(endOf(DOLLARS, DOLLARS.length()), "a string in $$");
        } else if (marked.startsWith("--", at) || marked.startsWith("//", at)) {
          int end = marked.indexOf('\n', at);
          copy(end < 0 ? marked.length() : end, "a comment");
        } else if (marked.startsWith("/*", at)) {
          copy(endOf("*/", 2), "a comment");
        } else if (c == MARKER || Character.isLetterOrDigit(c) || c == '_') {
          word();
        } else if (c == '?') {
          throw new IllegalArgumentException(
              "a ? has no value: write a placeholder such as {uniform:1..1000} instead of it");
        } else {
          text.append(c);
          at++;
        }
      }
      return new CqlText(text.toString(), List.copyOf(parameters));
    }

    /// The index after the next `end`, or the end of the text.
    private int endOf(String end, int from) {
      int found = marked.indexOf(end, at + from);
      if (found < 0) {
        throw new IllegalArgumentException(
            "the " + marked.substring(at, at + from) + " at column " + (at + 1) + " is not closed");
      }
      return found + end.length();
    }

    private void copy(int end, String what) {
      String part = marked.substring(at, end);
      if (part.indexOf(MARKER) >= 0) {
        throw new IllegalArgumentException("a placeholder in " + what + " cannot be bound");
      }
      text.append(part);
      at = end;
    }

    private void string() {
      int end = at;
      do {
        end = marked.indexOf('\'', end + 1);
        if (end < 0) {
          throw new IllegalArgumentException("the quote at column " + (at + 1) + " is not closed");
        }
        end++;
      } while (end < marked.length() && marked.charAt(end) == '\'');
      String content = marked.substring(at + 1, end - 1);
      if (content.indexOf(MARKER) < 0) {
        text.append(marked, at, end);
      } else {
        parameter(content.replace("''", "'"));
      }
      at = end;
    }

    /// Whether the bracket here is that of an element, as in `m['a']`, and not of a list.
    private boolean isIndex() {
      return at > 0 && (isPartOfWord(marked.charAt(at - 1)) || marked.charAt(at - 1) == '"');
    }

    /// Servers accept no parameters inside of collections, so that the whole one becomes one.
    private void collection() {
      int depth = 0;
      boolean isQuoted = false;
      for (int end = at; end < marked.length(); end++) {
        char c = marked.charAt(end);
        isQuoted ^= c == '\'';
        if (!isQuoted) {
          depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        }
        if (depth == 0) {
          String literal = marked.substring(at, end + 1);
          if (literal.indexOf(MARKER) < 0) {
            text.append(literal);
          } else {
            parameter(literal);
          }
          at = end + 1;
          return;
        }
      }
      throw new IllegalArgumentException(
          "the " + marked.charAt(at) + " at column " + (at + 1) + " is not closed");
    }

    private void word() {
      int end = at;
      while (end < marked.length() && isPartOfWord(marked.charAt(end))) {
        end++;
      }
      String word = marked.substring(at, end);
      if (word.indexOf(MARKER) < 0) {
        text.append(word);
      } else if (word.length() == 1 || word.startsWith("0x") || word.startsWith("0X")) {
        parameter(word.replace("0X", "0x"));
      } else {
        throw new IllegalArgumentException(
            "a placeholder that is a part of a name or a number cannot be bound;"
                + " put a value of several parts in quotes: '{seq}-{hex:8}'");
      }
      at = end;
    }

    private static boolean isPartOfWord(char c) {
      return c == MARKER || c == '_' || Character.isLetterOrDigit(c);
    }

    private void parameter(String content) {
      List<String> literals = List.of(content.split(String.valueOf(MARKER), -1));
      List<Generator> values = new ArrayList<>();
      while (values.size() < literals.size() - 1) {
        values.add(generators.next());
      }
      parameters.add(Template.of(literals, values));
      text.append('?');
    }
  }
}
