package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.random.JavaRandom;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/// The rows of one partition at a time. Start a partition, then go from row to row:
///
/// ```java
/// rows.startAll(seed);
/// while (rows.nextRow()) {
///   out.putInt(rows.size(column));
///   rows.put(column, out);
/// }
/// ```
///
/// The rows are all combinations of the values of the clustering columns, the last column changing
/// fastest. The values of the other columns depend on the partition and on the last clustering
/// value only, as in cassandra-stress.
///
/// Buffers must be big-endian. Allocates nothing once its buffers have grown to the largest
/// partition. For one thread.
public final class PartitionRows {

  /// [#wanted] if rows are selected by their share.
  private static final int BY_SHARE = -1;

  /// Above this share all rows are selected.
  private static final double ALL = 0.99999;

  private final ValueGenerator[] keys;
  private final ValueGenerator[] levels;
  private final ValueGenerator[] values;
  private final RowOrder order;
  private final JavaRandom random = new JavaRandom();
  private final JavaRandom shuffling = new JavaRandom();

  private final ValueList[] levelValues;

  /// For each clustering column, the place of the current row's value.
  private final int[] places;

  /// Whether the value of the current row has been drawn.
  private final boolean[] isDrawn;

  private long dataSeed;
  private long rows;
  private long row;
  private long end;
  private boolean isStarted;

  /// The logarithm of the probability that a row is not selected.
  private double logMissed;

  /// How many more rows are wanted.
  private int wanted = BY_SHARE;

  private long rowSeed;
  private int populated;

  /// @param randomSeed decides which rows are selected if not all of them are
  public PartitionRows(TableSpec table, long randomSeed) {
    this.keys = generators(table.partitionKey(), table.version());
    this.levels = generators(table.clustering(), table.version());
    this.values = generators(table.values(), table.version());
    this.order = table.order();
    this.levelValues = new ValueList[levels.length];
    Arrays.setAll(levelValues, i -> new ValueList());
    this.places = new int[levels.length];
    this.isDrawn = new boolean[values.length];
    this.populated = values.length;
    random.setSeed(randomSeed);
  }

  private static ValueGenerator[] generators(List<ColumnSpec> columns, DataVersion version) {
    return columns.stream()
        .map(each -> ValueGenerator.of(each, version))
        .toArray(ValueGenerator[]::new);
  }

  /// Sets the share of the value columns that are not null, from the first on. Until it is set, all
  /// have values.
  ///
  /// @param share from 0 to 1
  public void setRowPopulation(double share) {
    populated = 0;
    while (populated < values.length && (populated + 1) / (double) values.length <= share) {
      populated++;
    }
  }

  /// Starts with all rows of a partition.
  public void startAll(long seed) {
    load(seed);
    select(0, rows, 1);
  }

  /// Starts with the rows that a visit writes: all of them, or the share of this visit. If none of
  /// these is selected, it is the last one.
  ///
  /// @param share the probability of each row
  /// @return false if all rows have been written before, or the partition has none
  public boolean startWrite(PartitionVisit visit, double share) {
    load(visit.seed());
    long from = visit.claim(rows);
    if (from >= rows) {
      return false;
    }
    select(from, visit.end(), share);
    return true;
  }

  /// Starts with random rows of a partition to be read, in order. Of a partition that is being
  /// written, those are chosen among the ones that have been visited.
  ///
  /// All rows are about equally likely. cassandra-stress most often chooses the last one, or the
  /// first one of the last value of the first clustering column.
  ///
  /// @param count how many rows, or all if the partition has fewer
  /// @return false if the partition has no rows
  public boolean startRead(PartitionVisit visit, int count) {
    load(visit.seed());
    end = visit.visitedRows(rows);
    wanted = count;
    row = next(0);
    isStarted = false;
    return end > 0;
  }

  private void load(long seed) {
    long folded = 0;
    for (ValueGenerator each : keys) {
      each.setSeed(seed);
      each.draw();
      folded = each.fold(folded);
    }
    rows = 1;
    for (int i = 0; i < levels.length && rows > 0; i++) {
      ValueList list = levelValues[i];
      fill(list, levels[i], folded);
      rows = Math.multiplyExact(rows, (long) list.size());
      folded = rows == 0 ? 0 : list.fold(folded, 0);
    }
    dataSeed = folded;
  }

  private void fill(ValueList list, ValueGenerator generator, long seed) {
    int count = generator.clusterSize(seed);
    generator.setSeed(seed);
    list.clear();
    for (int i = 0; i < count; i++) {
      generator.draw();
      list.addDistinct(generator);
    }
    if (order == RowOrder.SORTED && generator.isSortable()) {
      list.sort();
    } else if (order == RowOrder.SHUFFLED) {
      shuffling.setSeed(seed);
      list.shuffle(shuffling);
    }
  }

  private void select(long from, long to, double share) {
    logMissed = share > ALL ? Double.NEGATIVE_INFINITY : StrictMath.log1p(-share);
    end = to;
    wanted = BY_SHARE;
    row = next(from);
    if (row >= end && from < end) {
      row = end - 1;
    }
    isStarted = false;
  }

