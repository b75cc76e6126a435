package dev.takt.watch.scheduler;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.counters.perf.PerfCalls;
import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.RunResult;
import dev.takt.process.Signal;
import dev.takt.process.StreamChild;
import dev.takt.process.linux.NativeMemory;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.testing.Timing;
import dev.takt.testing.UnprivilegedJvm;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests the observer with injected faults whose times are known.
@Timeout(60)
@Timing
class RunQueueObserverTest {

  private static final long MILLI = 1_000_000;
  private static final long PID = ProcessHandle.current().pid();

  /// An interval that certainly contains an event.
  private record Interval(long earliest, long begin, long end, long latest) {
    boolean overlaps(Stall stall) {
      return stall.beginNanoTime() < latest && stall.endNanoTime() > earliest;
    }
  }

  @ParameterizedTest
  @EnumSource
  void stoppedProcessIsReported(RunQueueStrategy rung) throws Exception {
    try (StreamChild child = quickChild()) {
      RunQueueObserver observer = started(Map.of(Side.TARGET, child.pid()), rung);
      List<Interval> truth = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        Thread.sleep(30);
        truth.add(stop(child, 60));
      }
      Thread.sleep(30);
      Findings findings = observer.finish();

      List<Stall> stops =
          findings.stalls().stream().filter(each -> each.kind() == StallKind.STOPPED).toList();
      // A sampler may not be scheduled during a whole stop.
      assertThat(stops).hasSizeBetween(tellsWhoStopped(rung) ? 5 : 3, 5);
      for (Stall stop : stops) {
        Interval known = truth.stream().filter(each -> each.overlaps(stop)).findAny().orElseThrow();
        long error = stop.errorNanos() + MILLI;
        assertThat(stop.beginNanoTime()).isBetween(known.earliest - error, known.begin + error);
        assertThat(stop.endNanoTime()).isBetween(known.end - error, known.latest + error);
        assertThat(stop.thread()).isNull();
        assertThat(stop.side()).isEqualTo(Side.TARGET);
        if (tellsWhoStopped(rung)) {
          assertThat(stop.cause()).isEqualTo("SIGSTOP");
          assertThat(requireNonNull(stop.culprit()).pid()).isEqualTo(PID);
        }
      }
    }
  }

  private static boolean tellsWhoStopped(RunQueueStrategy rung) {
    return rung.compareTo(RunQueueStrategy.TRACEPOINTS) <= 0;
  }

  private static Interval stop(StreamChild child, long millis) throws InterruptedException {
    long earliest = System.nanoTime();
    child.signal(Signal.STOP);
    long begin = System.nanoTime();
    Thread.sleep(millis);
    long end = System.nanoTime();
    child.signal(Signal.CONT);
    return new Interval(earliest, begin, end, System.nanoTime());
  }

  @ParameterizedTest
  @EnumSource
  void runQueueWaitIsReported(RunQueueStrategy rung) throws Exception {
    try (Victim victim = new Victim()) {
      RunQueueObserver observer = started(Map.of(Side.GENERATOR, PID), rung);
      Thread.sleep(150);
      for (int i = 0; i < 4; i++) {
        victim.keepFromRunning();
        Thread.sleep(20);
      }
      // The name can be read while the victim exists.
      Findings findings = observer.finish();
      List<long[]> gaps = victim.gaps(20 * MILLI);

      assertThat(gaps).hasSizeGreaterThanOrEqualTo(4);
      long right = gaps.stream().filter(gap -> isSeen(gap, findings, victim.tid(), rung)).count();
      // A hypervisor causes gaps as well.
      assertThat(right).isGreaterThanOrEqualTo(gaps.size() * 3 / 4);
      assertThat(findings.sources()).hasSize(1);
      assertThat(findings.sources().getFirst().lost()).isZero();
      assertThat(findings.sources().getFirst().name()).isEqualTo("generator-run-queue");
    }
  }

  /// These threads exist in a target only because it is watched.
  @Test
  void waitsOfAgentThreadsAreIgnored() throws Exception {
    try (Victim victim = new Victim("takt-hiccup-meter")) {
      RunQueueObserver observer = started(Map.of(Side.TARGET, PID), RunQueueStrategy.SCHEDSTAT);
      Thread.sleep(150);
      victim.keepFromRunning();
      List<long[]> gaps = victim.gaps(20 * MILLI);
      Findings findings = observer.finish();

      assertThat(gaps).isNotEmpty();
      assertThat(findings.stalls())
          .noneMatch(each ->
              each.thread() != null
                  && Objects.equals(each.thread().osThread(), (long) victim.tid()));
    }
  }

  /// The kernel counts the wait in each run queue separately.
  @ParameterizedTest
  @EnumSource(names = {"PROGRAM", "PROGRAMS"})
  void waitAcrossMigrationIsOneStall(RunQueueStrategy rung) throws Exception {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "there is one processor only");
    RunQueueObserver observer = started(Map.of(Side.GENERATOR, PID), rung);
    try (Sleeper sleeper = new Sleeper()) {
      long earliest;
      long woken;
      String count = "i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done";
      try (StreamChild hog =
          Launcher.shared()
              .start(Command.of("taskset", "-c", "0", "chrt", "-f", "50", "sh", "-c", count))) {
        Path name = Path.of("/proc", Long.toString(hog.pid()), "comm");
        while (!Files.readAllLines(name).contains("sh")) {
          Thread.sleep(1);
        }
        earliest = System.nanoTime();
        sleeper.wake();
        woken = System.nanoTime();
        Thread.sleep(40);
        sleeper.pinTo("1");
        sleeper.join();
        assumeTrue(hog.isRunning(), "the hog had ended before");
      }
      Findings findings = observer.finish();

      long ran = sleeper.ranAt();
      Stall stall = longest(new long[] {woken, ran}, findings, sleeper.tid()).orElseThrow();
      assertThat(stall.beginNanoTime()).isBetween(earliest - MILLI, woken + MILLI);
      assertThat(stall.endNanoTime()).isBetween(ran - MILLI, ran + MILLI);
      assertThat(stall.cause()).isEqualTo("woken, not yet run");
    }
  }

  /// A thread on the first processor that sleeps, and records when it runs again. It has real-time
  /// priority, so ordinary threads do not delay it.
  private static final class Sleeper implements AutoCloseable {
    private final Thread thread = Thread.ofPlatform().daemon().start(this::run);
    private volatile boolean awake;
    private volatile int tid;
    private volatile long ranAt;

    Sleeper() throws Exception {
      while (tid == 0) {
        Thread.onSpinWait();
      }
      pinTo("0");
      var _ = command("chrt", "-f", "-p", "10", Integer.toString(tid));
    }

    private void run() {
      tid = PerfCalls.threadId(new NativeMemory(64));
      while (!awake) {
        LockSupport.park();
      }
      ranAt = System.nanoTime();
    }

    void pinTo(String cpu) throws Exception {
      var _ = command("taskset", "-p", "-c", cpu, Integer.toString(tid));
    }

    void wake() {
      awake = true;
      LockSupport.unpark(thread);
    }

    void join() throws InterruptedException {
      thread.join();
    }

    int tid() {
      return tid;
    }

    long ranAt() {
      return ranAt;
    }

    @Override
    public void close() {
      wake();
    }
  }

  /// Whether a gap is reported, with edges within the stated error, and with the culprit.
  private static boolean isSeen(long[] gap, Findings findings, int tid, RunQueueStrategy rung) {
    Optional<Stall> longest = longest(gap, findings, tid);
    if (longest.isEmpty()) {
      return false;
    }
    Stall stall = longest.get();
    long error = stall.errorNanos() + MILLI;
    boolean right =
        Math.abs(stall.beginNanoTime() - gap[0]) < error
            && Math.abs(stall.endNanoTime() - gap[1]) < error
            && stall.side() == Side.GENERATOR
            && requireNonNull(stall.thread()).name().equals("victim");
    return rung.compareTo(RunQueueStrategy.SWITCH_RECORDS) > 0 ? right : right && isByTheHog(stall);
  }

  private static boolean isByTheHog(Stall stall) {
    Stall.Actor culprit = requireNonNull(stall.culprit());
    return culprit.name().equals("sh")
        && !Objects.equals(culprit.pid(), PID)
        && requireNonNull(((Evidence.RunQueueWait) stall.evidence()).culpritNanos())
            > stall.nanos() * 8 / 10;
  }

  private static Optional<Stall> longest(long[] gap, Findings findings, int tid) {
    return findings.stalls().stream()
        .filter(each -> each.kind() == StallKind.RUN_QUEUE)
        .filter(each -> Objects.equals(requireNonNull(each.thread()).osThread(), (long) tid))
        .filter(each -> each.beginNanoTime() < gap[1] && each.endNanoTime() > gap[0])
        .max(Comparator.comparingLong(Stall::nanos));
  }

  /// A thread on the first processor that records when it did not run. It has real-time priority,
  /// so ordinary threads do not delay it.
  private static final class Victim implements AutoCloseable {
    private final List<long[]> gaps = new ArrayList<>();
    private final Thread thread;
    private volatile boolean busy;
    private volatile boolean closed;
    private volatile int tid;

    Victim() throws Exception {
      this("victim");
    }

    Victim(String name) throws Exception {
      thread = Thread.ofPlatform().name(name).daemon().start(this::run);
      while (tid == 0) {
        Thread.onSpinWait();
      }
      var _ = command("taskset", "-p", "-c", "0", Integer.toString(tid));
      var _ = command("chrt", "-f", "-p", "10", Integer.toString(tid));
    }

    int tid() {
      return tid;
    }

    private void run() {
      tid = PerfCalls.threadId(new NativeMemory(64));
      while (!closed) {
        LockSupport.parkNanos(MILLI);
        long last = System.nanoTime();
        while (busy) {
          long now = System.nanoTime();
          if (now - last > MILLI) {
            gaps.add(new long[] {last, now});
          }
          last = now;
        }
      }
    }

    /// A shell that counts takes its processor for some 50 ms.
    void keepFromRunning() throws Exception {
      busy = true;
      String count = "i=0; while [ $i -lt 80000 ]; do i=$((i+1)); done";
      var _ = command("chrt", "-f", "50", "taskset", "-c", "0", "sh", "-c", count);
      busy = false;
    }

    List<long[]> gaps(long least) throws InterruptedException {
      close();
      return gaps.stream().filter(each -> each[1] - each[0] >= least).toList();
    }

    @Override
    public void close() throws InterruptedException {
      closed = true;
      thread.join();
    }
  }

  private static RunResult command(String program, String... arguments) throws Exception {
    return Launcher.shared().run(Command.of(program, arguments), Duration.ofSeconds(10));
  }

  /// A process of real-time priority, which stops at once on a busy machine too.
  private static StreamChild quickChild() throws Exception {
    return Launcher.shared().start(Command.of("chrt", "-f", "10", "sleep", "60"));
  }

  private static RunQueueObserver started(Map<Side, Long> pids, RunQueueStrategy rung) {
    RunQueueObserver observer = new RunQueueObserver(pids, WatchLevel.DEEP, rung);
    observer.start();
    if (observer.strategy() != rung) {
      Findings findings = observer.finish();
      assumeTrue(
          false,
          () ->
              findings.sources().isEmpty()
                  ? findings.notObservable().toString()
                  : findings.sources().getFirst().blind().toString());
    }
    return observer;
  }

  /// An event is reported by the next poll or the one after it.
  private static void awaitLive(RunQueueObserver observer) throws InterruptedException {
    for (int i = 0; i < 500 && observer.live().isEmpty(); i++) {
      Thread.sleep(10);
      assertThat(i).as("tries").isLessThan(499);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PROGRAM", "PROGRAMS", "TRACEPOINTS"})
  void machineWideWatchReportsWaits(RunQueueStrategy rung) throws Exception {
    RunQueueObserver observer = started(Map.of(), rung);
    try (Victim victim = new Victim()) {
      Thread.sleep(50);
      victim.keepFromRunning();
      Thread.sleep(50);
      List<long[]> gaps = victim.gaps(20 * MILLI);
      awaitLive(observer);
      Findings findings = observer.finish();

      assertThat(gaps).isNotEmpty();
      Stall stall = longest(gaps.getFirst(), findings, victim.tid()).orElseThrow();
      assertThat(stall.side()).isEqualTo(Side.HOST);
      assertThat(requireNonNull(stall.thread()).pid()).isEqualTo(PID);
    }
  }

  @Test
  void unprivilegedUserGetsFallbackAndReasons() throws Exception {
    List<String> lines = UnprivilegedJvm.run(OrdinaryUser.class);

    assertThat(lines)
        .contains("own THREAD_RECORDS", "another's SCHEDSTAT", "everybody null")
        .anyMatch(
            line -> line.startsWith("Not used: the scheduler's tracepoints, by perf_event_open"))
        .anyMatch(line -> line.contains("kernel.perf_event_paranoid is 2"));
  }

  /// Prints results in another JVM.
  static final class OrdinaryUser {
    public static void main(String[] args) {
      print("own", Map.of(Side.TARGET, PID));
      print("another's", Map.of(Side.TARGET, 1L));
      print("everybody", Map.of());
    }

    private static void print(String whose, Map<Side, Long> pids) {
      RunQueueObserver observer = new RunQueueObserver(pids, WatchLevel.DEFAULT);
      observer.start();
      System.out.println(whose + " " + observer.strategy());
      Findings findings = observer.finish();
      findings.sources().forEach(each -> each.blind().forEach(System.out::println));
      findings.notObservable().forEach(each -> System.out.println(each.why()));
    }
  }

  @Test
  void recordingFallsBackToSamplingWhenSwitchesExceedBudget() throws Exception {
    RunQueueObserver observer =
        new RunQueueObserver(
            Map.of(Side.TARGET, PID), WatchLevel.DEFAULT, RunQueueStrategy.TRACEPOINTS);
    observer.start();
    assumeTrue(
        observer.strategy() != RunQueueStrategy.SCHEDSTAT, "only sampling is available here");
    PingPong game = new PingPong();
    try {
      long end = System.nanoTime() + 30_000_000_000L;
      while (observer.strategy() != RunQueueStrategy.SCHEDSTAT && System.nanoTime() < end) {
        Thread.sleep(50);
      }
    } finally {
      game.end();
    }
    Findings findings = observer.finish();

    assertThat(observer.strategy()).isEqualTo(RunQueueStrategy.SCHEDSTAT);
    assertThat(findings.sources())
        .extracting(StallSource::name)
        .containsExactly("target-run-queue", "target-run-queue-sampled");
    assertThat(findings.sources().getFirst().blind())
        .anyMatch(each -> each.contains("switches a second"));
  }

  /// Two threads for each processor that wake each other at the maximum rate.
  private static final class PingPong {
    private final List<Thread> threads = new ArrayList<>();

    PingPong() {
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        SynchronousQueue<Integer> ball = new SynchronousQueue<>();
        threads.add(Thread.ofPlatform().daemon().start(() -> play(() -> ball.put(1))));
        threads.add(Thread.ofPlatform().daemon().start(() -> play(ball::take)));
      }
    }

    private interface Stroke {
      void run() throws InterruptedException;
    }

    private static void play(Stroke stroke) {
      try {
        while (true) {
          stroke.run();
        }
      } catch (InterruptedException _) {
        // Interrupted to end it.
      }
    }

    void end() throws InterruptedException {
      for (Thread each : threads) {
        each.interrupt();
        each.join();
      }
    }
  }

  @Test
  void missingProcessIsReported() {
    RunQueueObserver observer =
        new RunQueueObserver(Map.of(Side.TARGET, 2_000_000_000L), WatchLevel.DEFAULT);
    observer.start();
    Findings findings = observer.finish();

    assertThat(findings.sources()).isEmpty();
    assertThat(findings.notObservable().getFirst().why())
        .startsWith("there is no process 2000000000");
  }

  @Test
  void observerWithoutStartFindsNothing() {
    assertThat(new RunQueueObserver(Map.of(Side.TARGET, PID), WatchLevel.DEFAULT).finish())
        .isEqualTo(Findings.NONE);
  }
}
