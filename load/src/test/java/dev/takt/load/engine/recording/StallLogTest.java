package dev.takt.load.engine.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.GeneratorReport.StallTotals;
import dev.takt.runs.time.IntervalSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StallLogTest {

  private final StallLog log = new StallLog();

  @Test
  void knowsNothingAtFirst() {
    assertThat(log.totals()).isEqualTo(new StallTotals(0, 0, 0));
    assertThat(log.longestBegin()).isZero();
    assertThat(log.overlap(0, 100)).isZero();
  }

  @Test
  void overlapIsWhatLiesInBoth() {
    log.add(100, 200);
    log.add(300, 400);
    assertThat(log.overlap(0, 500)).isEqualTo(200);
    assertThat(log.overlap(150, 350)).isEqualTo(100);
    assertThat(log.overlap(200, 300)).isZero();
    assertThat(log.overlap(120, 130)).isEqualTo(10);
    assertThat(log.overlap(400, 500)).isZero();
    assertThat(log.overlap(0, 100)).isZero();
    assertThat(log.overlap(350, 350)).isZero();
    assertThat(log.totals()).isEqualTo(new StallTotals(2, 200, 100));
    assertThat(log.longestBegin()).isEqualTo(100);
  }

  @Test
  void notesOfOneStallByTwoThreadsAreOneStall() {
    log.add(100, 200);
    log.add(150, 250);
    assertThat(log.totals()).isEqualTo(new StallTotals(1, 150, 150));
    assertThat(log.longestBegin()).isEqualTo(100);
    log.add(50, 120);
    assertThat(log.totals()).isEqualTo(new StallTotals(1, 200, 200));
    assertThat(log.longestBegin()).isEqualTo(50);
    log.add(60, 70);
    assertThat(log.totals()).isEqualTo(new StallTotals(1, 200, 200));
    assertThat(log.longestBegin()).isEqualTo(50);
  }

  @Test
  void aNoteThatSpansOthersSwallowsThem() {
    log.add(100, 200);
    log.add(300, 400);
    log.add(500, 600);
    log.add(150, 550);
    assertThat(log.totals()).isEqualTo(new StallTotals(1, 500, 500));
    assertThat(log.longestBegin()).isEqualTo(100);
    assertThat(log.overlap(0, 1000)).isEqualTo(500);
  }

  @Test
  void aNoteThatComesLateIsPutInItsPlace() {
    log.add(300, 400);
    log.add(100, 200);
    assertThat(log.overlap(0, 250)).isEqualTo(100);
    assertThat(log.overlap(250, 500)).isEqualTo(100);
    assertThat(log.totals().count()).isEqualTo(2);
  }

  @Test
  void onlyTheNewestAreRememberedButAllAreCounted() {
    for (long i = 0; i < 1000; i++) {
      log.add(i * 10, i * 10 + 4);
    }
    assertThat(log.totals()).isEqualTo(new StallTotals(1000, 4000, 4));
    assertThat(log.longestBegin()).isZero();
    assertThat(log.overlap(0, 10_000)).isEqualTo(256 * 4);
    assertThat(log.overlap(9_000, 10_000)).isEqualTo(400);
  }

  @Test
  void theTimesOfAllStallsAreKept() {
    for (long i = 0; i < 1000; i++) {
      log.add(i * 10, i * 10 + 4);
    }
    IntervalSet all = log.intervals().orElseThrow();
    assertThat(all.size()).isEqualTo(1000);
    assertThat(all.overlap(0, 10_000)).isEqualTo(4000);
    assertThat(all.overlap(0, 95)).isEqualTo(40);
  }

  @Test
  void timesOfMoreStallsThanAreKeptAreUnknown() {
    int most = (1 << 14) + 256;
    for (long i = 0; i < most; i++) {
      log.add(i * 10, i * 10 + 4);
    }
    assertThat(log.intervals()).hasValueSatisfying(all -> assertThat(all.size()).isEqualTo(most));
    log.add(most * 10L, most * 10L + 4);
    assertThat(log.intervals()).isEmpty();
    assertThat(log.totals().count()).isEqualTo(most + 1);
  }

  @Test
  void agreesWithAMapOfEachMoment() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      StallLog tested = new StallLog();
      BitSet moments = new BitSet();
      List<long[]> notes = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        int begin = random.nextInt(1000);
        int end = begin + 1 + random.nextInt(60);
        notes.add(new long[] {begin, end});
        tested.add(begin, end);
        moments.set(begin, end);
        int from = random.nextInt(1100);
        int to = from + random.nextInt(300);
        assertThat(tested.overlap(from, to))
            .as("seed %d after %d notes", seed, notes.size())
            .isEqualTo(moments.get(from, to).cardinality());
        assertThat(tested.totals().totalNanos()).isEqualTo(moments.cardinality());
      }
    }
  }
}