  /// The first selected row from another one on; the end or a row after it if there is none.
  private long next(long candidate) {
    return wanted == BY_SHARE ? nextOfShare(candidate) : nextOfCount(candidate);
  }

  /// The number of rows that are skipped has a geometric distribution.
  private long nextOfShare(long candidate) {
    if (logMissed == Double.NEGATIVE_INFINITY) {
      return candidate;
    }
    long skipped = (long) (StrictMath.log(1 - random.nextDouble()) / logMissed);
    return skipped < end - candidate ? candidate + skipped : end;
  }

  /// The smallest of the wanted places among the rows that are left.
  private long nextOfCount(long candidate) {
    if (wanted == 0) {
      return end;
    }
    long left = end - candidate;
    double share = 1 - StrictMath.exp(StrictMath.log(1 - random.nextDouble()) / wanted);
    long skipped = Math.min((long) (share * (double) left), left - wanted);
    wanted--;
    return candidate + Math.max(0, skipped);
  }

  /// Goes to the next row, or to the first one after the start.
  ///
  /// @return false if there is none
  public boolean nextRow() {
    if (isStarted) {
      row = next(row + 1);
    }
    isStarted = true;
    if (row >= end) {
      return false;
    }
    place();
    return true;
  }

  /// Sets what the current row's number decides.
  private void place() {
    long left = row;
    for (int i = levels.length - 1; i >= 0; i--) {
      int size = levelValues[i].size();
      places[i] = (int) (left % size);
      left /= size;
    }
    int last = levels.length - 1;
    rowSeed = last < 0 ? dataSeed : levelValues[last].fold(dataSeed, places[last]);
    Arrays.fill(isDrawn, false);
  }

  /// Starts with the comparison of what was read from a partition. The current row is then the one
  /// that [#moveTo] or [#find] has found.
  ///
  /// @return whether the visits of the partition are complete, so that all of its rows can have
  ///   been written
  public boolean startComparing(PartitionVisit visit) {
    load(visit.seed());
    return visit.unfinished() == null;
  }

  /// Makes a row the current one.
  ///
  /// @param number from 0 to [#rows]
  public void moveTo(long number) {
    row = number;
    place();
  }

  /// Makes the row with the clustering values that follow in a buffer the current one.
  ///
  /// @param in the values, each after its length; consumed as far as they are read
  /// @return false if the partition has no such row; the current row is then not defined
  public boolean find(ByteBuffer in) {
    row = 0;
    for (ValueList level : levelValues) {
      int length = in.getInt();
      int at = length < 0 ? -1 : level.indexOf(in, length);
      if (at < 0) {
        return false;
      }
      in.position(in.position() + length);
      row = row * level.size() + at;
    }
    if (rows > 0) {
      place();
    }
    return rows > 0;
  }

  /// How many rows are before those with the first clustering values of the current row, in the
  /// order of these values.
  ///
  /// @param depth how many clustering columns
  public long rowsBefore(int depth) {
    long before = 0;
    for (int i = 0; i < depth; i++) {
      before += levelValues[i].rank(places[i]) * rowsWithin(i + 1);
    }
    return before;
  }

  /// How many rows have the same first clustering values.
  ///
  /// @param depth how many clustering columns
  public long rowsWithin(int depth) {
    long within = 1;
    for (int i = depth; i < levels.length; i++) {
      within *= levelValues[i].size();
    }
    return within;
  }

  /// The number of rows of the partition.
  public long rows() {
    return rows;
  }

  /// The place of the current row in the partition, from 0.
  public long rowNumber() {
    return row;
  }

  /// Whether a column of the current row is null.
  ///
  /// @param column its place in [TableSpec#columns]
  public boolean isNull(int column) {
    return column >= keys.length + levels.length + populated;
  }

  /// Bytes of a serialised value of the current row, without a length.
  ///
  /// @param column its place in [TableSpec#columns], not null
  public int size(int column) {
    if (column < keys.length) {
      return keys[column].size();
    }
    int level = column - keys.length;
    return level < levels.length
        ? levelValues[level].bytesOf(places[level])
        : value(level - levels.length).size();
  }

  /// Appends a value of the current row as CQL serialises it, without its length.
  ///
  /// @param column its place in [TableSpec#columns], not null
  /// @throws java.nio.BufferOverflowException if it does not fit
  public void put(int column, ByteBuffer out) {
    if (column < keys.length) {
      keys[column].put(out);
      return;
    }
    int level = column - keys.length;
    if (level < levels.length) {
      levelValues[level].put(places[level], out);
    } else {
      value(level - levels.length).put(out);
    }
  }

  private ValueGenerator value(int i) {
    ValueGenerator generator = values[i];
    if (!isDrawn[i]) {
      isDrawn[i] = true;
      generator.setSeed(rowSeed);
      generator.draw();
    }
    return generator;
  }
}
