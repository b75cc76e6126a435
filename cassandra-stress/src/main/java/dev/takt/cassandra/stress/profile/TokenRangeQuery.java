package dev.takt.cassandra.stress.profile;

/// A query of `token_range_queries`, which reads the whole table.
///
/// @param name in lower case
/// @param columns as CQL
/// @param pageSize rows of an operation
public record TokenRangeQuery(String name, String columns, int pageSize) {}
