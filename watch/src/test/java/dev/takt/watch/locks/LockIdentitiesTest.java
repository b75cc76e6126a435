package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.takt.runs.model.Contention;
import dev.takt.runs.model.Side;
import dev.takt.runs.time.TimeInterval;
import dev.takt.watch.locks.Wait.Source;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Synthetic waits for known locks, and collections that move these.
class LockIdentitiesTest {

  private static final String LOCK = "java.util.concurrent.locks.ReentrantLock";
  private static final String HERE =
      "java.util.concurrent.ArrayBlockingQueue.put:1\nshop.Shop.buy:7";
  private static final String THERE = "shop.Shop.sell:9";
  private static final String NO_AGENT = "no agent";

  private final IdentityHashMap<Wait, Wait> parks = new IdentityHashMap<>();
  private final Epochs epochs = new Epochs();
  private final List<Wait> waits = new ArrayList<>();
  private long threads;

  @Test
  void locksAreOrderedByWaitTime() {
    waits.add(wait(Source.MONITOR, LockId.monitor("com.shop.Cart", 0x10), 0, 5, HERE, null));
    park("@1", 0, 100, HERE);
    park("@2", 200, 250, HERE);

    assertThat(contentions())
        .extracting(Contention::lock, Contention::waits)
        .containsExactly(
            tuple(LOCK + " @1", new Contention.Waits(1, 100, 100)),
            tuple(LOCK + " @2", new Contention.Waits(1, 50, 50)),
            tuple("com.shop.Cart @10", new Contention.Waits(1, 5, 5)));
  }

  /// A thread that only enters the monitor may do so for the program; one that the JVM lets wait
  /// there does not.
  @Test
  void arrayIsTheLockOfAClassOnlyIfTheJvmItselfWaitsAtIt() {
    waits.add(wait(Source.MONITOR, LockId.monitor("[I", 0x10), 0, 5, HERE, null));
    waits.add(wait(Source.MONITOR, LockId.monitor("[I", 0x20), 0, 3, HERE, null));
    waits.add(wait(Source.INITIALIZATION, LockId.monitor("[I", 0x20), 5, 6, HERE, null));
    waits.add(wait(Source.MONITOR, LockId.monitor("[J", 0x30), 0, 1, HERE, null));

    assertThat(contentions())
        .extracting(Contention::lock, each -> each.identity().doubt())
        .containsExactly(
            tuple("int[] @10", "perhaps class initialization"),
            tuple("class initialization @20", null),
            tuple("[J @30", null));
  }

  @Test
  void addressesWithoutCollectionBetweenAreDifferentLocks() {
    epochs.add(150, 160);
    park("@1", 0, 100, HERE);
    park("@2", 110, 140, HERE);

    assertThat(contentions()).hasSize(2).allMatch(lock -> lock.identity().doubt() == null);
  }

  @Test
  void addressThatChangedWithCollectionIsOneEntryWithDoubt() {
    epochs.add(150, 160);
    park("@1", 0, 100, HERE);
    park("@2", 200, 230, HERE);
    park("@2", 300, 310, THERE);

    Contention lock = only(contentions());
    assertThat(lock.waits()).isEqualTo(new Contention.Waits(3, 140, 100));
    assertThat(lock.identity().doubt()).startsWith("perhaps several locks");
    assertThat(lock.identity().originUnknown()).isEqualTo(NO_AGENT);
  }

  @Test
  void movedLocksThatCannotBeToldApartShareEntryThatSaysSo() {
    epochs.add(150, 160);
    park("@1", 0, 100, HERE);
    park("@2", 0, 50, HERE);
    park("@3", 200, 230, HERE);

    Contention locks = only(contentions());
    assertThat(locks.lock()).isEqualTo(LOCK);
    assertThat(locks.waits().totalNanos()).isEqualTo(180);
    assertThat(locks.identity().doubt()).startsWith("at least 2 locks");
  }

  @Test
  void agentsHashIdentifiesAddressInItsEpoch() {
    epochs.add(150, 160);
    agent("#a", "@1", 0, 100, "shop.Shop.<init>:3");
    agent("#b", "@2", 0, 90, "shop.Shop.<init>:4");
    park("@1", 100, 120, HERE);
    agent("#b", "@1", 200, 290, "shop.Shop.<init>:4");
    park("@1", 300, 340, HERE);

    assertThat(contentions())
        .extracting(Contention::lock, Contention::waits, lock -> lock.identity().doubt())
        .containsExactly(
            tuple(LOCK + " #b", new Contention.Waits(3, 220, 90), null),
            tuple(LOCK + " #a", new Contention.Waits(2, 120, 100), null));
  }

