package dev.takt.record;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/// Turns histograms into HdrHistogram's compressed V2 form, and its integer forms of any version
/// back into histograms. HdrHistogram itself does the work, so that its tools agree.
///
/// Not thread-safe: buffers are reused.
final class HistogramCodec {

  private static final int COMPRESSED_HEADER_BYTES = 8;

  /// How a compressed histogram of doubles begins, apart from the bits that give its word size.
  private static final int DOUBLES = 0x0c72120f;

  private static final int WORD_SIZE = 0xf0;

  /// Level 9 saves 0 to 6 % of the bytes and costs up to twice the time.
  private static final int LEVEL = Deflater.BEST_SPEED;

  private final Histogram staging =
      new Histogram(1, Buckets.HIGHEST_VALUE, Buckets.SIGNIFICANT_DIGITS);
  private final ByteBuffer encoded = ByteBuffer.allocate(staging.getNeededByteBufferCapacity());

  /// The histogram's bytes, in a buffer that is overwritten by the next call.
  ByteBuffer encode(LatencyHistogram histogram) {
    staging.reset();
    for (int i = 0; i < histogram.counts.length; i++) {
      if (histogram.counts[i] != 0) {
        staging.recordValueWithCount(Buckets.lowestValueOf(i), histogram.counts[i]);
      }
    }
    encoded.clear();
    staging.encodeIntoCompressedByteBuffer(encoded, LEVEL);
    return encoded.flip();
  }

  /// The histogram of an encoded integer histogram. One with fewer digits or a coarser unit than
  /// ours is read as the lowest values of its buckets, as HdrHistogram does when it adds such
  /// histograms.
  ///
  /// @throws DataFormatException if the bytes are no integer histogram, are cut off, or hold counts
  ///   outside of our range
  static LatencyHistogram decode(ByteBuffer bytes) throws DataFormatException {
    requireWhole(bytes);
    Histogram decoded;
    try {
      decoded = Histogram.decodeFromCompressedByteBuffer(bytes, 0);
    } catch (RuntimeException e) {
      throw because("not an integer histogram: " + e.getMessage(), e);
    }
    if (decoded.getMaxValue() > Buckets.HIGHEST_VALUE) {
      throw new DataFormatException(
          "values up to " + decoded.getMaxValue() + " are over " + Buckets.HIGHEST_VALUE + " ns");
    }
    LatencyHistogram histogram = new LatencyHistogram();
    for (HistogramIterationValue each : decoded.recordedValues()) {
      long lowest = decoded.lowestEquivalentValue(each.getValueIteratedTo());
      histogram.record(lowest, each.getCountAddedInThisIterationStep());
    }
    return histogram;
  }

  private static void requireIntegers(ByteBuffer bytes) throws DataFormatException {
    if ((bytes.getInt(bytes.position()) & ~WORD_SIZE) == DOUBLES) {
      throw new DataFormatException("a histogram of doubles, not an integer histogram");
    }
  }

  /// HdrHistogram inflates what there is and does not notice that the rest is missing.
  private static void requireWhole(ByteBuffer bytes) throws DataFormatException {
    if (bytes.remaining() < COMPRESSED_HEADER_BYTES) {
      throw new DataFormatException("a payload of " + bytes.remaining() + " bytes is too short");
    }
    requireIntegers(bytes);
    int announced = bytes.getInt(bytes.position() + Integer.BYTES);
    int present = bytes.remaining() - COMPRESSED_HEADER_BYTES;
    if (announced != present) {
      throw new DataFormatException(
          "the payload has " + present + " bytes and says that it has " + announced);
    }
  }

  private static DataFormatException because(String message, RuntimeException cause) {
    DataFormatException exception = new DataFormatException(message);
    exception.initCause(cause);
    return exception;
  }
}
