package dev.takt.load.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.workload.Randomness;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import site.ycsb.Utils;
import site.ycsb.generator.AcknowledgedCounterGenerator;
import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.generator.HotspotIntegerGenerator;
import site.ycsb.generator.ScrambledZipfianGenerator;
import site.ycsb.generator.SkewedLatestGenerator;

/// Each record chooser, compared with its distribution and with the corresponding class of YCSB.
class RecordDistributionTest {

  private static final int RECORDS = 1000;
  private static final int CHOICES = 200_000;

  /// YCSB's generators have their own seeds, so their results vary a little.
  private static final double CHANCE = 5;

  private static long[] counts(String distribution, String... more) {
    CoreWorkload workload = CoreWorkload.of(properties(distribution, more), 7);
    InsertedRecords there = new InsertedRecords(RECORDS);
    long[] counts = new long[RECORDS];
    for (int n = 0; n < CHOICES; n++) {
      counts[(int) workload.chooseRecord(n, there)]++;
    }
    return counts;
  }

  private static Map<String, String> properties(String distribution, String... more) {
    Map<String, String> properties = new HashMap<>();
    properties.put("recordcount", Integer.toString(RECORDS));
    properties.put("requestdistribution", distribution);
    for (int i = 0; i < more.length; i += 2) {
      properties.put(more[i], more[i + 1]);
    }
    return properties;
  }

  private static long[] ofYcsb(LongSupplier generator) {
    long[] counts = new long[RECORDS];
    for (int n = 0; n < CHOICES; n++) {
      long chosen = generator.getAsLong();
      while (chosen < 0 || chosen >= RECORDS) { // CoreWorkload repeats, too
        chosen = generator.getAsLong();
      }
      counts[(int) chosen]++;
    }
    return counts;
  }

  @Test
  void uniformChoosesEachAsOften() {
    ChiSquare.assertFits(counts("uniform"), _ -> 1.0 / RECORDS);
  }

  /// The ranks that an earlier run extended for its inserted records would choose other records.
  @Test
  void latestIsResetAtBeginOfRun() {
    CoreWorkload workload = CoreWorkload.of(properties("latest"), 7);
    workload.chooseRecord(0, new InsertedRecords(100L * RECORDS));

    workload.begin();

    CoreWorkload fresh = CoreWorkload.of(properties("latest"), 7);
    InsertedRecords there = new InsertedRecords(RECORDS);
    for (int n = 0; n < 1000; n++) {
      assertThat(workload.chooseRecord(n, there)).isEqualTo(fresh.chooseRecord(n, there));
    }
  }

  @Test
  void uniformKeepsToTheRecordsOfThisClient() {
    long[] counts = counts("uniform", "insertstart", "200", "insertcount", "300");

    ChiSquare.assertFits(counts, i -> i >= 200 && i < 500 ? 1.0 / 300 : 0);
    assertThat(Arrays.stream(counts, 0, 200).sum() + Arrays.stream(counts, 500, 1000).sum())
        .isZero();
  }

  @Test
  void sequentialGoesRoundAndRound() {
    CoreWorkload workload =
        CoreWorkload.of(properties("sequential", "insertstart", "10", "insertcount", "3"), 7);
    InsertedRecords there = new InsertedRecords(RECORDS);

    assertThat(IntStream.range(0, 7).mapToLong(n -> workload.chooseRecord(n, there)))
        .containsExactly(10L, 11L, 12L, 10L, 11L, 12L, 10L);
  }

  @Test
  void hotspotGivesTheHotRecordsTheirShare() {
    long[] counts = counts("hotspot", "hotspotdatafraction", "0.1", "hotspotopnfraction", "0.7");

    ChiSquare.assertFits(counts, i -> i < 100 ? 0.7 / 100 : 0.3 / 900);
    HotspotIntegerGenerator ycsb = new HotspotIntegerGenerator(0, RECORDS - 1, 0.1, 0.7);
    assertThat(ChiSquare.difference(counts, ofYcsb(() -> ycsb.nextValue()))).isLessThan(CHANCE);
  }

  @Test
  void aHotspotWithoutColdOrHotRecordsIsUniform() {
    ChiSquare.assertFits(counts("hotspot", "hotspotdatafraction", "1"), _ -> 1.0 / RECORDS);
    ChiSquare.assertFits(counts("hotspot", "hotspotdatafraction", "0"), _ -> 1.0 / RECORDS);
  }

