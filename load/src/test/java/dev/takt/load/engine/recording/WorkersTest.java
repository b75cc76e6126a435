package dev.takt.load.engine.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.worker.SharedOperationSource;
import dev.takt.load.engine.worker.WorkerSender;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.share.Share;
import dev.takt.load.workload.Workload;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.RecorderRegistry;
import dev.takt.runs.model.Balance;
import dev.takt.testing.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Workers on real threads.
@Timeout(60)
@Timing
class WorkersTest {

  private static final long MS = 1_000_000;

  /// What a worker's session does.
  @FunctionalInterface
  private interface Call {
    Outcome execute(int worker, long n) throws Exception;
  }

  private static final class TestDriver implements BlockingDriver {
    private final Call call;
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private int refusedWorker = -1;

    TestDriver(Call call) {
      this.call = call;
    }

    @Override
    public Session open(int worker) throws DriverException {
      threads.add(Thread.currentThread());
      if (worker == refusedWorker) {
        throw new DriverException("no room for worker " + worker);
      }
      opened.incrementAndGet();
      return new Session() {
        @Override
        public Outcome execute(int operation, long n) throws Exception {
          return call.execute(worker, n);
        }

        @Override
        public void close() {
          closed.incrementAndGet();
        }
      };
    }

    @Override
    public String describe() {
      return "a test";
    }

    @Override
    public void close() {}
  }

  /// One run of workers, and what it recorded.
  private static final class Run {
    private final WorkerSender sender;
    private final RecorderRegistry registry = new RecorderRegistry();
    private final Map<String, LatencyHistogram> histograms = new TreeMap<>();
    private final Schedule schedule;
    private final long origin;
    private final RunDeadline deadline;

    Run(TestDriver driver, Schedule schedule, int workers, boolean virtual, long length, long drain)
        throws Exception {
      this(driver, schedule, Pacing.HYBRID, workers, virtual, length, drain);
    }

    Run(
        TestDriver driver,
        Schedule schedule,
        Pacing pacing,
        int workers,
        boolean virtual,
        long length,
        long drain)
        throws Exception {
      this.schedule = schedule;
      this.sender =
          new WorkerSender(
              driver,
              from -> new SharedOperationSource.Scheduled(schedule, Share.WHOLE, from),
              new Workload(1, 1.0),
              pacing,
              0,
              workers,
              virtual);
      sender.prepare();
      sender.recordInto(
          new Recording(RateMode.FIXED, java.util.List.of("read"), registry, null, new StallLog()));
      this.origin = System.nanoTime() + 2 * MS;
      this.deadline = new RunDeadline(origin + length, drain);
    }

    Run start() {
      sender.start(origin, deadline);
      return this;
    }

    /// Waits for the end, and checks that everything adds up.
    Balance finish() throws InterruptedException {
      while (!sender.awaitEnd(5 * MS)) {
        Thread.onSpinWait();
      }
      Balance balance = balance();
      registry.collect((tag, histogram) -> {
        LatencyHistogram copy = new LatencyHistogram();
        copy.add(histogram);
        histograms.put(tag, copy);
      });
      IntendedOperationCounter intendedCounter = new IntendedOperationCounter(schedule, 0);
      intendedCounter.advanceTo(deadline.lastIntended() - origin);
      assertThat(balance.isExact()).as("%s", balance).isTrue();
      assertThat(balance.intended()).isEqualTo(intendedCounter.total());
      assertThat(count("read-rt"))
          .isEqualTo(balance.completed() + balance.unfinished() + balance.neverSent());
      assertThat(count("read-st")).isEqualTo(balance.completed());
      assertThat(count("read-wt")).isEqualTo(balance.completed() + balance.neverSent());
      assertThat(count("read:unfinished-st")).isEqualTo(balance.unfinished());
      assertThat(count("read:unsent-rt")).isEqualTo(balance.neverSent());
      assertThat(count("read:failed-rt")).isEqualTo(balance.failed());
      return balance;
    }

    Balance balance() {
      Balance sum = new Balance(0, 0, 0, 0, 0, 0);
      for (OperationCounters each : sender.counters()) {
        Balance b = each.balance(0, false);
        sum =
            new Balance(
                sum.intended() + b.intended(),
                sum.completed() + b.completed(),
                sum.failed() + b.failed(),
                sum.timedOut() + b.timedOut(),
                sum.unfinished() + b.unfinished(),
                sum.neverSent() + b.neverSent());
      }
      return sum;
    }

    long count(String tag) {
      return histogram(tag).totalCount();
    }

