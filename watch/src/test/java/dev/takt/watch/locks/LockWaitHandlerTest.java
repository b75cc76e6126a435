package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Contention;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.Timing;
import dev.takt.watch.locks.ConvoyProgram.Held;
import dev.takt.watch.locks.ConvoyProgram.Truth;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.WatchLevel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

@Timing
class LockWaitHandlerTest {

  @Test
  void monitorConvoyHasItsHeadAsCulprit() throws Exception {
    Map<String, Truth> truths = new HashMap<>();
    Recorded recorded =
        Recorded.of(
            WatchLevel.DEFAULT,
            () -> truths.putAll(ConvoyProgram.run(Thread.ofPlatform(), "-m", Locks.monitor())));

    assertThat(truths).containsOnlyKeys("B-m", "C-m", "D-m");
    truths.forEach((name, truth) -> assertWaited(recorded, StallKind.MONITOR_WAIT, name, truth));
    for (String name : truths.keySet()) {
      Stall wait = recorded.of(StallKind.MONITOR_WAIT, name).getFirst();
      assertThat(wait.culprit()).as(name).extracting(Actor::name).isEqualTo("A-m");
      assertThat(wait.cause()).isEqualTo("java.lang.Object");
      assertThat(wait.thread())
          .extracting(Actor::where)
          .asString()
          .contains("Locks.lambda$monitor");
    }
    Contention lock = only(recorded, StallKind.MONITOR_WAIT, "java.lang.Object");
    long total = truths.values().stream().mapToLong(Truth::nanos).sum();
    assertThat(lock.waits().count()).isEqualTo(3);
    assertThat(lock.waits().totalNanos())
        .isBetween(3 * ConvoyProgram.HELD_MILLIS * 1_000_000, total);
    assertThat(lock.waiters()).hasSize(3);
    assertThat(lock.owners()).startsWith("A-m").hasSizeBetween(3, 4);
    assertThat(lock.identity())
        .isEqualTo(new Contention.Identity(null, "not recorded of monitors", null, null));
  }

  /// HotSpot locks such an array while it initializes a class, and a program can do so, too.
  @Test
  void arrayOfTheProgramIsNotTakenForAClass() throws Exception {
    int[] array = new int[0];
    Held lock =
        inside -> {
          synchronized (array) {
            inside.run();
          }
        };
    Recorded recorded =
        Recorded.of(
            WatchLevel.DEEP,
            () -> {
              var _ = ConvoyProgram.run(Thread.ofPlatform(), "-i", lock);
            });

    assertThat(recorded.of(StallKind.MONITOR_WAIT, "B-i").getFirst().cause()).isEqualTo("int[]");
    assertThat(only(recorded, StallKind.MONITOR_WAIT, "int[]").identity().doubt())
        .isEqualTo("perhaps class initialization");
  }

  /// Stalls have a time, so that a reader can select them; sums do not.
  @Test
  void locksAreSummedInMeasurementWindowOnly() throws Exception {
    MeasurementWindow measured = new MeasurementWindow();
    Recorded recorded =
        Recorded.of(
            ThreadWaitEvents.settings(WatchLevel.DEFAULT),
            context -> List.of(LockWaitHandler.of(context, measured, 1_000_000, false)),
            () -> {
              var _ = ConvoyProgram.run(Thread.ofPlatform(), "-w", Locks.monitor());
              long from = System.nanoTime();
              var _ = ConvoyProgram.run(Thread.ofPlatform(), "-m", Locks.monitor());
              measured.set(from, System.nanoTime());
            });

    assertThat(recorded.of(StallKind.MONITOR_WAIT, "B-w")).isNotEmpty();
    assertThat(recorded.of(StallKind.MONITOR_WAIT, "B-m")).isNotEmpty();
    Contention lock = only(recorded, StallKind.MONITOR_WAIT, "java.lang.Object");
    assertThat(lock.waits().count()).isEqualTo(3);
    assertThat(lock.waiters()).containsExactlyInAnyOrder("B-m", "C-m", "D-m");
  }

  @Test
  void deepWatchIsNotAdvisedWhereTheWatchWasDeep() throws Exception {
    Recorded recorded =
        Recorded.of(
            ThreadWaitEvents.settings(WatchLevel.DEFAULT),
            context ->
                List.of(LockWaitHandler.of(context, new MeasurementWindow(), 1_000_000, true)),
            () -> {});

    assertThat(recorded.notObservable())
        .filteredOn(each -> each.what().startsWith("the holder of a lock"))
        .singleElement()
        .extracting(NotObservable::why)
        .asString()
        .contains("gent of ")
        .doesNotContain("A deep watch does");
  }

