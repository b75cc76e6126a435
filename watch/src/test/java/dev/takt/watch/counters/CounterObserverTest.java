package dev.takt.watch.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.counters.Counters;
import dev.takt.counters.StandardEvent;
import dev.takt.runs.model.NotObservable;
import dev.takt.testing.Timing;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.MeasurementWindow;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CounterObserverTest {

  private static final long PID = ProcessHandle.current().pid();
  private static final String PERF = "anon_inode:[perf_event]";

  @TempDir Path folder;

  @BeforeEach
  void requireCounters() {
    assumeTrue(Counters.available().contains(StandardEvent.TASK_CLOCK), "no counters here");
  }

  @Test
  void moreThanHalfOfTheDescriptorsAreNotTaken() throws Exception {
    int before = descriptors(PERF).size();
    // This JVM has more than five threads.
    CounterObserver observer = new CounterObserver(PID, new MeasurementWindow(), 10);
    observer.start();
    assertThat(descriptors(PERF)).hasSize(before);
    Findings found = observer.finish();

    assertThat(found.counted()).isEmpty();
    assertThat(found.notObservable()).hasSize(1);
    assertThat(found.notObservable().getFirst().what()).startsWith("task-clock, context-switches,");
    assertThat(found.notObservable().getFirst().why())
        .matches(
            "they need [0-9,]+ file descriptors, one for each event and thread: more than half of"
                + " the limit, which is 10; raise it \\(ulimit -n\\)");
  }

  @Test
  void halfOfTheDescriptorsMayBeTaken() throws Exception {
    int before = descriptors(PERF).size();
    try (SleepingProcess sleeper = SleepingProcess.start()) {
      long events = countedEvents();
      CounterObserver enough =
          new CounterObserver(sleeper.pid(), new MeasurementWindow(), 2 * events);
      enough.start();
      assertThat(descriptors(PERF)).hasSize(before + (int) events);
      assertThat(enough.finish().counted()).hasSize((int) events);
      assertThat(descriptors(PERF)).hasSize(before);

      CounterObserver tooFew =
          new CounterObserver(sleeper.pid(), new MeasurementWindow(), 2 * events - 1);
      tooFew.start();
      assertThat(tooFew.finish().counted()).isEmpty();
    }
  }

  private static long countedEvents() {
    return Counters.available().stream()
        .filter(each -> List.of(CounterObserver.EVENTS).contains(each))
        .count();
  }

  /// A counter that is replaced by an empty file cannot be read.
  @Timing
  @Test
  void failureOfTheReadingsIsReportedAndClosesTheCounters() throws Exception {
    int before = descriptors(PERF).size();
    try (SleepingProcess sleeper = SleepingProcess.start()) {
      CounterObserver observer = new CounterObserver(sleeper.pid(), new MeasurementWindow());
      observer.start();
      replaceACounter();
      Thread.sleep(1200);
      Findings found = observer.finish();

      assertThat(found.notObservable())
          .extracting(NotObservable::what, NotObservable::why)
          .contains(
              tuple(
                  "counters after a failure",
                  "java.lang.IllegalStateException: counters cannot be read: no data"));
      assertThat(found.counted()).isEmpty();
      assertThat(found.notObservable())
          .extracting(NotObservable::why)
          .contains("the readings of the counters do not cover the measured time");
    }
    assertThat(descriptors(PERF)).hasSize(before);
  }

  /// Before the first periodical reading.
  @Timing
  @Test
  void failureOfTheLastReadingClosesTheCounters() throws Exception {
    int before = descriptors(PERF).size();
    try (SleepingProcess sleeper = SleepingProcess.start()) {
      CounterObserver observer = new CounterObserver(sleeper.pid(), new MeasurementWindow());
      observer.start();
      replaceACounter();
      assertThatThrownBy(observer::finish).hasMessage("counters cannot be read: no data");
    }
    assertThat(descriptors(PERF)).hasSize(before);
  }

  private void replaceACounter() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty"));
    try (InputStream _ = Files.newInputStream(empty)) {
      duplicate(descriptors(empty.toRealPath().toString()).getFirst(), descriptors(PERF).getLast());
    }
  }

  /// @param target of the link
  private static List<Integer> descriptors(String target) throws IOException {
    List<Integer> found = new ArrayList<>();
    try (var all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path each : all.toList()) {
        if (Files.exists(each, LinkOption.NOFOLLOW_LINKS)
            && Files.readSymbolicLink(each).toString().equals(target)) {
          found.add(Integer.parseInt(each.getFileName().toString()));
        }
      }
    }
    found.sort(null);
    return found;
  }

  @SuppressWarnings("restricted") // a call of the C library
  private static void duplicate(int from, int to) throws Exception {
    Linker linker = Linker.nativeLinker();
    MethodHandle dup2 =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("dup2"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try {
      assertThat((int) dup2.invokeExact(from, to)).isEqualTo(to);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// A process with one thread.
  private record SleepingProcess(Process process) implements AutoCloseable {

    static SleepingProcess start() throws IOException {
      return new SleepingProcess(new ProcessBuilder("sleep", "60").start());
    }

    long pid() {
      return process.pid();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
