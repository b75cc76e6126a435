package dev.takt.load.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.ScheduleException;
import dev.takt.load.schedule.ScheduleSpec;
import dev.takt.load.schedule.Schedules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShareTest {

  private static final int SEEDS = 20;

  @ParameterizedTest
  @CsvSource({"1/1, 0, 1, 1", "7/20, 6, 1, 20", "3-5/20, 2, 3, 20", " 1-20/20 , 0, 20, 20"})
  void aShareIsParsed(String text, int first, int width, int of) {
    assertThat(Share.parse(text)).isEqualTo(new Share(first, width, of));
    assertThat(Share.parse(Share.parse(text).toString())).isEqualTo(Share.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "7", "0/20", "21/20", "5-3/20", "1-21/20", "1/0", "1/10001", "-1/2", "1/2/3"})
  void anotherTextIsRefused(String text) {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> Share.parse(text))
        .withMessageContaining("7/20")
        .withMessageContaining("'" + text + "'");
  }

  @Test
  void positionsAreThoseOfAll() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Share(19, 2, 20));
    assertThatIllegalArgumentException().isThrownBy(() -> new Share(0, 0, 20));
  }

  @Test
  void operationsAreTakenInTurn() {
    Share share = Share.parse("3-5/20");

    assertThat(LongStream.range(0, 5).map(share::number)).containsExactly(2L, 3L, 4L, 22L, 23L);
    assertThat(LongStream.range(0, 24).filter(share::has)).containsExactly(2L, 3L, 4L, 22L, 23L);
    assertThat(share.countOf(0)).isZero();
    assertThat(share.countOf(3)).isEqualTo(1);
    assertThat(share.countOf(20)).isEqualTo(3);
    assertThat(share.countOf(24)).isEqualTo(5);
    assertThat(share.countOf(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constant",
        "poisson",
        "ramp 0/s..2000/s 1s, hold 500/s 2s",
        "poisson ramp 0/s..2000/s 1s, hold 500/s 2s",
        "sine mean 500/s amplitude 400/s period 700ms"
      })
  void allSharesAreTheWhole(String text) {
    SplittableRandom random = new SplittableRandom(text.hashCode());
    for (int seed = 0; seed < SEEDS; seed++) {
      Schedule whole =
          Schedules.limited(
              ScheduleSpec.parse(text).toSchedule(seed, Rate.parse("1000/s"), List.of()),
              2_500_000_000L,
              1 + random.nextInt(3000));
      assertAllSharesAreTheWhole(whole, partition(random), 1 + random.nextInt(4));
    }
  }

  @Test
  void allSharesOfARecordingAreTheWhole(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("trace.csv");
    Files.writeString(
        file,
        IntStream.range(0, 1000)
            .mapToObj(n -> (long) n * n + (n == 999 ? ",write\n" : ",read\n"))
            .collect(Collectors.joining("", "timestamp,operation\n", "")));
    Schedule whole =
        ScheduleSpec.parse("trace:" + file).toSchedule(1, null, List.of("read", "write"));

    assertAllSharesAreTheWhole(whole, partition(new SplittableRandom(1)), 3);
    assertThat(Share.parse("1/3").of(whole).operationOf(999)).isEqualTo(1);
  }

  /// The same numbers and times by shares and threads, each once.
  private static void assertAllSharesAreTheWhole(Schedule whole, List<Share> shares, int threads) {
    Map<Long, Long> together = new TreeMap<>();
    double rate = 0;
    for (Share share : shares) {
      Schedule part = share.of(whole);
      rate += part.meanRate();
      assertThat(part.durationNanos()).isEqualTo(whole.durationNanos());
      Map<Long, Long> ofShare = new TreeMap<>();
      for (int thread = 0; thread < threads; thread++) {
        collect(part.arrivals(thread, threads), ofShare);
      }
      List<Long> inOrder = new ArrayList<>();
      Arrivals all = part.arrivals();
      for (long due = all.next(); due != Arrivals.END; due = all.next()) {
        if (share.number(inOrder.size()) != all.number()) {
          throw new AssertionError("operation " + all.number() + " at index " + inOrder.size());
        }
        inOrder.add(due);
      }
      assertThat(inOrder).as("%s", share).containsExactlyElementsOf(ofShare.values());
      together.putAll(ofShare);
    }
    Map<Long, Long> expected = new TreeMap<>();
    collect(whole.arrivals(), expected);
    assertThat(together).as("%s of %s", shares, whole).isEqualTo(expected);
    if (!Double.isNaN(whole.meanRate())) {
      assertThat(rate).isCloseTo(whole.meanRate(), withinPercentage(1e-9));
    }
  }

  /// Throws if an operation comes twice.
  private static void collect(Arrivals arrivals, Map<Long, Long> into) {
    for (long due = arrivals.next(); due != Arrivals.END; due = arrivals.next()) {
      if (into.put(arrivals.number(), due) != null) {
        throw new AssertionError("operation " + arrivals.number() + " comes again");
      }
    }
  }

  /// Random weights of one to eight generators.
  private static List<Share> partition(SplittableRandom random) {
    int[] widths = random.ints(1 + random.nextInt(8), 1, 6).toArray();
    int of = Arrays.stream(widths).sum();
    List<Share> shares = new ArrayList<>();
    int first = 0;
    for (int width : widths) {
      shares.add(new Share(first, width, of));
      first += width;
    }
    return shares;
  }
}