  @Test
  void waitWithoutHashIsCountedForOnlyLockOfItsPlaceWithDoubt() {
    epochs.add(150, 160);
    agent("#a", "@1", 0, 100, null);
    park("@2", 200, 230, HERE);
    waits.add(wait(Source.TRACE, LockId.lock(LOCK, null), 400, 401, HERE, null));

    Contention lock = only(contentions());
    assertThat(lock.lock()).isEqualTo(LOCK + " #a");
    assertThat(lock.waits()).isEqualTo(new Contention.Waits(3, 131, 100));
    assertThat(lock.identity())
        .isEqualTo(
            new Contention.Identity(
                null,
                "made before the watch began",
                "no owner was recorded when the waits began",
                "1 wait counted here by class and place only;"
                    + " 1 wait counted here by class and place only"));
  }

  @Test
  void otherAddressInSameEpochIsAnotherLock() {
    agent("#a", "@1", 0, 100, null);
    park("@2", 110, 120, HERE);

    assertThat(contentions())
        .extracting(Contention::lock)
        .containsExactly(LOCK + " #a", LOCK + " @2");
  }

  @Test
  void traceIsOfNoneOfSeveralLocks() {
    park("@1", 0, 100, HERE);
    park("@2", 0, 90, HERE);
    waits.add(wait(Source.TRACE, LockId.lock(LOCK, null), 400, 401, HERE, null));

    assertThat(contentions())
        .hasSize(3)
        .last()
        .satisfies(lock -> {
          assertThat(lock.lock()).isEqualTo(LOCK);
          assertThat(lock.identity().doubt()).isEqualTo("a method trace does not name the lock");
        });
  }

  @Test
  void manyLocksOfOneSiteShareAnEntry() {
    for (int i = 0; i < LockReport.MAX_PER_SITE; i++) {
      agent("#" + i, "@" + i, i, i + 100, "shop.Shop.<init>:3");
    }
    assertThat(contentions()).hasSize(LockReport.MAX_PER_SITE);

    agent("#f", "@f", 0, 200, "shop.Shop.<init>:3");

    Contention locks = only(contentions());
    assertThat(locks.lock()).isEqualTo(LOCK + " (9 created there)");
    assertThat(locks.waits()).isEqualTo(new Contention.Waits(9, 1000, 200));
  }

  @Test
  void sharedEntryHasTheDoubtsOfAllItsLocks() {
    String site = "shop.Shop.<init>:3";
    for (int i = 0; i < LockReport.MAX_PER_SITE; i++) {
      agent("#" + i, "@" + i, i, i + 100, site);
    }
    for (String where : List.of(THERE, "shop.Shop.lend:4")) {
      waits.add(wait(Source.AGENT, LockId.lock(LOCK, "#of " + where), 0, 100, where, site));
      waits.add(wait(Source.TRACE, LockId.lock(LOCK, null), 400, 401, where, null));
    }

    Contention locks = only(contentions());
    assertThat(locks.lock()).isEqualTo(LOCK + " (10 created there)");
    assertThat(locks.identity().doubt())
        .isEqualTo(
            "1 wait counted here by class and place only;"
                + " 1 wait counted here by class and place only");
  }

  @ParameterizedTest
  @CsvSource({
    "java.util.concurrent.Semaphore$NonfairSync, true",
    "java.util.concurrent.CountDownLatch$Sync, true",
    "java.util.concurrent.locks.StampedLock, true",
    "java.util.concurrent.locks.ReentrantLock$FairSync, false",
    "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync, false",
    "shop.Gate, false"
  })
  void onlyClassesWithoutOwnersAreSaidToRecordNone(String type, boolean hasNone) {
    waits.add(wait(Source.AGENT, LockId.lock(type, "#a"), 0, 100, HERE, null));

    assertThat(only(contentions()).identity().holderUnknown())
        .isEqualTo(
            hasNone ? "its class records no owner" : "no owner was recorded when the waits began");
  }

  private void park(String mark, long begin, long end, String where) {
    waits.add(wait(Source.PARK, LockId.lock(LOCK, mark), begin, end, where, null));
  }

  /// A wait that both the agent and JFR recorded.
  private void agent(String hash, String mark, long begin, long end, @Nullable String createdAt) {
    Wait wait = wait(Source.AGENT, LockId.lock(LOCK, hash), begin, end, HERE, createdAt);
    waits.add(wait);
    parks.put(wait, wait(Source.PARK, LockId.lock(LOCK, mark), begin + 1, end, HERE, null));
  }

  private Wait wait(
      Source source, LockId lock, long begin, long end, String where, @Nullable String createdAt) {
    ThreadRef thread = new ThreadRef(++threads, "thread " + threads, 0, false);
    TimeInterval interval = new TimeInterval(begin, end);
    return new Wait(source, thread, interval, lock, true, null, where, createdAt);
  }

  private List<Contention> contentions() {
    LockReport report = new LockReport(Side.TARGET, NO_AGENT);
    for (IdentifiedLock lock : LockIdentities.of(waits, parks, epochs)) {
      LockReport.Entry entry = report.add(lock);
      lock.convoys()
          .forEach(group -> group.forEach(wait -> entry.add(wait, LockHolders.unknown())));
    }
    return report.contentions();
  }

  private static Contention only(List<Contention> locks) {
    assertThat(locks).hasSize(1);
    return locks.getFirst();
  }
}
