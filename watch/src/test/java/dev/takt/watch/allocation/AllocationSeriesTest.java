package dev.takt.watch.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.allocation.AllocatedBytes.HeapCheck;
import dev.takt.runs.time.TimeInterval;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class AllocationSeriesTest {

  private final ThreadCounters threads = new ThreadCounters();
  private final HeapOccupancy heap = new HeapOccupancy();

  private AllocatedBytes within(long begin, long end) {
    return threads.series().within(new TimeInterval(begin, end), heap, false);
  }

  /// Two threads that allocate 3 and 7 bytes per nanosecond.
  private void tenPerNano(long... times) {
    for (long each : times) {
      threads.add(each, 1, 3 * each);
      threads.add(each, 2, 500 + 7 * each);
    }
  }

  @Test
  void constantRateIsExactBetweenReadings() {
    tenPerNano(100, 200, 300, 400);

    AllocatedBytes found = within(150, 370);

    assertThat(found.bytes()).isEqualTo(2200);
    assertThat(found.atLeast()).isEqualTo(1000);
    assertThat(found.atMost()).isEqualTo(3000);
    assertThat(found.nanos()).isEqualTo(220);
    assertThat(found.endedThreads()).isZero();
  }

  @Test
  void readingsAtBothEndsLeaveNoDoubt() {
    tenPerNano(100, 200, 300, 400);

    AllocatedBytes found = within(200, 400);

    assertThat(found.bytes()).isEqualTo(2000);
    assertThat(found.atLeast()).isEqualTo(2000);
    assertThat(found.atMost()).isEqualTo(2000);
  }

  @Test
  void rateBeyondTheReadingsIsTakenForConstant() {
    tenPerNano(100, 200, 300);

    AllocatedBytes found = within(90, 320);

    assertThat(found.bytes()).isEqualTo(2300);
    assertThat(found.atLeast()).isEqualTo(2000);
    assertThat(found.atMost()).isEqualTo(2600);
  }

  @Test
  void timeWithinOneIntervalMayHaveAllOfItOrNothing() {
    tenPerNano(100, 200);

    AllocatedBytes found = within(120, 140);

    assertThat(found.bytes()).isEqualTo(200);
    assertThat(found.atLeast()).isZero();
    assertThat(found.atMost()).isEqualTo(1000);
  }

  @Test
  void threadThatEndsKeepsWhatItWasLastSeenWith() {
    threads.add(100, 1, 1000);
    threads.add(100, 2, 50);
    threads.add(200, 1, 1400);
    threads.add(200, 2, 60);
    threads.add(300, 2, 70);
    threads.add(300, 3, 5);
    threads.add(400, 2, 80);
    threads.add(400, 3, 6);

    AllocatedBytes found = within(100, 400);

    assertThat(found.bytes()).isEqualTo(400 + 30 + 6);
    assertThat(found.endedThreads()).isEqualTo(1);
    assertThat(found.atMost()).as("what it allocated at last is unknown").isNull();
  }

  @Test
  void readingThatLacksThreadsThatEndedAfterTheTimeIsNotUsed() {
    tenPerNano(100, 200, 300);
    threads.add(400, 1, 3 * 400);

    AllocatedBytes found = within(100, 350);

    assertThat(found.bytes()).isEqualTo(2500);
    assertThat(found.atLeast()).isEqualTo(2000);
    assertThat(found.atMost()).isEqualTo(3000);
    assertThat(found.endedThreads()).isZero();
  }

  @Test
  void countersOfOneReadingMayBeMicrosecondsApart() {
    long second = 1_000_000_000;
    for (long each = 0; each < 5; each++) {
      threads.add(each * second, 1, 100 * each);
      threads.add(each * second + 2_000, 2, 50 * each);
      threads.add(each * second + 2_100, 3, 7);
    }

    AllocatedBytes found = within(second, 4 * second);

    assertThat(found.bytes()).isEqualTo(450);
    assertThat(found.endedThreads()).isZero();
  }

  @Test
  void heapGrowsBetweenCollectionsByWhatIsAllocated() {
    tenPerNano(0, 1000);
    heap.setCollector("DefNew");
    heap.add(100, true, 5000);
    heap.add(110, false, 200);
    heap.add(300, true, 2200);
    heap.add(310, false, 700);
    heap.add(500, true, 2700);
    heap.add(510, false, 900);

    HeapCheck found = Objects.requireNonNull(within(50, 600).heap());

    assertThat(found.byHeap()).isEqualTo(4000);
    assertThat(found.byThreads()).isEqualTo(3900);
    assertThat(within(50, 600).atMost()).isNotNull();
  }

  @Test
  void collectionsOutsideOfTheTimeDoNotCount() {
    tenPerNano(0, 1000);
    heap.setCollector("G1New");
    heap.add(100, true, 5000);
    heap.add(110, false, 200);
    heap.add(300, true, 2200);
    heap.add(310, false, 700);

    assertThat(within(200, 600).heap()).isNull();
  }

  @Test
  void collectorThatWorksMeanwhileShowsNothing() {
    tenPerNano(0, 1000);
    heap.setCollector("ZGC");
    heap.add(110, false, 200);
    heap.add(300, true, 2200);

    assertThat(within(0, 1000).heap()).isNull();
  }

  @Test
  void readingThatIsCutInTwoCountsNothingTwice() {
    long second = 1_000_000_000;
    long gap = 60_000_000;
    for (long each = 0; each < 5; each++) {
      threads.add(each * second, 1, 1_000_000 + 100 * each);
      threads.add(each * second + (each == 2 ? gap : 0), 2, 2_000_000 + 50 * each);
    }

    AllocatedBytes found = within(second, 4 * second);

    assertThat(found.bytes()).isBetween(440L, 460L);
    assertThat(found.atLeast()).isBetween(400L, 450L);
  }

  @Test
  void threadsThatStartLeaveNoUpperBoundWithoutCollections() {
    tenPerNano(100, 200, 300);

    AllocatedBytes found = threads.series().within(new TimeInterval(100, 300), heap, true);

    assertThat(found.bytes()).isEqualTo(2000);
    assertThat(found.atMost()).isNull();
  }

  @Test
  void collectionsShowThatMoreWasAllocated() {
    tenPerNano(0, 1000);
    heap.setCollector("G1New");
    heap.add(110, false, 200);
    heap.add(300, true, 200 + 2200);

    assertThat(within(0, 1000).atMost()).as("2,200 bytes rather than 1,900").isNull();
  }

  @Test
  void readingsThatEndEarlyDoNotCoverTheTime() {
    tenPerNano(100, 200, 300);
    AllocationSeries series = threads.series();

    assertThat(series.covers(new TimeInterval(0, 500))).isTrue();
    assertThat(series.covers(new TimeInterval(0, 501))).isFalse();
    assertThat(series.covers(new TimeInterval(-101, 300))).isFalse();
  }
}
