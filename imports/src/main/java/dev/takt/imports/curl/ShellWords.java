package dev.takt.imports.curl;

import dev.takt.imports.plan.Credentials;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.TemplateText;
import java.util.ArrayList;
import java.util.List;

/// Splits a command line as a POSIX shell does, with `$'…'`. Variables of the shell become
/// placeholders for variables of the environment.
final class ShellWords {

  private final String text;
  private final Credentials credentials;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();
  private TemplateText word = new TemplateText();
  private boolean inWord;
  private int at;

  /// What comes after the command: `| jq .`; empty if nothing does.
  private String rest = "";

  ShellWords(String text, Credentials credentials) {
    this.text = text;
    this.credentials = credentials;
  }

  String rest() {
    return rest;
  }

  /// The words, as templates.
  List<String> words() throws ImportException {
    while (at < text.length() && rest.isEmpty()) {
      char c = text.charAt(at);
      switch (c) {
        case '\'' -> single();
        case '"' -> doubled();
        case '\\' -> escape();
        case '$' -> dollar(false);
        case '`' -> throw substitution();
        case ' ', '\t', '\r' -> {
          at++;
          end();
        }
        case '\n', '|', '&', ';', '<', '>' -> {
          end();
          rest = words.isEmpty() ? "" : text.substring(at).strip();
          at++;
        }
        case '#' -> {
          if (inWord) {
            add(c);
          } else {
            int line = text.indexOf('\n', at);
            at = line < 0 ? text.length() : line;
          }
        }
        default -> add(c);
      }
    }
    end();
    return words;
  }

  private void add(char c) {
    literal.append(c);
    inWord = true;
    at++;
  }

  private void end() {
    if (inWord) {
      flush();
      words.add(word.toString());
      word = new TemplateText();
      inWord = false;
    }
  }

  private void flush() {
    word.literal(literal.toString());
    literal.setLength(0);
  }

  private void single() throws ImportException {
    int close = text.indexOf('\'', at + 1);
    if (close < 0) {
      throw unclosed("'", at);
    }
    literal.append(text, at + 1, close);
    inWord = true;
    at = close + 1;
  }

  private void doubled() throws ImportException {
    int open = at++;
    inWord = true;
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at);
      if (c == '\\' && at + 1 < text.length()) {
        char next = text.charAt(at + 1);
        if (next != '\n') {
          literal.append("$`\"\\".indexOf(next) >= 0 ? "" : "\\").append(next);
        }
        at += 2;
      } else if (c == '$') {
        dollar(true);
      } else if (c == '`') {
        throw substitution();
      } else {
        add(c);
      }
    }
    if (at >= text.length()) {
      throw unclosed("\"", open);
    }
    at++;
  }

  private void escape() {
    boolean isLine = at + 1 < text.length() && text.charAt(at + 1) == '\n';
    boolean isDosLine = text.startsWith("\\\r\n", at);
    if (!isLine && !isDosLine && at + 1 < text.length()) {
      literal.append(text.charAt(at + 1));
      inWord = true;
    }
    at += isDosLine ? 3 : 2;
  }

  private void dollar(boolean isQuoted) throws ImportException {
    char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    if (next == '\'' && !isQuoted) {
      ansi();
    } else if (next == '(') {
      throw substitution();
    } else if (next == '{' || Character.isLetter(next) || next == '_') {
      variable(next == '{');
    } else {
      add('$');
    }
  }

  private void variable(boolean isBraced) throws ImportException {
    int begin = at + (isBraced ? 2 : 1);
    int end = begin;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    String name = text.substring(begin, end);
    if (name.isEmpty() || (isBraced && (end >= text.length() || text.charAt(end) != '}'))) {
      throw new ImportException(
          "column " + (at + 1) + ": only variables such as ${TOKEN} can be imported");
    }
    flush();
    word.template(credentials.environment(name));
    inWord = true;
    at = isBraced ? end + 1 : end;
  }

  /// `$'…'` with its escapes.
  private void ansi() throws ImportException {
    int open = at;
    at += 2;
    inWord = true;
    StringBuilder part = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '\'') {
      char c = text.charAt(at++);
      if (c != '\\' || at >= text.length()) {
        part.append(c);
        continue;
      }
      char code = text.charAt(at++);
      switch (code) {
        case 'n' -> part.append('\n');
        case 't' -> part.append('\t');
        case 'r' -> part.append('\r');
        case 'a' -> part.append('\u0007');
        case 'b' -> part.append('\b');
        case 'f' -> part.append('\f');
        case 'v' -> part.append('\u000B');
        case 'e', 'E' -> part.append('\u001B');
        case 'u' -> part.appendCodePoint((int) number(16, 4));
        case 'U' -> part.appendCodePoint(point());
        case 'x' -> part.append((char) number(16, 2));
        case '0', '1', '2', '3', '4', '5', '6', '7' -> {
          at--;
          part.append((char) number(8, 3));
        }
        default -> part.append(code);
      }
    }
    if (at >= text.length()) {
      throw unclosed("$'", open);
    }
    literal.append(part);
    at++;
  }

  /// Up to eight digits, which can be more than the last character.
  private int point() {
    return (int) Math.min(number(16, 8), Character.MAX_CODE_POINT);
  }

  private long number(int radix, int digits) {
    long value = 0;
    for (int i = 0; i < digits && at < text.length(); i++) {
      int digit = Character.digit(text.charAt(at), radix);
      if (digit < 0) {
        return value;
      }
      value = value * radix + digit;
      at++;
    }
    return value;
  }

  private ImportException substitution() {
    return new ImportException(
        "column " + (at + 1) + ": the output of another command cannot be imported; write it out");
  }

  private static ImportException unclosed(String quote, int index) {
    return new ImportException(
        "column " + (index + 1) + ": the quote " + quote + " is not closed; was the command cut?");
  }

  /// A word that is read as it is.
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
