package dev.takt.record.histogram;

import java.util.Arrays;

/// The canonical prefix code of a deflate block (RFC 1951, 3.2.2) as a table: the next bits of the
/// stream are an index, the entry says what they mean and how many of them there are. Codes that
/// are longer than the index go on in smaller tables behind the first.
///
/// An entry has, from the top: its kind in 3 bits, the number of extra bits in 5, a value in 16,
/// the length of the code in 8. Literals alone are negative.
///
/// The table is built length by length, in the order in which codes are counted up when their bits
/// are read backwards. What is there when a length is done is the pattern for the next: it is
/// copied, which doubles it, and only codes of that length are put in one by one.
///
/// Not thread-safe.
final class PrefixTable {

  static final int KIND = 0xe000_0000;
  static final int LITERAL = 0x8000_0000;
  static final int MATCH = 0;
  static final int END = 0x2000_0000;
  static final int LINK = 0x4000_0000;
  static final int INVALID = 0x6000_0000;

  /// The bits of an entry that are the length of its code.
  static final int LENGTH = 0x3f;

  private static final int MAX_CODE_BITS = 15;
  private static final int LENGTH_BITS = 4;
  private static final int LENGTHS = (1 << LENGTH_BITS) - 1;

  final int[] entries;
  private final int bits;
  private final int[] meanings;
  private final int[] count = new int[MAX_CODE_BITS + 1];
  private final int[] ends = new int[MAX_CODE_BITS + 1];
  private final int[] given;
  private int used;
  private final short[] sorted;

  /// @param bits of the index
  /// @param meanings of the symbols: entries without a length
  PrefixTable(int bits, int[] meanings) {
    this.bits = bits;
    this.meanings = meanings;
    this.given = new int[meanings.length];
    this.sorted = new short[meanings.length];
    int links = Math.min(meanings.length, 1 << bits);
    this.entries = new int[(1 << bits) + (links << Math.max(0, MAX_CODE_BITS - bits))];
  }

  /// What an entry without extra bits says.
  static int entry(int kind, int value) {
    return kind | value << 8;
  }

  /// What a length or a distance says, of which some bits follow the code.
  static int match(int base, int extraBits) {
    return MATCH | extraBits << 24 | base << 8;
  }

  /// Builds the table.
  ///
  /// @param lengths of the codes of all symbols, 0 for symbols without one
  /// @param from where the first symbol's stands
  /// @throws MalformedException if no prefix code has such lengths
  void build(byte[] lengths, int from, int symbols) throws MalformedException {
    begin();
    for (int i = 0; i < symbols; i++) {
      if (lengths[from + i] != 0) {
        add(i, lengths[from + i]);
      }
    }
    build();
  }

  /// Forgets all symbols.
  void begin() {
    Arrays.fill(count, 0);
    used = 0;
  }

  /// Takes in a symbol that has a code: of a few hundred, most have none, and need not be looked
  /// at.
  ///
  /// @param symbol greater than those before
  /// @param length of its code, positive
  void add(int symbol, int length) {
    given[used++] = symbol << LENGTH_BITS | length;
    count[length]++;
  }

  /// Builds the table of the symbols that were taken in.
  ///
  /// @throws MalformedException if no prefix code has such lengths
  void build() throws MalformedException {
    requirePrefixCode(used);
    sort();
    if (used > 1) {
      fill();
    } else {
      // One code alone, or none at all, is how a block says that it has one distance, or none.
      Arrays.fill(entries, 0, 1 << bits, INVALID);
      for (int i = 0; used == 1 && i < 1 << bits; i += 2) {
        entries[i] = meanings[sorted[0]] | 1;
      }
    }
  }

  /// Puts the symbols in the order of the lengths of their codes.
  private void sort() {
    int end = 0;
    for (int length = 1; length <= MAX_CODE_BITS; length++) {
      ends[length] = end;
      end += count[length];
    }
    for (int i = 0; i < used; i++) {
      sorted[ends[given[i] & LENGTHS]++] = (short) (given[i] >>> LENGTH_BITS);
    }
  }

  private void requirePrefixCode(int used) throws MalformedException {
    int room = 1;
    for (int length = 1; length <= MAX_CODE_BITS; length++) {
      room = (room << 1) - count[length];
      if (room < 0) {
        throw new MalformedException("the compressed data has more codes than fit");
      }
    }
    if (room > 0 && !(used == 0 || (used == 1 && count[1] == 1))) {
      throw new MalformedException("the compressed data has too few codes");
    }
  }

  private void fill() {
    final int[] entries = this.entries;
    final int[] meanings = this.meanings;
    final short[] sorted = this.sorted;
    int next = 0;
    int code = 0;
    int filled = 1;
    for (int length = 1; length <= bits; length++) {
      System.arraycopy(entries, 0, entries, filled, filled);
      filled <<= 1;
      code <<= 1;
      for (int end = next + count[length]; next < end; next++) {
        entries[Integer.reverse(code++) >>> (Integer.SIZE - length)] =
            meanings[sorted[next]] | length;
      }
    }
    if (next < used) {
      fillLinked(next, Integer.reverse(code) >>> (Integer.SIZE - bits));
    }
  }

  private void fillLinked(int first, int firstCode) {
    int longest = MAX_CODE_BITS;
    while (count[longest] == 0) {
      longest--;
    }
    int subBits = longest - bits;
    int next = first;
    int code = firstCode;
    int free = 1 << bits;
    int prefix = -1;
    int base = 0;
    for (int length = bits + 1; length <= longest; length++) {
      for (int n = count[length]; n > 0; n--) {
        if ((code & ((1 << bits) - 1)) != prefix) {
          prefix = code & ((1 << bits) - 1);
          base = free;
          free += 1 << subBits;
          entries[prefix] = LINK | base << 8 | subBits;
        }
        int entry = meanings[sorted[next++]] | length;
        for (int i = code >>> bits; i < 1 << subBits; i += 1 << (length - bits)) {
          entries[base + i] = entry;
        }
        code = successor(code, 1 << (length - 1));
      }
    }
  }

  /// The next code of a length, its bits in reverse: 1 is added at the far end.
  private static int successor(int code, int highest) {
    int next = code;
    int bit = highest;
    while ((next & bit) != 0) {
      next ^= bit;
      bit >>>= 1;
    }
    return next | bit;
  }
}
