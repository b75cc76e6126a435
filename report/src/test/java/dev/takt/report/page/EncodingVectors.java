package dev.takt.report.page;

import dev.takt.runs.text.MachineText;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;

/// Histograms in all encodings of HdrHistogram, with the values that it reads from them, as
/// expected results for the page's decoder.
final class EncodingVectors {

  static final double[] PERCENTILES = {0, 1, 25, 50, 75, 90, 99, 99.9, 99.99, 100};

  private static final int V2_COOKIE = 0x1c849303;
  private static final int V1_COOKIE = 0x1c849301;
  private static final int V0_COOKIE = 0x1c849308;

  private final List<String> vectors = new ArrayList<>();
  private final Random random = new Random(20_250_101);

  private EncodingVectors() {}

  /// One line of JSON for each histogram.
  static String json() throws DataFormatException {
    EncodingVectors made = new EncodingVectors();
    made.integers();
    made.oldForms();
    made.doubles();
    return "[\n" + String.join(",\n", made.vectors) + "\n]\n";
  }

  private void integers() throws DataFormatException {
    for (int digits = 0; digits <= 5; digits++) {
      add("V2 compressed, " + digits + " digits", compressed(filled(new Histogram(digits), 80)));
    }
    Histogram coarse = filled(new Histogram(20_000, 3_600_000_000_000L, 2), 80);
    add("V2 compressed, unit of 2^14", compressed(coarse));
    add("V2 uncompressed", uncompressed(filled(new Histogram(3), 60)));
    add("V2 compressed, empty", compressed(new Histogram(3)));
    add("V2 uncompressed, empty", uncompressed(new Histogram(1, 1000, 2)));
    Histogram shifted = new Histogram(1, 1L << 40, 3);
    shifted.recordValue(1000);
    shifted.recordValue(5_000_000);
    shifted.shiftValuesLeft(2);
    add("V2 compressed, shifted", compressed(shifted));
    Histogram large = new Histogram(Long.MAX_VALUE, 3);
    for (long count :
        new long[] {1, 63, 64, 8191, 8192, 5_000_000_000L, (1L << 53) + 1, 1L << 62}) {
      large.recordValueWithCount(count, count);
    }
    large.recordValue(Long.MAX_VALUE / 2);
    large.recordValue(0);
    add("V2 compressed, great values and counts", compressed(large));
  }

  private void oldForms() throws DataFormatException {
    for (int words : new int[] {2, 4, 8}) {
      Histogram histogram = filled(new Histogram(1, 3_600_000_000L, 2), 60);
      add("V1 compressed, words of " + words, deflated(V1_COOKIE, words, v1(histogram, words)));
    }
    Histogram old = filled(new Histogram(1, (1L << 32) - 1, 2), 60);
    add("V0 compressed", deflated(V0_COOKIE, Long.BYTES, v0(old)));
    Histogram small = filled(new Histogram(1, (1L << 20) - 1, 1), 20);
    add("V1 uncompressed", v1(small, 8));
    add("V0 uncompressed", v0(small));
  }

  private void doubles() throws DataFormatException {
    for (double scale : new double[] {1e-9, 1, 1e12}) {
      DoubleHistogram histogram = new DoubleHistogram(3);
      for (int i = 0; i < 50; i++) {
        histogram.recordValueWithCount(scale * (1 + random.nextDouble() * 1000), i + 1L);
      }
      ByteBuffer compressed = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
      histogram.encodeIntoCompressedByteBuffer(compressed, Deflater.BEST_COMPRESSION);
      addDoubles("doubles around " + scale + ", compressed", compressed.flip());
      if (scale == 1) {
        ByteBuffer plain = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
        histogram.encodeIntoByteBuffer(plain);
        addDoubles("doubles, uncompressed", plain.flip());
      }
    }
  }

  private Histogram filled(Histogram histogram, int values) {
    for (int i = 0; i < values; i++) {
      long value = (long) Math.exp(random.nextDouble() * Math.log(900_000));
      histogram.recordValueWithCount(value, 1 + random.nextInt(i % 10 == 0 ? 30_000 / values : 9));
    }
    return histogram;
  }

  // ---- encodings

  private static ByteBuffer compressed(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
    histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
    return buffer.flip();
  }

  private static ByteBuffer uncompressed(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
    histogram.encodeIntoByteBuffer(buffer);
    return buffer.flip();
  }

  /// An old encoding that HdrHistogram still reads but no longer writes: counts as plain numbers.
  private static ByteBuffer v1(Histogram histogram, int words) {
    ByteBuffer counts = counts(histogram, words, histogram.getMaxValue());
    return ByteBuffer.allocate(40 + counts.remaining())
        .putInt(V1_COOKIE + (words << 4))
        .putInt(counts.remaining())
        .putInt(0)
        .putInt(histogram.getNumberOfSignificantValueDigits())
        .putLong(histogram.getLowestDiscernibleValue())
        .putLong(histogram.getHighestTrackableValue())
        .putDouble(1)
        .put(counts)
        .flip();
  }

