package dev.takt.counters;

import static dev.takt.counters.StandardEvent.BRANCH_MISSES;
import static dev.takt.counters.StandardEvent.CONTEXT_SWITCHES;
import static dev.takt.counters.StandardEvent.CPU_MIGRATIONS;
import static dev.takt.counters.StandardEvent.CYCLES;
import static dev.takt.counters.StandardEvent.INSTRUCTIONS;
import static dev.takt.counters.StandardEvent.LLC_MISSES;
import static dev.takt.counters.StandardEvent.MAJOR_FAULTS;
import static dev.takt.counters.StandardEvent.MINOR_FAULTS;
import static dev.takt.counters.StandardEvent.PAGE_FAULTS;
import static dev.takt.counters.StandardEvent.TASK_CLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.takt.counters.perf.PerfAccess;
import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.StreamChild;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Timing
class CountersTest {

  private static final long PAGES = 2000;

  @BeforeEach
  void requirePerf() {
    assumeTrue(PerfAccess.isAvailable(), "no perf events here");
  }

  @Test
  void taskClockIsCpuTime() {
    try (var counters = Counters.open(TASK_CLOCK)) {
      long cpuBefore = cpuTime();
      Reading before = counters.read();
      spin(200_000_000);
      Reading used = counters.read().since(before);
      long cpu = cpuTime() - cpuBefore;

      assertThat(used.count(TASK_CLOCK)).isInstanceOf(Count.Exact.class);
      assertThat(used.value(TASK_CLOCK).orElseThrow()).isCloseTo(cpu, withPercentage(2));
    }
  }

  @Test
  void eachSleepIsOneContextSwitch() {
    try (var counters = Counters.open(CONTEXT_SWITCHES)) {
      Reading before = counters.read();
      for (int i = 0; i < 50; i++) {
        LockSupport.parkNanos(200_000);
      }
      long switches = counters.read().since(before).value(CONTEXT_SWITCHES).orElseThrow();

      // Other threads may cause more switches.
      assertThat(switches).isBetween(50L, 150L);
    }
  }

  @Test
  void eachFreshPageIsOneFault() {
    try (var counters = Counters.open(PAGE_FAULTS, MINOR_FAULTS, MAJOR_FAULTS)) {
      FreshPages.touch(PAGES);
      counters.start();
      FreshPages.touch(PAGES);
      Reading faults = counters.stop();

      assertThat(faults.value(MINOR_FAULTS).orElseThrow()).isBetween(PAGES, PAGES + 50);
      assertThat(faults.value(PAGE_FAULTS).orElseThrow())
          .isEqualTo(
              faults.value(MINOR_FAULTS).orElseThrow() + faults.value(MAJOR_FAULTS).orElseThrow());
    }
  }

