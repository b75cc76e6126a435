package dev.takt.imports.plan;

/// How much text what a file refers to may become: a few lines of references to references can
/// stand for more than any memory has.
public final class Budget {

  /// More than a plan can have, because some of it is left out.
  private static final int MAX_CHARS = 8 << 20;

  private long left = MAX_CHARS;

  /// Takes a part of it.
  ///
  /// @return whether there was enough; otherwise the text is to be left out
  public boolean take(long chars) {
    left -= chars + 1;
    return left >= 0;
  }

  /// Whether something was left out, so that there can be no plan.
  public boolean isSpent() {
    return left < 0;
  }
}
