package dev.takt.record.histogram;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Decodes histograms (HdrHistogram's formats V0, V1 and V2, of integers and of doubles, compressed
/// or not) and adds their counts directly to [Counts], without an intermediate histogram.
///
/// Decoding has two steps, since the caller must know the layout before it can choose the counts to
/// add to: [#open] reads a payload's header, [#addTo] its counts. A damaged payload leaves the
/// counts unchanged.
///
/// Not thread-safe: buffers are reused.
public final class HistogramDecoder {

  private static final int WORD_SIZE_BITS = 0xf0;
  private static final int V2 = 0x1c849303;
  private static final int V1 = 0x1c849301;
  private static final int V0 = 0x1c849308;
  private static final int V2_COMPRESSED = 0x1c849304;
  private static final int V1_COMPRESSED = 0x1c849302;
  private static final int V0_COMPRESSED = 0x1c849309;
  private static final int DOUBLES = 0x0c72124e;
  private static final int DOUBLES_COMPRESSED = 0x0c72124f;

  private static final int HEADER = 40;
  private static final int HEADER_V0 = 32;
  private static final int TOTAL_IN_V0 = 24;
  private static final int DOUBLES_HEADER = 16;
  private static final int COMPRESSED_HEADER = 8;

  /// The longest count in V2: eight bytes of seven bits, and one of eight.
  private static final int MAX_VARINT = 9;

  private final Inflate inflate;
  private @Nullable Layout layout;
  private long highestTrackable;
  private int wordSize;
  private int from;
  private int to;
  private byte[] raw = new byte[0];

  /// Creates a decoder without an open histogram.
  public HistogramDecoder() {
    this(Inflate.COLD);
  }

  /// @param cold the number of streams to leave to the JDK's inflater first
  HistogramDecoder(int cold) {
    this.inflate = new Inflate(cold);
  }

  /// Opens a payload as it appears in a log, and reads its header.
  ///
  /// @param text Base64, from `from` to before `to`
  /// @return the layout of its values
  /// @throws MalformedException if it is no histogram, or damaged
  public Layout open(byte[] text, int from, int to) throws MalformedException {
    try {
      ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(text, from, to - from));
      return open(decoded);
    } catch (IllegalArgumentException e) {
      throw new MalformedException("the histogram is no Base64: " + e.getMessage());
    }
  }

  /// Opens a histogram and reads its header.
  ///
  /// @param bytes backed by an array
  /// @throws MalformedException if it is no histogram, or damaged
  public Layout open(ByteBuffer bytes) throws MalformedException {
    if (bytes.remaining() < COMPRESSED_HEADER) {
      throw new MalformedException("a histogram of " + bytes.remaining() + " bytes is too short");
    }
    int first = bytes.getInt(bytes.position());
    boolean doubles = first == DOUBLES || first == DOUBLES_COMPRESSED;
    if (doubles) {
      if (bytes.remaining() < DOUBLES_HEADER + COMPRESSED_HEADER) {
        throw new MalformedException("a histogram of doubles is cut off");
      }
      bytes.position(bytes.position() + DOUBLES_HEADER);
    }
    int cookie = bytes.getInt(bytes.position());
    int base = cookie & ~WORD_SIZE_BITS;
    if (base == V2 || base == V1 || base == V0) {
      return openPlain(bytes, doubles, base == V0);
    }
    if (base != V2_COMPRESSED && base != V1_COMPRESSED && base != V0_COMPRESSED) {
      throw new MalformedException(
          String.format(Locale.ROOT, "0x%08x does not begin a histogram", cookie));
    }
    bytes.position(bytes.position() + Integer.BYTES);
    int announced = bytes.getInt();
    if (announced != bytes.remaining()) {
      throw new MalformedException(
          String.format(
              Locale.ROOT,
              "the histogram has %d bytes and says that it has %d",
              bytes.remaining(),
              announced));
    }
    int start = bytes.arrayOffset() + bytes.position();
    int length = inflate.inflate(bytes.array(), start, start + announced, HistogramDecoder::bound);
    return readHeader(inflate.output(), length, doubles);
  }

  /// Opens a histogram that is not compressed. The documentation of the Rust library writes logs
  /// that way.
  private Layout openPlain(ByteBuffer bytes, boolean doubles, boolean isV0)
      throws MalformedException {
    byte[] plain = new byte[bytes.remaining()];
    bytes.get(plain);
    Layout found = readHeader(plain, plain.length, doubles);
    if (plain.length > to) {
      throw new MalformedException(
          "there are " + (plain.length - to) + " bytes after the histogram's counts");
    }
    if (isV0) {
      requireTotal(ByteBuffer.wrap(plain));
    }
    return found;
  }

  /// A V0 header does not state the number of bytes of counts, but the number of values. Fewer
  /// values show that counts were cut off.
  private void requireTotal(ByteBuffer plain) throws MalformedException {
    long total = plain.getLong(TOTAL_IN_V0);
    long sum = 0;
    for (int at = from; at + wordSize <= to; at += wordSize) {
      sum += word(plain, at);
    }
    if (sum != total || (to - from) % wordSize != 0) {
      throw new MalformedException(
          "the counts have " + sum + " values and say that they have " + total);
    }
  }

  /// The maximum number of bytes that the counts of the layout can need.
  private static int bound(byte[] output, int length) throws MalformedException {
    Header header = Header.read(output, length);
    return HEADER + header.layout(false).slots() * MAX_VARINT;
  }

  private Layout readHeader(byte[] bytes, int length, boolean doubles) throws MalformedException {
    Header header = Header.read(bytes, length);
    raw = bytes;
    from = header.size;
    to = header.version == V0 ? length : from + header.payload;
    if (header.payload < 0 || header.payload > length - from) {
      throw new MalformedException(
          String.format(
              Locale.ROOT,
              "the counts have %d bytes and say that they have %d",
              length - from,
              header.payload));
    }
    wordSize = header.version == V2 ? 0 : header.wordSize;
    highestTrackable = header.highest;
    Layout found = header.layout(doubles);
    layout = found;
    return found;
  }

  /// The header inside the compressed data.
  private record Header(
      int version,
      int wordSize,
      int size,
      int payload,
      int digits,
      long lowest,
      long highest,
      double ratio) {

    static Header read(byte[] bytes, int length) throws MalformedException {
      if (length < HEADER_V0) {
        throw new MalformedException("the histogram's header is cut off");
      }
      ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
      int cookie = in.getInt();
      int version = cookie & ~WORD_SIZE_BITS;
      int wordSize = (cookie & WORD_SIZE_BITS) >> 4;
      if (version == V0) {
        int digits = in.getInt();
        return new Header(
            version, words(wordSize), HEADER_V0, 0, digits, in.getLong(), in.getLong(), 1);
      }
      if (version != V1 && version != V2) {
        throw new MalformedException(
            String.format(Locale.ROOT, "0x%08x does not begin a histogram's counts", cookie));
      }
      if (length < HEADER) {
        throw new MalformedException("the histogram's header is cut off");
      }
      int payload = in.getInt();
      // The writer's array rotation (normalizingIndexOffset) does not matter: the counts are
      // written in the order of their values.
      int unused = in.getInt();
      int digits = in.getInt();
      return new Header(
          version,
          version == V2 ? 0 : words(wordSize),
          HEADER,
          payload,
          digits,
          in.getLong(),
          in.getLong(),
          in.getDouble());
    }

    private static int words(int size) throws MalformedException {
      if (size != Short.BYTES && size != Integer.BYTES && size != Long.BYTES) {
        throw new MalformedException("the histogram has counts of " + size + " bytes");
      }
      return size;
    }

    Layout layout(boolean doubles) throws MalformedException {
      try {
        Layout integers = Layout.ofIntegers(lowest, digits);
        return doubles ? new Layout(digits, exponent(integers), true) : integers;
      } catch (IllegalArgumentException e) {
        throw new MalformedException("the histogram's header is damaged: " + e.getMessage());
      }
    }

    private int exponent(Layout integers) throws MalformedException {
      int exponent = Math.getExponent(ratio);
      if (integers.unitMagnitude() != 0 || ratio != Math.scalb(1.0, exponent)) {
        throw new MalformedException(
            String.format(
                Locale.ROOT, "doubles in units of %s x %d are not supported", ratio, lowest));
      }
      return exponent;
    }
  }

  /// Adds the counts of the open histogram.
  ///
  /// @param counts of the layout that [#open] returned
  /// @return the number of values that were added
  /// @throws MalformedException if they are damaged; then nothing was added
  public long addTo(Counts counts) throws MalformedException {
    long before = counts.total();
    long added = wordSize == 0 ? addVarints(counts) : addWords(counts);
    if (added < 0 || before + added < 0) {
      long unused = wordSize == 0 ? subtractVarints(counts, to) : subtractWords(counts, to);
      throw new MalformedException("there are more than 2^63 - 1 values");
    }
    counts.addTotal(added);
    return added;
  }

  /// The number of buckets of the range that the histogram was created for. An array of fixed size
  /// needs it; [Counts] do not.
  public int declaredBuckets() {
    return layout == null || highestTrackable < 1 ? 1 : layout.bucketsFor(highestTrackable);
  }

  private long addVarints(Counts counts) throws MalformedException {
    final byte[] raw = this.raw;
    final int to = this.to;
    long[] slots = counts.slotsNow();
    long added = 0;
    long overflow = 0;
    int slot = 0;
    int at = from;
    while (at < to) {
      if (slot >= slots.length) {
        slots = moreSlots(counts, slot, at);
      }
      int b = raw[at];
      if (b >= 0) {
        // Even: a count of b / 2. Odd: a run of empty slots. The kind is unpredictable, so the code
        // avoids a branch.
        int run = -(b & 1);
        int half = b >>> 1;
        long count = half & ~run;
        slots[slot] += count;
        added += count;
        overflow |= added;
        slot += 1 + (half & run);
        at++;
        continue;
      }
      int start = at;
      long value = b & 0x7f;
      int shift = 7;
      do {
        if (++at == to) {
          throw undone(counts, start, "the counts are cut off");
        }
        b = raw[at];
        value |= (shift == 56 ? b & 0xffL : b & 0x7fL) << shift;
        shift += 7;
      } while (b < 0 && shift < 63);
      at++;
      long count = (value >>> 1) ^ -(value & 1);
      if (count >= 0) {
        slots[slot++] += count;
        added += count;
        if (added < 0) {
          throw undone(counts, at, "there are more than 2^63 - 1 values");
        }
      } else if (count < -Integer.MAX_VALUE || (slot -= (int) count) < 0) {
        throw undone(counts, start, "the counts have a run of " + -count + " empty slots");
      }
    }
    if (overflow < 0) {
      throw undone(counts, to, "there are more than 2^63 - 1 values");
    }
    return added;
  }

  private long[] moreSlots(Counts counts, int slot, int at) throws MalformedException {
    if (slot >= counts.layout().slots()) {
      throw undone(counts, at, "there are more counts than slots");
    }
    return counts.slotsFor(slot);
  }

  /// Subtracts what was added of a payload before the damage was found.
  private MalformedException undone(Counts counts, int at, String reason) {
    long unused = subtractVarints(counts, at);
    return new MalformedException(reason);
  }

  private long subtractVarints(Counts counts, int end) {
    long[] slots = counts.slotsNow();
    int slot = 0;
    int at = from;
    while (at < end) {
      long value = 0;
      int shift = 0;
      int b;
      do {
        b = raw[at++];
        value |= (shift == 56 ? b & 0xffL : b & 0x7fL) << shift;
        shift += 7;
      } while (b < 0 && shift < 63);
      long count = (value >>> 1) ^ -(value & 1);
      if (count >= 0) {
        if (slot < slots.length) {
          slots[slot] -= count;
        }
        slot++;
      } else {
        slot -= (int) count;
      }
    }
    return slot;
  }

  private long addWords(Counts counts) throws MalformedException {
    ByteBuffer in = ByteBuffer.wrap(raw, 0, to);
    long[] slots = counts.slotsNow();
    long added = 0;
    int slot = 0;
    for (int at = from; at + wordSize <= to; at += wordSize) {
      long count = word(in, at);
      if (count != 0) {
        if (slot >= counts.layout().slots() || count < 0 || added + count < 0) {
          long unused = subtractWords(counts, at);
          throw new MalformedException("slot " + slot + " has a count of " + count);
        }
        slots = counts.slotsFor(slot);
        slots[slot] += count;
        added += count;
      }
      slot++;
    }
    return added;
  }

  private long subtractWords(Counts counts, int end) {
    ByteBuffer in = ByteBuffer.wrap(raw, 0, to);
    long[] slots = counts.slotsNow();
    int slot = 0;
    for (int at = from; at + wordSize <= end; at += wordSize) {
      long count = word(in, at);
      if (count != 0) {
        slots[slot] -= count;
      }
      slot++;
    }
    return slot;
  }

  private long word(ByteBuffer in, int at) {
    return switch (wordSize) {
      case Short.BYTES -> in.getShort(at);
      case Integer.BYTES -> in.getInt(at);
      default -> in.getLong(at);
    };
  }
}
