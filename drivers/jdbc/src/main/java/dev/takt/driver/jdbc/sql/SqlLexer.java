package dev.takt.driver.jdbc.sql;

import dev.takt.driver.jdbc.sql.Quoting.Style;
import dev.takt.driver.jdbc.sql.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Splits a statement into tokens: strings, comments, names. Concatenated, the tokens give the text
/// again. Not thread-safe.
final class SqlLexer {

  private static final char VALUE = GeneratedText.MARKER.charAt(0);
  private static final String OPERATORS = "+-*/<>=~!@%^&|?";
  private static final Pattern DOLLAR_QUOTE =
      Pattern.compile("\\$(?:[\\p{L}_\\x{80}-\\x{FFFE}][\\p{L}\\p{N}_\\x{80}-\\x{FFFE}]*)?\\$");

  /// Prefixes of strings that are ordinary text; the next constant has those of encoded strings.
  private static final List<String> TEXT_PREFIXES = List.of("n", "e");

  private static final List<String> CODED_PREFIXES = List.of("x", "b", "u&");

  private final String text;
  private final SqlDialect dialect;
  private final List<SqlToken> tokens = new ArrayList<>();
  private int at;

  private SqlLexer(String text, SqlDialect dialect) {
    this.text = text;
    this.dialect = dialect;
  }

  /// @param marked a statement with [GeneratedText#MARKER] for each generated value
  static List<SqlToken> tokens(String marked, SqlDialect dialect) {
    SqlLexer lexer = new SqlLexer(marked, dialect);
    while (lexer.at < marked.length()) {
      lexer.next();
    }
    return List.copyOf(lexer.tokens);
  }

  private void next() {
    char c = text.charAt(at);
    if (Character.isWhitespace(c)) {
      add(Kind.SPACE, endOf(Character::isWhitespace));
    } else if (isLineComment(c)) {
      addComment(lineEnd());
    } else if (text.startsWith("/*", at)) {
      blockComment();
    } else if (c == '\'') {
      quoted(Kind.STRING, at + 1, Quoting.ofString(dialect));
    } else if (c == '"') {
      doubleQuote();
    } else if (c == '`' && dialect.hasBackticks()) {
      quotedName("`");
    } else if (c == '[' && dialect.hasBrackets()) {
      quotedName("]");
    } else if (c == '$' && dialect.hasDollarQuotes() && dollarQuote()) {
      return;
    } else if (isWord(c)) {
      word();
    } else if (isOperator(c)) {
      operator();
    } else {
      add(Kind.OTHER, at + 1);
    }
  }

  private boolean isLineComment(char c) {
    if (c == '#') {
      return dialect.hasHashComments();
    }
    // MySQL parses 5--1 as 5 minus -1.
    return text.startsWith("--", at)
        && (dialect != SqlDialect.MYSQL || at + 2 == text.length() || text.charAt(at + 2) <= ' ');
  }

  private int lineEnd() {
    return endOf(c -> c != '\n' && c != '\r');
  }

  /// MySQL executes the content of `/*! … */`, so only the delimiters are a comment.
  private void blockComment() {
    if (dialect == SqlDialect.MYSQL
        && (text.startsWith("!", at + 2) || text.startsWith("M!", at + 2))) {
      int mark = text.indexOf('!', at) + 1;
      addComment(mark);
      return;
    }
    int depth = 1;
    int i = at + 2;
    while (depth > 0 && i < text.length()) {
      boolean opens = dialect.nestsComments() && text.startsWith("/*", i);
      boolean closes = text.startsWith("*/", i);
      depth += opens ? 1 : closes ? -1 : 0;
      i += opens || closes ? 2 : 1;
    }
    addComment(i);
  }

  private void addComment(int end) {
    addQuoted(Kind.COMMENT, 0, new Quoting(Style.COMMENT, ""), end);
  }

  private void doubleQuote() {
    if (dialect == SqlDialect.MYSQL) {
      string(at + 1, Style.MYSQL, "\"");
    } else {
      quotedName("\"");
    }
  }

  private void quotedName(String close) {
    quoted(Kind.QUOTED_NAME, at + 1, new Quoting(Style.DOUBLED, close));
  }

