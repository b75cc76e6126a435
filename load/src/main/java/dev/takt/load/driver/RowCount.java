package dev.takt.load.driver;

/// What operations have read or written in a database whose tables have partitions.
public record RowCount(long partitions, long rows) {}