  /// The oldest encoding, with the counts of the whole range, which must end with a bucket.
  private static ByteBuffer v0(Histogram histogram) {
    ByteBuffer counts = counts(histogram, Long.BYTES, histogram.getHighestTrackableValue());
    return ByteBuffer.allocate(32 + counts.remaining())
        .putInt(V0_COOKIE + (Long.BYTES << 4))
        .putInt(histogram.getNumberOfSignificantValueDigits())
        .putLong(histogram.getLowestDiscernibleValue())
        .putLong(histogram.getHighestTrackableValue())
        .putLong(histogram.getTotalCount())
        .put(counts)
        .flip();
  }

  private static ByteBuffer counts(Histogram histogram, int words, long highest) {
    List<Long> counts = new ArrayList<>();
    for (long value = 0; value <= highest; value = histogram.nextNonEquivalentValue(value)) {
      counts.add(histogram.getCountAtValue(value));
    }
    ByteBuffer buffer = ByteBuffer.allocate(words * counts.size());
    for (long count : counts) {
      ByteBuffer _ =
          switch (words) {
            case Short.BYTES -> buffer.putShort((short) count);
            case Integer.BYTES -> buffer.putInt((int) count);
            default -> buffer.putLong(count);
          };
    }
    return buffer.flip();
  }

  private static ByteBuffer deflated(int cookie, int words, ByteBuffer plain) {
    Deflater deflater = new Deflater();
    deflater.setInput(plain.duplicate());
    deflater.finish();
    byte[] out = new byte[plain.remaining() + 64];
    int length = deflater.deflate(out);
    deflater.end();
    return ByteBuffer.allocate(8 + length)
        .putInt(cookie + 1 + (words << 4))
        .putInt(length)
        .put(out, 0, length)
        .flip();
  }

  // ---- expected results by HdrHistogram

  private void add(String name, ByteBuffer bytes) throws DataFormatException {
    int form = bytes.getInt(bytes.position()) & ~0xf0;
    boolean plain = form == V2_COOKIE || form == V1_COOKIE || form == V0_COOKIE;
    AbstractHistogram read =
        plain
            ? Histogram.decodeFromByteBuffer(bytes.duplicate(), 1)
            : Histogram.decodeFromCompressedByteBuffer(bytes.duplicate(), 1);
    List<String> slots = new ArrayList<>();
    read.recordedValues()
        .forEach(each ->
            slots.add(
                MachineText.format(
                    "[%d,%d]", each.getValueIteratedTo(), each.getCountAtValueIteratedTo())));
    List<String> values =
        Arrays.stream(PERCENTILES).mapToObj(each -> "" + read.getValueAtPercentile(each)).toList();
    put(
        name,
        bytes,
        MachineText.format(
            "\"total\":%d,\"min\":%d,\"max\":%d,\"mean\":%s",
            read.getTotalCount(), read.getMinValue(), read.getMaxValue(), read.getMean()),
        slots,
        values);
  }

  private void addDoubles(String name, ByteBuffer bytes) throws DataFormatException {
    boolean plain = bytes.getInt(bytes.position()) == 0x0c72124e;
    DoubleHistogram read =
        plain
            ? DoubleHistogram.decodeFromByteBuffer(bytes.duplicate(), 1)
            : DoubleHistogram.decodeFromCompressedByteBuffer(bytes.duplicate(), 1);
    List<String> slots = new ArrayList<>();
    read.recordedValues()
        .forEach(each ->
            slots.add(
                MachineText.format(
                    "[%s,%d]", each.getValueIteratedTo(), each.getCountAtValueIteratedTo())));
    List<String> values =
        Arrays.stream(PERCENTILES).mapToObj(each -> "" + read.getValueAtPercentile(each)).toList();
    // HdrHistogram's maximum is a double just below the next slot, but its percentiles are the last
    // unit of their slot. Takt and the page return the same value for both.
    double highest = read.getValueAtPercentile(100);
    put(
        name,
        bytes,
        MachineText.format(
            "\"total\":%d,\"min\":%s,\"max\":%s,\"mean\":%s",
            read.getTotalCount(), read.getMinValue(), highest, read.getMean()),
        slots,
        values);
  }

  private void put(
      String name, ByteBuffer bytes, String figures, List<String> slots, List<String> values) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    vectors.add(
        "{\"name\":\"%s\",\"base64\":\"%s\",%s,\"slots\":[%s],\"percentiles\":%s,\"values\":[%s]}"
            .formatted(
                name,
                Base64.getEncoder().encodeToString(copy),
                figures,
                String.join(",", slots),
                Arrays.toString(PERCENTILES),
                String.join(",", values)));
  }
}
