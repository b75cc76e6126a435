package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.cassandra.stress.data.PartitionRows;
import dev.takt.cassandra.stress.data.PartitionVisit;
import dev.takt.cassandra.stress.data.StagedRows;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/// Reads rows of a partition, and compares them with the generated ones. Each row is found by its
/// clustering values, so their order does not matter.
///
/// Whether rows are missing is known if all rows of the partition have been written: not if inserts
/// select some of them, or write them in several visits, of which some may not have come.
final class ValidationRequest extends StressRequest {

  private static final Outcome MISSING = Outcome.failed("the partition is missing");
  private static final Outcome MISSING_ROWS = Outcome.failed("rows are missing");
  private static final Outcome OTHER_ROWS = Outcome.failed("other rows than were generated");
  private static final Outcome OTHER_VALUES = Outcome.failed("other values than were generated");

  private final UserValidation validation;
  private final List<UserValidation.Range> ranges;
  private final PartitionPicker picker;
  private final PartitionVisit visit = new PartitionVisit();
  private final PartitionRows partition;
  private final SplittableRandom random;
  private final int keys;
  private final int firstValue;
  private final boolean[] isComparable;

  /// The first column that inserts may leave null.
  private final int firstNull;

  private final boolean areAllSelected;
  private ByteBuffer value = ByteBuffer.allocate(64);

  private int range;
  private long expected;
  private boolean isComplete;

  /// Rows that have been read.
  private long found;

  private Outcome worst = Outcome.OK;

  ValidationRequest(
      UserValidation validation, PartitionPicker picker, int retries, SplittableRandom seeds) {
    super(validation.consistency(), retries);
    this.validation = validation;
    this.ranges = validation.ranges();
    this.picker = picker;
    this.partition = new PartitionRows(validation.table().spec(), seeds.nextLong());
    this.random = seeds.split();
    this.keys = validation.table().spec().partitionKey().size();
    this.firstValue = validation.table().keyColumns();
    this.isComparable = new boolean[validation.table().columns().size()];
    for (int i = firstValue; i < isComparable.length; i++) {
      isComparable[i] = validation.isComparable(i);
    }
    this.firstNull = firstNull(validation.insert().rowPopulation().create().min());
    this.areAllSelected =
        validation.insert().select().create().min() >= 1 && !validation.hasVisits();
  }

  private int firstNull(double population) {
    int column = firstValue;
    PartitionRows written = new PartitionRows(validation.table().spec(), 0);
    written.setRowPopulation(population);
    while (column < isComparable.length && !written.isNull(column)) {
      column++;
    }
    return column;
  }

  /// Each depth has the same share, and each statement of a depth.
  @Override
  void prepare(int operation, StagedRows staged) {
    // A sequence has no end: where `no-wrap` ends it, the number of operations does.
    var _ = picker.nextRead(visit);
    isComplete = partition.startComparing(visit) && areAllSelected;
    int depth = partition.rows() == 0 ? 0 : random.nextInt(ranges.getLast().depth() + 1);
    range = depth;
    if (depth > 0 && depth == ranges.getLast().depth()) {
      range = random.nextInt(depth, ranges.size());
    }
    UserValidation.Range wanted = ranges.get(range);
    if (depth == 0) {
      expected = partition.rows();
      staged.begin(keys);
      addKey(staged);
    } else {
      stageBounds(wanted, staged);
    }
    staged.end();
  }

  private void addKey(StagedRows staged) {
    for (int i = 0; i < keys; i++) {
      staged.add(partition, i);
    }
  }

  private void stageBounds(UserValidation.Range wanted, StagedRows staged) {
    long first = random.nextLong(partition.rows());
    long last = random.nextLong(partition.rows());
    partition.moveTo(first);
    long beforeFirst = partition.rowsBefore(wanted.depth());
    partition.moveTo(last);
    long beforeLast = partition.rowsBefore(wanted.depth());
    long within = partition.rowsWithin(wanted.depth());
    expected =
        Math.abs(beforeLast - beforeFirst)
            + (wanted.includesLast() ? within : 0)
            - (wanted.includesFirst() ? 0 : within);
    expected = Math.max(0, expected);
    staged.begin(keys + 2 * wanted.depth());
    addKey(staged);
    addBound(beforeFirst <= beforeLast ? first : last, wanted, staged);
    addBound(beforeFirst <= beforeLast ? last : first, wanted, staged);
  }

  private void addBound(long row, UserValidation.Range wanted, StagedRows staged) {
    partition.moveTo(row);
    for (int i = 0; i < wanted.depth(); i++) {
      staged.add(partition, keys + i);
    }
  }

  @Override
  public int statement() {
    return validation.firstStatement() + range;
  }

  @Override
  public void take(int rows, int columns, ByteBuffer body) {
    found += rows;
    for (int left = rows; left > 0 && worst.isOk(); left--) {
      if (!partition.find(body)) {
        worst = OTHER_ROWS;
      } else if (!hasGeneratedValues(body)) {
        worst = OTHER_VALUES;
      }
    }
  }

  private boolean hasGeneratedValues(ByteBuffer in) {
    boolean isRight = true;
    for (int column = firstValue; column < isComparable.length; column++) {
      int length = in.getInt();
      if (isComparable[column]) {
        isRight &= length < 0 ? column >= firstNull : isGenerated(column, in, length);
      }
      in.position(in.position() + Math.max(0, length));
    }
    return isRight;
  }

  private boolean isGenerated(int column, ByteBuffer in, int length) {
    if (partition.size(column) != length) {
      return false;
    }
    if (value.capacity() < length) {
      value = ByteBuffer.allocate(2 * length);
    }
    partition.put(column, value.clear());
    for (int i = 0; i < length; i++) {
      if (value.get(i) != in.get(in.position() + i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  void restart() {
    found = 0;
    worst = Outcome.OK;
  }

  @Override
  Outcome verdict() {
    if (worst.isOk() && isComplete && found < expected) {
      return found == 0 && ranges.get(range).depth() == 0 ? MISSING : MISSING_ROWS;
    }
    return worst.isOk() && found > expected ? OTHER_ROWS : worst;
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
