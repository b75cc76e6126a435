package dev.takt.driver.exec;

import java.util.ArrayList;
import java.util.List;

/// Splits a command line into words by a shell's quoting rules, without other features of a shell:
///
/// - white space separates words;
/// - between single quotes, every character is literal;
/// - between double quotes, a backslash escapes `"`, `\`, `$` and `` ` ``, and is literal before
///   any other character;
/// - elsewhere a backslash escapes the next character.
///
/// Unquoted operators of a shell (`|`, `&`, `;`, `<`, `>`) are rejected instead of passed to the
/// program, as are expansions (`$` and `` ` ``), also in double quotes: literal characters are
/// hardly what the user meant.
final class CommandLine {

  private static final String OPERATORS = "|&;<>";
  private static final String EXPANSIONS = "$`";
  private static final String ESCAPED_IN_QUOTES = "\"\\" + EXPANSIONS;
  private static final int MAX_SNIPPET_LENGTH = 40;

  private final String text;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();

  /// Whether a word has begun; it may be empty: `''`.
  private boolean inWord;

  private CommandLine(String text) {
    this.text = text;
  }

  /// The program and its arguments.
  ///
  /// @throws IllegalArgumentException with the column of the error
  static List<String> parse(String text) {
    return new CommandLine(text).words();
  }

  private List<String> words() {
    for (int i = 0; i < text.length(); ) {
      i = next(i);
    }
    endWord();
    if (words.isEmpty()) {
      throw new IllegalArgumentException(
          "expected a command, such as git --version, found nothing");
    }
    if (words.getFirst().isEmpty()) {
      throw new IllegalArgumentException("the program's name is empty: " + text.strip());
    }
    return words;
  }

  /// @return the next index
  private int next(int i) {
    char c = text.charAt(i);
    if (Character.isWhitespace(c)) {
      endWord();
      return i + 1;
    }
    inWord = true;
    return switch (c) {
      case '\'' -> singleQuoted(i);
      case '"' -> doubleQuoted(i);
      case '\\' -> escaped(i);
      default -> plain(i, OPERATORS);
    };
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }

  private int singleQuoted(int open) {
    int close = text.indexOf('\'', open + 1);
    if (close < 0) {
      throw fault(open, "a ' is not closed");
    }
    for (int i = open + 1; i < close; ) {
      i = literal(i);
    }
    return close + 1;
  }

  private int doubleQuoted(int open) {
    int i = open + 1;
    while (i < text.length() && text.charAt(i) != '"') {
      boolean escapes = text.charAt(i) == '\\' && i + 1 < text.length();
      if (escapes && ESCAPED_IN_QUOTES.indexOf(text.charAt(i + 1)) >= 0) {
        i = literal(i + 1);
      } else {
        i = plain(i, "");
      }
    }
    if (i == text.length()) {
      throw fault(open, "a \" is not closed");
    }
    return i + 1;
  }

  private int escaped(int backslash) {
    if (backslash + 1 == text.length()) {
      throw fault(backslash, "nothing follows the backslash");
    }
    return literal(backslash + 1);
  }

  private int plain(int i, String operators) {
    char c = text.charAt(i);
    if (operators.indexOf(c) >= 0 || EXPANSIONS.indexOf(c) >= 0) {
      throw fault(
          i,
          "no shell interprets "
              + c
              + "; put it in single quotes to pass it to the program, or start a shell: sh -c"
              + " '...'");
    }
    return literal(i);
  }

  private int literal(int i) {
    char c = text.charAt(i);
    if (c == '\0') {
      throw fault(i, "a zero character cannot be passed to a program");
    }
    word.append(c);
    return i + 1;
  }

  private IllegalArgumentException fault(int index, String message) {
    String from = text.substring(index);
    String snippet =
        from.length() <= MAX_SNIPPET_LENGTH ? from : from.substring(0, MAX_SNIPPET_LENGTH) + " ...";
    return new IllegalArgumentException(
        "column " + (index + 1) + " of the command, at «" + snippet + "»: " + message);
  }
}