  /// Threads that were there before, that started later, and that have ended.
  @Test
  void processIsCountedWithAllItsThreads() throws Exception {
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                await(begin);
                FreshPages.touch(PAGES);
              }));
    }
    FreshPages.touch(PAGES);
    try (var counters = Counters.openProcess(ProcessHandle.current().pid(), PAGE_FAULTS)) {
      assertThat(counters.notSupported()).isEmpty();
      counters.start();
      begin.countDown();
      for (int i = 0; i < 5; i++) {
        threads.add(
            Thread.ofPlatform()
                .start(() -> join(Thread.ofPlatform().start(() -> FreshPages.touch(PAGES)))));
      }
      for (Thread each : threads) {
        each.join();
      }
      long faults = counters.stop().value(PAGE_FAULTS).orElseThrow();

      // The stacks of the threads need some pages, and so does the JVM.
      assertThat(faults).isBetween(10 * PAGES, 10 * PAGES + 3000);
      assertThat(counters.unseenThreads()).isZero();
    }
  }

  @Test
  void threadsThatStartWithoutEndAreReportedAndLeaveNoDescriptors() throws Exception {
    long before = descriptors();
    AtomicBoolean isEnough = new AtomicBoolean();
    Thread storm =
        Thread.ofPlatform()
            .start(() -> {
              while (!isEnough.get()) {
                join(Thread.ofPlatform().start(() -> {}));
              }
            });
    try (var counters = Counters.openProcess(ProcessHandle.current().pid(), TASK_CLOCK)) {
      long cpuBefore = processCpuTime();
      counters.start();
      spin(50_000_000);
      long counted = counters.stop().value(TASK_CLOCK).orElseThrow();
      // Whatever was missed, this thread was not, and none was counted twice.
      assertThat(counted).isBetween(50_000_000L, processCpuTime() - cpuBefore + 20_000_000);
      assertThat(counters.unseenThreads()).isBetween(0, 100);
    } finally {
      isEnough.set(true);
      storm.join();
    }
    assertThat(descriptors()).isLessThan(before + 10);
  }

  /// The time stamp counter is a PMU that virtual machines have, too. Their CPU frequency is the
  /// counter's.
  @Test
  void eventOfThePmuIsOpenedByItsName() throws IOException {
    List<String> cpu = Files.readAllLines(Path.of("/proc/cpuinfo"));
    assumeTrue(Files.exists(Path.of("/sys/bus/event_source/devices/msr/events/tsc")), "no TSC");
    assumeTrue(
        cpu.stream().anyMatch(line -> line.matches("flags.*\\bhypervisor\\b.*")), "unknown rate");
    double megahertz =
        cpu.stream()
            .filter(line -> line.startsWith("cpu MHz"))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
            .findFirst()
            .orElseThrow();

    Event tsc = Event.parse("msr/tsc/");
    try (var counters = Counters.open(tsc, TASK_CLOCK, Event.parse("msr/none/"))) {
      counters.start();
      spin(200_000_000);
      Reading used = counters.stop();

      assertThat(used.ratio(tsc, TASK_CLOCK).orElseThrow() * 1000)
          .isCloseTo(megahertz, withPercentage(2));
      assertThat(used.count(Event.parse("msr/none/")))
          .isEqualTo(
              new Count.NotSupported(
                  "msr has no event and no field none; events: tsc; fields: event"));
    }
  }

  @Test
  void stopNeedsAStart() {
    try (var counters = Counters.open(TASK_CLOCK)) {
      assertThatThrownBy(counters::stop).hasMessage("stop without start");
    }
  }

  @Test
  void unsupportedCountersAreReportedAndOthersCount() {
    try (var counters =
        Counters.open(
            CYCLES, INSTRUCTIONS, LLC_MISSES, BRANCH_MISSES, TASK_CLOCK, CPU_MIGRATIONS)) {
      spin(5_000_000);
      Reading reading = counters.read();

      assertThat(reading.counts()).hasSize(6);
      assertThat(reading.value(TASK_CLOCK).orElseThrow()).isPositive();
      if (Pmus.OF_THIS_MACHINE.hasCorePmus()) {
        assertThat(reading.value(INSTRUCTIONS).orElse(1)).isPositive();
      } else {
        assertThat(counters.notSupported())
            .containsOnlyKeys(CYCLES, INSTRUCTIONS, LLC_MISSES, BRANCH_MISSES);
        assertThat(reading.count(CYCLES))
            .isEqualTo(
                new Count.NotSupported(
                    "this machine has no hardware counters, as is usual for virtual machines"));
        assertThat(reading.value(CYCLES)).isEmpty();
      }
    }
    assertThat(Counters.available()).contains(TASK_CLOCK, PAGE_FAULTS);
    assertThat(Counters.available().contains(CYCLES)).isEqualTo(Pmus.OF_THIS_MACHINE.hasCorePmus());
  }

  @Test
  void unrequestedCounterIsRejected() {
    try (var counters = Counters.open(TASK_CLOCK)) {
      Reading reading = counters.read();

      assertThatThrownBy(() -> reading.count(PAGE_FAULTS))
          .hasMessage("page-faults was not asked for");
    }
  }

  @Test
  void onlyChildrenAreCountedFromExecOn() throws Exception {
    // Twenty processes, each of which switches when it waits for the next.
    Command command = Command.of("sh", "-c", "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.01; done");
    try (var counters = Counters.openChildren(TASK_CLOCK, CONTEXT_SWITCHES, PAGE_FAULTS)) {
      spin(50_000_000);
      assertThat(counters.read().value(TASK_CLOCK)).hasValue(0);

      Launcher.shared().run(command, Duration.ofSeconds(20));
      Reading reading = counters.read();

      assertThat(reading.value(TASK_CLOCK).orElseThrow()).isBetween(1_000_000L, 2_000_000_000L);
      assertThat(reading.value(CONTEXT_SWITCHES).orElseThrow()).isGreaterThanOrEqualTo(20);
      assertThat(reading.value(PAGE_FAULTS).orElseThrow()).isGreaterThan(11 * 20);
      spin(50_000_000);
      assertThat(counters.read().value(TASK_CLOCK)).isEqualTo(reading.value(TASK_CLOCK));
    }
  }

  @Test
  void processIsCountedWithItsChildren() throws Exception {
    try (StreamChild shell = Launcher.shared().start(Command.of("sh"));
        var counters = Counters.openProcess(shell.pid(), TASK_CLOCK, CONTEXT_SWITCHES)) {
      assertThat(counters.read().value(TASK_CLOCK)).isPresent();
      shell
          .stdin()
          .write(
              "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; true & wait\n"
                  .getBytes(StandardCharsets.UTF_8));
      shell.stdin().close();
      shell.awaitExit();

      var usage = shell.exit().orElseThrow().usage();
      assertThat(usage).isNotNull();
      assertThat(counters.read().value(TASK_CLOCK).orElseThrow()).isGreaterThan(10_000_000L);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static long descriptors() throws IOException {
    try (var all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  private static long processCpuTime() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void spin(long nanos) {
    long end = cpuTime() + nanos;
    while (cpuTime() < end) {
      Thread.onSpinWait();
    }
  }
}
