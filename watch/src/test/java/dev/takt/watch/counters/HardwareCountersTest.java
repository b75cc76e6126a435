package dev.takt.watch.counters;

import static dev.takt.watch.counters.Counter.BRANCH_MISSES;
import static dev.takt.watch.counters.Counter.CONTEXT_SWITCHES;
import static dev.takt.watch.counters.Counter.CPU_MIGRATIONS;
import static dev.takt.watch.counters.Counter.CYCLES;
import static dev.takt.watch.counters.Counter.INSTRUCTIONS;
import static dev.takt.watch.counters.Counter.LLC_MISSES;
import static dev.takt.watch.counters.Counter.MAJOR_FAULTS;
import static dev.takt.watch.counters.Counter.MINOR_FAULTS;
import static dev.takt.watch.counters.Counter.PAGE_FAULTS;
import static dev.takt.watch.counters.Counter.TASK_CLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.StreamChild;
import dev.takt.testing.Timing;
import dev.takt.watch.UnprivilegedJvm;
import dev.takt.watch.perf.PerfAccess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Timing
class HardwareCountersTest {

  private static final int PAGES = 2000;
  private static final int PAGE_BYTES = 4096;

  @BeforeEach
  void requirePerf() {
    assumeTrue(PerfAccess.isAvailable(), "no perf events here");
  }

  @Test
  void taskClockIsCpuTime() {
    try (var counters = HardwareCounters.open(TASK_CLOCK)) {
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
    try (var counters = HardwareCounters.open(CONTEXT_SWITCHES)) {
      Reading before = counters.read();
      for (int i = 0; i < 50; i++) {
        LockSupport.parkNanos(200_000);
      }
      long switches = counters.read().since(before).value(CONTEXT_SWITCHES).orElseThrow();

      // Other threads may cause more switches.
      assertThat(switches).isBetween(50L, 150L);
    }
  }

  /// The number of faults for fresh pages depends on the file system, so it is compared with the
  /// kernel's other count of them for each thread.
  @Test
  void freshPagesAreCountedAsFaults(@TempDir Path folder) throws Exception {
    try (var counters = HardwareCounters.open(PAGE_FAULTS, MINOR_FAULTS, MAJOR_FAULTS);
        var file = new RandomAccessFile(folder.resolve("pages").toFile(), "rw")) {
      touch(file);
      long known = -minorFaults();
      Reading before = counters.read();
      touch(file);
      Reading faults = counters.read().since(before);
      known += minorFaults();

      long total = faults.value(PAGE_FAULTS).orElseThrow();
      assertThat(known).isGreaterThan(PAGES / 16);
      assertThat(faults.value(MINOR_FAULTS).orElseThrow()).isCloseTo(known, within(50L));
      assertThat(total)
          .isEqualTo(
              faults.value(MINOR_FAULTS).orElseThrow() + faults.value(MAJOR_FAULTS).orElseThrow());
    }
  }

  @Test
  void unsupportedCountersAreReportedAndOthersCount() {
    try (var counters =
        HardwareCounters.open(
            CYCLES, INSTRUCTIONS, LLC_MISSES, BRANCH_MISSES, TASK_CLOCK, CPU_MIGRATIONS)) {
      spin(5_000_000);
      Reading reading = counters.read();

      assertThat(reading.counts()).hasSize(6);
      assertThat(reading.value(TASK_CLOCK).orElseThrow()).isPositive();
      if (PerfAccess.hasHardwareCounters()) {
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
    assertThat(HardwareCounters.available()).contains(TASK_CLOCK, PAGE_FAULTS);
    assertThat(HardwareCounters.available().contains(CYCLES))
        .isEqualTo(PerfAccess.hasHardwareCounters());
  }

  @Test
  void unrequestedCounterIsRejected() {
    try (var counters = HardwareCounters.open(TASK_CLOCK)) {
      Reading reading = counters.read();

      assertThatThrownBy(() -> reading.count(PAGE_FAULTS))
          .hasMessage("page-faults was not asked for");
    }
  }

  @Test
  void onlyChildrenAreCountedFromExecOn() throws Exception {
    // Twenty processes, each of which switches when it waits for the next.
    Command command = Command.of("sh", "-c", "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.01; done");
    try (var counters = HardwareCounters.openChildren(TASK_CLOCK, CONTEXT_SWITCHES, PAGE_FAULTS)) {
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
        var counters = HardwareCounters.openProcess(shell.pid(), TASK_CLOCK, CONTEXT_SWITCHES)) {
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

  @Test
  void missingProcessIsReported() {
    try (var counters = HardwareCounters.openProcess(Integer.MAX_VALUE, TASK_CLOCK)) {
      assertThat(counters.notSupported()).containsValue("the process has ended");
      assertThat(counters.read().value(TASK_CLOCK)).isEmpty();
    }
    try (var counters = HardwareCounters.openThread(Integer.MAX_VALUE, TASK_CLOCK)) {
      assertThat(counters.notSupported()).containsValue("the process has ended");
    }
  }

  @Test
  void unprivilegedUserCountsUserModeOnly() throws Exception {
    assertThat(UnprivilegedJvm.run(OrdinaryUser.class))
        .contains("userOnly [task-clock, page-faults]")
        .anyMatch(line ->
            line.startsWith("context-switches the kernel refuses it: EACCES")
                && line.contains("perf_event_paranoid is 2"));
  }

  /// Prints results in another JVM.
  static final class OrdinaryUser {
    public static void main(String[] args) {
      try (var counters = HardwareCounters.open(TASK_CLOCK, CONTEXT_SWITCHES, PAGE_FAULTS)) {
        System.out.println("userOnly " + counters.userOnly().stream().map(Counter::label).toList());
        counters
            .notSupported()
            .forEach((each, why) -> System.out.println(each.label() + " " + why));
      }
    }
  }

  private static void touch(RandomAccessFile file) throws IOException {
    ByteBuffer memory =
        file.getChannel().map(MapMode.READ_WRITE, file.length(), (long) PAGES * PAGE_BYTES);
    for (int i = 0; i < PAGES; i++) {
      memory.put(i * PAGE_BYTES, (byte) 1);
    }
  }

  private static long minorFaults() throws IOException {
    String stat = Files.readString(Path.of("/proc/thread-self/stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[7]);
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
