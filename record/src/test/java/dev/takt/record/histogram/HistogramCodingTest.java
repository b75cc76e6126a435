package dev.takt.record.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.record.Seeded;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// [HistogramDecoder] and [HistogramEncoder] against HdrHistogram.
class HistogramCodingTest {

  private static final int V1 = 0x1c849301;
  private static final int V0 = 0x1c849308;
  private static final int V2 = 0x1c849303;
  private static final int DOUBLES = 0x0c72124e;
  private static final int DOUBLES_COMPRESSED = 0x0c72124f;

  private final HistogramDecoder decoder = new HistogramDecoder(0);
  private final HistogramEncoder encoder = new HistogramEncoder();

  private static Histogram random(Random random) {
    int digits = random.nextInt(5);
    int bits = 20 + random.nextInt(42);
    Histogram histogram = new Histogram(1 + Seeded.logUniform(random, 10), 1L << bits, digits);
    int values = random.nextInt(500);
    for (int i = 0; i < values; i++) {
      long count = 1 + Seeded.logUniform(random, 50);
      histogram.recordValueWithCount(Seeded.logUniform(random, bits), count);
    }
    return histogram;
  }

  private static ByteBuffer encoded(Histogram histogram, int level) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
    histogram.encodeIntoCompressedByteBuffer(buffer, level);
    return buffer.flip();
  }

  private Counts decoded(ByteBuffer bytes) throws MalformedException {
    Counts counts = new Counts(decoder.open(bytes));
    long added = decoder.addTo(counts);
    assertThat(added).isEqualTo(counts.total());
    return counts;
  }

  /// The counts of a histogram, by the lowest value of each slot.
  private static Map<Double, Long> contents(Counts counts) {
    Map<Double, Long> contents = new TreeMap<>();
    for (int i = 0; i < counts.length(); i++) {
      if (counts.at(i) != 0) {
        contents.put(counts.layout().lowest(i), counts.at(i));
      }
    }
    return contents;
  }

  private static Map<Double, Long> contents(Histogram histogram) {
    Map<Double, Long> contents = new TreeMap<>();
    histogram
        .recordedValues()
        .forEach(each ->
            contents.put(
                (double) histogram.lowestEquivalentValue(each.getValueIteratedTo()),
                each.getCountAtValueIteratedTo()));
    return contents;
  }

  private static Map<Double, Long> contents(DoubleHistogram histogram) {
    Map<Double, Long> contents = new TreeMap<>();
    histogram
        .recordedValues()
        .forEach(each ->
            contents.put(
                histogram.lowestEquivalentValue(each.getValueIteratedTo()),
                each.getCountAtValueIteratedTo()));
    return contents;
  }

  @Test
  void readsWhatHdrHistogramWritesAtAnyLevel() {
    Seeded.repeat(
        300,
        random -> {
          Histogram histogram = random(random);
          for (int level : new int[] {0, 1, 6, 9}) {
            assertThat(contents(decoded(encoded(histogram, level)))).isEqualTo(contents(histogram));
          }
        });
  }

  @Test
  void aShiftedHistogramIsReadByItsValues() {
    Seeded.repeat(
        50,
        random -> {
          Histogram histogram = new Histogram(1, 1L << 50, 3);
          for (int i = 0; i < 50; i++) {
            histogram.recordValue(1024 + Seeded.logUniform(random, 30));
          }
          histogram.shiftValuesLeft(1 + random.nextInt(10));
          assertThat(contents(decoded(encoded(histogram, 6)))).isEqualTo(contents(histogram));
        });
  }

  @Test
  void readsDoublesAsHdrHistogramDoes() {
    Seeded.repeat(
        100,
        random -> {
          DoubleHistogram histogram = new DoubleHistogram(1 + random.nextInt(4));
          double scale = Math.exp(10 * random.nextGaussian());
          for (int i = 0; i < 200; i++) {
            histogram.recordValue(scale * Math.exp(random.nextGaussian()));
          }
          ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
          histogram.encodeIntoCompressedByteBuffer(bytes);
          Counts counts = decoded(bytes.flip());
          assertThat(counts.layout().fractional()).isTrue();
          assertThat(contents(counts)).isEqualTo(contents(histogram));
        });
  }

  @Test
  void hdrHistogramReadsWhatIsWritten() {
    Seeded.repeat(
        300,
        random -> {
          Counts counts = decoded(encoded(random(random), 1));
          byte[] bytes = encoder.bytes(counts);
          Histogram theirs = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
          assertThat(contents(theirs)).isEqualTo(contents(counts));
          assertThat(theirs.getTotalCount()).isEqualTo(counts.total());
          Counts again = decoded(ByteBuffer.wrap(bytes));
          assertThat(again.layout()).isEqualTo(counts.layout());
          assertThat(contents(again)).isEqualTo(contents(counts));
        });
  }

  @Test
  void hdrHistogramReadsTheDoublesThatAreWritten() {
    Seeded.repeat(
        150,
        random -> {
          Layout layout = new Layout(1 + random.nextInt(4), random.nextInt(60) - 40, true);
          Counts counts = new Counts(layout);
          long least = 1L << (layout.halfBits() + 1);
          for (int i = random.nextInt(60); i > 0; i--) {
            long value = least + Seeded.logUniform(random, 30);
            counts.add(layout.slotOf(value), 1 + random.nextInt(9));
          }
          byte[] bytes = encoder.bytes(counts);
          DoubleHistogram theirs =
              DoubleHistogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
          assertThat(theirs.getTotalCount()).isEqualTo(counts.total());
          assertThat(contents(theirs)).isEqualTo(contents(counts));
          assertThat(contents(decoded(ByteBuffer.wrap(bytes)))).isEqualTo(contents(counts));
        });
  }

  /// Encodes a histogram of format V1 or V0: counts of 2, 4 or 8 bytes for slots 0, 1, 2 and so on.
  private static ByteBuffer words(int version, int size, long... counts) {
    return compressed(version + 1, plainWords(version, size, counts));
  }

  private static ByteBuffer plainWords(int version, int size, long... counts) {
    ByteBuffer plain = ByteBuffer.allocate((version == V0 ? 32 : 40) + counts.length * size);
    plain.putInt(version | size << 4);
    if (version == V0) {
      plain.putInt(3).putLong(1).putLong(1L << 40).putLong(LongStream.of(counts).sum());
    } else {
      plain.putInt(counts.length * size).putInt(0).putInt(3).putLong(1).putLong(1L << 40);
      plain.putDouble(1);
    }
    for (long count : counts) {
      switch (size) {
        case 2 -> plain.putShort((short) count);
        case 4 -> plain.putInt((int) count);
        default -> plain.putLong(count);
      }
    }
    return plain.flip();
  }

  private static ByteBuffer compressed(int cookie, ByteBuffer plain) {
    Deflater deflater = new Deflater();
    deflater.setInput(plain);
    deflater.finish();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 13];
    while (!deflater.finished()) {
      out.write(buffer, 0, deflater.deflate(buffer));
    }
    deflater.end();
    ByteBuffer bytes = ByteBuffer.allocate(8 + out.size());
    return bytes.putInt(cookie).putInt(out.size()).put(out.toByteArray()).flip();
  }

  @Test
  void readsTheOldFormsWithCountsOfAnySize() throws MalformedException, DataFormatException {
    for (int version : new int[] {V1, V0}) {
      for (int size : new int[] {2, 4, 8}) {
        int cookie = version == V0 ? V0 : V1;
        Counts counts = decoded(words(cookie, size, 0, 7, 0, 0, 30_000, 1));
        assertThat(counts.total()).isEqualTo(30_008);
        assertThat(counts.at(1)).isEqualTo(7);
        assertThat(counts.at(4)).isEqualTo(30_000);
        assertThat(counts.at(5)).isEqualTo(1);
      }
    }
    Histogram theirs = Histogram.decodeFromCompressedByteBuffer(words(V1, 4, 0, 7, 0, 2), 0);
    assertThat(contents(decoded(words(V1, 4, 0, 7, 0, 2)))).isEqualTo(contents(theirs));
  }

  @Test
  void readsHistogramsThatAreNotCompressed() {
    Seeded.repeat(
        100,
        random -> {
          Histogram histogram = random(random);
          ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
          histogram.encodeIntoByteBuffer(bytes);
          assertThat(contents(decoded(bytes.flip()))).isEqualTo(contents(histogram));

          DoubleHistogram doubles = new DoubleHistogram(1 + random.nextInt(4));
          for (int i = 0; i < 50; i++) {
            doubles.recordValue(Math.exp(random.nextGaussian()));
          }
          ByteBuffer plain = ByteBuffer.allocate(doubles.getNeededByteBufferCapacity());
          doubles.encodeIntoByteBuffer(plain);
          Counts counts = decoded(plain.flip());
          assertThat(counts.layout().fractional()).isTrue();
          assertThat(contents(counts)).isEqualTo(contents(doubles));
        });
  }

  @Test
  void readsTheOldFormsPlainAndInDoublesToo() throws MalformedException {
    for (int version : new int[] {V1, V0}) {
      for (int size : new int[] {2, 4, 8}) {
        ByteBuffer plain = plainWords(version, size, 0, 7, 0, 0, 30_000, 1);
        Counts counts = decoded(plain.duplicate());
        assertThat(counts.total()).isEqualTo(30_008);
        assertThat(counts.at(4)).isEqualTo(30_000);
        Counts doubles = decoded(inDoubles(DOUBLES, plain.duplicate()));
        assertThat(doubles.layout().fractional()).isTrue();
        assertThat(doubles.total()).isEqualTo(30_008);
        ByteBuffer compressed = compressed(version + 1, plain.duplicate());
        assertThat(decoded(inDoubles(DOUBLES_COMPRESSED, compressed)).total()).isEqualTo(30_008);
      }
    }
  }

  private static ByteBuffer inDoubles(int cookie, ByteBuffer integers) {
    ByteBuffer bytes = ByteBuffer.allocate(16 + integers.remaining());
    return bytes.putInt(cookie).putInt(3).putLong(2).put(integers).flip();
  }

  @Test
  void hostileNumbersInPlainHistogramsAreRefused() {
    ByteBuffer good = plainWords(V1, 4, 1, 2, 3);
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 13, 8, 0}) {
      assertRefused(good.duplicate(), 4, length);
    }
    for (int digits : new int[] {-1, 6, 400, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertRefused(good.duplicate(), 12, digits);
    }
    for (int size : new int[] {0, 1, 3, 5, 6, 7, 9, 15}) {
      assertRefused(good.duplicate(), 0, V1 | size << 4);
      assertRefused(plainWords(V0, 4, 1, 2, 3), 0, V0 | size << 4);
    }
    assertRefused(good.duplicate(), 16, -1); // a negative lowest value
    assertRefused(good.duplicate(), 40, -5); // a negative count
    assertRefused(plainWords(V0, 4, 1, 2, 3), 28, 7); // another total
    assertRefused(good.duplicate(), 0, 0x1c849305);
    byte[] whole = bytes(good);
    byte[] wholeV0 = bytes(plainWords(V0, 4, 1, 2, 3));
    for (int length = 0; length < whole.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(whole, 0, length);
      assertThatExceptionOfType(MalformedException.class).isThrownBy(() -> decoded(cut));
      ByteBuffer cutV0 = ByteBuffer.wrap(wholeV0, 0, Math.min(length, wholeV0.length - 1));
      assertThatExceptionOfType(MalformedException.class).isThrownBy(() -> decoded(cutV0));
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private void assertRefused(ByteBuffer histogram, int position, int number) {
    ByteBuffer damaged = ByteBuffer.wrap(bytes(histogram));
    damaged.putInt(position, number);
    assertThatExceptionOfType(MalformedException.class).isThrownBy(() -> decoded(damaged));
  }

  /// A histogram of format V2 with these bytes as counts.
  private static ByteBuffer varints(byte... payload) {
    ByteBuffer plain = ByteBuffer.allocate(40 + payload.length);
    plain.putInt(V2 | 0x10).putInt(payload.length).putInt(0).putInt(3).putLong(1);
    plain.putLong(1L << 40).putDouble(1).put(payload);
    return compressed(0x1c849314, plain.flip());
  }

  private void assertLeavesNothing(ByteBuffer damaged, long already) throws MalformedException {
    Counts counts = new Counts(decoder.open(damaged));
    counts.add(0, already);
    counts.add(5, 3);
    Map<Double, Long> before = contents(counts);
    long total = counts.total();
    assertThatExceptionOfType(MalformedException.class).isThrownBy(() -> decoder.addTo(counts));
    assertThat(contents(counts)).isEqualTo(before);
    assertThat(counts.total()).isEqualTo(total);
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] each : parts) {
      out.writeBytes(each);
    }
    return out.toByteArray();
  }

  @Test
  void damagedCountsLeaveNothingBehind() throws MalformedException {
    byte[] good = {2, 4, 6, (byte) 0x90, 1};
    byte[] most = {-2, -1, -1, -1, -1, -1, -1, -1, -1}; // 2^63 - 1
    byte[] far = {-1, -1, -1, -1, 15}; // a run of 2^31 empty slots
    byte[] farther = {-1, -1, -1, -1, -1, -1, -1, -1, -1}; // a run of 2^63
    byte[] beyond = {-1, -1, 7, 2}; // a run of 2^16 slots, and a count
    for (byte[] bad : new byte[][] {{-1}, {-1, -1, -1}, concat(most, most), far, farther, beyond}) {
      assertLeavesNothing(varints(concat(good, bad)), 1);
    }
    assertLeavesNothing(varints(most), 1);
    assertLeavesNothing(varints(concat(most, new byte[] {2})), 1);
    assertLeavesNothing(varints(concat(most, new byte[] {126, 126})), 1L << 40);
    assertLeavesNothing(varints(concat(most, new byte[] {126, 126})), Long.MAX_VALUE - 10);
    assertLeavesNothing(varints(concat(most, new byte[] {126}, most)), 1);
    assertLeavesNothing(varints(concat(most, new byte[] {4}, most)), 1);
    assertLeavesNothing(words(V1, 8, 1, 2, -3), 1);
    assertLeavesNothing(words(V1, 8, 1, Long.MAX_VALUE), 1);
    assertLeavesNothing(words(V1, 8, 1, Long.MAX_VALUE - 1), 1);
  }

  @Test
  void randomCountsAreReadOrLeaveNothing() {
    Seeded.repeat(
        3_000,
        random -> {
          byte[] payload = new byte[1 + random.nextInt(40)];
          random.nextBytes(payload);
          ByteBuffer bytes = varints(payload);
          Counts counts = new Counts(decoder.open(bytes));
          counts.add(3, 5);
          try {
            long added = decoder.addTo(counts);
            assertThat(added).isNotNegative();
            assertThat(counts.total()).isEqualTo(5 + added);
          } catch (MalformedException e) {
            assertThat(contents(counts)).containsOnlyKeys(3.0);
            assertThat(counts.at(3)).isEqualTo(5);
            assertThat(counts.total()).isEqualTo(5);
          }
        });
  }

  @Test
  void aClaimOfGigabytesOrABombIsRefusedAtOnce() {
    ByteBuffer claim = ByteBuffer.allocate(100).putInt(0x1c849314).putInt(2_000_000_000).flip();
    assertThatExceptionOfType(MalformedException.class)
        .isThrownBy(() -> decoder.open(claim.limit(100)))
        .withMessageContaining("says that it has 2000000000");
    byte[] zeros = new byte[10 << 20];
    assertThatExceptionOfType(MalformedException.class)
        .isThrownBy(() -> decoder.open(varints(zeros)))
        .withMessageContaining("longer than");
    ByteBuffer header =
        ByteBuffer.allocate(41).putInt(V2 | 0x10).putInt(Integer.MAX_VALUE).putInt(0);
    header.putInt(3).putLong(1).putLong(1L << 40).putDouble(1).put((byte) 2);
    assertThatExceptionOfType(MalformedException.class)
        .isThrownBy(() -> decoder.open(compressed(0x1c849314, header.flip())))
        .withMessageContaining("say that they have 2147483647");
  }
}