  private void string(int from, Style style, String close) {
    quoted(Kind.STRING, from, new Quoting(style, close));
  }

  /// @param from index of the quoted content
  private void quoted(Kind kind, int from, Quoting quoting) {
    boolean hasBackslashes = quoting.style() == Style.MYSQL || quoting.style() == Style.ESCAPED;
    String close = quoting.close();
    int i = from;
    while (i < text.length()) {
      if (hasBackslashes && text.charAt(i) == '\\') {
        i += 2;
      } else if (!text.startsWith(close, i)) {
        i++;
      } else if (quoting.style() != Style.RAW && text.startsWith(close, i + 1)) {
        i += 2;
      } else {
        addQuoted(kind, from - at, quoting, i + close.length());
        return;
      }
    }
    add(Kind.UNCLOSED, text.length());
  }

  /// @return false if there is no dollar quote
  private boolean dollarQuote() {
    Matcher open = DOLLAR_QUOTE.matcher(text).region(at, text.length());
    if (!open.lookingAt() || text.indexOf(open.group(), open.end()) < 0) {
      return false;
    }
    quoted(Kind.STRING, open.end(), new Quoting(Style.RAW, open.group()));
    return true;
  }

  /// Reads a word, or a string whose prefix the word is. A generated value that touches a word is
  /// part of it.
  private void word() {
    int end = endOf(SqlLexer::isWord);
    String word = text.substring(at, end).toLowerCase(Locale.ROOT);
    if (word.equals("u") && text.startsWith("&'", end)) {
      word = "u&";
      end++;
    }
    boolean quoted = text.startsWith("'", end);
    if (quoted && dialect == SqlDialect.ORACLE && (word.equals("q") || word.equals("nq"))) {
      oracleQuote(end + 1);
    } else if (quoted && TEXT_PREFIXES.contains(word)) {
      boolean isEscaped = word.equals("e");
      quoted(
          Kind.STRING,
          end + 1,
          isEscaped ? new Quoting(Style.ESCAPED, "'") : Quoting.ofString(dialect));
    } else if (quoted && CODED_PREFIXES.contains(word)) {
      string(end + 1, Style.CODED, "'");
    } else if (text.substring(at, end).equals(GeneratedText.MARKER) && !isPartOfName(at - 1)) {
      add(Kind.VALUE, end);
    } else {
      add(Kind.WORD, end);
    }
  }

  /// `q'[…]'`, `q'!…!'`
  private void oracleQuote(int delimiter) {
    if (delimiter >= text.length()) {
      add(Kind.UNCLOSED, text.length());
      return;
    }
    char open = text.charAt(delimiter);
    int pair = "[{(<".indexOf(open);
    char close = pair < 0 ? open : "]})>".charAt(pair);
    quoted(Kind.STRING, delimiter + 1, new Quoting(Style.RAW, close + "'"));
  }

  private boolean isPartOfName(int i) {
    return i >= 0 && text.charAt(i) == '.';
  }

  private void operator() {
    int end = at;
    while (end < text.length()
        && isOperator(text.charAt(end))
        && !text.startsWith("--", end)
        && !text.startsWith("/*", end)) {
      end++;
    }
    add(Kind.OPERATOR, Math.max(end, at + 1));
  }

  private boolean isOperator(char c) {
    return OPERATORS.indexOf(c) >= 0 || (c == '#' && !dialect.hasHashComments());
  }

  private static boolean isWord(char c) {
    return c == '_' || c == '$' || c == VALUE || Character.isLetterOrDigit(c) || c >= 0x80;
  }

  private interface CharTest {
    boolean test(char c);
  }

  private int endOf(CharTest test) {
    int end = at;
    while (end < text.length() && test.test(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private void add(Kind kind, int end) {
    addQuoted(kind, 0, Quoting.NOT_QUOTED, end);
  }

  private void addQuoted(Kind kind, int open, Quoting quoting, int end) {
    int last = Math.min(end, text.length());
    tokens.add(new SqlToken(kind, text.substring(at, last), open, quoting));
    at = last;
  }
}
