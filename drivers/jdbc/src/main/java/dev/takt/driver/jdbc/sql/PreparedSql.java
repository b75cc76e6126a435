package dev.takt.driver.jdbc.sql;

import dev.takt.driver.jdbc.sql.SqlToken.Kind;
import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Generators;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// A statement with its generated values as parameters: `select * from item where id =
/// {uniform:1..1000}` becomes `select * from item where id = ?`.
///
/// If a value is inside a string literal, the whole literal becomes a parameter: `'user-{seq}'`.
///
/// @param text with a `?` for each parameter
/// @param parameters in the order of the text
public record PreparedSql(String text, List<SqlParameter> parameters) implements Sql {

  private static final String OTHERWISE = "; write the statement without it, or use --no-prepared";

  /// Parses a statement.
  ///
  /// @param generators of the plan
  /// @throws IllegalArgumentException if a placeholder is invalid, or is where no parameter can be
  public static PreparedSql parse(String sql, Generators generators, SqlDialect dialect) {
    return new Parser(SqlText.parse(sql, generators, dialect)).parse();
  }

  @Override
  public Statement prepare(Connection connection) throws SQLException {
    return connection.prepareStatement(text);
  }

  @Override
  public boolean execute(Statement statement, long seed, long n) throws SQLException {
    PreparedStatement mine = (PreparedStatement) statement;
    for (int i = 0; i < parameters.size(); i++) {
      parameters.get(i).bind(mine, i + 1, seed, n);
    }
    return mine.execute();
  }

  private static final class Parser {

    private final SqlText sql;
    private final QuestionMarks marks;
    private final Iterator<Generator> generators;
    private final List<SqlParameter> parameters = new ArrayList<>();

    Parser(SqlText sql) {
      this.sql = sql;
      this.marks = new QuestionMarks(sql.tokens(), sql.dialect());
      this.generators = sql.generators().iterator();
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
      return new PreparedSql(text.toString(), List.copyOf(parameters));
    }

    private SqlParameter parameter(SqlToken token) {
      return switch (token.kind()) {
        case VALUE -> new SqlParameter.Value(generators.next());
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
      List<Generator> mine = new ArrayList<>();
      while (mine.size() < texts.size() - 1) {
        mine.add(generators.next());
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
