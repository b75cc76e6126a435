package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.embedded.PostgresBinaries;
import dev.takt.driver.jdbc.embedded.PostgresServer;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.OperationSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The target `postgres:embedded`: a PostgreSQL server with a key-value table of 10,000 rows.
final class EmbeddedTarget {

  static final String TARGET = "postgres:embedded";

  static final List<String> INIT =
      List.of(
          "create table item (id integer primary key, version integer not null, value text not null)",
          "insert into item select id, 0, repeat(md5(id::text), 4) from generate_series(1, 10000) id",
          "vacuum analyze item",
          "checkpoint");

  static final List<OperationSpec> OPERATIONS =
      List.of(
          operation("read", 90, "select version, value from item where id = {uniform:1..10000}"),
          operation(
              "write", 10, "update item set version = version + 1 where id = {uniform:1..10000}"));

  private EmbeddedTarget() {}

  /// Starts the server; its log goes to `postgres.log`.
  static PostgresServer start(Path runDirectory, Consumer<String> progress) throws DriverException {
    Path binaries = PostgresBinaries.unpacked(progress);
    progress.accept("starting PostgreSQL …");
    return PostgresServer.startTemporary(binaries, runDirectory.resolve("postgres.log"));
  }

  private static OperationSpec operation(String name, double weight, String sql) {
    return new OperationSpec(name, weight, Map.of("sql", sql, "expect-rows", 1L));
  }
}
