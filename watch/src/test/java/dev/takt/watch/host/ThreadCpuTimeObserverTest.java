package dev.takt.watch.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.counters.perf.PerfAccess;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.ThreadTimes;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import dev.takt.runs.model.ThreadTimes.ThreadTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Samples a tree of files written by the test, at times given by the test.
class ThreadCpuTimeObserverTest {

  private static final long LISTING = ThreadResources.LISTING_PERIOD_NANOS;

  @TempDir Path proc;
  @TempDir Path runs;

  @BeforeEach
  void plant() throws IOException {
    assumeTrue(PerfAccess.isSupportedPlatform(), "no system calls here");
    process(100, 20);
    thread(77, "main ) (x", 5_000);
    thread(78, "worker", 700);
  }

  private void write(String file, String text) throws IOException {
    Path path = proc.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void process(long userTicks, long systemTicks) throws IOException {
    write(
        "77/stat",
        "77 (a ) b) S 1 2 3 4 5 6 7 8 9 10 " + userTicks + " " + systemTicks + " 0 0 20 0 3 0\n");
  }

  private void thread(int tid, String name, long nanos) throws IOException {
    write("77/task/" + tid + "/schedstat", nanos + " 99 3\n");
    write("77/task/" + tid + "/status", "Name:\tx\nNSpid:\t" + tid + "\t" + (tid - 70) + "\n");
    write(tid + "/comm", name + "\n");
  }

  private void end(int tid) throws IOException {
    for (String each : new String[] {"schedstat", "status"}) {
      Files.delete(proc.resolve("77/task/" + tid + "/" + each));
    }
    Files.delete(proc.resolve("77/task/" + tid));
  }

  @Test
  void cpuTimeOfEachThreadIsMeasured() throws IOException {
    ThreadCpuTimeObserver clock = new ThreadCpuTimeObserver(Side.TARGET, 77, runs, proc);
    clock.sample(1_000);
    thread(77, "main", 5_300);
    thread(78, "worker", 900);
    thread(79, "late", 40);
    clock.sample(1_000 + LISTING);
    thread(79, "late", 60);
    end(78);
    process(101, 22);
    clock.sample(1_000 + 2 * LISTING);

    assertThat(clock.times().processes())
        .containsExactly(
            new ProcessTime(
                Side.TARGET,
                77,
                1_000,
                1_000 + 2 * LISTING,
                LISTING,
                30_000_000L,
                0,
                List.of(
                    new ThreadTime(7, "main", 300, false, false),
                    new ThreadTime(8, "worker", 200, false, true),
                    new ThreadTime(9, "late", 60, true, false))));
    assertThat(clock.finish().notObservable())
        .hasSize(1)
        .first()
        .satisfies(each -> assertThat(each.why()).contains("has no run.json"));
  }

  @Test
  void fileIsWrittenToRunDirectory() throws IOException {
    RunDirectory run = RunDirectory.create(runs.resolve("run"));
    run.write(RunRecord.started(Map.of(), Environment.capture()));
    ThreadCpuTimeObserver clock = new ThreadCpuTimeObserver(Side.TARGET, 77, run.path(), proc);
    clock.start();
    thread(78, "worker", 1_700);
    assertThat(clock.finish().notObservable()).isEmpty();

    ThreadTimes kept = run.readThreadTimes();
    assertThat(kept.processes().getFirst().threads())
        .contains(new ThreadTime(8, "worker", 1_000, false, false));
  }

  @Test
  void missingProcessIsReported() {
    ThreadCpuTimeObserver clock = new ThreadCpuTimeObserver(Side.TARGET, 4711, runs, proc);
    clock.start();
    assertThat(clock.finish().notObservable())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).contains("there is no process 4711"));
  }

  /// With the kernel's files of this process.
  @Test
  void cpuTimeOfBusyThreadIsMeasured() throws IOException {
    RunDirectory run = RunDirectory.create(runs.resolve("own"));
    run.write(RunRecord.started(Map.of(), Environment.capture()));
    ThreadCpuTimeObserver clock =
        new ThreadCpuTimeObserver(Side.GENERATOR, ProcessHandle.current().pid(), run.path());
    clock.start();
    long before = ownNanos();
    double sum = 0;
    for (long until = before + 50_000_000; ownNanos() < until; ) {
      sum += Math.sqrt(sum + 1);
    }
    long after = ownNanos();
    assertThat(clock.finish().notObservable()).isEmpty();
    assertThat(sum).isPositive();

    long self =
        Long.parseLong(
            Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
    ThreadTime own =
        run.readThreadTimes().processes().getFirst().threads().stream()
            .filter(each -> each.osThread() == self)
            .findFirst()
            .orElseThrow();
    assertThat(own.cpuNanos()).isGreaterThanOrEqualTo(after - before);
    Long all = run.readThreadTimes().processes().getFirst().cpuNanos();
    assertThat(all).isNotNull().isGreaterThanOrEqualTo(40_000_000L);
  }

  private static long ownNanos() throws IOException {
    return Long.parseLong(
        Files.readString(Path.of("/proc/thread-self/schedstat")).split(" ", -1)[0]);
  }
}
