package dev.takt.watch.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.counters.perf.PerfAccess;
import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.StreamChild;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.text.MachineText;
import dev.takt.testing.Timing;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Samples a tree of files written by the test, at times given by the test.
@Timeout(60)
class HostSamplerTest {

  private static final long MILLI = 1_000_000;

  /// A sampler of the deep level, at which all files are read most often.
  private static final long PERIOD = 5 * MILLI;

  private static final long PID = 77;

  @TempDir Path root;
  private long now;

  @BeforeEach
  void plant() throws IOException {
    assumeTrue(PerfAccess.isSupportedPlatform(), "no system calls here");
    steal(0, 0);
    for (String each : List.of("cpu", "io", "memory")) {
      pressure(each, 0);
    }
    swapped(0, 0);
    faults(0);
    write(
        "proc/77/cgroup",
        """
        3:cpuset:/
        2:cpu,cpuacct:/docker/abc/app
        0::/
        """);
    write(
        "proc/self/mountinfo",
        """
        22 1 0:20 / /proc rw,nosuid - proc proc rw
        30 22 0:26 /docker/abc /sys/fs/cgroup/cpu rw shared:9 - cgroup cgroup rw,cpu,cpuacct
        31 22 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
        """);
    throttled("sys/fs/cgroup/cpu/app", 3, "throttled_time 500");
    throttled("sys/fs/cgroup/cpu", 0, "throttled_time 0");
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void steal(long first, long second) throws IOException {
    write(
        "proc/stat",
        MachineText.format(
            """
            cpu  1 2 3 4 5 6 7 %d 0 0
            cpu0 1 2 3 4 5 6 7 %d 0 0
            cpu1 1 2 3 4 5 6 7 %d 0 0
            intr 99
            """,
            first + second, first, second));
  }

  private void pressure(String what, long micros) throws IOException {
    write(
        "proc/pressure/" + what,
        MachineText.format(
            """
            some avg10=0.00 avg60=0.00 avg300=0.00 total=%d
            full avg10=0.00 avg60=0.00 avg300=0.00 total=7
            """,
            micros));
  }

  private void swapped(long in, long out) throws IOException {
    write(
        "proc/vmstat",
        MachineText.format("nr_free_pages 5\npgmajfault 9\npswpin %d\npswpout %d\n", in, out));
  }

  private void faults(long major) throws IOException {
    write(
        "proc/77/stat", MachineText.format("77 (a) b (c) S 1 2 3 4 5 6 7 8 %d 10 11 12\n", major));
  }

  private void throttled(String group, long periods, String time) throws IOException {
    write(
        group + "/cpu.stat",
        MachineText.format("nr_periods 9\nnr_throttled %d\n%s\n", periods, time));
  }

  private HostSampler opened() {
    HostSampler sampler = new HostSampler(Map.of(Side.TARGET, PID), WatchLevel.DEEP, root);
    sampler.open(0);
    now = 0;
    return sampler;
  }

  private void sample(HostSampler sampler) {
    now += PERIOD;
    sampler.sample(now);
  }

  private static List<Stall> of(StallKind kind, Findings findings) {
    return findings.stalls().stream().filter(each -> each.kind() == kind).toList();
  }

  @Test
  void mountPointThatIsNotUtf8HidesNoControlGroup() throws IOException {
    List<Path> before = ControlGroups.cpuStats(root, PID);
    Files.write(
        root.resolve("proc/self/mountinfo"),
        "40 22 0:40 / /media/m\u00fcll rw - vfat vfat rw\n".getBytes(StandardCharsets.ISO_8859_1),
        StandardOpenOption.APPEND);

    assertThat(ControlGroups.cpuStats(root, PID)).isEqualTo(before).isNotEmpty();
  }

  @Test
  void unchangedCountersGiveNoStalls() {
    HostSampler sampler = opened();
    for (int i = 0; i < 100; i++) {
      sample(sampler);
    }
    Findings findings = sampler.finish();

    assertThat(findings.stalls()).isEmpty();
    assertThat(findings.notObservable()).isEmpty();
    assertThat(findings.sources())
        .extracting("name")
        .containsOnly("target-sampler", "host-sampler");
    assertThat(sampler.live()).isEmpty();
  }

  @Test
  void consecutiveTicksAreStealAndSingleOneIsNot() throws IOException {
    HostSampler sampler = opened();
    sample(sampler);
    steal(1, 0);
    sample(sampler);
    for (int i = 0; i < 20; i++) {
      sample(sampler);
    }
    steal(1, 5);
    sample(sampler);
    sample(sampler);
    assertThat(sampler.live())
        .containsExactly(new LiveFigure("host steal", "25.0 %")); // 60 ms of 2 × 120 ms
    List<Stall> stalls = of(StallKind.STEAL, sampler.finish());

    assertThat(stalls).hasSize(1);
    assertThat(stalls.getFirst().beginNanoTime()).isEqualTo(now - 50 * MILLI);
    assertThat(stalls.getFirst().endNanoTime()).isEqualTo(now);
    assertThat(stalls.getFirst().errorNanos()).isEqualTo(20 * MILLI);
    assertThat(((Evidence.Steal) stalls.getFirst().evidence()).cpu()).isEqualTo(1);
    assertThat(stalls.getFirst().side()).isEqualTo(Side.HOST);
  }

  @Test
  void pressureOfHalfTheTimeIsStallFromTenMilliseconds() throws IOException {
    HostSampler sampler = opened();
    sample(sampler);
    pressure("io", 2500);
    pressure("cpu", 2500);
    sample(sampler);
    pressure("io", 7500);
    sample(sampler);
    pressure("io", 9999);
    sample(sampler);
    pressure("io", 12499);
    sample(sampler);
    sample(sampler);
    Findings findings = sampler.finish();

    // The fourth sample had 2499 of 5000 µs, and the one after it is single.
    assertThat(findings.stalls()).hasSize(1);
    Stall stall = findings.stalls().getFirst();
    assertThat(stall.kind()).isEqualTo(StallKind.IO_PRESSURE);
    assertThat(stall.beginNanoTime()).isEqualTo(PERIOD);
    assertThat(stall.endNanoTime()).isEqualTo(3 * PERIOD);
    assertThat(stall.errorNanos()).isEqualTo(PERIOD);
    assertThat(stall.evidence()).isEqualTo(new Evidence.Pressure(7_500_000));
  }

  /// For any start between two samples.
  @Test
  void tenMillisecondsOfPressureAreDetectedAtDefaultLevel() throws IOException {
    for (int early = 0; early <= 10; early++) {
      pressure("io", 0);
      HostSampler sampler = new HostSampler(Map.of(Side.TARGET, PID), WatchLevel.DEFAULT, root);
      sampler.open(0);
      sampler.sample(10 * MILLI);
      pressure("io", 1000L * early);
      sampler.sample(20 * MILLI);
      pressure("io", 10_000);
      sampler.sample(30 * MILLI);
      sampler.sample(40 * MILLI);
      Findings findings = sampler.finish();

      assertThat(of(StallKind.IO_PRESSURE, findings)).hasSize(1);
      assertThat(findings.sources().getLast().what())
          .contains("every 10 ms while anything moves, else every 20 ms");
    }
  }

  /// For any time since the last sample.
  @Test
  void tenMillisecondsOfPressureAreDetectedAtLongPeriod() throws IOException {
    for (int early = 0; early <= 10; early++) {
      pressure("io", 0);
      HostSampler sampler = calmed();
      assertThat(sampler.sample(now += 20 * MILLI)).isEqualTo(20 * MILLI);
      pressure("io", 1000L * early);
      long next = sampler.sample(now += 20 * MILLI);
      assertThat(next).isEqualTo((early == 0 ? 20 : 10) * MILLI);
      pressure("io", 10_000);
      assertThat(sampler.sample(now += next)).isEqualTo(10 * MILLI);
      sampler.sample(now += 10 * MILLI);
      Stall stall = of(StallKind.IO_PRESSURE, sampler.finish()).getFirst();

      assertThat(stall.nanos()).isGreaterThanOrEqualTo(10 * MILLI);
      assertThat(stall.errorNanos()).isEqualTo((early < 5 && early > 0 ? 10 : 20) * MILLI);
    }
  }

  /// Two ticks of the kernel, of which the first may be just before a sample.
  @Test
  void twentyMillisecondsOfStealAreDetectedAtLongPeriod() throws IOException {
    for (int firstSample = 0; firstSample < 2; firstSample++) {
      steal(0, 0);
      HostSampler sampler = calmed();
      for (int i = 0; i < firstSample; i++) {
        sampler.sample(now += 20 * MILLI);
      }
      steal(1, 0);
      long next = 20 * MILLI;
      for (int i = 0; i < 2; i++) {
        next = sampler.sample(now += next);
      }
      assertThat(next).isEqualTo(10 * MILLI);
      steal(2, 0);
      for (int i = 0; i < 4; i++) {
        sampler.sample(now += 10 * MILLI);
      }
      assertThat(of(StallKind.STEAL, sampler.finish()))
          .singleElement()
          .extracting(each -> ((Evidence.Steal) each.evidence()).stolenNanos())
          .isEqualTo(20 * MILLI);
    }
  }

  /// On a busy machine some task waits for a processor all the time.
  @Test
  void cpuPressureDoesNotShortenPeriod() throws IOException {
    HostSampler sampler = calmed();
    for (int i = 1; i < 10; i++) {
      pressure("cpu", 20_000L * i);
      assertThat(sampler.sample(now += 20 * MILLI)).isEqualTo(20 * MILLI);
    }
    assertThat(of(StallKind.CPU_PRESSURE, sampler.finish())).hasSize(1);
  }

  /// A sampler of the default level that already uses its long period.
  private HostSampler calmed() {
    HostSampler sampler = new HostSampler(Map.of(Side.TARGET, PID), WatchLevel.DEFAULT, root);
    now = 0;
    sampler.open(now);
    for (int i = 1; i < 10; i++) {
      assertThat(sampler.sample(now += 10 * MILLI)).isEqualTo(10 * MILLI);
    }
    assertThat(sampler.sample(now += 10 * MILLI)).isEqualTo(20 * MILLI);
    return sampler;
  }

  /// Reading them makes the kernel sum over all threads of the process.
  @Test
  void faultsAreReadAfterDiskWaitsAndPeriodically() throws IOException {
    HostSampler sampler = opened();
    sample(sampler);
    faults(19);
    sample(sampler);
    pressure("io", 10);
    sample(sampler);
    long withReason = now;
    for (int i = 0; i < 30; i++) {
      sample(sampler);
    }
    faults(39);
    for (int i = 0; i < 30; i++) {
      sample(sampler);
    }
    List<Stall> stalls = of(StallKind.MAJOR_FAULTS, sampler.finish());

    assertThat(stalls).hasSize(2);
    assertThat(stalls.getFirst().endNanoTime()).isEqualTo(withReason);
    assertThat(stalls.getFirst().nanos()).isEqualTo(PERIOD);
    assertThat(stalls.getLast().nanos()).isEqualTo(100 * MILLI);
    assertThat(stalls.getLast().errorNanos()).isEqualTo(100 * MILLI);
  }

  @Test
  void lateSampleHasWiderEdgesAndIsReported() throws IOException {
    HostSampler sampler = opened();
    sample(sampler);
    pressure("memory", 30_000);
    now += 30 * MILLI;
    sampler.sample(now);
    Findings findings = sampler.finish();

    assertThat(of(StallKind.MEMORY_PRESSURE, findings).getFirst().errorNanos())
        .isEqualTo(30 * MILLI);
    assertThat(findings.sources().getLast().blind())
        .contains("The sampler was late 1 times, by up to 30 ms: edges then are only that exact.");
  }

  @Test
  void manyPagesInShortTimeAreStallAndFewAreNot() throws IOException {
    HostSampler sampler = opened();
    faults(9);
    pressure("io", 50);
    swapped(1, 2);
    sample(sampler);
    for (int i = 0; i < 10; i++) {
      sample(sampler);
    }
    long before = now;
    faults(14);
    pressure("io", 100);
    sample(sampler);
    faults(19);
    pressure("io", 200);
    swapped(1, 12);
    for (int i = 0; i < 4; i++) {
      sample(sampler);
    }
    Findings findings = sampler.finish();

    assertThat(findings.stalls()).hasSize(2);
    Stall faults = of(StallKind.MAJOR_FAULTS, findings).getFirst();
    assertThat(faults.beginNanoTime()).isEqualTo(before);
    assertThat(faults.endNanoTime()).isEqualTo(before + 2 * PERIOD);
    assertThat(faults.side()).isEqualTo(Side.TARGET);
    assertThat(faults.evidence()).isEqualTo(new Evidence.Paging(10));
    Stall swap = of(StallKind.SWAP, findings).getFirst();
    assertThat(swap.beginNanoTime()).isEqualTo(before + PERIOD);
    assertThat(swap.endNanoTime()).isEqualTo(before + 5 * PERIOD);
    assertThat(swap.evidence()).isEqualTo(new Evidence.Paging(10));
  }

  @Test
  void swappingIsNotReadWithoutSwapSpace() throws Exception {
    write("proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n");
    HostSampler without = new HostSampler(Map.of(), WatchLevel.DEEP, root);
    without.open(0);
    assertThat(without.finish().notObservable())
        .filteredOn(each -> each.what().equals("swapping"))
        .extracting(NotObservable::why)
        .containsExactly("there is no swap space");

    write("proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n/dev/vdb\tpartition\t1\t0\t-2\n");
    HostSampler with = new HostSampler(Map.of(), WatchLevel.DEEP, root);
    with.open(0);
    assertThat(with.finish().sources())
        .singleElement()
        .matches(each -> each.kinds().contains(StallKind.SWAP));
  }

  @Test
  void throttlingEndsAtSampleAndIncludesParentGroups() throws IOException {
    HostSampler sampler = opened();
    for (int i = 0; i < 20; i++) {
      sample(sampler);
    }
    throttled("sys/fs/cgroup/cpu/app", 4, "throttled_time 70000500");
    sample(sampler);
    long first = now;
    for (int i = 0; i < 30; i++) {
      sample(sampler);
    }
    // In the format of version 2; and two processors for most of one period.
    throttled("sys/fs/cgroup/cpu", 1, "throttled_usec 180000");
    sample(sampler);
    Findings findings = sampler.finish();

    List<Stall> stalls = of(StallKind.THROTTLED, findings);
    assertThat(stalls).hasSize(2).allMatch(each -> each.side() == Side.TARGET);
    assertThat(stalls.getFirst().beginNanoTime()).isEqualTo(first - 70 * MILLI);
    assertThat(stalls.getFirst().endNanoTime()).isEqualTo(first);
    assertThat(stalls.getFirst().cause()).endsWith("sys/fs/cgroup/cpu/app");
    assertThat(stalls.getLast().nanos()).isEqualTo(100 * MILLI);
    assertThat(stalls.getLast().evidence()).isEqualTo(new Evidence.Throttling(180 * MILLI, null));
  }

  @Test
  void missingFilesAreReported() throws IOException {
    Files.delete(root.resolve("proc/pressure/io"));
    Files.delete(root.resolve("proc/77/stat"));
    Files.delete(root.resolve("proc/77/cgroup"));
    write("proc/vmstat", "nr_free_pages 5\n");
    write("proc/stat", "cpu  1 2\n");
    HostSampler sampler = opened();
    sample(sampler);
    List<NotObservable> missing = sampler.finish().notObservable();

    assertThat(missing)
        .extracting(NotObservable::what)
        .containsExactlyInAnyOrder(
            "steal", "I/O pressure", "swapping", "major page faults", "cgroup throttling");
    assertThat(missing)
        .anyMatch(each -> each.why().contains("no pressure accounting"))
        .anyMatch(each -> each.why().contains("hidepid"));
  }

  @Test
  void truncatedFileGivesNoStall() throws IOException {
    HostSampler sampler = opened();
    sample(sampler);
    write("proc/77/stat", "77 (a");
    write("proc/stat", "cpu0 1 2");
    write("proc/pressure/cpu", "");
    write("sys/fs/cgroup/cpu/app/cpu.stat", "nr_thr");
    sample(sampler);
    assertThat(sampler.finish().stalls()).isEmpty();
  }

  @Test
  void settingsAreReadFromFiles() throws IOException {
    write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    write("proc/sys/vm/swappiness", "60\n");

    assertThat(HostSettings.read(root).values())
        .isEqualTo(Map.of("transparent huge pages", "madvise", "swappiness", "60"));
  }

  /// A shell with a quota of 20 ms in each 100 ms.
  @Timing
  @Test
  void realQuotaIsDetected() throws Exception {
    Path group = Path.of("/sys/fs/cgroup/cpu/takt-test-" + ProcessHandle.current().pid());
    try {
      Files.createDirectory(group);
    } catch (IOException e) {
      assumeTrue(false, "no control group can be made here: " + e);
    }
    try (StreamChild child =
        Launcher.shared().start(Command.of("sh", "-c", "read go; while :; do :; done"))) {
      Files.writeString(group.resolve("cpu.cfs_quota_us"), "20000");
      Files.writeString(group.resolve("cgroup.procs"), Long.toString(child.pid()));
      HostSampler sampler = new HostSampler(Map.of(Side.TARGET, child.pid()), WatchLevel.DEFAULT);
      sampler.start();
      child.stdin().write('\n');
      child.stdin().close();
      Thread.sleep(1000);
      child.kill();
      child.awaitExit();
      Thread.sleep(20);
      Findings findings = sampler.finish();

      List<Stall> stalls = of(StallKind.THROTTLED, findings);
      long reported = stalls.stream().mapToLong(Stall::nanos).sum();
      String stat = Files.readString(group.resolve("cpu.stat"));
      long known = Long.parseLong(stat.replaceAll("(?s).*throttled_time (\\d+).*", "$1"));
      // The final count of the kernel is known; one thread runs on one processor.
      assertThat(known).isGreaterThan(100 * MILLI);
      assertThat(reported).isBetween(known * 8 / 10, known);
      assertThat(stalls).allMatch(each -> each.nanos() <= 101 * MILLI);
    } finally {
      Files.delete(group);
    }
  }

  /// Such a file returns its whole text to the first read, of any size.
  @Test
  void settingIsReadCompletely() throws Exception {
    Path file = Path.of("/proc/sys/vm/swappiness");
    assumeTrue(Files.isReadable(file), "no such setting here");
    Process cat = new ProcessBuilder("cat", file.toString()).start();
    String whole = new String(cat.getInputStream().readAllBytes(), UTF_8).strip();

    assertThat(HostSettings.read().values()).containsEntry("swappiness", whole);
  }
}
