package dev.takt.load.keyvalue;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/// Numbers the records that a run inserts, and tracks the last record up to which all inserts have
/// ended. Inserts end in any order; [#last] advances in the order of the numbers. It also advances
/// past a record whose insert failed; [#isMissing] reports such records.
///
/// Thread-safe. Lock-free, except for failed inserts.
final class InsertedRecords {

  /// How many inserts may end ahead of one that has not ended. Beyond that, it counts as failed.
  static final int WINDOW = 1 << 16;

  private static final int PAGE_BITS = 16;
  private static final int WORDS = (1 << PAGE_BITS) / Long.SIZE;

  private final long first;
  private final AtomicLong next;
  private final AtomicLong last;

  /// Indexed by number modulo the window: the latest lap whose insert has ended; 0 for none yet.
  private final AtomicIntegerArray ended = new AtomicIntegerArray(WINDOW);

  /// One bit for each missing record, in pages; a page without missing records is null.
  private volatile @Nullable AtomicLongArray[] missing = new AtomicLongArray[0];

  /// @param first the first number to assign
  InsertedRecords(long first) {
    this.first = first;
    this.next = new AtomicLong(first);
    this.last = new AtomicLong(first - 1);
  }

  /// Assigns the next record number.
  long take() {
    return next.getAndIncrement();
  }

  /// The last record up to which all inserts have ended; initially one less than the first.
  long last() {
    return last.get();
  }

  /// Records the end of an insert.
  void ended(long record, boolean succeeded) {
    if (!succeeded) {
      miss(record);
    }
    if (record <= last.get()) {
      return; // it was counted as failed, and `last` has moved past it
    }
    while (record - last.get() > WINDOW) {
      passBy();
    }
    // A thread preempted just before this line may arrive after a later lap has ended in the slot.
    ended.accumulateAndGet(slot(record), lap(record), Math::max);
    advance();
  }

  private void advance() {
    for (long at = last.get(); ended.get(slot(at + 1)) == lap(at + 1); at = last.get()) {
      last.compareAndSet(at, at + 1);
    }
  }

  private void passBy() {
    long at = last.get();
    if (ended.get(slot(at + 1)) != lap(at + 1)) {
      miss(at + 1);
    }
    last.compareAndSet(at, at + 1);
  }

  private int slot(long record) {
    return (int) (record - first) & (WINDOW - 1);
  }

  private int lap(long record) {
    return (int) ((record - first) / WINDOW) + 1;
  }

  /// Whether the record's insert failed.
  boolean isMissing(long record) {
    AtomicLongArray[] pages = missing;
    long index = record - first;
    long page = index >> PAGE_BITS;
    if (index < 0 || page >= pages.length) {
      return false;
    }
    AtomicLongArray words = pages[(int) page];
    return words != null && (words.get(word(index)) & bit(index)) != 0;
  }

  private void miss(long record) {
    long index = record - first;
    AtomicLongArray words = page((int) (index >> PAGE_BITS));
    long bit = bit(index);
    words.accumulateAndGet(word(index), bit, (a, b) -> a | b);
  }

  private synchronized AtomicLongArray page(int number) {
    @Nullable AtomicLongArray[] pages = missing;
    if (number >= pages.length) {
      pages = Arrays.copyOf(pages, number + 1);
    } else if (pages[number] != null) {
      return pages[number];
    } else {
      pages = pages.clone();
    }
    AtomicLongArray page = new AtomicLongArray(WORDS);
    pages[number] = page;
    missing = pages;
    return page;
  }

  private static int word(long index) {
    return (int) (index & ((1 << PAGE_BITS) - 1)) / Long.SIZE;
  }

  private static long bit(long index) {
    return 1L << index;
  }
}