  /// The exponential distribution, truncated after the number of records.
  @Test
  void exponentialPrefersTheLast() {
    long[] counts =
        counts("exponential", "exponential.percentile", "90", "exponential.frac", "0.5");

    double gamma = -Math.log(0.1) / (RECORDS * 0.5);
    double all = 1 - Math.exp(-gamma * RECORDS);
    ChiSquare.assertFits(
        counts,
        i -> {
          int age = RECORDS - 1 - i;
          return (Math.exp(-gamma * age) - Math.exp(-gamma * (age + 1))) / all;
        });
    ExponentialGenerator ycsb = new ExponentialGenerator(90, RECORDS * 0.5);
    long[] theirs = ofYcsb(() -> RECORDS - 1 - ycsb.nextValue().longValue());
    assertThat(ChiSquare.difference(counts, theirs)).isLessThan(CHANCE);
  }

  @Test
  void latestAgreesWithYcsb() {
    long[] counts = counts("latest");

    SkewedLatestGenerator ycsb =
        new SkewedLatestGenerator(new AcknowledgedCounterGenerator(RECORDS));
    assertThat(ChiSquare.difference(counts, ofYcsb(() -> ycsb.nextValue()))).isLessThan(CHANCE);
    double sum = IntStream.rangeClosed(1, RECORDS - 1).mapToDouble(i -> Math.pow(i, -0.99)).sum();
    assertThat(counts[RECORDS - 1] / (double) CHOICES).isCloseTo(1 / sum, within(0.01));
  }

  private static Offset<Double> within(double offset) {
    return Offset.offset(offset);
  }

  @Test
  void latestFollowsWhatIsInserted() {
    RecordDistribution latest = new RecordDistribution.Latest(999);
    long[] ages = new long[5000];
    for (int n = 0; n < CHOICES; n++) {
      long last = 999L + n / 50; // grows to 4998
      long bits = Randomness.bits(1, n, 1);
      ages[(int) (last - latest.choose(bits, n, last))]++;
    }

    double youngest = ages[0] / (double) CHOICES;
    double small = IntStream.rangeClosed(1, 999).mapToDouble(i -> Math.pow(i, -0.99)).sum();
    double large = IntStream.rangeClosed(1, 4998).mapToDouble(i -> Math.pow(i, -0.99)).sum();
    assertThat(youngest).isBetween(1 / large, 1 / small);
  }

  @Test
  void zipfianAgreesWithYcsb() {
    long[] counts = counts("zipfian", "operationcount", "1000", "insertproportion", "0.05");

    ScrambledZipfianGenerator ycsb = new ScrambledZipfianGenerator(0, RECORDS + 100);
    assertThat(ChiSquare.difference(counts, ofYcsb(() -> ycsb.nextValue()))).isLessThan(CHANCE);
  }

  /// Which record has which popularity is not random: it is the hash of the rank.
  @Test
  void theMostPopularRecordsAreYcsbs() {
    long[] counts = counts("zipfian");
    Integer[] byPopularity = IntStream.range(0, RECORDS).boxed().toArray(Integer[]::new);
    Arrays.sort(byPopularity, Comparator.comparingLong(i -> -counts[i]));

    for (int rank = 0; rank < 5; rank++) {
      assertThat((long) byPopularity[rank]).isEqualTo(Utils.fnvhash64(rank) % (RECORDS + 1));
    }
  }

  @Test
  void hashesAsYcsbDoes() {
    for (long number : new long[] {0, 1, 255, 256, 1_000_000, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
      assertThat(Fnv.hash(number)).isEqualTo(Utils.fnvhash64(number));
    }
  }

  @Test
  void theSameSeedChoosesTheSame() {
    assertThat(counts("zipfian")).isEqualTo(counts("zipfian"));
  }

  /// The run continues even if no chosen record exists.
  @Test
  void findsARecordWhereHardlyAnyIsThere() {
    CoreWorkload workload =
        CoreWorkload.of(
            properties("zipfian", "operationcount", "1000000000", "insertproportion", "1000"), 7);

    for (int n = 0; n < 20; n++) {
      assertThat(workload.chooseRecord(n, new InsertedRecords(RECORDS)))
          .isBetween(0L, RECORDS - 1L);
    }
  }
}
