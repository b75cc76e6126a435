package dev.takt.record.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.Seeded;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Codes that no deflater would choose: our inflater must agree with the JDK's.
class InflateCodesTest {

  private static final int MOST = 1 << 20;
  private static final int END_OF_BLOCK = 256;
  private static final int LONGEST = 15;

  /// The length codes: 13 of four bits, 6 of five.
  private static final int SHORT_CODES = 13;

  private static final int[] ORDER = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };

  /// The bits of a deflate stream.
  private static final class Bits {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int pending;
    private int count;

    void put(int value, int width) {
      for (int i = 0; i < width; i++) {
        pending |= (value >>> i & 1) << count++;
        if (count == Byte.SIZE) {
          bytes.write(pending);
          pending = 0;
          count = 0;
        }
      }
    }

    /// Writes the code of a length, its first bit first.
    void putLength(int symbol) {
      boolean isShort = symbol < SHORT_CODES;
      int width = isShort ? 4 : 5;
      int code = isShort ? symbol : 2 * SHORT_CODES + symbol - SHORT_CODES;
      put(Integer.reverse(code) >>> (Integer.SIZE - width), width);
    }

    byte[] toBytes() {
      while (count != 0) {
        put(0, 1);
      }
      return bytes.toByteArray();
    }
  }

  /// The lengths of a complete code with the given number of used symbols; other symbols may have
  /// none.
  private static byte[] lengths(Random random, int used, int symbols, boolean hasEnd) {
    List<Integer> leaves = new ArrayList<>(List.of(0));
    boolean isDeep = random.nextBoolean();
    while (leaves.size() < used) {
      int leaf =
          isDeep && random.nextInt(4) > 0 ? leaves.size() - 1 : random.nextInt(leaves.size());
      if (leaves.get(leaf) < LONGEST) {
        int length = leaves.get(leaf) + 1;
        leaves.subList(leaf, leaf + 1).clear();
        leaves.add(length);
        leaves.add(length);
      }
    }
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < symbols; i++) {
      all.add(i);
    }
    Collections.shuffle(all, random);
    if (hasEnd && all.indexOf(END_OF_BLOCK) >= used) {
      Collections.swap(all, 0, all.indexOf(END_OF_BLOCK));
    }
    byte[] lengths = new byte[symbols];
    for (int i = 0; i < used; i++) {
      lengths[all.get(i)] = (byte) (int) leaves.get(i);
    }
    return lengths;
  }

  private static void putLengths(Bits bits, Random random, byte[] lengths) {
    for (int i = 0; i < lengths.length; ) {
      int run = 1;
      while (i + run < lengths.length && lengths[i + run] == lengths[i]) {
        run++;
      }
      if (lengths[i] == 0 && run >= 11 && random.nextInt(8) > 0) {
        run = Math.min(run, 138);
        bits.putLength(18);
        bits.put(run - 11, 7);
      } else if (lengths[i] == 0 && run >= 3 && random.nextInt(8) > 0) {
        run = Math.min(run, 10);
        bits.putLength(17);
        bits.put(run - 3, 3);
      } else if (i > 0 && lengths[i] == lengths[i - 1] && run >= 3) {
        run = Math.min(run, 6);
        bits.putLength(16);
        bits.put(run - 3, 2);
      } else {
        run = 1;
        bits.putLength(lengths[i]);
      }
      i += run;
    }
  }

  /// A block of random bits with random codes, which may be invalid.
  private static byte[] block(Random random) {
    int literals = 257 + random.nextInt(30);
    int distances = 1 + random.nextInt(30);
    byte[] ofLiterals = lengths(random, 2 + random.nextInt(literals - 2), literals, true);
    int usedDistances = random.nextInt(distances + 1);
    byte[] ofDistances = lengths(random, Math.max(1, usedDistances), distances, false);
    if (usedDistances == 1) {
      ofDistances[random.nextInt(distances)] = 1;
    }
    byte[] all = Arrays.copyOf(ofLiterals, literals + distances);
    System.arraycopy(ofDistances, 0, all, literals, distances);
    if (random.nextInt(4) == 0) {
      all[random.nextInt(all.length)] = (byte) random.nextInt(LONGEST + 1);
    }
    Bits bits = new Bits();
    bits.put(1, 1);
    bits.put(2, 2);
    bits.put(literals - 257, 5);
    bits.put(distances - 1, 5);
    bits.put(ORDER.length - 4, 4);
    for (int each : ORDER) {
      bits.put(each < SHORT_CODES ? 4 : 5, 3);
    }
    putLengths(bits, random, all);
    for (int i = random.nextInt(500); i > 0; i--) {
      bits.put(random.nextInt(), Byte.SIZE);
    }
    return bits.toBytes();
  }

  /// The JDK's result: the inflated bytes and the number of consumed bytes; null if it is damaged.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Plain(byte[] bytes, int taken) {
    static @Nullable Plain of(byte[] block) {
      Inflater inflater = new Inflater(true);
      try {
        inflater.setInput(block);
        byte[] out = new byte[MOST];
        int length = inflater.inflate(out);
        return inflater.finished()
            ? new Plain(Arrays.copyOf(out, length), (int) inflater.getBytesRead())
            : null;
      } catch (DataFormatException e) {
        return null;
      } finally {
        inflater.end();
      }
    }
  }

  private static byte[] stream(byte[] block, int length, byte[] plain) {
    Adler32 checksum = new Adler32();
    checksum.update(plain);
    int sum = (int) checksum.getValue();
    byte[] stream = Arrays.copyOf(new byte[] {0x78, 1}, length + 6);
    System.arraycopy(block, 0, stream, 2, length);
    for (int i = 0; i < Integer.BYTES; i++) {
      stream[length + 2 + i] = (byte) (sum >>> (24 - 8 * i));
    }
    return stream;
  }

  @Test
  void anyCodesAreReadAsTheJdkReadsThem() {
    Inflate inflate = new Inflate(0);
    int[] sound = {0};
    int[] damaged = {0};
    Seeded.repeat(
        4_000,
        random -> {
          byte[] block = block(random);
          Plain plain = Plain.of(block);
          if (plain == null) {
            damaged[0]++;
            byte[] stream = stream(block, block.length, new byte[0]);
            assertThat(length(inflate, stream, stream.length)).isEqualTo(-1);
            return;
          }
          sound[0]++;
          byte[] stream = stream(block, plain.taken, plain.bytes);
          assertThat(length(inflate, stream, stream.length)).isEqualTo(plain.bytes.length);
          assertThat(Arrays.copyOf(inflate.output(), plain.bytes.length)).isEqualTo(plain.bytes);
          int cut = random.nextInt(stream.length);
          assertThat(length(inflate, stream, cut)).isEqualTo(-1);
        });
    assertThat(sound[0]).isGreaterThan(500);
    assertThat(damaged[0]).isGreaterThan(500);
  }

  /// Symbols as frequent as the two before together have the longest possible codes.
  @Test
  void codesOfFifteenBitsAreRead() {
    byte[] plain = new byte[40_000];
    int at = 0;
    for (int symbol = 0, count = 1, next = 1; symbol < 20; symbol++) {
      Arrays.fill(plain, at, at + count, (byte) (10 * symbol));
      at += count;
      int sum = count + next;
      count = next;
      next = sum;
    }
    byte[] mixed = Arrays.copyOf(plain, at);
    Random random = new Random(7);
    for (int i = at - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      byte swapped = mixed[i];
      mixed[i] = mixed[other];
      mixed[other] = swapped;
    }
    for (int strategy : new int[] {Deflater.HUFFMAN_ONLY, Deflater.DEFAULT_STRATEGY}) {
      Deflater deflater = new Deflater(9);
      deflater.setStrategy(strategy);
      deflater.setInput(mixed);
      deflater.finish();
      byte[] packed = new byte[2 * mixed.length];
      int length = 0;
      while (!deflater.finished()) { // after a change of strategy, it stops once without output
        length += deflater.deflate(packed, length, packed.length - length);
      }
      deflater.end();
      Inflate inflate = new Inflate(0);
      assertThat(length(inflate, packed, length)).isEqualTo(mixed.length);
      assertThat(Arrays.copyOf(inflate.output(), mixed.length)).isEqualTo(mixed);
    }
  }

  /// The length of the output, or -1 if the stream is damaged.
  private static int length(Inflate inflate, byte[] stream, int to) {
    try {
      return inflate.inflate(stream, 0, to, (output, length) -> MOST);
    } catch (MalformedException e) {
      return -1;
    }
  }
}
