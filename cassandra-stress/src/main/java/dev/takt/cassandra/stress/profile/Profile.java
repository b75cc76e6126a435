package dev.takt.cassandra.stress.profile;

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

  /// Copies the maps, in their order.
  public Profile {
    columns = Map.copyOf(columns);
    queries = new LinkedHashMap<>(queries);
    tokenRangeQueries = new LinkedHashMap<>(tokenRangeQueries);
  }
}
