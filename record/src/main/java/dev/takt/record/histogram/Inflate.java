package dev.takt.record.histogram;

import static dev.takt.record.histogram.PrefixTable.END;
import static dev.takt.record.histogram.PrefixTable.INVALID;
import static dev.takt.record.histogram.PrefixTable.KIND;
import static dev.takt.record.histogram.PrefixTable.LENGTH;
import static dev.takt.record.histogram.PrefixTable.LITERAL;
import static dev.takt.record.histogram.PrefixTable.RARE;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Inflates zlib streams (RFC 1950, RFC 1951) that are small, numerous and untrusted.
///
/// The payload of an interval is a stream of one or two kilobytes. For such streams, the JDK's
/// `Inflater` spends its time on work per stream and per byte; that took two thirds of the time to
/// read a log. Here the bits are held in a `long` that one load of eight bytes refills, and a
/// symbol takes one table lookup. Tables are small, since short streams cannot repay the cost of
/// building large ones.
///
/// The first thousand streams are still left to the JDK's `Inflater`: it needs no warm-up, and a
/// short log is read before the JIT would have compiled this class (360 streams: 40 ms of 170).
///
/// Output is limited to what the caller allows, whatever the stream claims.
///
/// Not thread-safe: buffers and tables are reused.
final class Inflate {

  /// The maximum output of a stream, called when the first [#INITIAL_OUTPUT] bytes are full.
  interface Bound {

    /// @param output the output so far
    /// @param length the valid bytes of it
    /// @throws MalformedException if the stream is not a histogram
    int bytes(byte[] output, int length) throws MalformedException;
  }

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int INITIAL_OUTPUT = 1 << 14;

  /// The longest match, plus eight bytes that copying a match may overwrite.
  private static final int SLACK = 258 + 8;

  private static final int LITERAL_BITS = 10;
  private static final int DISTANCE_BITS = 8;
  private static final int LENGTH_CODE_BITS = 7;

  private static final int LITERAL_CODES = 288;
  private static final int DISTANCE_CODES = 32;
  private static final int END_OF_BLOCK = 256;

  /// The fields of an entry of the length codes: the number of symbols that the code covers,
  /// without extra bits, and at another position the length of their codes.
  private static final int RUN = 0xff;

  private static final int LENGTH_SHIFT = 16;

  /// The kind of the code that repeats the previous length, which may not exist.
  private static final int REPEATED = PrefixTable.LONG;

  private static final int NONE = -1;

