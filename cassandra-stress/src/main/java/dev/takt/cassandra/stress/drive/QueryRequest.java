package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.cassandra.stress.data.PartitionRows;
import dev.takt.cassandra.stress.data.PartitionVisit;
import dev.takt.cassandra.stress.data.StagedRows;
import dev.takt.cassandra.stress.profile.Query;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Executes a query of a profile. Its values are those of generated rows of a partition. If it is
/// an update with conditions that have values, these are read first.
final class QueryRequest extends StressRequest {

  private static final int MAX_ATTEMPTS = 100;

  private final UserQuery query;
  private final PartitionPicker picker;
  private final PartitionVisit visit = new PartitionVisit();
  private final PartitionRows partition;
  private final SplittableRandom random;
  private final int[] columns;
  private final int[] readColumns;
  private final int keyColumns;

  /// By value of the statement: the one that has been chosen so far, of several rows.
  private final StagedRows[] chosen;

  /// The values of the conditions, as they were read.
  private final StagedRows read = new StagedRows();

  private boolean isReading;

  /// Rows that the query has returned.
  private long found;

  QueryRequest(UserQuery query, PartitionPicker picker, int retries, SplittableRandom seeds) {
    super(query.consistency(), retries);
    this.query = query;
    this.picker = picker;
    this.partition = new PartitionRows(query.table().spec(), seeds.nextLong());
    this.random = seeds.split();
    this.columns = query.columns().stream().mapToInt(Integer::intValue).toArray();
    this.readColumns = query.readColumns().stream().mapToInt(Integer::intValue).toArray();
    this.keyColumns = query.table().spec().partitionKey().size();
    this.chosen = new StagedRows[isOfSeveralRows() ? columns.length : 0];
    Arrays.setAll(chosen, i -> new StagedRows());
  }

  private boolean isOfSeveralRows() {
    return query.query().fields() == Query.Fields.MULTIROW;
  }

  private boolean hasConditions() {
    return query.statement().conditions() > 0;
  }

  @Override
  void prepare(int operation, StagedRows staged) {
    boolean hasRow = false;
    for (int i = 0; i < MAX_ATTEMPTS && !hasRow && picker.nextRead(visit); i++) {
      hasRow = partition.startRead(visit, isOfSeveralRows() ? columns.length : 1);
    }
    hasRow = hasRow && partition.nextRow();
    if (hasConditions()) {
      stage(readColumns, readColumns.length, hasRow, staged);
    }
    if (isOfSeveralRows()) {
      stageOfSeveralRows(hasRow, staged);
    } else {
      stage(columns, columns.length + query.statement().conditions(), hasRow, staged);
    }
  }

  private void stage(int[] of, int values, boolean hasRow, StagedRows staged) {
    staged.begin(values);
    for (int column : of) {
      add(column, hasRow, staged);
    }
    staged.end();
  }

  /// A partition without rows has only its key.
  private void add(int column, boolean hasRow, StagedRows staged) {
    if (hasRow || column < keyColumns) {
      staged.add(partition, column);
    } else {
      staged.addNull();
    }
  }

  private void stageOfSeveralRows(boolean hasRow, StagedRows staged) {
    int row = 0;
    do {
      for (int i = 0; i < columns.length; i++) {
        // Each of so many rows is chosen with the same probability.
        if (row == 0 || (columns[i] >= keyColumns && random.nextInt(row + 1) == 0)) {
          chosen[i].clear();
          add(columns[i], hasRow, chosen[i]);
        }
      }
      row++;
    } while (hasRow && partition.nextRow());
    staged.begin(columns.length);
    for (StagedRows each : chosen) {
      staged.addAll(each);
    }
    staged.end();
  }

  @Override
  public int statement() {
    return query.firstStatement() + (hasConditions() && !isReading ? 1 : 0);
  }

  @Override
  public int rows() {
    return 1;
  }

  @Override
  public void putValues(int row, ByteBuffer body) {
    if (!hasConditions() || isReading) {
      super.putValues(0, body);
    } else {
      super.putValues(1, body);
      read.put(0, body);
    }
  }

  @Override
  public void take(int rows, int columnsOfRow, ByteBuffer body) {
    found += isReading ? 0 : rows;
    if (isReading && read.rows() == 0 && rows > 0) {
      for (int i = 0; i < columnsOfRow; i++) {
        read.add(body);
      }
      read.end();
    }
  }

  @Override
  void restart() {
    found = 0;
    isReading = hasConditions();
    read.clear();
  }

  @Override
  Outcome verdict() {
    return Outcome.OK;
  }

  @Override
  boolean next() {
    if (!isReading) {
      return false;
    }
    isReading = false;
    if (read.rows() == 0) {
      for (int i = 0; i < query.statement().conditions(); i++) {
        read.addNull();
      }
      read.end();
    }
    return true;
  }

  @Override
  void count(RowCounter into) {
    into.add(Math.min(1, found), found);
  }

  @Override
  void finish() {
    // A partition that is read need not be given back.
  }
}
