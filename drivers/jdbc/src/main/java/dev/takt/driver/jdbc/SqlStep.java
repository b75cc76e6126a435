package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.rows.StepRows;
import dev.takt.load.driver.Outcome;
import dev.takt.load.handover.StepCall;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A step of a journey: a statement, or the begin or end of a transaction.
///
/// @param sql null unless it is a statement
record SqlStep(Kind kind, @Nullable SqlOperation sql) {

  /// The property that begins or ends a transaction.
  static final String TRANSACTION = "transaction";

  /// Plans in which users could come to these are refused before the run.
  static final Outcome NESTED = Outcome.failed("begin within a transaction");

  static final Outcome NO_TRANSACTION = Outcome.failed("no transaction to end");

  /// What it does.
  enum Kind {
    /// Executes a statement.
    STATEMENT,
    /// Begins a transaction.
    BEGIN,
    /// Makes its changes last.
    COMMIT,
    /// Undoes them.
    ROLLBACK;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The kind of an operation by its properties.
  ///
  /// @throws IllegalArgumentException if a transaction is to do something else
  static Kind kindOf(Map<String, Object> properties) {
    if (!(properties.get(TRANSACTION) instanceof String word)) {
      return Kind.STATEMENT;
    }
    return Arrays.stream(Kind.values())
        .filter(each -> each != Kind.STATEMENT && each.text().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("expected begin, commit or rollback, found " + word));
  }

  SqlOperation statement() {
    SqlOperation known = sql;
    if (known == null) {
      throw new IllegalStateException(kind + " has no statement");
    }
    return known;
  }

  /// The answer to what is no statement: it has no rows, and conditions about variables follow it.
  static StepCall.Result done() {
    return new StepCall.Result(Outcome.OK, new StepRows(false), "done");
  }

  String show(StepCall call) {
    SqlOperation known = sql;
    return known == null
        ? kind.text().toUpperCase(Locale.ROOT)
        : known.show(call.n(), call.values());
  }
}
