package dev.takt.cli.output;

/// Colour for terminals that show it, and none for anything else.
///
/// @param on whether to colour at all
public record Ansi(boolean on) {

  /// What matters.
  public String bold(String text) {
    return wrap("1", text);
  }

  /// What is only for reference.
  public String faint(String text) {
    return wrap("2", text);
  }

  /// What is well.
  public String good(String text) {
    return wrap("32", text);
  }

  /// What is not.
  public String bad(String text) {
    return wrap("1;31", text);
  }

  /// What a reader should know.
  public String warning(String text) {
    return wrap("33", text);
  }

  private String wrap(String code, String text) {
    return on ? "\u001b[" + code + 'm' + text + "\u001b[0m" : text;
  }
}
