package dev.takt.cli.render.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.histogram.Spectrum;
import dev.takt.testing.InEachLocale;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@InEachLocale
class HgrmTest {

  private static final double[] RATIOS = {1, 1e3, 1e6, 1e9, 0.001, 123.4567};
  private static final int[] TICKS = {1, 2, 5, 10, 100};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void isByteForByteWhatHdrHistogramPrints(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 16; i++) {
      Histogram histogram = integers(random);
      int ticks = TICKS[random.nextInt(TICKS.length)];
      double ratio = RATIOS[random.nextInt(RATIOS.length)];

      ByteArrayOutputStream theirs = new ByteArrayOutputStream();
      histogram.outputPercentileDistribution(new PrintStream(theirs), ticks, ratio);

      assertThat(ours(histogram, ticks, ratio))
          .as("seed %d, histogram %d", seed, i)
          .isEqualTo(theirs.toString(StandardCharsets.UTF_8));
    }
  }

  private static Histogram integers(Random random) {
    int digits = random.nextInt(6);
    long lowest = random.nextBoolean() ? 1 : 1 + random.nextInt(100_000);
    Histogram histogram =
        random.nextBoolean()
            ? new Histogram(lowest, 3_600_000_000_000L, digits)
            : new Histogram(digits);
    int size = (int) Math.pow(10, random.nextInt(5)) - 1;
    for (int i = 0; i < size; i++) {
      long value = (long) Math.exp(random.nextGaussian() * 2 + 11);
      histogram.recordValueWithCount(value, random.nextInt(10) == 0 ? random.nextInt(1000) : 1);
    }
    return histogram;
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void isByteForByteWhatHdrHistogramPrintsOfDoubles(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 16; i++) {
      DoubleHistogram histogram = doubles(random);
      int ticks = TICKS[random.nextInt(TICKS.length)];
      double ratio = RATIOS[random.nextInt(RATIOS.length)];

      ByteArrayOutputStream theirs = new ByteArrayOutputStream();
      histogram.outputPercentileDistribution(new PrintStream(theirs), ticks, ratio);

      assertThat(ours(histogram, ticks, ratio))
          .as("seed %d, histogram %d", seed, i)
          .isEqualTo(theirs.toString(StandardCharsets.UTF_8));
    }
  }

  private static DoubleHistogram doubles(Random random) {
    DoubleHistogram histogram = new DoubleHistogram(1 + random.nextInt(5));
    double scale = Math.pow(10, random.nextInt(13) - 6);
    int size = random.nextInt(2000);
    for (int i = 0; i < size; i++) {
      histogram.recordValue(Math.exp(random.nextGaussian()) * scale);
    }
    return histogram;
  }

  @Test
  void hasNoRowsOfNothing() throws Exception {
    assertThat(ours(new Histogram(3), 5, 1e6))
        .isEqualTo(
            """
                   Value     Percentile TotalCount 1/(1-Percentile)

            #[Mean    =        0.000, StdDeviation   =        0.000]
            #[Max     =        0.000, Total count    =            0]
            #[Buckets =            1, SubBuckets     =         2048]
            """);
  }

  @Test
  void isTheSameWhateverTheLanguage() throws Exception {
    Locale locale = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      Histogram histogram = new Histogram(3);
      histogram.recordValue(1_500_000);
      assertThat(ours(histogram, 5, 1e6)).contains("       1.500 0.000000000000          1");
    } finally {
      Locale.setDefault(locale);
    }
  }

  @Test
  void saysThatItIsAnEstimate() throws Exception {
    StringBuilder out = new StringBuilder();
    Hgrm.write(Spectrum.EMPTY, 5, 1e6, "expected interval 1 ms", out);
    assertThat(out.toString())
        .startsWith(
            "#[ESTIMATE: corrected for coordinated omission (expected interval 1 ms)]\n       Value");
  }

  private static String ours(EncodableHistogram histogram, int ticks, double ratio)
      throws IOException, MalformedException {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    switch (histogram) {
      case Histogram integers -> integers.encodeIntoCompressedByteBuffer(buffer);
      case DoubleHistogram doubles -> doubles.encodeIntoCompressedByteBuffer(buffer);
      default -> throw new IllegalArgumentException(histogram.toString());
    }
    HistogramDecoder decoder = new HistogramDecoder();
    Counts counts = new Counts(decoder.open(buffer.flip()));
    long added = decoder.addTo(counts);
    counts.coverBuckets(decoder.declaredBuckets());
    assertThat(added).isEqualTo(counts.total());
    StringBuilder out = new StringBuilder();
    Hgrm.write(Spectrum.of(counts), ticks, ratio, null, out);
    return out.toString();
  }
}
