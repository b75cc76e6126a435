package dev.takt.cassandra.stress.drive;

import static java.util.stream.Collectors.joining;

import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.cassandra.stress.profile.TokenRangeQuery;
import dev.takt.cassandra.stress.table.ProfileTable;
import dev.takt.cassandra.stress.table.TableColumn;
import dev.takt.cassandra.stress.table.TokenRanges;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.Workload.Sample;
import java.util.List;
import java.util.SplittableRandom;

/// Reads a table by ranges of tokens (`token_range_queries`): what is the same for all operations.
///
/// @param statement its index in the workload
record UserTokenRanges(
    TokenRangeQuery query,
    ProfileTable table,
    TokenRanges ranges,
    Consistency consistency,
    int statement)
    implements UserOperation {

  private static final int MAX_ROWS_OF_REHEARSAL = 100;
  private static final int SAMPLE_BYTES = 16;

  @Override
  public UserOperation forRehearsal() {
    TokenRangeQuery smaller =
        new TokenRangeQuery(
            query.name(), query.columns(), Math.min(MAX_ROWS_OF_REHEARSAL, query.pageSize()));
    return new UserTokenRanges(smaller, table, ranges.forRehearsal(), consistency, statement);
  }

  @Override
  public void whenDone(Runnable end) {
    ranges.whenDone(end);
  }

  @Override
  public List<String> statements() {
    String token =
        table.columns().subList(0, table.spec().partitionKey().size()).stream()
            .map(each -> CqlName.quoted(each.name()))
            .collect(joining(", ", "token(", ")"));
    return List.of(
        "SELECT "
            + token
            + ", "
            + columns()
            + " FROM "
            + table.name()
            + " WHERE "
            + token
            + " > ? AND "
            + token
            + " <= ?");
  }

  /// CQL has no `*` beside other columns.
  private String columns() {
    return query.columns().strip().equals("*")
        ? table.columns().stream()
            .map(TableColumn::name)
            .map(CqlName::quoted)
            .collect(joining(", "))
        : query.columns();
  }

  @Override
  public StressRequest newRequest(PartitionPicker picker, int retries, SplittableRandom seeds) {
    return new TokenRangeRequest(this, retries);
  }

  @Override
  public Sample sample(int step) {
    return new Sample(
        Math.min(MAX_ROWS_OF_REHEARSAL, query.pageSize()),
        table.columns().size() + 1,
        SAMPLE_BYTES);
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }
}
