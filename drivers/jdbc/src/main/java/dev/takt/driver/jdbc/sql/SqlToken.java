package dev.takt.driver.jdbc.sql;

/// A part of a statement's text.
///
/// @param text as it is written
/// @param open how many of its characters are before what the quoting is about
/// @param quoting of what is between its marks
record SqlToken(Kind kind, String text, int open, Quoting quoting) {

  /// What a part is.
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
    /// Characters that operators are made of, with no space between them.
    OPERATOR,
    /// A generated value that stands alone.
    VALUE,
    /// A quote that is not closed, with all that follows.
    UNCLOSED,
    /// Any other character.
    OTHER
  }

  static SqlToken of(Kind kind, String text) {
    return new SqlToken(kind, text, 0, Quoting.NOT_QUOTED);
  }

  /// What is between its marks.
  String content() {
    return text.substring(open, text.length() - quoting.close().length());
  }

  boolean hasValues() {
    return text.contains(GeneratedText.MARKER);
  }

  /// Whether a database executes something because of it.
  boolean isCode() {
    return kind != Kind.SPACE && kind != Kind.COMMENT && !text.equals(";");
  }
}
