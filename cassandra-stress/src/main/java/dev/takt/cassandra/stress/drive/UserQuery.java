package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.cassandra.stress.profile.Query;
import dev.takt.cassandra.stress.table.ProfileTable;
import dev.takt.cassandra.stress.table.QueryStatement;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.workload.Database;
import dev.takt.driver.cql.workload.Workload.Sample;
import dev.takt.load.driver.DriverException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// A statement of a profile: what is the same for all operations. Immutable.
///
/// @param columns of the values that come from a row, as places in
///   [dev.takt.cassandra.stress.data.TableSpec#columns]
/// @param readColumns the same of the statement that reads what conditions are compared with
/// @param firstStatement the index in the workload of the first one of [#statements]
record UserQuery(
    Query query,
    ProfileTable table,
    QueryStatement statement,
    List<Integer> columns,
    List<Integer> readColumns,
    Consistency consistency,
    int firstStatement)
    implements UserOperation {

  private static final int SAMPLE_BYTES = 16;

  /// Prepares the statement, and finds the columns of its parameters.
  ///
  /// @param otherwise the consistency if the query has none
  /// @throws DriverException if the server refuses the statement, or a parameter is no column
  static UserQuery of(
      Query query, ProfileTable table, Database database, Consistency otherwise, int firstStatement)
      throws DriverException {
    QueryStatement statement = QueryStatement.parse(query.cql(), table.name().keyspace());
    List<PreparedResult.Parameter> parameters = prepare(query, statement.text(), database);
    List<PreparedResult.Parameter> ofRow =
        parameters.subList(0, parameters.size() - statement.conditions());
    String reading = statement.reading();
    return new UserQuery(
        query,
        table,
        statement,
        columns(query, table, ofRow),
        reading == null ? List.of() : columns(query, table, prepare(query, reading, database)),
        query.consistency().map(each -> Consistency.valueOf(each.name())).orElse(otherwise),
        firstStatement);
  }

  private static List<PreparedResult.Parameter> prepare(Query query, String cql, Database database)
      throws DriverException {
    try {
      return database.prepare(cql).parameters();
    } catch (DriverException e) {
      throw new DriverException(
          query.at().text()
              + ": query "
              + query.name()
              + ": the server cannot prepare: "
              + cql
              + "\n  "
              + e.getMessage(),
          e);
    }
  }

  private static List<Integer> columns(
      Query query, ProfileTable table, List<PreparedResult.Parameter> parameters)
      throws DriverException {
    for (PreparedResult.Parameter each : parameters) {
      if (table.indexOf(each.name()) < 0) {
        throw new DriverException(
            query.at().text()
                + ": query "
                + query.name()
                + ": a ? must stand for a column of "
                + table.name()
                + ", and "
                + each.name()
                + " is none");
      }
    }
    return parameters.stream().map(each -> table.indexOf(each.name())).toList();
  }

  @Override
  public List<String> statements() {
    String reading = statement.reading();
    return reading == null ? List.of(statement.text()) : List.of(reading, statement.text());
  }

  @Override
  public StressRequest newRequest(PartitionPicker picker, int retries, SplittableRandom seeds) {
    return new QueryRequest(this, picker, retries, seeds);
  }

  @Override
  public Sample sample(int step) {
    if (statement.reading() != null) {
      return new Sample(1, step == 0 ? statement.conditions() : 1, SAMPLE_BYTES);
    }
    return isRepeatable()
        ? new Sample(1, table.columns().size(), SAMPLE_BYTES)
        : new Sample(0, 0, 0);
  }

  @Override
  public boolean isRepeatable() {
    return statement.text().toUpperCase(Locale.ROOT).startsWith("SELECT");
  }
}
