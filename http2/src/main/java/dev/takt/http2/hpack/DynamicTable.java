package dev.takt.http2.hpack;

/// The fields that the peer's encoder has added, the newest first (RFC 7541, section 2.3.2). Their
/// bytes stand in a ring that is as large as the table may become; nothing is allocated later.
final class DynamicTable {

  /// What each entry adds to the table's size beyond its bytes (RFC 7541, section 4.1).
  static final int ENTRY_OVERHEAD = 32;

  private final int limit;
  private final byte[] ring;

  /// By entry, in a ring of their own.
  private final int[] starts;

  private final int[] nameLengths;
  private final int[] valueLengths;

  private int maxSize;
  private int size;
  private int count;

  /// Where the newest entry stands in the arrays.
  private int newest;

  /// Where the next entry's bytes begin in the ring.
  private int nextStart;

  /// @param limit the largest size that the peer may choose, which it begins with
  DynamicTable(int limit) {
    this.limit = limit;
    this.maxSize = limit;
    this.ring = new byte[limit];
    int entries = limit / ENTRY_OVERHEAD + 1;
    this.starts = new int[entries];
    this.nameLengths = new int[entries];
    this.valueLengths = new int[entries];
  }

  void clear() {
    maxSize = limit;
    size = 0;
    count = 0;
    nextStart = 0;
  }

  int count() {
    return count;
  }

  int size() {
    return size;
  }

  /// Changes the table's maximum size.
  ///
  /// @throws HpackException if it is larger than allowed
  void resize(int newSize) {
    if (newSize > limit) {
      throw HpackException.tableTooLarge();
    }
    maxSize = newSize;
    evictDownTo(newSize);
  }

  private void evictDownTo(int most) {
    while (size > most) {
      int oldest = slot(count - 1);
      size -= nameLengths[oldest] + valueLengths[oldest] + ENTRY_OVERHEAD;
      count--;
    }
  }

  private int slot(int entry) {
    int slot = newest - entry;
    return slot < 0 ? slot + starts.length : slot;
  }

  /// Adds an entry. An entry that is larger than the table empties it (RFC 7541, section 4.4).
  ///
  /// @param from has the name and then the value
  void add(byte[] from, int start, int nameLength, int valueLength) {
    long needed = (long) nameLength + valueLength + ENTRY_OVERHEAD;
    evictDownTo((int) Math.max(0, maxSize - needed));
    if (needed > maxSize) {
      return;
    }
    newest = newest + 1 == starts.length ? 0 : newest + 1;
    starts[newest] = nextStart;
    nameLengths[newest] = nameLength;
    valueLengths[newest] = valueLength;
    int length = nameLength + valueLength;
    int first = Math.min(length, ring.length - nextStart);
    System.arraycopy(from, start, ring, nextStart, first);
    System.arraycopy(from, start + first, ring, 0, length - first);
    nextStart = (nextStart + length) % ring.length;
    size += (int) needed;
    count++;
  }

  /// @param entry 0 for the newest
  int nameLength(int entry) {
    return nameLengths[slot(entry)];
  }

  /// @param entry 0 for the newest
  int valueLength(int entry) {
    return valueLengths[slot(entry)];
  }

  /// Copies the first bytes of an entry: its name, then its value.
  ///
  /// @param entry 0 for the newest
  void copy(int entry, int length, byte[] to, int at) {
    int start = starts[slot(entry)];
    int first = Math.min(length, ring.length - start);
    System.arraycopy(ring, start, to, at, first);
    System.arraycopy(ring, 0, to, at + first, length - first);
  }
}
