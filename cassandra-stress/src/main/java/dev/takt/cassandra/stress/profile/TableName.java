package dev.takt.cassandra.stress.profile;

/// The name of a table. Its text is CQL.
///
/// @param keyspace without quotes
/// @param table without quotes
public record TableName(String keyspace, String table) {

  @Override
  public String toString() {
    return CqlName.quoted(keyspace) + "." + CqlName.quoted(table);
  }
}