  /// The order in which a block gives the lengths of the codes for lengths (RFC 1951, 3.2.7).
  private static final byte[] LENGTH_CODE_ORDER = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };

  /// The number of streams before compiling this class pays off.
  static final int COLD = 1000;

  private final Inflater cold = new Inflater();
  private int coldLeft;
  private final PrefixTable ownLiterals = new PrefixTable(LITERAL_BITS, literalMeanings());
  private final PrefixTable ownDistances = new PrefixTable(DISTANCE_BITS, distanceMeanings());
  private final PrefixTable fixedLiterals = new PrefixTable(LITERAL_BITS, literalMeanings());
  private final PrefixTable fixedDistances = new PrefixTable(DISTANCE_BITS, distanceMeanings());
  private boolean fixedKnown;
  private PrefixTable literals = ownLiterals;
  private PrefixTable distances = ownDistances;
  private final PrefixTable lengthCodes = new PrefixTable(LENGTH_CODE_BITS, lengthCodeMeanings());
  private final byte[] lengths = new byte[LITERAL_CODES];
  private int lengthBefore;
  private final Adler32 checksum = new Adler32();

  private byte[] output = new byte[INITIAL_OUTPUT + SLACK];
  private int produced;

  private byte[] input = new byte[0];
  private int position;
  private int end;
  private long bits;
  private int bitCount;

  /// @param coldLeft the number of streams to leave to the JDK's inflater first
  Inflate(int coldLeft) {
    this.coldLeft = coldLeft;
  }

  /// The bytes of the last stream, valid up to the length that [#inflate] returned.
  byte[] output() {
    return output;
  }

  /// Inflates one stream, all of which must lie between `from` and `to`.
  ///
  /// @return the number of bytes in [#output]
  /// @throws MalformedException if it is damaged, cut off or longer than allowed
  int inflate(byte[] bytes, int from, int to, Bound bound) throws MalformedException {
    produced = 0;
    if (coldLeft > 0) {
      coldLeft--;
      inflateCold(bytes, from, to, bound);
      return produced;
    }
    input = bytes;
    position = from;
    end = to;
    bits = 0;
    bitCount = 0;
    readHeader();
    boolean last;
    do {
      last = take(1) == 1;
      switch (take(2)) {
        case 0 -> copyStored(bound);
        case 1 -> {
          readFixedCodes();
          decodeBlock(bound);
        }
        case 2 -> {
          readDynamicCodes();
          decodeBlock(bound);
        }
        default -> throw new MalformedException("the compressed data has a block of no known type");
      }
    } while (!last);
    verifyChecksum();
    return produced;
  }

  private void inflateCold(byte[] bytes, int from, int to, Bound bound) throws MalformedException {
    cold.reset();
    cold.setInput(bytes, from, to - from);
    try {
      while (true) {
        produced += cold.inflate(output, produced, output.length - SLACK - produced);
        if (cold.finished()) {
          return;
        }
        if (cold.needsDictionary()) {
          throw new MalformedException("the compressed data needs a dictionary");
        }
        if (produced < output.length - SLACK) {
          throw cutOff();
        }
        grow(bound);
      }
    } catch (DataFormatException e) {
      throw new MalformedException("the compressed data is damaged: " + e.getMessage());
    }
  }

  private void readHeader() throws MalformedException {
    int method = take(8);
    int flags = take(8);
    if ((method & 0x0f) != 8 || (method >> 4) > 7 || (method << 8 | flags) % 31 != 0) {
      throw new MalformedException("the compressed data has no zlib header");
    }
    if ((flags & 0x20) != 0) {
      throw new MalformedException("the compressed data needs a dictionary");
    }
  }

  private void verifyChecksum() throws MalformedException {
    drop(bitCount & 7);
    int expected = 0;
    for (int i = 0; i < 4; i++) {
      expected = expected << 8 | take(8);
    }
    checksum.reset();
    checksum.update(output, 0, produced);
    if ((int) checksum.getValue() != expected) {
      throw new MalformedException("the checksum of the compressed data is wrong");
    }
  }

  // ---- bits

  /// Ensures that at least 56 bits are available, or all that are left. Bits above `bitCount` may
  /// be set: they equal those that the next refill adds.
  private void refill() {
    if (end - position >= Long.BYTES) {
      bits |= (long) LONGS.get(input, position) << bitCount;
      position += (63 - bitCount) >>> 3;
      bitCount |= 56;
    } else {
      refillSlowly();
    }
  }

  private void refillSlowly() {
    while (bitCount < 56 && position < end) {
      bits |= (input[position++] & 0xffL) << bitCount;
      bitCount += 8;
    }
  }

  private int take(int count) throws MalformedException {
    if (bitCount < count) {
      refill();
    }
    int value = (int) (bits & ((1L << count) - 1));
    drop(count);
    return value;
  }

  private void drop(int count) throws MalformedException {
    if (bitCount < count) {
      throw cutOff();
    }
    bits >>>= count;
    bitCount -= count;
  }

  private static MalformedException cutOff() {
    return new MalformedException("the compressed data is cut off");
  }

  // ---- blocks

  private void copyStored(Bound bound) throws MalformedException {
    drop(bitCount & 7);
    int length = take(16);
    if (take(16) != (length ^ 0xffff)) {
      throw new MalformedException("the length of stored data is damaged");
    }
    position -= bitCount >>> 3;
    bits = 0;
    bitCount = 0;
    if (end - position < length) {
      throw cutOff();
    }
    while (output.length - SLACK < produced + length) {
      grow(bound);
    }
    System.arraycopy(input, position, output, produced, length);
    position += length;
    produced += length;
  }

  private void grow(Bound bound) throws MalformedException {
    int allowed = bound.bytes(output, produced);
    if (output.length - SLACK >= allowed) {
      throw new MalformedException(
          "the compressed data is longer than the " + allowed + " bytes of such a histogram");
    }
    int length = (int) Math.min(2L * (output.length - SLACK), allowed);
    output = Arrays.copyOf(output, length + SLACK);
  }

  private void decodeBlock(Bound bound) throws MalformedException {
    do {
      decodePlain();
      while (produced >= output.length - SLACK) {
        grow(bound); // a loop: near the limit, one step can be less than a match overshot
      }
    } while (decodeAny());
  }

  /// The hot loop. It handles common symbols only: a literal, or a match with a length of at most 8
  /// and a distance not below it, both with codes in the first part of their table. It leaves the
  /// bits of all other symbols unread, for [#decodeAny].
  ///
  /// Whether a literal or a match comes next is unpredictable, so the loop does not branch on it: a
  /// literal is a match whose distance takes no bits and whose eight bytes are its own.
  private void decodePlain() {
    final int[] literals = this.literals.entries;
    final int[] distances = this.distances.entries;
    final byte[] input = this.input;
    final byte[] output = this.output;
    final int fast = end - Long.BYTES;
    final int full = output.length - SLACK;
    int position = this.position;
    int produced = this.produced;
    long bits = this.bits;
    int bitCount = this.bitCount;
    while (position <= fast && produced < full) {
      bits |= (long) LONGS.get(input, position) << bitCount;
      position += (63 - bitCount) >>> 3;
      bitCount |= 56;
      int entry = literals[(int) bits & ((1 << LITERAL_BITS) - 1)];
      int literal = entry >> 31;
      bits >>>= entry;
      int far = distances[(int) bits & ((1 << DISTANCE_BITS) - 1)] & ~literal;
      int distance = (far >>> 8 & 0xffff) + (int) ((bits & ~(-1L << far)) >>> (far >>> 24));
      bits >>>= far;
      int length = (entry >>> 8 & 0xffff) & ~literal;
      if (((entry | far) & RARE) != 0
          || length > distance
          || length > Long.BYTES
          || distance > produced) {
        long at = (long) Byte.SIZE * position - bitCount;
        position = (int) (at >>> 3);
        bits = (input[position] & 0xffL) >>> (at & 7);
        bitCount = Byte.SIZE - (int) (at & 7);
        position++;
        break;
      }
      bitCount -= (entry & LENGTH) + (far & LENGTH);
      long copied = (long) LONGS.get(output, (produced - distance) & ~literal) & ~literal;
      LONGS.set(output, produced, copied | (entry >>> 8 & literal));
      produced += length - literal;
    }
    this.position = position;
    this.produced = produced;
    this.bits = bits;
    this.bitCount = bitCount;
  }

  /// Decodes one symbol of any kind.
  ///
  /// @return false at the end of the block
  private boolean decodeAny() throws MalformedException {
    refill();
    int entry = literals.find(bits);
    int kind = entry & KIND;
    if (kind == INVALID) {
      throw new MalformedException("the compressed data has a code that means nothing");
    }
    int value = takeValue(entry);
    if (kind == END) {
      return false;
    }
    if (kind == LITERAL) {
      output[produced++] = (byte) value;
      return true;
    }
    refill();
    int far = distances.find(bits);
    if ((far & KIND) == INVALID) {
      throw new MalformedException("the compressed data has a distance that means nothing");
    }
    copy(takeValue(far), value);
    return true;
  }

  /// Returns the value of an entry plus the extra bits that follow its code.
  private int takeValue(int entry) throws MalformedException {
    int extra = (int) ((bits & ~(-1L << entry)) >>> (entry >>> 24 & PrefixTable.CODE_LENGTH));
    drop(entry & LENGTH);
    return (entry >>> 8 & 0xffff) + extra;
  }

  private void copy(int distance, int length) throws MalformedException {
    if (distance > produced) {
      throw new MalformedException("the compressed data refers to what is before its start");
    }
    final byte[] output = this.output;
    int source = produced - distance;
    int stop = produced + length;
    if (distance >= Long.BYTES || length <= distance) {
      for (int i = produced; i < stop; i += Long.BYTES) {
        LONGS.set(output, i, (long) LONGS.get(output, source));
        source += Long.BYTES;
      }
    } else {
      for (int i = produced; i < stop; i++) {
        output[i] = output[source++];
      }
    }
    produced = stop;
  }

  // ---- codes

  private void readFixedCodes() throws MalformedException {
    literals = fixedLiterals;
    distances = fixedDistances;
    if (fixedKnown) {
      return;
    }
    Arrays.fill(lengths, 0, 144, (byte) 8);
    Arrays.fill(lengths, 144, 256, (byte) 9);
    Arrays.fill(lengths, 256, 280, (byte) 7);
    Arrays.fill(lengths, 280, LITERAL_CODES, (byte) 8);
    literals.build(lengths, 0, LITERAL_CODES);
    Arrays.fill(lengths, 0, DISTANCE_CODES, (byte) 5);
    distances.build(lengths, 0, DISTANCE_CODES);
    fixedKnown = true;
  }

  private void readDynamicCodes() throws MalformedException {
    int literalCodes = take(5) + 257;
    int distanceCodes = take(5) + 1;
    int codes = take(4) + 4;
    if (literalCodes > 286 || distanceCodes > 30) {
      throw new MalformedException("the compressed data announces too many codes");
    }
    Arrays.fill(lengths, 0, LENGTH_CODE_ORDER.length, (byte) 0);
    for (int i = 0; i < codes; i++) {
      lengths[LENGTH_CODE_ORDER[i]] = (byte) take(3);
    }
    lengthCodes.build(lengths, 0, LENGTH_CODE_ORDER.length);
    literals = ownLiterals;
    distances = ownDistances;
    literals.begin();
    distances.begin();
    lengthBefore = NONE;
    int carried = readLengths(literals, 0, literalCodes) - literalCodes;
    if (carried > distanceCodes) {
      throw tooManyLengths();
    }
    for (int i = 0; i < carried; i++) {
      distances.addIfAny(i, lengthBefore);
    }
    if (readLengths(distances, carried, distanceCodes) > distanceCodes) {
      throw tooManyLengths();
    }
    if (!literals.has(END_OF_BLOCK)) {
      throw new MalformedException("the compressed data has a block without an end");
    }
    literals.build();
    distances.build();
  }

  private static MalformedException tooManyLengths() {
    return new MalformedException("the compressed data has more lengths than codes");
  }

  /// Reads the code lengths of a table.
  ///
  /// @param first the first symbol whose length is not known yet
  /// @param symbols the number of symbols of the table
  /// @return the symbol after the last; greater than the number of symbols if a run exceeds it
  private int readLengths(PrefixTable table, int first, int symbols) throws MalformedException {
    int symbol = first;
    while (symbol < symbols) {
      symbol = readPlainLengths(table, symbol, symbols);
      if (symbol < symbols) {
        symbol = readAnyLength(table, symbol, symbols);
      }
    }
    return symbol;
  }

  /// Reads lengths in the common cases: one length for one symbol, or for a run of symbols without
  /// a code. The case is unpredictable, so the loop does not branch on it.
  private int readPlainLengths(PrefixTable table, int first, int symbols) {
    final int[] entries = lengthCodes.entries;
    final byte[] input = this.input;
    final int fast = end - Long.BYTES;
    int position = this.position;
    long bits = this.bits;
    int bitCount = this.bitCount;
    int symbol = first;
    int length = lengthBefore;
    while (symbol < symbols && position <= fast) {
      bits |= (long) LONGS.get(input, position) << bitCount;
      position += (63 - bitCount) >>> 3;
      bitCount |= 56;
      int entry = entries[(int) bits & ((1 << LENGTH_CODE_BITS) - 1)];
      if ((entry & RARE) != 0) {
        break;
      }
      length = entry >>> LENGTH_SHIFT & PrefixTable.CODE_LENGTH;
      table.addIfAny(symbol, length);
      int more = (int) ((bits & ~(-1L << entry)) >>> (entry >>> 24));
      symbol += (entry >>> 8 & RUN) + more;
      bits >>>= entry;
      bitCount -= entry & LENGTH;
    }
    this.position = position;
    this.bits = bits;
    this.bitCount = bitCount;
    lengthBefore = length;
    return symbol;
  }

  /// Reads one length code of any kind.
  private int readAnyLength(PrefixTable table, int symbol, int symbols) throws MalformedException {
    refill();
    int entry = lengthCodes.find(bits);
    if ((entry & KIND) == INVALID) {
      throw new MalformedException("the compressed data has a length that means nothing");
    }
    int next = symbol + (takeValue(entry) & RUN);
    if ((entry & KIND) != REPEATED) {
      lengthBefore = entry >>> LENGTH_SHIFT & PrefixTable.CODE_LENGTH;
      table.addIfAny(symbol, lengthBefore);
      return next;
    }
    if (lengthBefore == NONE) {
      throw new MalformedException("the compressed data repeats a length before the first");
    }
    for (int i = symbol; i < Math.min(next, symbols); i++) {
      table.addIfAny(i, lengthBefore);
    }
    return next;
  }

  private static int[] literalMeanings() {
    int[] meanings = new int[LITERAL_CODES];
    for (int i = 0; i < END_OF_BLOCK; i++) {
      meanings[i] = PrefixTable.meaning(LITERAL, i, 0);
    }
    meanings[END_OF_BLOCK] = PrefixTable.meaning(END, 0, 0);
    int base = 3;
    for (int i = 257; i < 285; i++) {
      int extra = i < 265 ? 0 : (i - 261) >> 2;
      meanings[i] =
          PrefixTable.meaning(extra == 0 ? PrefixTable.MATCH : PrefixTable.LONG, base, extra);
      base += 1 << extra;
    }
    meanings[285] = PrefixTable.meaning(PrefixTable.MATCH, 258, 0);
    meanings[286] = INVALID;
    meanings[287] = INVALID;
    return meanings;
  }

  private static int[] distanceMeanings() {
    int[] meanings = new int[DISTANCE_CODES];
    int base = 1;
    for (int i = 0; i < 30; i++) {
      int extra = i < 4 ? 0 : (i - 2) >> 1;
      meanings[i] = PrefixTable.meaning(PrefixTable.MATCH, base, extra);
      base += 1 << extra;
    }
    meanings[30] = INVALID;
    meanings[31] = INVALID;
    return meanings;
  }

  private static int[] lengthCodeMeanings() {
    int[] meanings = new int[LENGTH_CODE_ORDER.length];
    for (int i = 0; i < 16; i++) {
      meanings[i] = PrefixTable.meaning(PrefixTable.MATCH, 1, 0) | i << LENGTH_SHIFT;
    }
    meanings[16] = PrefixTable.meaning(REPEATED, 3, 2);
    meanings[17] = PrefixTable.meaning(PrefixTable.MATCH, 3, 3);
    meanings[18] = PrefixTable.meaning(PrefixTable.MATCH, 11, 7);
    return meanings;
  }
}
