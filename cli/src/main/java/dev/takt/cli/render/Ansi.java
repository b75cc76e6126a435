package dev.takt.cli.render;

/// Colours for terminals that support them; plain text otherwise.
///
/// @param on whether to print colours
public record Ansi(boolean on) {

  /// Plain text.
  public static final Ansi NONE = new Ansi(false);

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
    return on ? "\u001b[" + code + 'm' + text + "\u001b[0m" : text;
  }
}
