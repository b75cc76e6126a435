package dev.takt.counters;

import static dev.takt.counters.StandardEvent.CONTEXT_SWITCHES;
import static dev.takt.counters.StandardEvent.PAGE_FAULTS;
import static dev.takt.counters.StandardEvent.TASK_CLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.counters.perf.PerfAccess;
import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.RunResult;
import dev.takt.testing.Timing;
import dev.takt.testing.UnprivilegedJvm;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Each reason for which nothing can be counted is said.
@Timeout(60)
class NotSupportedTest {

  @BeforeEach
  void requirePerf() {
    assumeTrue(PerfAccess.isAvailable(), "no perf events here");
  }

  @Test
  void missingProcessIsReported() {
    try (var counters = Counters.openProcess(Integer.MAX_VALUE, TASK_CLOCK)) {
      assertThat(counters.notSupported()).containsValue("there is no process 2147483647");
      assertThat(counters.read().value(TASK_CLOCK)).isEmpty();
    }
    try (var counters = Counters.openThread(Integer.MAX_VALUE, TASK_CLOCK)) {
      assertThat(counters.notSupported()).containsValue("the process has ended");
    }
  }

  @Test
  void unprivilegedUserCountsUserModeOnly() throws Exception {
    assertThat(UnprivilegedJvm.run(OrdinaryUser.class))
        .contains("userOnly [page-faults]")
        .anyMatch(line ->
            line.startsWith("context-switches the kernel refuses it: EACCES")
                && line.contains("perf_event_paranoid is 2"));
  }

  /// Prints results in another JVM.
  static final class OrdinaryUser {
    public static void main(String[] args) {
      printReasons(Counters.open(TASK_CLOCK, CONTEXT_SWITCHES, PAGE_FAULTS));
    }

    static void printReasons(Counters opened) {
      try (Counters counters = opened) {
        if (!counters.userOnly().isEmpty()) {
          System.out.println("userOnly " + counters.userOnly().stream().map(Event::label).toList());
        }
        counters
            .notSupported()
            .forEach((each, why) -> System.out.println(each.label() + " " + why));
      }
    }
  }

  @Timing
  @Test
  void unprivilegedUserCountsCpuTimeOfTheKernelButNoFaultsInIt() throws Exception {
    List<String> lines = UnprivilegedJvm.run(SystemTime.class);
    long[] values = Stream.of(lines.getFirst().split(" ", -1)).mapToLong(Long::parseLong).toArray();
    long cpu = values[0];
    assertThat(values[1]).as("kernel mode, of %s", cpu).isGreaterThan(cpu / 2);
    assertThat(values[2]).as("task-clock").isCloseTo(cpu, withPercentage(5));
    assertThat(values[3]).as("page-faults").isLessThan(SystemTime.PAGES / 2);
  }

  /// Reads zeros into fresh pages, which the kernel touches first. Prints the CPU time, that in
  /// kernel mode, and what the counters counted.
  static final class SystemTime {
    static final int PAGES = 20_000;
    private static final int CHUNK = 1 << 20;

    public static void main(String[] args) throws IOException {
      ThreadMXBean times = ManagementFactory.getThreadMXBean();
      try (FileChannel zeros = FileChannel.open(Path.of("/dev/zero"));
          var counters = Counters.open(TASK_CLOCK, PAGE_FAULTS)) {
        ByteBuffer reused = ByteBuffer.allocateDirect(CHUNK);
        zeros.read(reused);
        MemorySegment fresh = FreshPages.map(PAGES);
        long cpu = times.getCurrentThreadCpuTime();
        long user = times.getCurrentThreadUserTime();
        counters.start();
        for (long at = 0; at < fresh.byteSize(); at += CHUNK) {
          zeros.read(fresh.asSlice(at, Math.min(CHUNK, fresh.byteSize() - at)).asByteBuffer());
        }
        while (times.getCurrentThreadCpuTime() - cpu < 300_000_000) {
          zeros.read(reused.clear());
        }
        Reading used = counters.stop();
        cpu = times.getCurrentThreadCpuTime() - cpu;
        user = times.getCurrentThreadUserTime() - user;
        System.out.println(
            cpu
                + " "
                + (cpu - user)
                + " "
                + used.value(TASK_CLOCK).orElseThrow()
                + " "
                + used.value(PAGE_FAULTS).orElseThrow());
      }
    }
  }

  @Test
  void processOfAnotherUserIsRefused() throws Exception {
    String own = Long.toString(ProcessHandle.current().pid());
    assertThat(UnprivilegedJvm.run(OtherUser.class, own))
        .containsExactly("page-faults the process belongs to another user, root");
  }

  /// Prints results in another JVM.
  static final class OtherUser {
    public static void main(String[] args) {
      OrdinaryUser.printReasons(Counters.openProcess(Long.parseLong(args[0]), PAGE_FAULTS));
    }
  }

  @Test
  void filterOfAContainerIsNamed() throws Exception {
    assertThat(run("exec \"$@\"", Filtered.class))
        .containsExactly(
            "task-clock a seccomp filter refuses perf_event_open: EPERM; containers have one, and"
                + " allow the call with CAP_PERFMON");
  }

  /// Prints results in another JVM.
  static final class Filtered {
    public static void main(String[] args) {
      SeccompFilter.refusePerfEvents();
      OrdinaryUser.printReasons(Counters.open(TASK_CLOCK));
    }
  }

  @Test
  void lackOfDescriptorsLeavesSomeForOthers() throws Exception {
    assertThat(run("ulimit -n 60; exec \"$@\"", FewDescriptors.class))
        .hasSize(1 + StandardEvent.values().length)
        .contains(
            "task-clock too many open files: a counter needs one for each thread; count fewer"
                + " events, or raise the limit (ulimit -n)")
        .contains("there are others");
  }

  /// Prints results in another JVM.
  static final class FewDescriptors {
    public static void main(String[] args) throws IOException {
      Counters counters =
          Counters.openProcess(ProcessHandle.current().pid(), StandardEvent.values());
      try (var _ = Files.newInputStream(Path.of("/proc/self/stat"))) {
        System.out.println("there are others");
      }
      OrdinaryUser.printReasons(counters);
    }
  }

  @Test
  void otherSystemsHaveNoCounters() throws Exception {
    assertThat(run("exec \"$@\"", OrdinaryUser.class, "-Dos.name=Mac OS X"))
        .contains("task-clock this needs Linux on x86-64 or AArch64, and native access for Takt");
  }

  private static List<String> run(String script, Class<?> main, String... options)
      throws Exception {
    List<String> words = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of(options));
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    words.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    words.add(main.getName());
    RunResult result =
        Launcher.shared().run(Command.builder(words).build(), Duration.ofSeconds(30));
    assertThat(result.isSuccess()).as(result.stderr().text()).isTrue();
    return result.stdout().text().lines().toList();
  }
}
