package dev.takt.cassandra.stress.table;

import dev.takt.cassandra.stress.profile.CqlName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A statement of a profile. Immutable.
///
/// @param text with the keyspace of the table
/// @param reading of an update or delete with conditions such as `IF c = ?`: the statement that
///   reads the columns of the conditions, in their order; null for other statements
/// @param rowValues how many values come before those of the conditions
/// @param conditions how many conditions have a value that is read
public record QueryStatement(String text, @Nullable String reading, int rowValues, int conditions) {

  /// @param cql as the profile has it
  /// @param keyspace of tables that are named without one
  /// @throws IllegalArgumentException if it has a condition whose value cannot be read
  public static QueryStatement parse(String cql, String keyspace) {
    String text = qualified(cql, keyspace);
    CqlTokens tokens = new CqlTokens(text);
    int condition = isChange(tokens) ? tokens.find("IF") : tokens.size();
    int rowValues = tokens.markersBefore(condition);
    int conditions = tokens.markersBefore(tokens.size()) - rowValues;
    return new QueryStatement(
        text, conditions == 0 ? null : reading(tokens, condition), rowValues, conditions);
  }

  private static boolean isChange(CqlTokens tokens) {
    return tokens.is(0, "UPDATE") || tokens.is(0, "DELETE");
  }

  private static String qualified(String cql, String keyspace) {
    CqlTokens tokens = new CqlTokens(cql);
    int name = table(tokens);
    if (name >= tokens.size() || tokens.get(name + 1).equals(".")) {
      return cql;
    }
    int at = tokens.start(name);
    return cql.substring(0, at) + CqlName.quoted(keyspace) + "." + cql.substring(at);
  }

  /// The token that is the name of the table, or of its keyspace.
  private static int table(CqlTokens tokens) {
    if (tokens.is(0, "UPDATE")) {
      return 1;
    }
    if (tokens.is(0, "INSERT")) {
      return tokens.find("INTO") + 1;
    }
    if (tokens.is(0, "SELECT") || tokens.is(0, "DELETE")) {
      return tokens.find("FROM") + 1;
    }
    if (tokens.is(0, "TRUNCATE") && !tokens.is(1, "TABLE")) {
      return 1;
    }
    boolean isOfTable = tokens.is(0, "TRUNCATE") || tokens.is(0, "ALTER");
    return isOfTable && tokens.is(1, "TABLE") ? 2 : tokens.size();
  }

  private static String reading(CqlTokens tokens, int condition) {
    List<String> columns = new ArrayList<>();
    for (int i = condition; i < tokens.size(); i++) {
      if (tokens.isMarker(i)) {
        boolean isEquality =
            tokens.get(i - 1).equals("=") && (tokens.is(i - 3, "IF") || tokens.is(i - 3, "AND"));
        if (!isEquality) {
          throw new IllegalArgumentException(
              "expected conditions such as IF c = ? AND d = ?, found "
                  + tokens.text(condition, tokens.size()).strip());
        }
        columns.add(tokens.get(i - 2));
      }
    }
    int table = table(tokens);
    String name = tokens.text(table, table + 3).strip();
    return "SELECT "
        + String.join(", ", columns)
        + " FROM "
        + name
        + " "
        + tokens.text(tokens.find("WHERE"), condition).strip();
  }
}
