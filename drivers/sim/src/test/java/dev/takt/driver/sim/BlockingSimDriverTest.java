package dev.takt.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import dev.takt.driver.sim.model.NanoRange;
import dev.takt.driver.sim.model.ServiceTime;
import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.driver.sim.model.SimulatedSystems;
import dev.takt.driver.sim.model.StoppableClock;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.BlockingDriver.Session;
import dev.takt.load.driver.Outcome;
import dev.takt.testing.Timing;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Timing
class BlockingSimDriverTest {

  private static final long MS = 1_000_000;

  @AutoClose("shutdownNow")
  private final ExecutorService pool = Executors.newCachedThreadPool();

  @Test
  void sleepIsOnlyALittleLongerThanTheDelay() throws Exception {
    BlockingDriver driver = SimDrivers.blocking((arrival, n) -> arrival + 4 * MS);
    long[] nanos = new long[100];
    try (Session session = driver.open(0)) {
      for (int n = 0; n < nanos.length; n++) {
        long start = System.nanoTime();
        assertThat(session.execute(0, n)).isSameAs(Outcome.OK);
        nanos[n] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos);
    assertThat(nanos[0]).isGreaterThanOrEqualTo(4 * MS);
    // Usually some microseconds, but the machine may be busy.
    assertThat(nanos[50]).isLessThan(8 * MS);
  }

  @Test
  void concurrentSleepsAreIndependent() throws Exception {
    BlockingDriver driver = SimDrivers.blocking((arrival, n) -> arrival + 2 * MS);
    List<Future<Long>> workers = new ArrayList<>();
    for (int worker = 0; worker < 25; worker++) {
      workers.add(
          pool.submit(() -> {
            long start = System.nanoTime();
            try (Session session = driver.open(0)) {
              for (int n = 0; n < 200; n++) {
                session.execute(0, n);
              }
            }
            return (System.nanoTime() - start) / 200;
          }));
    }
    for (Future<Long> worker : workers) {
      assertThat(worker.get()).isBetween(2 * MS, 20 * MS);
    }
  }

  @Test
  void stopDelaysSleepingOperations() throws Exception {
    NanoRange sleep = new NanoRange(100 * MS, 100 * MS);
    NanoRange stop = new NanoRange(300 * MS, 300 * MS);
    StoppableClock time = new StoppableClock(4);
    SimulatedSystem system =
        new SimulatedSystem() {
          @Override
          public long arrive(long arrival, long n) {
            return n == 1 ? time.stop(arrival, stop.low()) : time.at(arrival) + sleep.low();
          }

          @Override
          public long realTimeOf(long systemNanos) {
            return time.realTimeOf(systemNanos);
          }
        };
    BlockingDriver driver = SimDrivers.blocking(system);
    long start = System.nanoTime();
    Future<Long> sleeper = pool.submit(() -> timed(driver, 0));
    TimeUnit.MILLISECONDS.sleep(20);
    Future<Long> stopper = pool.submit(() -> timed(driver, 1));
    assertThat(sleeper.get()).isBetween(400 * MS, 2000 * MS);
    assertThat(stopper.get()).isGreaterThanOrEqualTo(300 * MS);
    assertThat(System.nanoTime() - start).isLessThan(5000 * MS);
  }

  @Test
  void closeWakesHangingOperations() throws Exception {
    BlockingDriver driver = SimDrivers.blocking((arrival, n) -> SimulatedSystem.NEVER);
    List<Future<Outcome>> hanging = new ArrayList<>();
    for (int worker = 0; worker < 4; worker++) {
      hanging.add(pool.submit(() -> driver.open(0).execute(0, 0)));
    }
    TimeUnit.MILLISECONDS.sleep(50);
    assertThat(hanging).noneMatch(Future::isDone);
    driver.close();
    for (Future<Outcome> outcome : hanging) {
      assertThat(outcome.get(5, TimeUnit.SECONDS)).isEqualTo(Outcome.failed("driver closed"));
    }
  }

  @Test
  void interruptEndsTheWait() throws Exception {
    BlockingDriver driver = SimDrivers.blocking((arrival, n) -> SimulatedSystem.NEVER);
    Session session = driver.open(0);
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> session.execute(0, 0));
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void slowOperationTimesOut() throws Exception {
    BlockingDriver driver = new BlockingSimDriver((arrival, n) -> arrival + n, "slow", 20 * MS);
    try (Session session = driver.open(0)) {
      long start = System.nanoTime();
      assertThat(session.execute(0, 3_600_000 * MS)).isSameAs(Outcome.TIMED_OUT);
      assertThat(System.nanoTime() - start).isBetween(20 * MS, 2000 * MS);
      assertThat(session.execute(0, MS)).isSameAs(Outcome.OK);
    }
  }

  @Test
  void nothingIsAllocatedPerOperation() throws Exception {
    BlockingDriver driver = SimDrivers.blocking(SimulatedSystems.fourMode(1, 25));
    BlockingDriver noop = SimDrivers.blocking(SimulatedSystems.delay(ServiceTime.constant(0)));
    try (Session session = driver.open(0);
        Session quick = noop.open(0)) {
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      execute(session, quick);
      long before = threads.getCurrentThreadAllocatedBytes();
      execute(session, quick);
      assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000);
    }
  }

  private static void execute(Session session, Session quick) throws Exception {
    for (int n = 0; n < 100; n++) {
      session.execute(0, n);
    }
    for (int n = 0; n < 100_000; n++) {
      quick.execute(0, n);
    }
  }

  private static long timed(BlockingDriver driver, long n) throws Exception {
    long start = System.nanoTime();
    try (Session session = driver.open(0)) {
      session.execute(0, n);
    }
    return System.nanoTime() - start;
  }
}
