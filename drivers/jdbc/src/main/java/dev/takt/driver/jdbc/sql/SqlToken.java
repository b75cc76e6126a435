package dev.takt.driver.jdbc.sql;

/// A token of a statement.
///
/// @param text as written
/// @param open number of characters before the quoted content
/// @param quoting of the content
record SqlToken(Kind kind, String text, int open, Quoting quoting) {

  /// The kind of a token.
  enum Kind {
    /// White space.
    SPACE,
    /// A comment.
    COMMENT,
    /// A name, a keyword or a number.
    WORD,
    /// A name in quotes.
    QUOTED_NAME,
    /// A string.
    STRING,
    /// A sequence of operator characters.
    OPERATOR,
    /// A generated value that is not part of another token.
    VALUE,
    /// An unclosed quote, with everything after it.
    UNCLOSED,
    /// Any other character.
    OTHER
  }

  static SqlToken of(Kind kind, String text) {
    return new SqlToken(kind, text, 0, Quoting.NOT_QUOTED);
  }

  /// The content between the quotes.
  String content() {
    return text.substring(open, text.length() - quoting.close().length());
  }

  boolean hasValues() {
    return text.contains(GeneratedText.MARKER);
  }

  /// Whether a database would execute it.
  boolean isCode() {
    return kind != Kind.SPACE && kind != Kind.COMMENT && !text.equals(";");
  }
}
