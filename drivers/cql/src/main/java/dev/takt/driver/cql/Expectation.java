package dev.takt.driver.cql;

import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;

/// Which results count as success. Immutable and thread-safe.
final class Expectation {

  private static final String ROWS = "rows";
  private static final String APPLIED = "applied";

  private enum Kind {
    ANY,
    ROWS,
    COUNT,
    APPLIED
  }

  private static final Outcome NO_ROWS = Outcome.failed("no rows");
  private static final Outcome NOT_APPLIED = Outcome.failed("not applied");

  private final Kind kind;
  private final long count;
  private final Outcome wrongCount;

  private Expectation(Kind kind, long count) {
    this.kind = kind;
    this.count = count;
    this.wrongCount = Outcome.failed("rows other than " + count);
  }

  /// Parses `any`, `rows`, `applied`, or a number of rows.
  ///
  /// @throws IllegalArgumentException if it is something else
  static Expectation parse(String text) {
    return switch (text) {
      case "any" -> new Expectation(Kind.ANY, 0);
      case ROWS -> new Expectation(Kind.ROWS, 0);
      case APPLIED -> new Expectation(Kind.APPLIED, 0);
      default -> {
        if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(Character::isDigit)) {
          throw new IllegalArgumentException(
              "expected any, rows, applied, or a number of rows, found \"" + text + "\"");
        }
        yield new Expectation(Kind.COUNT, Long.parseLong(text));
      }
    };
  }

  /// The number of rows of a result that counts as success.
  int exampleRows() {
    return switch (kind) {
      case ANY -> 0;
      case ROWS, APPLIED -> 1;
      case COUNT -> (int) Math.min(count, 1_000);
    };
  }

  /// Judges the result of a whole statement.
  Outcome ofRows(long rows) {
    return switch (kind) {
      case ANY, APPLIED -> Outcome.OK;
      case ROWS -> rows > 0 ? Outcome.OK : NO_ROWS;
      case COUNT -> rows == count ? Outcome.OK : wrongCount;
    };
  }

  /// Whether [#ofFirstRow] decides.
  boolean needsFirstRow() {
    return kind == Kind.APPLIED;
  }

  /// Judges the result of a conditional statement, whose first column is `[applied]`.
  ///
  /// @param body at the first row
  Outcome ofFirstRow(ByteBuffer body) {
    boolean isApplied = body.getInt() == 1 && body.get() != 0;
    return isApplied ? Outcome.OK : NOT_APPLIED;
  }
}
