package dev.takt.cassandra.stress.share;

import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.cassandra.stress.profile.TableName;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Something in a keyspace that a statement makes.
///
/// @param keyspace without quotes
/// @param name without quotes
public record SchemaObject(Kind kind, String keyspace, String name) {

  private static final String NAME = "(" + CqlName.FORM + ")";

  private static final Pattern CREATE =
      Pattern.compile(
          "\\s*CREATE\\s+(TABLE|TYPE|MATERIALIZED\\s+VIEW|(?:CUSTOM\\s+)?INDEX)\\s+"
              + "(?:IF\\s+NOT\\s+EXISTS\\s+)?"
              + "(?:"
              + NAME
              + "\\s*\\.\\s*)?"
              + NAME
              + "(?:\\W.*)?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /// An index without a name is named for its table and column.
  private static final Pattern UNNAMED_INDEX =
      Pattern.compile(
          "\\s*CREATE\\s+(?:CUSTOM\\s+)?INDEX\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?ON\\s+"
              + "(?:"
              + NAME
              + "\\s*\\.\\s*)?"
              + NAME
              + "\\s*\\(\\s*"
              + NAME
              + "\\s*\\).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /// What it is.
  public enum Kind {
    TABLE("tables", "table_name"),
    TYPE("types", "type_name"),
    VIEW("views", "view_name"),
    INDEX("indexes", "index_name");

    private final String table;
    private final String column;

    Kind(String table, String column) {
      this.table = table;
      this.column = column;
    }

    /// The table of `system_schema` that lists it.
    String table() {
      return table;
    }

    /// The column of that table with its name.
    String column() {
      return column;
    }

    /// Whether it can be selected from.
    boolean hasRows() {
      return this == TABLE || this == VIEW;
    }
  }

  /// A table.
  public static SchemaObject of(TableName table) {
    return new SchemaObject(Kind.TABLE, table.keyspace(), table.table());
  }

  /// What a statement makes; empty if it makes nothing that can be waited for by its name.
  ///
  /// @param keyspace of names without one
  public static Optional<SchemaObject> of(String cql, String keyspace) {
    Matcher unnamed = UNNAMED_INDEX.matcher(cql);
    if (unnamed.matches()) {
      String table = CqlName.parse(unnamed.group(2));
      String name = table + "_" + CqlName.parse(unnamed.group(3)) + "_idx";
      return Optional.of(new SchemaObject(Kind.INDEX, owner(unnamed.group(1), keyspace), name));
    }
    Matcher create = CREATE.matcher(cql);
    if (!create.matches() || create.group(3).equalsIgnoreCase("on")) {
      return Optional.empty();
    }
    String what = create.group(1).toUpperCase(Locale.ROOT);
    Kind kind =
        what.endsWith("VIEW")
            ? Kind.VIEW
            : what.endsWith("INDEX") ? Kind.INDEX : Kind.valueOf(what);
    return Optional.of(
        new SchemaObject(kind, owner(create.group(2), keyspace), CqlName.parse(create.group(3))));
  }

  private static String owner(@Nullable String written, String keyspace) {
    return written == null ? keyspace : CqlName.parse(written);
  }

  /// What selects it in its keyspace. Indexes are listed table by table.
  String condition() {
    String equals = " AND " + kind.column + " = " + CqlName.text(name);
    return kind == Kind.INDEX ? equals + " ALLOW FILTERING" : equals;
  }

  /// Its name and that of its keyspace, as in a statement.
  String qualified() {
    return CqlName.quoted(keyspace) + "." + CqlName.quoted(name);
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + " " + qualified();
  }
}
