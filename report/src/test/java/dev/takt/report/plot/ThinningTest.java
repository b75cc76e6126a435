package dev.takt.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThinningTest {

  private static final long SECOND = 1_000_000_000L;

  private static List<PlotPoint> windows(int count) {
    // The largest window is in the middle of a slice, where sampling every tenth would miss it.
    return IntStream.range(0, count)
        .mapToObj(i -> new PlotPoint(i * SECOND, i == 12_345 ? 77 : 5, i == 12_346 ? 999 : 10))
        .toList();
  }

  @Test
  void fewPointsAreKept() {
    List<PlotPoint> all = windows(2000);
    Thinning thinning = Thinning.of(all, 2000);
    assertThat(thinning.points()).isEqualTo(all);
    assertThat(thinning.merged()).isEqualTo(1);
    assertThat(thinning.gap()).isEqualTo(1.5 * SECOND);
  }

  @Test
  void mergedPointsKeepTheWorstValues() {
    Thinning thinning = Thinning.of(windows(20_000), 2000);
    assertThat(thinning.points()).hasSizeBetween(1900, 2000);
    assertThat(thinning.points()).anyMatch(each -> each.p99() == 77);
    assertThat(thinning.points())
        .filteredOn(each -> each.max() == 999)
        .extracting(PlotPoint::sinceStartNanos)
        .containsExactly(12_346 * SECOND);
    assertThat(thinning.merged()).isBetween(10, 11);
    assertThat(thinning.points())
        .isSortedAccordingTo((a, b) -> Long.compare(a.sinceStartNanos(), b.sinceStartNanos()));
  }

  @Test
  void thinnedNeighboursHaveNoGap() {
    Thinning thinning = Thinning.of(windows(20_000), 2000);
    List<PlotPoint> points = thinning.points();
    for (int i = 1; i < points.size(); i++) {
      long step = points.get(i).sinceStartNanos() - points.get(i - 1).sinceStartNanos();
      assertThat((double) step).isLessThan(thinning.gap());
    }
  }

  @Test
  void pointsAtTheSameTimeAreMerged() {
    List<PlotPoint> all =
        IntStream.range(0, 300).mapToObj(i -> new PlotPoint(SECOND, i, i)).toList();
    assertThat(Thinning.of(all, 100).points()).containsExactly(new PlotPoint(SECOND, 299, 299));
  }
}
