package dev.takt.load.schedule;

/// How arrivals are laid along a rate that may change with time.
public enum Spacing {
  /// As evenly as can be: operation `n` is due at the moment by which the rate, summed up, has come
  /// to `n`. Written `constant`.
  EVEN("constant"),
  /// At random and independently of each other, as from very many users: a Poisson process with
  /// that rate. Written `poisson`.
  POISSON("poisson");

  private final String text;

  Spacing(String text) {
    this.text = text;
  }

  /// As it is written in a schedule.
  @Override
  public String toString() {
    return text;
  }
}
