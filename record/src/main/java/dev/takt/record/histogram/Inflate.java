package dev.takt.record.histogram;

import static dev.takt.record.histogram.PrefixTable.END;
import static dev.takt.record.histogram.PrefixTable.INVALID;
import static dev.takt.record.histogram.PrefixTable.KIND;
import static dev.takt.record.histogram.PrefixTable.LINK;
import static dev.takt.record.histogram.PrefixTable.LITERAL;
import static dev.takt.record.histogram.PrefixTable.MATCH;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Inflates zlib streams (RFC 1950, RFC 1951) that are small, many, and not to be trusted.
///
/// The payload of an interval is a stream of one or two kilobytes. With such, the JDK's `Inflater`
/// spends its time on what is done per stream and per byte; two thirds of the time to read a log
/// went there. Here the bits wait in a `long` that is refilled by one load of eight bytes, a symbol
/// is one look into a table, and tables are small, since short streams cannot repay the building of
/// large ones.
///
/// The first thousand streams go to the JDK's `Inflater` all the same: it needs no warming up, and
/// a short log is read before the code here would have been compiled (360 streams: 40 ms of 170).
///
/// Output is bounded by what the caller allows, whatever the stream claims.
///
/// Not thread-safe: buffers and tables are reused.
final class Inflate {

  /// How much output a stream may have, asked when the first [#INITIAL_OUTPUT] bytes are full.
  interface Bound {

    /// @param output what there is already
    /// @param length how much of it is valid
    /// @throws MalformedException if this is no stream of ours
    int bytes(byte[] output, int length) throws MalformedException;
  }

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int INITIAL_OUTPUT = 1 << 14;

  /// The longest match, and eight bytes more that the copying of a match may overwrite.
  private static final int SLACK = 258 + 8;

  private static final int LITERAL_BITS = 10;
  private static final int DISTANCE_BITS = 8;
  private static final int LENGTH_CODE_BITS = 7;

  private static final int LITERAL_CODES = 288;
  private static final int DISTANCE_CODES = 32;
  private static final int END_OF_BLOCK = 256;

  /// Codes for lengths that are not lengths themselves.
  private static final int REPEATED = 16;

  private static final int ZEROS = 17;

