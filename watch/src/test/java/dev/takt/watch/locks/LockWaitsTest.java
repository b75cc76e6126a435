package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.time.TimeInterval;
import dev.takt.watch.locks.Wait.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests culprits and the contention report with synthetic waits.
class LockWaitsTest {

  private static final ThreadRef A = new ThreadRef(1, "A", 11, false);
  private static final ThreadRef B = new ThreadRef(2, "B", 12, false);
  private static final ThreadRef C = new ThreadRef(3, "C", 13, false);
  private static final ThreadRef D = new ThreadRef(4, "D", 14, false);
  private static final LockId MONITOR = LockId.monitor("com.shop.Cart", 0x10);

  @Test
  void chainEndsWithHolderAtBeginOfWait() {
    Wait first = monitor(B, 10, 100, A);
    Wait second = monitor(C, 20, 130, B);
    Wait third = monitor(D, 30, 170, C);
    Wait late = monitor(A, 140, 190, D);
    LockWaits convoy = new LockWaits(shuffled(List.of(first, second, third, late)));

    assertThat(convoy.holders(first)).isEqualTo(holders(A, List.of(A), 90));
    assertThat(convoy.holders(second)).isEqualTo(holders(A, List.of(B, A), 30, 80));
    assertThat(convoy.holders(third)).isEqualTo(holders(A, List.of(C, B, A), 40, 30, 70));
    // C held it when this wait began; earlier holders do not count.
    assertThat(convoy.holders(late)).isEqualTo(holders(C, List.of(D, C), 20, 30));
  }

  @Test
  void unknownOwnerEndsChain() {
    Wait first = monitor(B, 10, 100, null);
    Wait second = monitor(C, 20, 130, B);
    LockWaits convoy = new LockWaits(List.of(first, second));

    assertThat(convoy.holders(second).head()).isNull();
    assertThat(convoy.holders(second).lastFirst()).containsExactly(B);
  }

  @Test
  void lockWithoutOwnerWasHeldByThreadsThatGotItMeanwhile() {
    LockId lock = LockId.lock("java.util.concurrent.locks.ReentrantLock$NonfairSync", "@1");
    Wait first = wait(Source.PARK, B, 10, 100, lock, null);
    Wait second = wait(Source.PARK, C, 20, 130, lock, null);
    Wait third = wait(Source.PARK, D, 110, 150, lock, null);
    LockWaits convoy = new LockWaits(shuffled(List.of(first, second, third)));

    assertThat(lock.type()).isEqualTo("java.util.concurrent.locks.ReentrantLock");
    assertThat(convoy.holders(first)).isEqualTo(LockHolders.unknown());
    assertThat(convoy.holders(second)).isEqualTo(holders(null, List.of(B), 30));
    assertThat(convoy.holders(third)).isEqualTo(holders(null, List.of(C), 20));
  }

  @Test
  void eventsOfOneWaitAreMerged() {
    LockId parked = LockId.lock("java.util.concurrent.Semaphore$FairSync", "@1");
    LockId traced = LockId.lock("java.util.concurrent.Semaphore", null);
    List<Wait> events =
        List.of(
            wait(Source.PARK, B, 1_000, 2_000_000, parked, null),
            wait(Source.PARK, B, 2_010_000, 3_000_000, parked, null),
            wait(Source.TRACE, B, 500, 3_001_000, traced, null),
            wait(Source.PARK, B, 9_000_000, 9_500_000, parked, null),
            wait(Source.TRACE, C, 0, 700, traced, null));

    List<Wait> waits = WaitDeduplicator.deduplicate(shuffled(events), new IdentityHashMap<>());

    assertThat(waits)
        .containsExactlyInAnyOrder(
            wait(Source.TRACE, B, 500, 3_001_000, parked, null),
            wait(Source.PARK, B, 9_000_000, 9_500_000, parked, null),
            wait(Source.TRACE, C, 0, 700, traced, null));
  }

  private static LockHolders holders(
      @Nullable ThreadRef head, List<ThreadRef> lastFirst, long... nanos) {
    Map<ThreadRef, Long> each = new HashMap<>();
    for (int i = 0; i < nanos.length; i++) {
      each.put(lastFirst.get(i), nanos[i]);
    }
    return new LockHolders(lastFirst, head, each);
  }

  private static Wait monitor(ThreadRef who, long begin, long end, @Nullable ThreadRef owner) {
    return wait(Source.MONITOR, who, begin, end, MONITOR, owner);
  }

  private static Wait wait(
      Source seen, ThreadRef who, long begin, long end, LockId lock, @Nullable ThreadRef owner) {
    TimeInterval interval = new TimeInterval(begin, end);
    return new Wait(seen, who, interval, lock, true, owner, "a.B.c:1", null);
  }

  private static List<Wait> shuffled(List<Wait> waits) {
    List<Wait> shuffled = new ArrayList<>(waits);
    Collections.shuffle(shuffled, new Random(7));
    return shuffled;
  }
}
