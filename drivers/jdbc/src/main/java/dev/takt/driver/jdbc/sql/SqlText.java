package dev.takt.driver.jdbc.sql;

import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import java.util.List;

/// A tokenised statement.
///
/// @param tokens with [GeneratedText#MARKER] for each generated value
/// @param placeholders of the values, in the order of the text
record SqlText(SqlDialect dialect, List<SqlToken> tokens, List<Template.Placeholder> placeholders) {

  /// Parses a statement.
  ///
  /// @param generators of the plan
  /// @throws IllegalArgumentException if a placeholder is invalid, or the statement executes
  ///   nothing
  static SqlText parse(
      String sql, Generators generators, Template.VariableNames variables, SqlDialect dialect) {
    if (sql.contains(GeneratedText.MARKER)) {
      throw new IllegalArgumentException("the character U+FFFF cannot be in a statement");
    }
    Template template = Template.parse(sql, generators, variables);
    List<SqlToken> tokens = SqlLexer.tokens(template.withMarkers(GeneratedText.MARKER), dialect);
    SqlStatement.check(tokens, dialect);
    return new SqlText(dialect, tokens, template.placeholders());
  }
}