  @Test
  void shortestWaitsBeyondLimitAreDroppedAndReported() throws Exception {
    Map<String, Truth> truths = new HashMap<>();
    Recorded recorded =
        Recorded.of(
            ThreadWaitEvents.settings(WatchLevel.DEFAULT),
            context ->
                List.of(new LockWaitHandler(context, new MeasurementWindow(), 1_000_000, 2, false)),
            () -> truths.putAll(ConvoyProgram.run(Thread.ofPlatform(), "-k", Locks.monitor())));

    String longest =
        truths.entrySet().stream()
            .max(Comparator.comparingLong(each -> each.getValue().nanos()))
            .orElseThrow()
            .getKey();
    assertThat(recorded.of(StallKind.MONITOR_WAIT)).hasSizeLessThanOrEqualTo(2);
    assertThat(recorded.of(StallKind.MONITOR_WAIT, longest)).hasSize(1);
    assertThat(recorded.notObservable())
        .extracting(NotObservable::what)
        .anyMatch(what -> what.contains("of the shortest waits for locks"));
  }

  @Test
  void waitsForLibraryLocksAreReported() throws Exception {
    for (WatchLevel level : WatchLevel.values()) {
      Map<String, Map<String, Truth>> truths = new HashMap<>();
      Recorded recorded =
          Recorded.of(
              level,
              () -> {
                for (var lock : Locks.ofTheLibrary().entrySet()) {
                  String suffix = "-" + lock.getKey();
                  truths.put(
                      lock.getKey(),
                      ConvoyProgram.run(Thread.ofPlatform(), suffix, lock.getValue()));
                }
              });

      truths.forEach((type, threads) ->
          threads.forEach((name, truth) -> {
            assertWaited(recorded, StallKind.LOCK_WAIT, name, truth);
            Stall wait = recorded.of(StallKind.LOCK_WAIT, name).getFirst();
            assertThat(wait.cause()).isEqualTo(type.replace(" timed", ""));
            // A got the lock without a wait, and JFR records waits only.
            assertThat(wait.culprit()).isNull();
          }));
      String stamped = "java.util.concurrent.locks.StampedLock";
      Stall last = recorded.of(StallKind.LOCK_WAIT, "D-" + stamped).getFirst();
      assertThat(evidence(last).heldBy()).containsExactly("C-" + stamped, "B-" + stamped);
      assertThat(recorded.contentions())
          .filteredOn(each -> each.waiters().stream().anyMatch(name -> name.startsWith("B-")))
          .hasSize(5)
          .allSatisfy(each -> assertThat(each.waits().count()).isBetween(3L, 6L))
          .allSatisfy(each -> assertThat(each.waiters()).hasSize(3));
    }
  }

  /// A target has these threads only because it is watched.
  @Test
  void waitsOfAgentThreadsAreLeftOut() throws Exception {
    Recorded recorded =
        Recorded.of(
            WatchLevel.DEFAULT,
            () -> {
              Held lock = Locks.monitor();
              CountDownLatch held = new CountDownLatch(1);
              CountDownLatch enough = new CountDownLatch(1);
              Thread holder =
                  Thread.ofPlatform()
                      .start(() ->
                          lock.run(() -> {
                            held.countDown();
                            ConvoyProgram.await(enough);
                          }));
              held.await();
              List<Thread> waiters = new ArrayList<>();
              for (String name : List.of("takt-hiccup-log", "Attach Listener", "theirs")) {
                waiters.add(Thread.ofPlatform().name(name).start(() -> lock.run(() -> {})));
              }
              while (!waiters.stream().allMatch(each -> each.getState() == Thread.State.BLOCKED)) {
                ConvoyProgram.sleep(1);
              }
              ConvoyProgram.sleep(20);
              enough.countDown();
              holder.join();
              for (Thread each : waiters) {
                each.join();
              }
            });

    assertThat(recorded.of(StallKind.MONITOR_WAIT))
        .extracting(each -> each.thread() == null ? "" : each.thread().name())
        .contains("theirs")
        .doesNotContain("takt-hiccup-log", "Attach Listener");
  }

  @Test
  void deepReportsWaitsOfVirtualThreads() throws Exception {
    Map<String, Truth> truths = new HashMap<>();
    Recorded recorded =
        Recorded.of(
            WatchLevel.DEEP,
            () -> {
              for (var lock : Locks.ofTheLibrary().entrySet()) {
                String suffix = "-" + lock.getKey();
                truths.putAll(ConvoyProgram.run(Thread.ofVirtual(), suffix, lock.getValue()));
              }
            });

    assertThat(truths).hasSize(15);
    truths.forEach((name, truth) -> {
      assertWaited(recorded, StallKind.LOCK_WAIT, name, truth);
      Stall wait = recorded.of(StallKind.LOCK_WAIT, name).getFirst();
      assertThat(evidence(wait).virtual()).isTrue();
      assertThat("-" + wait.cause()).isEqualTo(name.substring(1).replace(" timed", ""));
    });
    assertThat(recorded.notObservable())
        .extracting(NotObservable::what)
        .contains("waits of virtual threads for monitors")
        .doesNotContain("waits of virtual threads for locks of java.util.concurrent");
  }