  /// The order in which a block gives the lengths of the codes for lengths (RFC 1951, 3.2.7).
  private static final byte[] LENGTH_CODE_ORDER = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };

  /// So many streams are inflated before it pays to have this compiled.
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
  private final Adler32 checksum = new Adler32();

  private byte[] output = new byte[INITIAL_OUTPUT + SLACK];
  private int produced;

  private byte[] input = new byte[0];
  private int position;
  private int end;
  private long bits;
  private int bitCount;

  /// @param cold how many streams to leave to the JDK's inflater first
  Inflate(int cold) {
    this.coldLeft = cold;
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

  /// After this, 56 bits or all that are left are there. Bits above `bitCount` may be set: they are
  /// those that the next refill brings again.
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
    while (!decodeUntilFull()) {
      grow(bound);
    }
  }

  /// The loop that all time goes to.
  ///
  /// @return true at the end of the block, false if the output is full
  private boolean decodeUntilFull() throws MalformedException {
    final int[] literals = this.literals.entries;
    final int[] distances = this.distances.entries;
    final byte[] input = this.input;
    final byte[] output = this.output;
    final int full = output.length - SLACK - 2;
    final int fast = end - Long.BYTES;
    int position = this.position;
    int produced = this.produced;
    long bits = this.bits;
    int bitCount = this.bitCount;
    boolean ended = false;
    while (produced < full) {
      if (position <= fast) {
        bits |= (long) LONGS.get(input, position) << bitCount;
        position += (63 - bitCount) >>> 3;
        bitCount |= 56;
      } else {
        while (bitCount < 56 && position < end) {
          bits |= (input[position++] & 0xffL) << bitCount;
          bitCount += 8;
        }
      }
      int entry = literals[(int) bits & ((1 << LITERAL_BITS) - 1)];
      if (entry < 0 && bitCount >= 3 * LITERAL_BITS) {
        bits >>>= entry;
        bitCount -= entry & 0x3f;
        output[produced++] = (byte) (entry >>> 8);
        entry = literals[(int) bits & ((1 << LITERAL_BITS) - 1)];
        if (entry < 0) {
          bits >>>= entry;
          bitCount -= entry & 0x3f;
          output[produced++] = (byte) (entry >>> 8);
          entry = literals[(int) bits & ((1 << LITERAL_BITS) - 1)];
          if (entry < 0) {
            bits >>>= entry;
            bitCount -= entry & 0x3f;
            output[produced++] = (byte) (entry >>> 8);
            continue;
          }
        }
      }
      if ((entry & KIND) == LINK) {
        entry =
            literals[
                (entry >>> 8 & 0xffff)
                    + ((int) (bits >>> LITERAL_BITS) & ((1 << (entry & 0x3f)) - 1))];
      }
      int kind = entry & KIND;
      int used = entry & 0x3f;
      if (bitCount < used) {
        throw cutOff();
      }
      if (kind != MATCH) {
        bits >>>= used;
        bitCount -= used;
        if (kind == LITERAL) {
          output[produced++] = (byte) (entry >>> 8);
          continue;
        }
        if (kind == END) {
          ended = true;
          break;
        }
        throw new MalformedException("the compressed data has a code that means nothing");
      }
      // up to 20 bits of length on top of 20 bits of literals: 16 are left, so refill
      int extra = entry >>> 24 & 0x1f;
      bits >>>= used;
      int length = (entry >>> 8 & 0xffff) + ((int) bits & ((1 << extra) - 1));
      bits >>>= extra;
      bitCount -= used + extra;
      if (bitCount < 0) {
        throw cutOff();
      }
      if (position <= fast) {
        bits |= (long) LONGS.get(input, position) << bitCount;
        position += (63 - bitCount) >>> 3;
        bitCount |= 56;
      } else {
        while (bitCount < 56 && position < end) {
          bits |= (input[position++] & 0xffL) << bitCount;
          bitCount += 8;
        }
      }
      entry = distances[(int) bits & ((1 << DISTANCE_BITS) - 1)];
      if ((entry & KIND) == LINK) {
        entry =
            distances[
                (entry >>> 8 & 0xffff)
                    + ((int) (bits >>> DISTANCE_BITS) & ((1 << (entry & 0x3f)) - 1))];
      }
      if ((entry & KIND) != MATCH) {
        throw new MalformedException("the compressed data has a distance that means nothing");
      }
      used = entry & 0x3f;
      extra = entry >>> 24 & 0x1f;
      bits >>>= used;
      int distance = (entry >>> 8 & 0xffff) + ((int) bits & ((1 << extra) - 1));
      bits >>>= extra;
      bitCount -= used + extra;
      if (bitCount < 0) {
        throw cutOff();
      }
      if (distance > produced) {
        throw new MalformedException("the compressed data refers to what is before its start");
      }
      int source = produced - distance;
      int stop = produced + length;
      if (distance >= Long.BYTES || length <= distance) {
        do {
          LONGS.set(output, produced, (long) LONGS.get(output, source));
          produced += Long.BYTES;
          source += Long.BYTES;
        } while (produced < stop);
        produced = stop;
      } else {
        while (produced < stop) {
          output[produced++] = output[source++];
        }
      }
    }
    this.position = position;
    this.produced = produced;
    this.bits = bits;
    this.bitCount = bitCount;
    return ended;
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
    readLengths(literalCodes, literalCodes + distanceCodes);
    literals.build();
    distances.build();
  }

  /// @param literalCodes how many of the lengths are those of literals; the others are of distances
  private void readLengths(int literalCodes, int count) throws MalformedException {
    final int[] lengthEntries = lengthCodes.entries;
    literals.begin();
    distances.begin();
    boolean hasEnd = false;
    int before = -1;
    int i = 0;
    while (i < count) {
      if (bitCount < LENGTH_CODE_BITS + 7) {
        refill();
      }
      int entry = lengthEntries[(int) bits & ((1 << LENGTH_CODE_BITS) - 1)];
      if ((entry & KIND) != LITERAL) {
        throw new MalformedException("the compressed data has a length that means nothing");
      }
      drop(entry & 0x3f);
      int symbol = entry >>> 8 & 0xff;
      if (symbol > REPEATED) {
        i += symbol == ZEROS ? 3 + take(3) : 11 + take(7);
        before = 0;
        continue;
      }
      if (symbol == REPEATED && before < 0) {
        throw new MalformedException("the compressed data repeats a length before the first");
      }
      int end = symbol == REPEATED ? i + 3 + take(2) : i + 1;
      before = symbol == REPEATED ? before : symbol;
      if (end > count) {
        i = end;
        break;
      }
      if (before == 0) {
        i = end;
        continue;
      }
      for (; i < end; i++) {
        hasEnd |= i == END_OF_BLOCK;
        if (i < literalCodes) {
          literals.add(i, before);
        } else {
          distances.add(i - literalCodes, before);
        }
      }
    }
    if (i > count) {
      throw new MalformedException("the compressed data has more lengths than codes");
    }
    if (!hasEnd) {
      throw new MalformedException("the compressed data has a block without an end");
    }
  }

  private static int[] literalMeanings() {
    int[] meanings = new int[LITERAL_CODES];
    for (int i = 0; i < END_OF_BLOCK; i++) {
      meanings[i] = PrefixTable.entry(LITERAL, i);
    }
    meanings[END_OF_BLOCK] = PrefixTable.entry(END, 0);
    int base = 3;
    for (int i = 257; i < 285; i++) {
      int extra = i < 265 ? 0 : (i - 261) >> 2;
      meanings[i] = PrefixTable.match(base, extra);
      base += 1 << extra;
    }
    meanings[285] = PrefixTable.match(258, 0);
    meanings[286] = INVALID;
    meanings[287] = INVALID;
    return meanings;
  }

  private static int[] distanceMeanings() {
    int[] meanings = new int[DISTANCE_CODES];
    int base = 1;
    for (int i = 0; i < 30; i++) {
      int extra = i < 4 ? 0 : (i - 2) >> 1;
      meanings[i] = PrefixTable.match(base, extra);
      base += 1 << extra;
    }
    meanings[30] = INVALID;
    meanings[31] = INVALID;
    return meanings;
  }

  private static int[] lengthCodeMeanings() {
    int[] meanings = new int[LENGTH_CODE_ORDER.length];
    for (int i = 0; i < meanings.length; i++) {
      meanings[i] = PrefixTable.entry(LITERAL, i);
    }
    return meanings;
  }
}
