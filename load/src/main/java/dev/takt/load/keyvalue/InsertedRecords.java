package dev.takt.load.keyvalue;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/// Numbers the records that a run inserts, and knows up to which one all are there. Inserts end in
/// any order; [#lastSample] moves on in the order of the numbers. A record whose insert failed is
/// passed by, and is [#isMissing].
///
/// Thread-safe and lock-free but for failures that touch a page of their list for the first time.
final class InsertedRecords {

  /// So many inserts may overtake one that has not ended. Then it is taken for one that failed.
  static final int WINDOW = 1 << 16;

  private static final int PAGE_BITS = 16;
  private static final int WORDS = (1 << PAGE_BITS) / Long.SIZE;

  private final long first;
  private final AtomicLong next;
  private final AtomicLong last;

  /// By number modulo the window, which lap of it has ended there; 0 for none yet.
  private final AtomicIntegerArray ended = new AtomicIntegerArray(WINDOW);

  /// A bit for each record that is missing, in pages; null while there is none in a page.
  private volatile @Nullable AtomicLongArray[] missing = new AtomicLongArray[0];

  /// @param first the first number to give
  InsertedRecords(long first) {
    this.first = first;
    this.next = new AtomicLong(first);
    this.last = new AtomicLong(first - 1);
  }

  /// The number of another record.
  long take() {
    return next.getAndIncrement();
  }

  /// The last record up to which all inserts have ended; one less than the first, at the beginning.
  long last() {
    return last.get();
  }

  /// The insert of a record has ended.
  void ended(long record, boolean succeeded) {
    if (!succeeded) {
      miss(record);
    }
    if (record <= last.get()) {
      return; // it was given up, and others have gone past it
    }
    while (record - last.get() > WINDOW) {
      passBy();
    }
    // A thread that lost its processor just before this may come when a later lap has ended here.
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
