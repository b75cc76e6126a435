package dev.takt.http2.hpack;

import java.nio.ByteBuffer;

/// Decodes strings in HPACK's Huffman code (RFC 7541, section 5.2 and appendix B), four bits at a
/// time. The code is canonical, so that the lengths of its codes define it.
final class Huffman {

  /// The fewest bits of a symbol.
  static final int MIN_BITS = 5;

  /// By symbol, the last of which is the end of the string.
  private static final String LENGTHS =
      """
      13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28 28 28 28 28 28 28 30 28 28 28 28 28 28 28 28
      28 6 10 10 12 13 6 8 11 10 10 8 11 8 6 6 6 5 5 5 6 6 6 6 6 6 6 7 8 15 6 12 10 13 6 7 7 7 7 7
      7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 8 7 8 13 19 13 14 6 15 5 6 5 6 5 6 6 6 5 7 7 6 6 6 5 6 7 6
      5 5 6 7 7 7 7 7 15 11 14 13 28 20 22 20 20 22 22 22 23 22 23 23 23 23 23 24 23 24 24 22 23
      24 23 23 23 23 21 22 23 22 23 23 24 22 21 20 22 22 23 23 21 23 22 22 24 21 22 23 23 21 21 22
      21 23 22 23 23 20 22 22 22 23 22 22 23 26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25 19 21
      26 27 27 26 27 24 21 21 26 26 28 27 27 27 20 24 20 21 22 21 21 23 22 22 25 25 24 24 26 23 26
      27 26 26 27 27 27 27 27 28 27 27 27 27 27 26 30
      """;

  private static final int END_OF_STRING = 256;
  private static final int MAX_BITS = 30;
  private static final int MAX_PADDING_BITS = 7;
  private static final int NIBBLES = 16;

  /// Parts of a transition: the next state, the symbol, whether there is one, whether the code is
  /// wrong.
  private static final int STATE = 0xFF;

  private static final int SYMBOL_SHIFT = 8;
  private static final int HAS_SYMBOL = 1 << 16;
  private static final int WRONG = 1 << 17;

  /// By state and the next four bits. A state is an inner node of the code's tree.
  private static final int[] TRANSITIONS;

  /// By state: whether a string may end in it, because what follows the last symbol is padding.
  private static final boolean[] MAY_END = new boolean[END_OF_STRING];

  static {
    int[][] children = tree();
    TRANSITIONS = new int[END_OF_STRING * NIBBLES];
    for (int state = 0; state < END_OF_STRING; state++) {
      for (int nibble = 0; nibble < NIBBLES; nibble++) {
        TRANSITIONS[state * NIBBLES + nibble] = transition(children, state, nibble);
      }
    }
    int node = 0;
    for (int bits = 0; bits <= MAX_PADDING_BITS; bits++) {
      MAY_END[node] = true;
      node = children[node][1];
    }
  }

  private Huffman() {}

  /// The tree of the code: by inner node and bit the next inner node, or the complement of a
  /// symbol.
  private static int[][] tree() {
    String[] lengths = LENGTHS.strip().split("\\s+", -1);
    int[][] children = new int[END_OF_STRING][2];
    int nodes = 1;
    int code = 0;
    for (int bits = MIN_BITS; bits <= MAX_BITS; bits++) {
      for (int symbol = 0; symbol <= END_OF_STRING; symbol++) {
        if (Integer.parseInt(lengths[symbol]) == bits) {
          int node = 0;
          for (int bit = bits - 1; bit > 0; bit--) {
            int branch = code >> bit & 1;
            if (children[node][branch] == 0) {
              children[node][branch] = nodes++;
            }
            node = children[node][branch];
          }
          children[node][code & 1] = ~symbol;
          code++;
        }
      }
      code <<= 1;
    }
    return children;
  }

  private static int transition(int[][] children, int from, int nibble) {
    int node = from;
    int symbol = 0;
    for (int bit = 3; bit >= 0; bit--) {
      int next = children[node][nibble >> bit & 1];
      if (next == ~END_OF_STRING) {
        return WRONG;
      }
      if (next < 0) {
        symbol = HAS_SYMBOL | ~next << SYMBOL_SHIFT;
      }
      node = Math.max(0, next);
    }
    return symbol | node;
  }

  /// The most bytes that a string of this many encoded bytes can have.
  static int maxDecodedLength(int encoded) {
    return (int) ((long) encoded * Byte.SIZE / MIN_BITS);
  }

  /// Decodes a string.
  ///
  /// @param length of the encoded string, which is consumed from `in`
  /// @param out has room for [#maxDecodedLength] bytes from `at` on
  /// @return the length of the decoded string
  /// @throws HpackException if the code is wrong, or the padding is
  static int decode(ByteBuffer in, int length, byte[] out, int at) {
    int state = 0;
    int to = at;
    for (int i = 0; i < length; i++) {
      int next = in.get();
      int high = TRANSITIONS[state * NIBBLES + (next >> 4 & 0xF)];
      if ((high & HAS_SYMBOL) != 0) {
        out[to++] = (byte) (high >> SYMBOL_SHIFT);
      }
      int low = TRANSITIONS[(high & STATE) * NIBBLES + (next & 0xF)];
      if ((low & HAS_SYMBOL) != 0) {
        out[to++] = (byte) (low >> SYMBOL_SHIFT);
      }
      if (((high | low) & WRONG) != 0) {
        throw HpackException.badHuffman();
      }
      state = low & STATE;
    }
    if (!MAY_END[state]) {
      throw HpackException.badHuffman();
    }
    return to - at;
  }
}
