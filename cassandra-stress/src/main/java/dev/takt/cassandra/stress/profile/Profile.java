package dev.takt.cassandra.stress.profile;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A profile. Immutable.
///
/// @param specName what its operations are prefixed with if there are several profiles
/// @param columns those of `columnspec`, by name
/// @param queries by name
/// @param tokenRangeQueries by name
public record Profile(
    String specName,
    TableName table,
    Definitions definitions,
    Map<String, ColumnOptions> columns,
    InsertOptions insert,
    Map<String, Query> queries,
    Map<String, TokenRangeQuery> tokenRangeQueries) {

  /// CQL that creates what is needed.
  public record Definitions(Optional<String> keyspace, Optional<String> table, List<String> extra) {

    public Definitions {
      extra = List.copyOf(extra);
    }
  }

  /// Copies the maps.
  public Profile {
    columns = inOrder(columns);
    queries = inOrder(queries);
    tokenRangeQueries = inOrder(tokenRangeQueries);
  }

  private static <T> Map<String, T> inOrder(Map<String, T> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