    LatencyHistogram histogram(String tag) {
      return Objects.requireNonNullElseGet(histograms.get(tag), LatencyHistogram::new);
    }
  }

  private static Schedule perSecond(long rate) {
    return Schedules.constant(Rate.perSecond(rate));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachIntendedOperationIsDoneOnce(boolean virtual) throws Exception {
    Set<Long> numbers = ConcurrentHashMap.newKeySet();
    AtomicInteger twice = new AtomicInteger();
    TestDriver driver =
        new TestDriver((worker, n) -> {
          if (!numbers.add(n)) {
            twice.incrementAndGet();
          }
          return Outcome.OK;
        });
    Run run = new Run(driver, perSecond(2000), 4, virtual, 300 * MS, 2000 * MS).start();
    Balance balance = run.finish();
    assertThat(balance).isEqualTo(new Balance(600, 600, 0, 0, 0, 0));
    assertThat(numbers).hasSize(600);
    assertThat(twice).hasValue(0);
    await().pollInterval(Duration.ofMillis(1)).until(() -> driver.closed.get() == 4);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stuckWorkerDelaysNoOtherAndCountsAsOneUnfinished(boolean virtual) throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    TestDriver driver =
        new TestDriver((worker, n) -> {
          if (n == 10) {
            never.await();
          }
          return Outcome.OK;
        });
    Run run = new Run(driver, perSecond(500), 3, virtual, 400 * MS, 200 * MS).start();
    Balance balance = run.finish();
    assertThat(balance).isEqualTo(new Balance(200, 199, 0, 0, 1, 0));
    assertThat(run.histogram("read:unfinished-rt").max()).isBetween(500 * MS, 700 * MS);
    // A stuck worker is abandoned: its thread was interrupted, and its session closed.
    await().pollInterval(Duration.ofMillis(1)).until(() -> driver.closed.get() == 3);
    assertThat(run.balance()).isEqualTo(balance);
  }

  @Test
  void withAllWorkersStuckTheRestIsNeverSent() throws Exception {
    TestDriver driver =
        new TestDriver((worker, n) -> {
          new CountDownLatch(1).await();
          return Outcome.OK;
        });
    Run run = new Run(driver, perSecond(1000), 2, false, 300 * MS, 100 * MS).start();
    assertThat(run.finish()).isEqualTo(new Balance(300, 0, 0, 0, 2, 298));
    // The first unsent operation was due 2 ms after the start, the last 100 ms before the cut-off.
    assertThat(run.histogram("read:unsent-rt").max()).isBetween(390 * MS, 800 * MS);
    assertThat(run.histogram("read:unsent-rt").min()).isBetween(95 * MS, 500 * MS);
  }

  @Test
  void anExceptionIsAFailureAndTheSessionIsOpenedAnew() throws Exception {
    TestDriver driver =
        new TestDriver((worker, n) -> {
          if (n % 10 == 0) {
            throw new IllegalStateException("broken pipe\nwith details");
          }
          return Outcome.OK;
        });
    Run run = new Run(driver, perSecond(1000), 1, false, 100 * MS, 2000 * MS).start();
    assertThat(run.finish()).isEqualTo(new Balance(100, 90, 10, 0, 0, 0));
    Map<String, Long> failures = new TreeMap<>();
    run.sender.counters().forEach(each -> each.addFailuresTo(failures));
    assertThat(failures).containsExactly(Map.entry("broken pipe", 10L));
    assertThat(driver.opened).hasValue(11);
    assertThat(driver.closed).hasValue(11);
  }

  @Test
  void anInterruptThatADriverMakesItselfDoesNotSpoilWhatFollows() throws Exception {
    TestDriver driver =
        new TestDriver((worker, n) -> {
          if (n == 0) {
            throw new InterruptedException("by the driver");
          }
          Thread.sleep(1);
          return Outcome.OK;
        });
    Run run = new Run(driver, perSecond(100), 1, false, 100 * MS, 2000 * MS).start();
    assertThat(run.finish()).isEqualTo(new Balance(10, 9, 1, 0, 0, 0));
  }

  @Test
  void anInterruptThatADriverLeavesBehindDoesNotSpoilWhatFollows() throws Exception {
    TestDriver driver =
        new TestDriver((worker, n) -> {
          if (n == 0) {
            Thread.currentThread().interrupt();
          } else {
            Thread.sleep(1);
          }
          return Outcome.OK;
        });
    Run run = new Run(driver, perSecond(100), 1, false, 100 * MS, 2000 * MS).start();
    assertThat(run.finish()).isEqualTo(new Balance(10, 10, 0, 0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void failedSessionOpenThrowsAndLeavesNoThread(boolean virtual) {
    TestDriver driver = new TestDriver((worker, n) -> Outcome.OK);
    driver.refusedWorker = 2;
    WorkerSender sender =
        new WorkerSender(
            driver,
            origin -> new SharedOperationSource.Scheduled(perSecond(1), Share.WHOLE, origin),
            new Workload(1, 1.0),
            Pacing.HYBRID,
            0,
            4,
            virtual);
    assertThatThrownBy(sender::prepare)
        .isInstanceOf(DriverException.class)
        .hasMessage("no room for worker 2");
    sender.abandon();
    await()
        .pollInterval(Duration.ofMillis(1))
        .until(() -> driver.threads.stream().noneMatch(Thread::isAlive));
    assertThat(sender.cleanup().totalCount()).isEqualTo(3);
    assertThat(driver.closed).hasValue(3);
  }

  @Test
  void anErrorOfAWorkerEndsTheRunAtOnce() throws Exception {
    TestDriver driver =
        new TestDriver((worker, n) -> {
          if (n == 5) {
            throw new NoClassDefFoundError("client/Library");
          }
          return Outcome.OK;
        });
    Run run = new Run(driver, perSecond(100), 2, false, 60_000 * MS, 0).start();
    assertThatThrownBy(run::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("client/Library");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStopWakesWorkersThatSleep(boolean virtual) throws Exception {
    TestDriver driver = new TestDriver((worker, n) -> Outcome.OK);
    Schedule slow = Schedules.constant(Rate.parse("1/m"));
    Run run = new Run(driver, slow, 4, virtual, 600_000 * MS, 60_000 * MS).start();
    assertThat(run.sender.awaitEnd(50 * MS)).isFalse();
    long stopped = System.nanoTime();
    run.deadline.stop(stopped + 20 * MS);
    run.sender.wake();
    assertThat(run.finish()).isEqualTo(new Balance(1, 1, 0, 0, 0, 0));
    assertThat(System.nanoTime() - stopped).isLessThan(500 * MS);
  }

  /// At the end of the run, workers are taking, waiting, calling, or just done.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEndInMidCallNeitherLosesNorDoublesAnOperation(boolean virtual) throws Exception {
    Random random = new Random(9);
    for (int round = 0; round < 60; round++) {
      TestDriver driver =
          new TestDriver((worker, n) -> {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(300_000));
            return n % 7 == 0 ? Outcome.failed("seventh") : Outcome.OK;
          });
      long length = 10 * MS + random.nextInt(5_000_000);
      Run run = new Run(driver, perSecond(20_000), 6, virtual, length, random.nextInt(2_000_000));
      run.start();
      if (round % 3 == 0 && !run.sender.awaitEnd(3 * MS)) {
        // In the future, as required, even if this thread loses its CPU just now.
        run.deadline.stop(System.nanoTime() + 2 * MS + random.nextInt(4_000_000));
        run.sender.wake();
      }
      Balance balance = run.finish();
      await()
          .pollInterval(Duration.ofMillis(1))
          .until(() -> driver.threads.stream().noneMatch(Thread::isAlive));
      assertThat(run.balance()).as("nothing is counted after the end").isEqualTo(balance);
    }
  }

  @Test
  void whatIsIntendedWhileAllWorkersAreBusyIsWaitAndNotLateness() throws Exception {
    TestDriver driver =
        new TestDriver((worker, n) -> {
          Thread.sleep(4);
          return Outcome.OK;
        });
    Run run = new Run(driver, perSecond(1000), 1, false, 100 * MS, 5000 * MS).start();
    assertThat(run.finish().completed()).isEqualTo(100);
    // Each waits 3 ms longer than the previous one, plus what the machine adds.
    assertThat(run.histogram("read-wt").max()).isGreaterThan(295 * MS);
    assertThat(run.histogram("generator:lateness-lt").valueAtPercentile(90)).isLessThan(20 * MS);
  }

  /// Operations that are due at once are started by one worker, in the order in which they are due.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whereCallsAreShortOneWorkerAfterAnotherMakesAllStarts(boolean virtual) throws Exception {
    List<Integer> byWorker = Collections.synchronizedList(new ArrayList<>());
    List<Long> numbers = Collections.synchronizedList(new ArrayList<>());
    TestDriver driver =
        new TestDriver((worker, n) -> {
          byWorker.add(worker);
          numbers.add(n);
          return Outcome.OK;
        });
    Run run =
        new Run(driver, perSecond(10_000), Pacing.SLEEP, 4, virtual, 800 * MS, 5000 * MS).start();
    assertThat(run.finish()).isEqualTo(new Balance(8000, 8000, 0, 0, 0, 0));
    assertThat(numbers.stream().distinct().count()).isEqualTo(8000);
    assertThat(byWorker.stream().distinct().count()).as("all sessions are used").isEqualTo(4);
    // If each worker takes its own operations, four workers alternate all the time.
    assertThat(changes(byWorker)).isLessThan(4000);
  }

  private static int changes(List<Integer> workers) {
    int changes = 0;
    for (int i = 1; i < workers.size(); i++) {
      changes += workers.get(i).equals(workers.get(i - 1)) ? 0 : 1;
    }
    return changes;
  }

  /// Recognises a leader by its behaviour: it makes one start after another.
  private static final class LastWorkers {
    private static final int ROW = 60;
    private int last = -1;
    private int row;

    synchronized boolean isLeader(int worker) {
      row = worker == last ? row + 1 : 0;
      last = worker;
      return row >= ROW;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void permanentlyStuckLeaderIsReplaced(boolean virtual) throws Exception {
    LastWorkers last = new LastWorkers();
    AtomicInteger stuck = new AtomicInteger();
    TestDriver driver =
        new TestDriver((worker, n) -> {
          if (last.isLeader(worker) && n >= 3000 && stuck.compareAndSet(0, 1)) {
            new CountDownLatch(1).await();
          }
          return Outcome.OK;
        });
    Run run =
        new Run(driver, perSecond(10_000), Pacing.SLEEP, 4, virtual, 1500 * MS, 300 * MS).start();
    Balance balance = run.finish();
    assertThat(balance).isEqualTo(new Balance(15_000, 15_000 - stuck.get(), 0, 0, stuck.get(), 0));
    assertThat(run.histogram("read-wt").max()).isLessThan(250 * MS);
  }

  /// Two others are idle while the leader is in its call, so the generator alone causes the wait of
  /// the operations behind it.
  @Test
  void whatWaitsBehindALeaderIsLate() throws Exception {
    LastWorkers last = new LastWorkers();
    TestDriver driver =
        new TestDriver((worker, n) -> {
          if (last.isLeader(worker) && n % 40 == 39) {
            LockSupport.parkNanos(1_200_000);
          }
          return Outcome.OK;
        });
    Run run =
        new Run(driver, perSecond(10_000), Pacing.SLEEP, 3, false, 1500 * MS, 5000 * MS).start();
    assertThat(run.finish().completed()).isEqualTo(15_000);
    LatencyHistogram late = run.histogram("generator:lateness-lt");
    LatencyHistogram wait = run.histogram("read-wt");
    assertThat(late.mean()).isGreaterThanOrEqualTo(wait.mean() * 0.95);
  }

  /// Leaders are stuck, replaced, freed, stopped and cut off at any moment.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void changesOfTheLeadNeitherLoseNorDoubleAnOperation(boolean virtual) throws Exception {
    Random random = new Random(11);
    for (int round = 0; round < 20; round++) {
      int rarity = 1 + random.nextInt(400);
      Set<Long> numbers = ConcurrentHashMap.newKeySet();
      AtomicInteger twice = new AtomicInteger();
      TestDriver driver =
          new TestDriver((worker, n) -> {
            if (!numbers.add(n)) {
              twice.incrementAndGet();
            }
            if (ThreadLocalRandom.current().nextInt(rarity) == 0) {
              LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(8_000_000));
            }
            return Outcome.OK;
          });
      Pacing pacing = round % 2 == 0 ? Pacing.SLEEP : Pacing.HYBRID;
      int workers = 1 + random.nextInt(6);
      long length = 60 * MS + random.nextInt(60_000_000);
      Run run =
          new Run(
              driver,
              perSecond(40_000),
              pacing,
              workers,
              virtual,
              length,
              random.nextInt(20_000_000));
      run.start();
      if (round % 3 == 0 && !run.sender.awaitEnd(40 * MS)) {
        run.deadline.stop(System.nanoTime() + 5 * MS + random.nextInt(5_000_000));
        run.sender.wake();
      }
      Balance balance = run.finish();
      await()
          .pollInterval(Duration.ofMillis(1))
          .until(() -> driver.threads.stream().noneMatch(Thread::isAlive));
      assertThat(run.balance()).as("nothing is counted after the end").isEqualTo(balance);
      assertThat(twice).hasValue(0);
      assertThat((long) numbers.size()).isEqualTo(balance.completed() + balance.unfinished());
    }
  }
}
