package dev.takt.driver.jdbc.sql;

import dev.takt.driver.jdbc.rows.ShownJson;
import dev.takt.driver.jdbc.sql.SqlToken.Kind;
import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Generators;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A statement with its generated values as parameters: `select * from item where id =
/// {uniform:1..1000}` becomes `select * from item where id = ?`.
///
/// If a value is inside a string literal, the whole literal becomes a parameter: `'user-{seq}'`.
///
/// @param text with a `?` for each parameter
/// @param parameters in the order of the text
/// @param variables the indexes of the user's values that it uses, see
///   [dev.takt.load.journey.User#value]
public record PreparedSql(String text, List<SqlParameter> parameters, List<Integer> variables)
    implements Sql {

  private static final String OTHERWISE = "; write the statement without it, or use --no-prepared";

  /// Parses a statement.
  ///
  /// @param generators of the plan
  /// @throws IllegalArgumentException if a placeholder is invalid, or is where no parameter can be
  public static PreparedSql parse(String sql, Generators generators, SqlDialect dialect) {
    return parse(sql, generators, Map.of(), dialect);
  }

  /// Parses the statement of a step.
  ///
  /// @param generators of the plan
  /// @param variables the index of each variable by its name
  /// @throws IllegalArgumentException if a placeholder is invalid, or is where no parameter can be
  public static PreparedSql parse(
      String sql, Generators generators, Map<String, Integer> variables, SqlDialect dialect) {
    return new Parser(SqlText.parse(sql, generators, variables, dialect)).parse();
  }

  /// The statement and its values for people: the values as an object with the names of variables.
  public String show(long seed, long n, byte[][] user) {
    if (parameters.isEmpty()) {
      return text;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      SqlParameter each = parameters.get(i);
      String place = "?" + (i + 1);
      Object value = each.show(seed, n, user);
      if (each.name().isEmpty()) {
        values.put(place, value);
      } else if (!value.equals(values.getOrDefault(each.name(), value))) {
        values.put(place + "." + each.name(), value);
      } else {
        values.put(each.name(), value);
      }
    }
    return text + "\n" + ShownJson.of(values);
  }

  @Override
  public Statement prepare(Connection connection) throws SQLException {
    return connection.prepareStatement(text);
  }

  @Override
  public boolean execute(Statement statement, long seed, long n, byte[][] user)
      throws SQLException {
    PreparedStatement mine = (PreparedStatement) statement;
    for (int i = 0; i < parameters.size(); i++) {
      parameters.get(i).bind(mine, i + 1, seed, n, user);
    }
    return mine.execute();
  }

  private static final class Parser {

    private final SqlText sql;
    private final QuestionMarks marks;
    private final Iterator<SqlValue> values;
    private final List<SqlParameter> parameters = new ArrayList<>();

    Parser(SqlText sql) {
      this.sql = sql;
      this.marks = new QuestionMarks(sql.tokens(), sql.dialect());
      this.values = sql.values().iterator();
    }

    PreparedSql parse() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < sql.tokens().size(); i++) {
        SqlToken token = sql.tokens().get(i);
        if (token.kind() == Kind.OPERATOR) {
          text.append(marks.escaped(i));
        } else if (token.hasValues()) {
          parameters.add(parameter(token));
          text.append('?');
        } else {
          text.append(token.text());
        }
      }
      return new PreparedSql(text.toString(), List.copyOf(parameters), sql.variables());
    }

    private SqlParameter parameter(SqlToken token) {
      return switch (token.kind()) {
        case VALUE ->
            switch (values.next()) {
              case SqlValue.Generated(Generator generator) -> new SqlParameter.Value(generator);
              case SqlValue value -> new SqlParameter.Variable(value);
            };
        case STRING -> new SqlParameter.Literal(literal(token));
        case WORD ->
            throw new IllegalArgumentException(
                "a placeholder that is a part of a name or a number cannot be bound" + OTHERWISE);
        case UNCLOSED ->
            throw new IllegalArgumentException(
                "the quote " + token.text().charAt(0) + " before a placeholder is not closed");
        default ->
            throw new IllegalArgumentException(
                "a placeholder in a quoted name or a comment cannot be bound" + OTHERWISE);
      };
    }

    private GeneratedText literal(SqlToken token) {
      List<String> texts = new ArrayList<>();
      for (String each : GeneratedText.cut(token.content())) {
        texts.add(read(token, each));
      }
      List<SqlValue> mine = new ArrayList<>();
      while (mine.size() < texts.size() - 1) {
        mine.add(values.next());
      }
      return new GeneratedText(List.copyOf(texts), List.copyOf(mine));
    }

    private static String read(SqlToken token, String written) {
      try {
        return token.quoting().read(written);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "in the string that begins with "
                + token.text().substring(0, token.open())
                + ": "
                + e.getMessage()
                + OTHERWISE,
            e);
      }
    }
  }
}
