package dev.takt.driver.jdbc;

import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Template;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A statement whose generated values have become parameters: of `select * from item where id =
/// {uniform:1..1000}` it makes `select * from item where id = ?`.
///
/// A value in a string literal makes the whole literal a parameter: `'user-{seq}'`.
///
/// @param text with a `?` for each parameter
/// @param parameters in the order of the text
record PreparedSql(String text, List<SqlParameter> parameters) implements Sql {

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<opaque>--[^\\n]*|/\\*(?s:.*?)\\*/|\"[^\"]*\")"
              + "|(?<literal>'(?:[^']|'')*')"
              + "|(?<value>"
              + GeneratedText.MARKER
              + ")|(?<mark>\\?\\??)");

  /// Reads a statement.
  ///
  /// @param named the plan's generators
  /// @throws IllegalArgumentException if a placeholder is wrong, or something stands where it
  ///   cannot
  static PreparedSql parse(String sql, Map<String, String> named) {
    Template template = Template.parse(sql, named);
    return new Parser(template).parse(template.withMarkers(GeneratedText.MARKER));
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

    private final Iterator<Generator> generators;
    private final List<SqlParameter> parameters = new ArrayList<>();

    Parser(Template template) {
      this.generators = template.generators().iterator();
    }

    PreparedSql parse(String marked) {
      Matcher token = TOKEN.matcher(marked);
      StringBuilder text = new StringBuilder();
      while (token.find()) {
        token.appendReplacement(text, Matcher.quoteReplacement(replacement(token)));
      }
      return new PreparedSql(token.appendTail(text).toString(), List.copyOf(parameters));
    }

    private String replacement(Matcher token) {
      String found = token.group();
      boolean hasValue = found.contains(GeneratedText.MARKER);
      if (found.equals("?")) {
        throw new IllegalArgumentException(
            "a ? has no value: write a placeholder such as {uniform:1..1000} in its place"
                + " (or ?? where the database has an operator of that name)");
      }
      if (hasValue && token.group("opaque") != null) {
        throw new IllegalArgumentException(
            "a placeholder in a quoted name or a comment cannot be bound; write the statement"
                + " without it, or set prepared to false");
      }
      if (!hasValue) {
        return found;
      }
      parameters.add(
          token.group("literal") == null
              ? new SqlParameter.Value(generators.next())
              : literal(found));
      return "?";
    }

    private SqlParameter literal(String quoted) {
      List<String> texts =
          GeneratedText.cut(quoted.substring(1, quoted.length() - 1).replace("''", "'"));
      List<Generator> mine = new ArrayList<>();
      while (mine.size() < texts.size() - 1) {
        mine.add(generators.next());
      }
      return new SqlParameter.Literal(new GeneratedText(texts, List.copyOf(mine)));
    }
  }
}
