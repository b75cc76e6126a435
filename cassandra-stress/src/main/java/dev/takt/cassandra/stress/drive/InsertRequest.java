package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.cassandra.stress.data.PartitionRows;
import dev.takt.cassandra.stress.data.PartitionVisit;
import dev.takt.cassandra.stress.data.StagedRows;
import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.distribution.Ratio;
import dev.takt.driver.cql.workload.BatchType;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Writes rows of one or several partitions: in a batch, or in several after each other if there
/// are too many rows for one. A single row is written without a batch.
///
/// cassandra-stress counts an operation whose partitions have no rows left, because others have
/// written them, without executing anything. Here other partitions are taken instead.
final class InsertRequest extends StressRequest {

  private static final int MAX_ROWS_OF_BATCH = 65_535;
  private static final int MAX_ATTEMPTS = 100;

  private final UserInsert insert;
  private final PartitionPicker picker;
  private final BatchType batchType;
  private final int[] columns;
  private final PartitionRows partition;
  private final Distribution partitions;
  private final Ratio select;
  private final Ratio rowPopulation;

  private PartitionVisit[] visits = {new PartitionVisit()};

  /// How many of the visits are under way.
  private int visited;

  private int allRows;

  /// The first row of the current batch.
  private int firstRow;

  InsertRequest(UserInsert insert, PartitionPicker picker, int retries, SplittableRandom seeds) {
    super(insert.consistency(), retries);
    this.insert = insert;
    this.picker = picker;
    this.batchType = insert.batchType();
    this.columns = insert.columns();
    this.partition = new PartitionRows(insert.table().spec(), seeds.nextLong());
    this.partitions = insert.options().partitions().create();
    this.select = insert.options().select().create();
    this.rowPopulation = insert.options().rowPopulation().create();
    partitions.randomize(seeds.nextLong());
    select.randomize(seeds.nextLong());
    rowPopulation.randomize(seeds.nextLong());
  }

  @Override
  void prepare(int operation, StagedRows staged) {
    int count = (int) partitions.next();
    for (int i = 0; i < MAX_ATTEMPTS && staged.rows() == 0; i++) {
      finish();
      visit(count, staged);
    }
    allRows = staged.rows();
  }

  private void visit(int count, StagedRows staged) {
    if (count > visits.length) {
      int present = visits.length;
      visits = Arrays.copyOf(visits, count);
      Arrays.setAll(visits, i -> i < present ? visits[i] : new PartitionVisit());
    }
    while (visited < count && picker.nextWrite(visits[visited])) {
      partition.setRowPopulation(rowPopulation.next());
      boolean hasRows = partition.startWrite(visits[visited], select.next());
      visited++;
      while (hasRows && partition.nextRow()) {
        stage(staged);
      }
    }
  }

  private void stage(StagedRows staged) {
    staged.begin(columns.length);
    for (int column : columns) {
      staged.add(partition, column);
    }
    staged.end();
  }

  @Override
  public int statement() {
    return insert.statement();
  }

  /// A batch of no rows is an operation, too.
  @Override
  public @Nullable BatchType batch() {
    return allRows == 1 ? null : batchType;
  }

  @Override
  public int rows() {
    return Math.min(MAX_ROWS_OF_BATCH, allRows - firstRow);
  }

  @Override
  public void putValues(int row, ByteBuffer body) {
    super.putValues(firstRow + row, body);
  }

  @Override
  public void take(int rows, int columnsOfRow, ByteBuffer body) {
    // Only a condition returns a row: whether it was met is not judged, as in cassandra-stress.
  }

  @Override
  void restart() {
    firstRow = 0;
  }

  @Override
  Outcome verdict() {
    return Outcome.OK;
  }

  @Override
  boolean next() {
    firstRow += rows();
    return firstRow < allRows;
  }

  @Override
  void count(RowCounter into) {
    into.add(visited, allRows);
  }

  @Override
  void finish() {
    for (int i = 0; i < visited; i++) {
      picker.finishWrite(visits[i]);
    }
    visited = 0;
  }
}
