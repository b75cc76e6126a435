package dev.takt.driver.jdbc.sql;

import dev.takt.driver.jdbc.sql.SqlToken.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Distinguishes PostgreSQL's operators that contain a `?` (JSON, hstore) from parameters without a
/// value. JDBC requires `??` for such a `?`; here `?` is sufficient.
///
/// @param tokens of a whole statement
record QuestionMarks(List<SqlToken> tokens, SqlDialect dialect) {

  private static final Set<String> OPERATORS = Set.of("?", "?|", "?&", "@?");

  /// Words before an operand: a `?` after them is not an operator.
  private static final Set<String> BEFORE_OPERAND =
      Set.of(
          "all",
          "and",
          "any",
          "as",
          "between",
          "by",
          "call",
          "case",
          "date",
          "default",
          "distinct",
          "else",
          "escape",
          "first",
          "from",
          "having",
          "if",
          "ilike",
          "in",
          "interval",
          "is",
          "join",
          "like",
          "limit",
          "next",
          "not",
          "offset",
          "on",
          "or",
          "returning",
          "select",
          "set",
          "some",
          "then",
          "time",
          "timestamp",
          "to",
          "using",
          "values",
          "when",
          "where");

  /// Words after an expression: a `?` before them is not an operator.
  private static final Set<String> BEHIND_EXPRESSION =
      Set.of(
          "and",
          "as",
          "asc",
          "at",
          "between",
          "collate",
          "desc",
          "else",
          "end",
          "escape",
          "except",
          "fetch",
          "filter",
          "for",
          "from",
          "group",
          "having",
          "ilike",
          "in",
          "intersect",
          "into",
          "is",
          "isnull",
          "join",
          "like",
          "limit",
          "notnull",
          "offset",
          "on",
          "only",
          "or",
          "order",
          "over",
          "returning",
          "row",
          "rows",
          "set",
          "similar",
          "then",
          "to",
          "union",
          "using",
          "values",
          "when",
          "where",
          "window");

  /// Escapes an operator for a prepared statement.
  ///
  /// @param index of its token
  /// @throws IllegalArgumentException if a `?` in it is a parameter without a value
  String escaped(int index) {
    String operator = tokens.get(index).text();
    String withoutEscaped = operator.replace("??", "");
    if (withoutEscaped.indexOf('?') < 0) {
      return operator;
    }
    if (dialect.hasQuestionOperators()
        && OPERATORS.contains(operator)
        && endsOperand(neighbour(index, -1))
        && beginsOperand(neighbour(index, 1))) {
      return operator.replace("?", "??");
    }
    throw new IllegalArgumentException(
        "a ? has no value: write a placeholder such as {uniform:1..1000} instead of it"
            + (dialect.hasQuestionOperators() ? " (or ?? for the operator ?)" : ""));
  }

  private SqlToken neighbour(int index, int step) {
    for (int i = index + step; i >= 0 && i < tokens.size(); i += step) {
      SqlToken token = tokens.get(i);
      if (token.kind() != Kind.SPACE && token.kind() != Kind.COMMENT) {
        return token;
      }
    }
    return SqlToken.of(Kind.SPACE, "");
  }

  private static boolean endsOperand(SqlToken token) {
    return switch (token.kind()) {
      case STRING, QUOTED_NAME, VALUE -> true;
      case WORD -> !BEFORE_OPERAND.contains(lower(token));
      default -> token.text().equals(")") || token.text().equals("]");
    };
  }

  private static boolean beginsOperand(SqlToken token) {
    return switch (token.kind()) {
      case STRING, QUOTED_NAME, VALUE -> true;
      case WORD -> !BEHIND_EXPRESSION.contains(lower(token));
      default -> token.text().equals("(");
    };
  }

  private static String lower(SqlToken token) {
    return token.text().toLowerCase(Locale.ROOT);
  }
}
