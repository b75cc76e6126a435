package dev.takt.cli.spi.render;

/// How text for people is laid out: its width, and colours for terminals that support them.
///
/// @param colour whether to print colours
/// @param width the maximum length of a line of prose, in columns
public record TextStyle(boolean colour, int width) {

  /// The width of text whose terminal is unknown, in columns.
  public static final int DEFAULT_WIDTH = 80;

  /// Plain text of that width.
  public static final TextStyle PLAIN = new TextStyle(false, DEFAULT_WIDTH);

  /// Emphasised text.
  public String bold(String text) {
    return wrap("1", text);
  }

  /// Secondary text.
  public String faint(String text) {
    return wrap("2", text);
  }

  /// A good result.
  public String good(String text) {
    return wrap("32", text);
  }

  /// A bad result.
  public String bad(String text) {
    return wrap("1;31", text);
  }

  /// A warning.
  public String warning(String text) {
    return wrap("33", text);
  }

  private String wrap(String code, String text) {
    return colour ? "\u001b[" + code + 'm' + text + "\u001b[0m" : text;
  }
}
