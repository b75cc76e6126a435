package dev.takt.driver.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A statement with generated values, such as `select * from item where id = {uniform:1..1000}`,
/// cut into the text that stays and the parameters that do not.
///
/// A value in a string literal makes the whole literal a parameter: `'user-{seq}'`. Braces that are
/// not a placeholder's (`'{1,2}'`, `{ts '2026-01-01 00:00:00'}`) are text, and so is all that
/// stands in comments and quoted names.
///
/// @param segments the text before, between and behind the parameters: one more than these
/// @param parameters the parameters, in the order of the text
record SqlText(List<String> segments, List<SqlParameter> parameters) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{[a-z][a-zA-Z-]*(:[^{}]*)?\\}");

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<skip>--[^\\n]*|/\\*(?s:.*?)\\*/|\"[^\"]*\")"
              + "|(?<literal>'(?:[^']|'')*')"
              + "|(?<value>"
              + PLACEHOLDER.pattern()
              + ")|(?<mark>\\?\\??)");

  /// @param values makes a value from a placeholder, braces included
  /// @throws IllegalArgumentException if a placeholder is wrong, or a `?` stands where a
  ///   placeholder should
  static SqlText parse(String sql, Function<String, SqlValue> values) {
    List<String> segments = new ArrayList<>();
    List<SqlParameter> parameters = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    Matcher token = TOKEN.matcher(sql);
    int from = 0;
    while (token.find()) {
      text.append(sql, from, token.start());
      from = token.end();
      SqlParameter parameter = parameter(token, values);
      if (parameter == null) {
        text.append(token.group());
      } else {
        segments.add(text.toString());
        text.setLength(0);
        parameters.add(parameter);
      }
    }
    segments.add(text.append(sql, from, sql.length()).toString());
    return new SqlText(List.copyOf(segments), List.copyOf(parameters));
  }

  /// The statement with a `?` for each parameter.
  String withMarks() {
    return String.join("?", segments);
  }

  /// The statement with the values of operation `n` written into it.
  String withValues(long n) {
    StringBuilder sql = new StringBuilder(segments.getFirst());
    for (int i = 0; i < parameters.size(); i++) {
      sql.append(parameters.get(i).sql(n)).append(segments.get(i + 1));
    }
    return sql.toString();
  }

  private static @Nullable SqlParameter parameter(
      Matcher token, Function<String, SqlValue> values) {
    if ("?".equals(token.group("mark"))) {
      throw new IllegalArgumentException(
          "a ? has no value: write a placeholder such as {uniform:1..1000} in its place"
              + " (or ?? where the database has an operator of that name)");
    }
    if (token.group("value") != null) {
      return new SqlParameter(List.of(values.apply(token.group())), false);
    }
    String literal = token.group("literal");
    return literal != null && PLACEHOLDER.matcher(literal).find()
        ? new SqlParameter(literalParts(literal, values), true)
        : null;
  }

  private static List<SqlValue> literalParts(String literal, Function<String, SqlValue> values) {
    String text = literal.substring(1, literal.length() - 1).replace("''", "'");
    List<SqlValue> parts = new ArrayList<>();
    Matcher placeholder = PLACEHOLDER.matcher(text);
    int from = 0;
    while (placeholder.find()) {
      parts.add(SqlValue.constant(text.substring(from, placeholder.start())));
      parts.add(values.apply(placeholder.group()));
      from = placeholder.end();
    }
    parts.add(SqlValue.constant(text.substring(from)));
    return List.copyOf(parts);
  }
}
