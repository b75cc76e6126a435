package dev.takt.cassandra.stress.profile;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Names of keyspaces, tables and columns in CQL, and texts beside them. Names that are not quoted
/// are in lower case.
public final class CqlName {

  /// A name as it is written in CQL.
  public static final String FORM = "\"(?:[^\"]|\"\")+\"|\\w+";

  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]*");

  private static final Set<String> RESERVED =
      Set.of(
          "add",
          "allow",
          "alter",
          "and",
          "apply",
          "asc",
          "authorize",
          "batch",
          "begin",
          "between",
          "by",
          "columnfamily",
          "create",
          "default",
          "delete",
          "desc",
          "describe",
          "drop",
          "entries",
          "execute",
          "from",
          "full",
          "grant",
          "if",
          "in",
          "index",
          "infinity",
          "insert",
          "into",
          "is",
          "keyspace",
          "limit",
          "materialized",
          "mbean",
          "mbeans",
          "modify",
          "nan",
          "norecursive",
          "not",
          "null",
          "of",
          "on",
          "or",
          "order",
          "primary",
          "rename",
          "replace",
          "revoke",
          "schema",
          "select",
          "set",
          "table",
          "to",
          "token",
          "truncate",
          "unlogged",
          "unset",
          "update",
          "use",
          "using",
          "view",
          "where",
          "with");

  private CqlName() {}

  /// The name that CQL text stands for.
  public static String parse(String text) {
    return text.startsWith("\"")
        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
        : text.toLowerCase(Locale.ROOT);
  }

  /// The name as CQL text, in quotes if it needs them.
  public static String quoted(String name) {
    return PLAIN.matcher(name).matches() && !RESERVED.contains(name) ? name : inQuotes(name);
  }

  /// The name as CQL text, in quotes.
  public static String inQuotes(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /// A text that is no name, as CQL has it.
  public static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }
}