  @Test
  void hiddenWaitsOfVirtualThreadsAreReported() throws Exception {
    Recorded recorded =
        Recorded.of(
            WatchLevel.DEFAULT,
            () -> {
              ConvoyProgram.run(Thread.ofVirtual(), "-v", Locks.reentrant());
              ConvoyProgram.run(Thread.ofVirtual(), "-w", Locks.monitor());
            });

    assertThat(recorded.of(StallKind.LOCK_WAIT)).isEmpty();
    assertThat(recorded.of(StallKind.MONITOR_WAIT)).isEmpty();
    assertThat(recorded.notObservable())
        .extracting(NotObservable::what)
        .contains(
            "waits of virtual threads for monitors",
            "waits of virtual threads for locks of java.util.concurrent");
  }

  @Test
  void idleThreadsWaitForNoLock() throws Exception {
    Recorded recorded =
        Recorded.of(
            WatchLevel.DEEP,
            () -> {
              BlockingQueue<String> linked = new LinkedBlockingQueue<>();
              BlockingQueue<String> array = new ArrayBlockingQueue<>(1);
              CompletableFuture<String> future = new CompletableFuture<>();
              CountDownLatch latch = new CountDownLatch(1);
              ExecutorService pool = Executors.newFixedThreadPool(2);
              pool.submit(() -> {}).get();
              List<Thread> idle = new ArrayList<>();
              idle.add(Thread.ofPlatform().start(() -> take(linked)));
              idle.add(Thread.ofPlatform().start(() -> take(array)));
              idle.add(Thread.ofPlatform().start(() -> future.join()));
              idle.add(Thread.ofPlatform().start(() -> ConvoyProgram.await(latch)));
              idle.add(Thread.ofVirtual().start(() -> take(linked)));
              idle.add(Thread.ofVirtual().start(() -> ConvoyProgram.await(latch)));
              Thread.sleep(60);
              linked.add("");
              linked.add("");
              array.add("");
              future.complete("");
              latch.countDown();
              pool.shutdown();
              for (Thread each : idle) {
                each.join();
              }
            });

    // A taker reacquires its queue's lock from the thread that fed the queue; that is short.
    assertThat(recorded.of(StallKind.LOCK_WAIT)).allMatch(each -> each.nanos() < 30_000_000);
    assertThat(recorded.contentions()).allMatch(each -> each.waits().longestNanos() < 30_000_000);
  }

  /// Four threads that contend for a lock all the time.
  @Test
  void almostAllWaitTimeIsFound() throws Exception {
    Map<StallKind, Held> locks =
        Map.of(StallKind.MONITOR_WAIT, Locks.monitor(), StallKind.LOCK_WAIT, Locks.reentrant());
    for (var lock : locks.entrySet()) {
      AtomicLong truth = new AtomicLong();
      Recorded recorded =
          Recorded.of(WatchLevel.DEFAULT, () -> truth.set(fight(lock.getValue(), 4, 50)));

      List<Contention> found =
          recorded.contentions().stream()
              .filter(each -> each.kind() == lock.getKey() && each.waiters().contains("fighter 1"))
              .toList();
      assertThat(found).hasSize(1);
      double share = found.getFirst().waits().totalNanos() / (double) truth.get();
      assertThat(share).as(lock.getKey().name()).isBetween(0.95, 1.02);
      assertThat(found.getFirst().owners()).contains("fighter 0", "fighter 1");
    }
  }

  /// Their total wait time, as they measured it themselves.
  private static long fight(Held lock, int fighters, int rounds) throws InterruptedException {
    AtomicLong waited = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < fighters; i++) {
      threads.add(
          Thread.ofPlatform()
              .name("fighter " + i)
              .start(() -> {
                for (int n = 0; n < rounds; n++) {
                  long asked = System.nanoTime();
                  lock.run(() -> {
                    waited.addAndGet(System.nanoTime() - asked);
                    ConvoyProgram.sleep(3);
                  });
                }
              }));
    }
    for (Thread each : threads) {
      each.join();
    }
    return waited.get();
  }

  private static void take(BlockingQueue<String> queue) {
    try {
      queue.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Evidence.LockWait evidence(Stall wait) {
    return (Evidence.LockWait) wait.evidence();
  }

  /// Asserts one wait of the thread, from its request to its acquisition. If only parks are known,
  /// a thread that is slow to park again on a busy machine makes two of one wait.
  private static void assertWaited(Recorded recorded, StallKind kind, String name, Truth truth) {
    List<Stall> waits = recorded.of(kind, name);
    boolean parks =
        waits.stream().allMatch(each -> evidence(each).event().equals("jdk.ThreadPark"));
    assertThat(waits).as(name).hasSizeBetween(1, parks ? 2 : 1);
    truth.assertIs(name, waits);
  }

  private static Contention only(Recorded recorded, StallKind kind, String type) {
    return recorded.contentions().stream()
        .filter(each -> each.kind() == kind && each.lock().startsWith(type + " @"))
        .reduce((one, other) -> {
          throw new AssertionError(one + " and " + other);
        })
        .orElseThrow();
  }
}
