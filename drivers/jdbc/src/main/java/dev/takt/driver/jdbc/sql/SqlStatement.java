package dev.takt.driver.jdbc.sql;

import dev.takt.driver.jdbc.sql.SqlToken.Kind;
import java.util.List;
import java.util.regex.Pattern;

/// Checks that apply to the text of every statement.
public final class SqlStatement {

  /// Not `ROLLBACK TO` a savepoint, and not the `BEGIN` of a block.
  private static final Pattern TRANSACTION =
      Pattern.compile(
          "(?is)(?:begin|start transaction|commit|abort|rollback)"
              + "(?: (?:work|transaction|tran|isolation|read|not|deferrable|immediate|deferred"
              + "|exclusive|concurrent|distributed|with|and|no)\\b.*)?"
              + "|set (?:.* , )?(?:(?:session|local|global) |@@ (?:(?:session|local|global) \\. )?)?"
              + "autocommit\\b.*"
              + "|set (?:.* , )?implicit_transactions\\b.*");

  /// A commit, unless it is the end of a block.
  private static final Pattern END =
      Pattern.compile("(?is)end(?: (?:work|transaction|tran|and)\\b.*)?");

  private SqlStatement() {}

  /// Checks a statement without generated values.
  ///
  /// @throws IllegalArgumentException if the database would execute none of it, or only a part
  public static void check(String sql, SqlDialect dialect) {
    check(SqlLexer.tokens(sql, dialect), dialect);
  }

  /// Whether a statement, or one of several, begins or ends a transaction.
  ///
  /// @param sql placeholders can be in it
  public static boolean hasTransactionControl(String sql, SqlDialect dialect) {
    StringBuilder words = new StringBuilder();
    boolean isInBlock = false;
    for (SqlToken each : SqlLexer.tokens(sql, dialect)) {
      if (each.text().equals(";")) {
        if (isTransactionControl(words, isInBlock)) {
          return true;
        }
        words.setLength(0);
      } else if (each.isCode()) {
        words.append(words.isEmpty() ? "" : " ").append(each.text());
        isInBlock |= each.kind() == Kind.WORD && each.text().equalsIgnoreCase("begin");
      }
    }
    return isTransactionControl(words, isInBlock);
  }

  private static boolean isTransactionControl(CharSequence statement, boolean isInBlock) {
    return TRANSACTION.matcher(statement).matches()
        || (!isInBlock && END.matcher(statement).matches());
  }

  static void check(List<SqlToken> tokens, SqlDialect dialect) {
    if (tokens.stream().noneMatch(SqlToken::isCode)) {
      throw new IllegalArgumentException(
          "there is no statement: only comments, spaces or semicolons");
    }
    if (dialect == SqlDialect.SQLITE && isSeveral(tokens)) {
      throw new IllegalArgumentException(
          "SQLite's driver executes only the first of several statements: give each on its own");
    }
  }

  /// Semicolons in the body of a trigger do not separate statements.
  private static boolean isSeveral(List<SqlToken> tokens) {
    boolean ended = false;
    for (SqlToken each : tokens) {
      if (each.kind() == Kind.WORD && each.text().equalsIgnoreCase("trigger")) {
        return false;
      }
      if (ended && each.isCode()) {
        return true;
      }
      ended |= each.kind() == Kind.OTHER && each.text().equals(";");
    }
    return false;
  }
}
