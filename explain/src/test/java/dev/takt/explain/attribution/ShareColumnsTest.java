package dev.takt.explain.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.attribution.classify.BlockedIntervals;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Shares do not store amounts that are 0; compares them with copies that store all six.
final class ShareColumnsTest {

  private final Random random = new Random(1);

  /// The expected shares of each operation.
  private final List<List<long[]>> given = new ArrayList<>();

  /// One of the 64 patterns of zero amounts.
  private long[] amounts(int pattern) {
    long[] amounts = new long[ShareColumns.AMOUNTS];
    for (int place = 0; place < amounts.length; place++) {
      amounts[place] =
          (pattern >> place & 1) == 0 ? 0 : random.nextLong() >> random.nextInt(60) | 1;
    }
    return amounts;
  }

  /// Reused, to check that nothing of the previous share is left in it.
  private final Share laidOut = new Share();

  private void add(ShareColumns part, long[]... ofOne) {
    part.beginOperation(given.size() + 0x1_0000_0000L);
    for (long[] each : ofOne) {
      part.add(cause(each), stall(each), each[0], each[1], each[2], each[3], each[4], each[5]);
    }
    part.endOperation(-given.size(), 3L * given.size());
    given.add(List.of(ofOne));
  }

  /// A cause derived from the amounts, up to the largest index that fits beside six bits.
  private static int cause(long[] amounts) {
    return Arrays.hashCode(amounts) & 0x1FF_FFFF;
  }

  private static int stall(long[] amounts) {
    return Arrays.hashCode(amounts) % 1_000;
  }

  private AttributionResult blame(List<ShareColumns> parts) {
    AttributionResultBuilder builder = new AttributionResultBuilder(new int[given.size()]);
    parts.forEach(builder::append);
    Operations one =
        new OperationsBuilder(List.of("a")).add(0, 0, 0, 5, OperationState.COMPLETED).build(true);
    return new AttributionResult(
        StallIndex.of(List.of()),
        new BlockedIntervals(List.of(), Map.of()),
        Baseline.of(one),
        builder);
  }

  private void assertAsGiven(AttributionResult blame) {
    int share = 0;
    for (int slow = 0; slow < given.size(); slow++) {
      assertThat(blame.excess(slow)).isEqualTo(slow + 0x1_0000_0000L);
      assertThat(blame.unexplainedWait(slow)).isEqualTo(-slow);
      assertThat(blame.unexplained(slow)).isEqualTo(2L * slow);
      assertThat(blame.firstShare(slow)).isEqualTo(share);
      for (long[] amounts : given.get(slow)) {
        assertShare(blame, share++, amounts);
      }
    }
    assertThat(blame.shares()).isEqualTo(share);
    assertThat(blame.firstShare(given.size())).isEqualTo(share);
  }

  private void assertShare(AttributionResult blame, int share, long[] amounts) {
    assertThat(blame.cause(share)).isEqualTo(cause(amounts));
    assertThat(blame.stall(share)).isEqualTo(stall(amounts));
    assertThat(blame.share(share).directWait()).isEqualTo(amounts[0]);
    assertThat(blame.share(share).directService()).isEqualTo(amounts[1]);
    assertThat(blame.share(share).contentionWait()).isEqualTo(amounts[2]);
    assertThat(blame.share(share).contentionService()).isEqualTo(amounts[3]);
    assertThat(blame.share(share).inheritedWait()).isEqualTo(amounts[2] + amounts[4]);
    assertThat(blame.share(share).inheritedService()).isEqualTo(amounts[3] + amounts[5]);
    assertThat(blame.nanos(share)).isEqualTo(Arrays.stream(amounts).sum());
    blame.read(share, laidOut);
    assertThat(laidOut.cause()).isEqualTo(cause(amounts));
    assertThat(laidOut.stall()).isEqualTo(stall(amounts));
    assertThat(laidOut.hasStall()).isEqualTo(stall(amounts) >= 0);
    assertThat(laidOut.directWait()).isEqualTo(amounts[0]);
    assertThat(laidOut.directService()).isEqualTo(amounts[1]);
    assertThat(laidOut.contentionWait()).isEqualTo(amounts[2]);
    assertThat(laidOut.contentionService()).isEqualTo(amounts[3]);
    assertThat(laidOut.backlogWait()).isEqualTo(amounts[4]);
    assertThat(laidOut.backlogService()).isEqualTo(amounts[5]);
    assertThat(laidOut.nanos()).isEqualTo(Arrays.stream(amounts).sum());
  }

  @Test
  void nonZeroAmountsAreRestoredInTheirPlaces() {
    ShareColumns part = new ShareColumns();
    for (int pattern = 0; pattern < 1 << ShareColumns.AMOUNTS; pattern++) {
      add(part, amounts(pattern));
    }

    assertAsGiven(blame(List.of(part)));
  }

  @Test
  void operationCanHaveNoShareOrMany() {
    ShareColumns part = new ShareColumns();
    add(part);
    add(part, amounts(1), amounts(0), amounts(63), amounts(34));
    add(part);

    assertAsGiven(blame(List.of(part)));
  }

  /// More than the initial capacity, with all six amounts or with one; and a part that is reused.
  @Test
  void appendedPartsKeepTheirOrder() {
    ShareColumns used = new ShareColumns();
    used.beginOperation(1);
    used.add(1, 1, 1, 1, 1, 1, 1, 1);
    used.endOperation(1, 1);
    used.clear();
    List<ShareColumns> parts =
        List.of(new ShareColumns(), new ShareColumns(), used, new ShareColumns());
    for (int part = 0; part < parts.size(); part++) {
      for (int i = 0; i < 2_000 * part; i++) {
        int pattern = part == 1 ? 63 : random.nextInt(1 << ShareColumns.AMOUNTS);
        add(parts.get(part), amounts(pattern), amounts(1 << random.nextInt(ShareColumns.AMOUNTS)));
      }
    }

    assertAsGiven(blame(parts));
  }
}
