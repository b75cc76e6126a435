package dev.takt.load.schedule;

/// How arrivals are spaced along a rate that may change with time.
public enum Spacing {
  /// As even as possible: operation `n` is due at the moment at which the integral of the rate
  /// reaches `n`. Written `constant`.
  EVEN("constant"),
  /// Random and independent of each other, as from very many users: a Poisson process with that
  /// rate. Written `poisson`.
  POISSON("poisson");

  private final String text;

  Spacing(String text) {
    this.text = text;
  }

  /// The text form in a schedule.
  @Override
  public String toString() {
    return text;
  }
}
