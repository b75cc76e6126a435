package dev.takt.load.config.journey;

import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.Problems;
import dev.takt.load.driver.DriverProvider.Boundary;
import org.jspecify.annotations.Nullable;

/// Follows whether a transaction is open while the parts of a journey are read. At each place it is
/// open or not, whatever a user has decided before: so no user begins one within another, ends one
/// that it has not begun, or leaves one open.
public final class TransactionRule {

  private static final String KEY = ".transaction";

  private final Problems problems;

  /// The step that began the open transaction; null if none is open.
  private @Nullable Begun open;

  private boolean isParallel;

  /// The beginning of a transaction.
  ///
  /// @param key of its step
  /// @param name of its step
  public record Begun(String key, String name, Origin at) {}

  /// No transaction is open.
  public TransactionRule(Problems problems) {
    this.problems = problems;
  }

  /// The open transaction; null if there is none.
  public @Nullable Begun open() {
    return open;
  }

  /// A step.
  ///
  /// @param isCertain whether every user does it, once
  /// @return whether it is in order
  public boolean step(Boundary boundary, String key, String name, Origin at, boolean isCertain) {
    if (boundary == Boundary.NONE) {
      return true;
    } else if (isParallel) {
      problems.add(
          at, key + KEY, "is not possible in parallel: a transaction is a step after another");
      return false;
    } else if (!isCertain) {
      problems.add(
          at,
          key + KEY,
          "cannot depend on an if, a while or a repeat of the step: put the whole transaction into it");
      open = boundary == Boundary.BEGIN ? new Begun(key, name, at) : null;
      return false;
    } else if (boundary == Boundary.BEGIN && open != null) {
      problems.add(
          at,
          key + KEY,
          "the transaction that "
              + open.name
              + " begins is still open: commit or roll it back first");
      return false;
    } else if (boundary == Boundary.END && open == null) {
      problems.add(at, key + KEY, "no transaction is open here: begin one in a step before");
      return false;
    }
    open = boundary == Boundary.BEGIN ? new Begun(key, name, at) : null;
    return true;
  }

  /// Steps begin that are sent at once, until [#endParallel].
  ///
  /// @return whether that is possible
  public boolean beginParallel(String key, Origin at) {
    isParallel = true;
    if (open == null) {
      return true;
    }
    problems.add(
        at,
        key,
        "is not possible within the transaction that "
            + open.name
            + " begins: it has one connection, which does one statement at a time");
    return false;
  }

  /// The end of steps that are sent at once.
  public void endParallel() {
    isParallel = false;
  }

  /// The end of parts that some users leave out or repeat, and of a branch after the first one. The
  /// journey goes on as before them.
  ///
  /// @param before what was open before them, or at the end of the first branch
  /// @return whether the same is open after them
  public boolean same(@Nullable Begun before, String key, Origin at) {
    Begun after = open;
    open = before;
    if ((after == null) == (before == null)) {
      return true;
    }
    Begun begun = after == null ? before : after;
    problems.add(
        at,
        key,
        "after this the transaction of "
            + (begun == null ? "a step" : begun.name)
            + " is open for some users only: begin and end it in the same list of steps, or end it in"
            + " each branch");
    return false;
  }

  /// A branch begins as the first one did.
  public void reset(@Nullable Begun before) {
    open = before;
  }

  /// The end of the journey.
  ///
  /// @return whether no transaction is open
  public boolean end() {
    Begun left = open;
    if (left != null) {
      problems.add(
          left.at,
          left.key + KEY,
          "the journey ends with this transaction open: end it by a step {transaction: commit}");
    }
    return left == null;
  }
}
