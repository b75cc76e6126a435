package dev.takt.driver.jdbc.sql;

import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// A tokenised statement.
///
/// @param tokens with [GeneratedText#MARKER] for each value
/// @param values in the order of the text
/// @param variables the indexes of the user's values among them, each once
record SqlText(
    SqlDialect dialect, List<SqlToken> tokens, List<SqlValue> values, List<Integer> variables) {

  /// Parses a statement.
  ///
  /// @param generators of the plan
  /// @param variables the index of each value of the user by its name
  /// @throws IllegalArgumentException if a placeholder is invalid, or the statement executes
  ///   nothing
  static SqlText parse(
      String sql, Generators generators, Map<String, Integer> variables, SqlDialect dialect) {
    if (sql.contains(GeneratedText.MARKER)) {
      throw new IllegalArgumentException("the character U+FFFF cannot be in a statement");
    }
    Names names = new Names(generators, variables);
    Template template = Template.parse(sql, generators, names);
    List<SqlToken> tokens = SqlLexer.tokens(template.withMarkers(GeneratedText.MARKER), dialect);
    SqlStatement.check(tokens, dialect);
    List<SqlValue> values = new ArrayList<>();
    for (Template.Placeholder each : template.placeholders()) {
      Generator generator = each.generator();
      values.add(
          generator == null
              ? names.values.get(each.variable())
              : new SqlValue.Generated(generator));
    }
    return new SqlText(dialect, tokens, List.copyOf(values), List.copyOf(names.used));
  }

  /// Values of the user and of the environment. Neither is a part of the statement's text.
  private static final class Names implements Template.VariableNames {

    private final Generators generators;
    private final Map<String, Integer> ofUser;

    /// By the ids that they have in the template.
    private final List<SqlValue> values = new ArrayList<>();

    private final List<Integer> used = new ArrayList<>();

    Names(Generators generators, Map<String, Integer> ofUser) {
      this.generators = generators;
      this.ofUser = ofUser;
    }

    @Override
    public int idOf(String name, int index) {
      Integer variable = ofUser.get(name);
      String environment = generators.environmentValue(name);
      if (variable != null) {
        if (!used.contains(variable)) {
          used.add(variable);
        }
        values.add(new SqlValue.OfUser(name, used.indexOf(variable)));
      } else if (environment != null) {
        values.add(new SqlValue.OfEnvironment(name, environment));
      } else {
        return UNKNOWN;
      }
      return values.size() - 1;
    }

    @Override
    public Collection<String> known() {
      return ofUser.keySet();
    }
  }
}
