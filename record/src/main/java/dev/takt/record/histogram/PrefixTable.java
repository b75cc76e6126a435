package dev.takt.record.histogram;

import java.util.Arrays;

/// The canonical prefix code of a deflate block (RFC 1951, 3.2.2) as a lookup table. The next bits
/// of the stream are the index; the entry states their meaning and how many of them belong to the
/// symbol. Codes longer than the index continue in smaller tables after the first.
///
/// An entry holds, from the top bit: its kind in 4 bits, the length of its code in 4, a value in
/// 16, and in the lowest 8 the number of bits to consume: the code and the extra bits after it. A
/// shift can take these 8 directly, since it uses only 6 bits of its distance.
///
/// The table is built length by length, in the order in which codes with reversed bits count up.
/// The part filled for one length is the pattern for the next: it is copied, which doubles it, and
/// only the codes of the next length are entered one by one.
///
/// Not thread-safe.
final class PrefixTable {

  static final int KIND = 0xf000_0000;

  /// A number with extra bits to add to it. All other kinds of literals are negative.
  static final int MATCH = 0;

  static final int LITERAL = 0x8000_0000;

  /// The bit that all rare kinds have set.
  static final int RARE = 0x4000_0000;

  static final int END = 0xc000_0000;
  static final int LINK = 0xd000_0000;

  /// A match length with extra bits.
  static final int LONG = 0xe000_0000;

  static final int INVALID = 0xf000_0000;

  /// The bits of an entry that hold the number of bits to consume.
  static final int LENGTH = 0x3f;

  /// The mask of a code's length, after the shift to the right.
  static final int CODE_LENGTH = 0xf;

  private static final int CODE_LENGTH_SHIFT = 24;

  /// What each bit of a code adds to an entry.
  private static final int PER_BIT = 1 << CODE_LENGTH_SHIFT | 1;

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

  /// @param bits the number of bits of the index
  /// @param meanings the entries of the symbols, without code lengths
  PrefixTable(int bits, int[] meanings) {
    this.bits = bits;
    this.meanings = meanings;
    this.given = new int[meanings.length + 1];
    this.sorted = new short[meanings.length];
    int links = Math.min(meanings.length, 1 << bits);
    this.entries = new int[(1 << bits) + (links << Math.max(0, MAX_CODE_BITS - bits))];
  }

  /// The entry of a symbol, without the length of its code.
  ///
  /// @param extraBits the number of bits after the code to add to the value
  static int meaning(int kind, int value, int extraBits) {
    return kind | value << 8 | extraBits;
  }

  /// Looks up the entry for the next bits of a stream.
  int find(long next) {
    int entry = entries[(int) next & ((1 << bits) - 1)];
    if ((entry & KIND) != LINK) {
      return entry;
    }
    int more = (1 << (entry >>> CODE_LENGTH_SHIFT & CODE_LENGTH)) - 1;
    return entries[(entry >>> 8 & 0xffff) + ((int) (next >>> bits) & more)];
  }

  /// Builds the table.
  ///
  /// @param lengths the code lengths of all symbols, 0 for symbols without a code
  /// @param from the index of the first symbol's length
  /// @throws MalformedException if no prefix code has such lengths
  void build(byte[] lengths, int from, int symbols) throws MalformedException {
    begin();
    for (int i = 0; i < symbols; i++) {
      addIfAny(i, lengths[from + i]);
    }
    build();
  }

  /// Removes all symbols.
  void begin() {
    Arrays.fill(count, 0);
    used = 0;
  }

  /// Adds a symbol, unless it has no code. Most of a few hundred symbols have none, and need no
  /// further processing. Whether a symbol has a code is unpredictable, so the method does not
  /// branch on it.
  ///
  /// @param symbol greater than those before
  /// @param length of its code, 0 if it has none
  void addIfAny(int symbol, int length) {
    given[used] = symbol << LENGTH_BITS | length;
    used += (length + LENGTHS) >>> LENGTH_BITS;
    count[length]++;
  }

  /// Whether a symbol was added.
  boolean has(int symbol) {
    int i = used - 1;
    while (i >= 0 && given[i] >>> LENGTH_BITS > symbol) {
      i--;
    }
    return i >= 0 && given[i] >>> LENGTH_BITS == symbol;
  }

  /// Builds the table of the added symbols.
  ///
  /// @throws MalformedException if no prefix code has such lengths
  void build() throws MalformedException {
    requirePrefixCode(used);
    sort();
    if (used > 1) {
      fill();
    } else {
      // A block with only one distance has a single code. A block without distances has none.
      Arrays.fill(entries, 0, 1 << bits, INVALID);
      for (int i = 0; used == 1 && i < 1 << bits; i += 2) {
        entries[i] = meanings[sorted[0]] + PER_BIT;
      }
    }
  }

  /// Sorts the symbols by the length of their codes.
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
            meanings[sorted[next]] + length * PER_BIT;
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
          entries[prefix] = LINK | subBits << CODE_LENGTH_SHIFT | base << 8;
        }
        int entry = meanings[sorted[next++]] + length * PER_BIT;
        for (int i = code >>> bits; i < 1 << subBits; i += 1 << (length - bits)) {
          entries[base + i] = entry;
        }
        code = successor(code, 1 << (length - 1));
      }
    }
  }

  /// The next code of the same length, with reversed bits: 1 is added at the highest bit.
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
