package dev.takt.load.keyvalue;

import dev.takt.runs.text.EnglishText;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The records that a load phase inserts, by index, and which of them exist. Thread-safe; stores
/// one bit for each record.
public final class RecordList {

  /// Maximum number of records.
  public static final long MOST = 1L << 33;

  private final long first;
  private final long @Nullable [] chosen;
  private final long count;

  /// Created on first use, because many lists are only used for their size.
  private volatile @Nullable AtomicLongArray present;

  private final AtomicLong inserted = new AtomicLong();

  private RecordList(long first, long @Nullable [] chosen, long count) {
    this.first = first;
    this.chosen = chosen;
    this.count = count;
  }

  private AtomicLongArray present() {
    AtomicLongArray known = present;
    return known == null ? madePresent() : known;
  }

  private synchronized AtomicLongArray madePresent() {
    AtomicLongArray known = present;
    if (known == null) {
      known = new AtomicLongArray((int) Math.ceilDiv(count, Long.SIZE));
      present = known;
    }
    return known;
  }

  /// The records from `first` on.
  ///
  /// @param count at most [#MOST]
  /// @throws IllegalArgumentException if the count is larger
  public static RecordList range(long first, long count) {
    if (count < 0 || count > MOST) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "a load phase inserts at most %d records, expected are %d: split them with insertstart and insertcount",
              MOST, count));
    }
    return new RecordList(first, null, count);
  }

  /// The number of records.
  public long count() {
    return count;
  }

  /// How many of them have been inserted.
  public long inserted() {
    return inserted.get();
  }

  /// How many of them have not been inserted.
  public long missing() {
    return count - inserted();
  }

  /// The records that have not been inserted, for a retry; at most `most` of them.
  public RecordList rest(int most) {
    long[] records =
        LongStream.range(0, count)
            .filter(i -> !isPresent(i))
            .limit(most)
            .map(this::record)
            .toArray();
    return new RecordList(0, records, records.length);
  }

  void begin() {
    present = null;
    inserted.set(0);
  }

  /// The record of operation `n`.
  long record(long n) {
    return chosen == null ? first + n : chosen[(int) (n % count)];
  }

  void ended(long n, boolean succeeded) {
    if (succeeded && n < count) {
      long bit = 1L << n;
      long before = present().getAndAccumulate((int) (n / Long.SIZE), bit, (a, b) -> a | b);
      if ((before & bit) == 0) {
        inserted.getAndIncrement();
      }
    }
  }

  private boolean isPresent(long n) {
    return (present().get((int) (n / Long.SIZE)) & (1L << n)) != 0;
  }
}
