package dev.takt.cassandra.stress.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionPickerTest {

  private static final DistributionSpec ONE = DistributionSpec.parse("fixed(1)");
  private static final DistributionSpec MILLION = DistributionSpec.parse("uniform(1..1M)");

  private final PartitionVisit visit = new PartitionVisit();

  private static PartitionSource source(Population population, String visits, String revisit) {
    return new PartitionSource(
        population,
        DistributionSpec.parse(visits),
        DistributionSpec.parse(revisit),
        DataVersion.V3);
  }

  private static Population sequence(long from, long to, boolean wraps, @Nullable String lookback) {
    return new Population.Sequence(
        from, to, wraps, lookback == null ? null : DistributionSpec.parse(lookback));
  }

  private List<Long> writes(PartitionPicker picker, int count) {
    List<Long> seeds = new ArrayList<>();
    while (seeds.size() < count && picker.nextWrite(visit)) {
      seeds.add(visit.seed());
      picker.finishWrite(visit);
    }
    return seeds;
  }

  private List<Long> reads(PartitionPicker picker, int count) {
    List<Long> seeds = new ArrayList<>();
    while (seeds.size() < count && picker.nextRead(visit)) {
      seeds.add(visit.seed());
    }
    return seeds;
  }

  @Test
  void sequenceStartsAgain() {
    PartitionPicker picker =
        source(sequence(5, 7, true, null), "fixed(1)", "uniform(1..1M)").newPicker(1);
    assertThat(writes(picker, 5)).containsExactly(5L, 6L, 7L, 5L, 6L);
  }

  @Test
  void sequenceWithoutWrappingEnds() {
    PartitionPicker picker =
        source(sequence(5, 7, false, null), "fixed(1)", "uniform(1..1M)").newPicker(1);
    assertThat(writes(picker, 5)).containsExactly(5L, 6L, 7L);
    assertThat(picker.nextRead(visit)).isFalse();
  }

  @Test
  void threadsAndReadsShareTheSequence() {
    PartitionSource source = source(sequence(1, 9, true, null), "fixed(1)", "uniform(1..1M)");
    PartitionPicker first = source.newPicker(1);
    PartitionPicker second = source.newPicker(2);
    assertThat(writes(first, 2)).containsExactly(1L, 2L);
    assertThat(writes(second, 2)).containsExactly(3L, 4L);
    assertThat(reads(first, 2)).containsExactly(5L, 6L);
  }

  @Test
  void seedsOf4xAreMultiplied() {
    PartitionPicker picker =
        new PartitionSource(sequence(1, 3, true, null), ONE, MILLION, DataVersion.V4).newPicker(1);
    assertThat(writes(picker, 2)).containsExactly(10_000_000_000_000_001L, 20_000_000_000_000_002L);
    assertThat(reads(picker, 1)).containsExactly(30_000_000_000_000_003L);
  }

  @Test
  void drawnPartitionsFollowTheDistribution() {
    Population population = new Population.Drawn(DistributionSpec.parse("uniform(1..4)"));
    PartitionSource source = source(population, "fixed(1)", "uniform(1..1M)");
    Map<Long, Integer> counts = new TreeMap<>();
    List<Long> seeds = writes(source.newPicker(1), 5000);
    seeds.addAll(reads(source.newPicker(2), 5000));
    seeds.forEach(each -> counts.merge(each, 1, Integer::sum));
    assertThat(counts).containsOnlyKeys(1L, 2L, 3L, 4L);
    assertThat(counts.values()).allMatch(each -> each > 2300 && each < 2700);
    assertThat(writes(source.newPicker(1), 50)).isEqualTo(seeds.subList(0, 50));
    assertThat(writes(source.newPicker(2), 50)).isNotEqualTo(seeds.subList(0, 50));
  }

  @Test
  void drawnSequenceStartsAtItsLowerEnd() {
    Population population = new Population.Drawn(DistributionSpec.parse("seq(5..9)"));
    PartitionPicker picker = source(population, "fixed(1)", "uniform(1..1M)").newPicker(1);
    assertThat(writes(picker, 3)).containsExactly(5L, 6L, 7L);
  }

  /// Of partitions 1 to 4, all have been written but 3: the mark is at 2.
  @Test
  void readsLookBackFromTheLastPartitionBeforeWhichAllAreWritten() {
    PartitionSource source =
        source(sequence(1, 100, true, "fixed(1)"), "fixed(1)", "uniform(1..1M)");
    PartitionPicker picker = source.newPicker(1);
    assertThat(reads(picker, 1)).containsExactly(1L);
    PartitionVisit late = new PartitionVisit();
    writes(picker, 2);
    assertThat(picker.nextWrite(late)).isTrue();
    assertThat(late.seed()).isEqualTo(3);
    assertThat(writes(picker, 1)).containsExactly(4L);
    assertThat(reads(source.newPicker(2), 2)).containsExactly(2L, 2L);
    picker.finishWrite(late);
    assertThat(reads(picker, 1)).containsExactly(4L);
  }

  @Test
  void lookbackBeforeTheStartIsWithinWhatHasBeenWritten() {
    PartitionPicker picker =
        source(sequence(11, 100, true, "fixed(7)"), "fixed(1)", "uniform(1..1M)").newPicker(1);
    writes(picker, 5);
    assertThat(reads(picker, 1)).containsExactly(13L); // 7 mod 5 after the start
  }

  @Test
  void lookbackAfterTheWholeSequence() {
    PartitionPicker picker =
        source(sequence(1, 3, true, "fixed(1)"), "fixed(1)", "uniform(1..1M)").newPicker(1);
    writes(picker, 8);
    assertThat(reads(picker, 2)).containsExactly(3L, 3L);
  }

  @Test
  void invalidPopulations() {
    assertThatIllegalArgumentException().isThrownBy(() -> sequence(2, 1, true, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sequence(1, 5, true, "uniform(1..6)"))
        .withMessage(
            "Invalid lookback distribution; max value is 6, but series only ranges from 1 to 5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source(sequence(1, 5, true, null), "fixed(1)", "uniform(-1..5)"))
        .withMessage("sample range is invalid: uniform(-1..5)");
  }

  /// Two visits each, and place for three unfinished partitions: when they are full, one of them is
  /// visited, and its place is free again.
  @Test
  void partitionsAreRevisitedUntilTheyAreComplete() {
    PartitionSource source = source(sequence(1, 1000, true, null), "fixed(2)", "uniform(0..2)");
    PartitionPicker picker = source.newPicker(1);
    PartitionRows rows =
        new PartitionRows(
            new TableSpec(
                Columns.parseAll("k|int|-|-|-"),
                Columns.parseAll("a|int|-|-|fixed(10)"),
                List.of(),
                RowOrder.ARBITRARY,
                DataVersion.V3),
            1);
    Map<Long, String> written = new TreeMap<>();
    for (int i = 0; i < 400; i++) {
      assertThat(picker.nextWrite(visit)).isTrue();
      assertThat(rows.startWrite(visit, 1)).isTrue();
      while (rows.nextRow()) {
        written.merge(visit.seed(), "" + rows.rowNumber(), String::concat);
      }
      picker.finishWrite(visit);
    }
    List<String> unfinished =
        written.values().stream().filter(each -> !each.equals("0123456789")).toList();
    assertThat(written).hasSizeBetween(200, 202);
    assertThat(unfinished).hasSizeBetween(0, 3).containsOnly("01234");
  }

  /// The last place of the set is that of the highest number.
  @Test
  void highestRevisitNumberIsTheOldestPartition() {
    PartitionSource source = source(sequence(1, 9, true, null), "fixed(2)", "fixed(0)");
    PartitionPicker picker = source.newPicker(1);
    assertThat(writes(picker, 3)).containsExactly(1L, 1L, 1L); // no row is claimed: never finished
  }

  /// cassandra-stress waits forever if all partitions of a sequence are unfinished.
  @Test
  void unfinishedPartitionIsVisitedIfTheSequenceReturnsToIt() {
    PartitionSource source = source(sequence(1, 2, true, null), "fixed(2)", "uniform(1..1M)");
    PartitionPicker picker = source.newPicker(1);
    writes(picker, 4);
    assertThat(source.unfinished().get(0)).isSameAs(source.unfinished().find(1));
    assertThat(source.unfinished().get(1)).isSameAs(source.unfinished().find(2));
    assertThat(source.unfinished().get(2)).isNull();
  }

  @Test
  void readOfAnUnfinishedPartitionKnowsWhatHasBeenVisited() {
    PartitionSource source = source(sequence(1, 1, true, null), "fixed(2)", "uniform(1..1M)");
    PartitionPicker picker = source.newPicker(1);
    assertThat(picker.nextWrite(visit)).isTrue();
    assertThat(visit.claim(10)).isZero();
    PartitionVisit read = new PartitionVisit();
    assertThat(picker.nextRead(read)).isTrue();
    assertThat(read.visitedRows(10)).isEqualTo(5);
  }
}
