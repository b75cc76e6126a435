package dev.takt.it.baddays;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.targets.Fast;
import dev.takt.it.targets.Silent;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ctrl-C, SIGTERM and SIGKILL, at every stage of a run.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SignalsTest {

  /// Two seconds, and some for a machine that is busy with other tests.
  private static final Duration SOON = Duration.ofSeconds(4);

  @TempDir Path folder;

  private TaktProcess start(String url, String... more) throws IOException {
    String[] arguments = new String[more.length + 4];
    System.arraycopy(new String[] {"--target", url, "--rate", "500/s"}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return TaktProcess.run(folder, arguments);
  }

  private static List<Long> children(TaktProcess takt) {
    return takt.process().descendants().map(ProcessHandle::pid).toList();
  }

  private static void assertNobodyLeft(List<Long> pids) {
    await("the end of " + pids)
        .atMost(ofSeconds(30))
        .until(() ->
            pids.stream()
                .noneMatch(pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void onceEndsTheRunInGoodOrder(String signal) throws Exception {
    try (Fast target = new Fast();
        TaktProcess takt = start(target.url())) {
      takt.awaitWord("measure").signal(signal);
      Ran ran = takt.await(SOON);

      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.out()).contains("stopped before its end", "succeeded", "response");
      assertThat(ran.record().state()).isEqualTo(RunRecord.State.STOPPED);
      assertThat(ran.balance().completed()).isPositive().isEqualTo(ran.balance().intended());
      assertThat(ran.balance().completed()).isEqualTo(target.requests());
      assertThat(loggedResponses()).isEqualTo(ran.balance().completed());
      assertThat(tracedOperations()).isEqualTo(ran.balance().completed());
    }
  }

  private long loggedResponses() throws IOException {
    long count = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve(Takt.OUT).resolve("latency.hdr").toFile())) {
      for (var next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        if (next.getTag().equals("request-rt")) {
          count += ((Histogram) next).getTotalCount();
        }
      }
    }
    return count;
  }

  private long tracedOperations() throws IOException {
    long count = 0;
    try (OperationTrace trace =
        OperationTrace.open(folder.resolve(Takt.OUT).resolve("operations.bin"))) {
      while (trace.next() != null) {
        count++;
      }
    }
    return count;
  }

  @Test
  void whatIsUnderWayOrDueWhenItIsStoppedIsCounted() throws Exception {
    try (Silent target = new Silent();
        TaktProcess takt = start(target.url(), "--timeout", "off")) {
      takt.awaitWord("measure").signal("INT");
      Ran ran = takt.await(SOON);

      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.balance().unfinished()).isEqualTo(16);
      assertThat(ran.balance().neverSent()).isEqualTo(ran.balance().intended() - 16).isPositive();
    }
  }

  @Test
  void workersThatAreStuckAreCountedAndLeft() throws Exception {
    try (TaktProcess takt = start("sim:delay=1h", "--timeout", "off", "--workers", "4")) {
      takt.awaitWord("measure").signal("INT");
      Ran ran = takt.await(SOON);

      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.balance().unfinished()).isEqualTo(4);
      assertThat(ran.balance().neverSent()).isEqualTo(ran.balance().intended() - 4).isPositive();
    }
  }

  @Timing
  @Test
  void twiceLeavesAtOnce() throws Exception {
    try (Silent target = new Silent();
        TaktProcess takt = start(target.url(), "--timeout", "off")) {
      takt.awaitWord("measure").signal("INT");
      Thread.sleep(100);
      long second = System.nanoTime();
      takt.signal("INT");
      Ran ran = takt.await(SOON);

      assertThat(Duration.ofNanos(System.nanoTime() - second)).isLessThan(Duration.ofMillis(700));
      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.err()).containsOnlyOnce("takt: stopping; press Ctrl-C again to leave at once");
      assertThat(ran.lastWord()).contains("interrupted twice: ended at once");
      assertThat(ran.lastWord()).endsWith("; what was recorded so far is in " + Takt.OUT);
      assertThat(ran.record().state()).isEqualTo(RunRecord.State.RUNNING);
    }
  }

  @Test
  void duringTheSelfWarmup() throws Exception {
    try (Fast target = new Fast();
        TaktProcess takt = start(target.url(), "--self-warmup", "30s")) {
      takt.awaitWord("self-warm-up").signal("INT");
      Ran ran = takt.await(SOON);

      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.lastWord()).contains("interrupted before the run had begun");
      assertThat(ran.record().state()).isEqualTo(RunRecord.State.STOPPED);
      assertThat(target.requests()).isZero();
    }
  }

  /// The target is this JVM; here the observers have just begun to log in it.
  @Test
  void whileTheObserversBeginLeavesNothingInTheTarget() throws Exception {
    try (Fast target = new Fast();
        TaktProcess takt = start(target.url(), "--watch")) {
      await("a recording")
          .atMost(ofSeconds(30))
          .until(() -> ask("jfrCheck").contains("name=takt-"));
      takt.signal("INT");
      Ran ran = takt.await(Duration.ofSeconds(30));

      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.lastWord()).contains("interrupted before the run had begun");
      assertThat(ask("jfrCheck")).doesNotContain("name=takt-");
      assertThat(ask("vmLog", "list")).doesNotContain(folder.toString());
    }
  }

  private static String ask(String operation, String... arguments) {
    try {
      return String.valueOf(
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  operation,
                  new Object[] {arguments},
                  new String[] {String[].class.getName()}));
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The kernel drops what does not fit into the backlog: nobody answers these connects.
  @Test
  void whileConnecting() throws Exception {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket first = new Socket(full.getInetAddress(), full.getLocalPort());
        Socket second = new Socket(full.getInetAddress(), full.getLocalPort());
        TaktProcess takt = start("http://127.0.0.1:" + full.getLocalPort() + "/")) {
      assertThat(first.isConnected() && second.isConnected()).isTrue();
      takt.awaitWord("driving");
      Thread.sleep(1000);
      takt.signal("INT");
      Ran ran = takt.await(SOON);

      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.lastWord()).contains("interrupted before the run had begun");
    }
  }

  @Test
  void duringTheDrain() throws Exception {
    try (Silent target = new Silent();
        TaktProcess takt =
            start(target.url(), "--timeout", "off", "--duration", "500ms", "--drain", "60s")) {
      takt.awaitWord("drain").signal("INT");
      Ran ran = takt.await(SOON);

      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.balance().intended()).isEqualTo(250);
      assertThat(ran.balance().unfinished() + ran.balance().neverSent()).isEqualTo(250);
    }
  }

  @Timing
  @Test
  void sigkillLeavesAReadableRun() throws Exception {
    try (Fast target = new Fast();
        TaktProcess takt = start(target.url())) {
      takt.awaitWord("measure    2 s");
      takt.signal("KILL");
      assertThat(takt.process().waitFor()).isEqualTo(137);

      RunRecord record = takt.await().record();
      assertThat(record.state()).isEqualTo(RunRecord.State.RUNNING);
      assertThat(record.timeBase().originNanoTime()).isNotNull();
      assertThat(loggedResponses()).isBetween(500L, target.requests());
      assertThat(tracedOperations()).isBetween(500L, target.requests());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "KILL"})
  void demoLeavesNoChildProcessAfterSignal(String signal) throws Exception {
    try (TaktProcess takt = start("demo")) {
      takt.awaitWord("measure");
      List<Long> children = children(takt);
      assertThat(children).isNotEmpty();
      takt.signal(signal);
      Ran ran = takt.await(Duration.ofSeconds(6));

      assertThat(ran.code()).isEqualTo(signal.equals("KILL") ? 137 : 130);
      assertNobodyLeft(children);
    }
  }

  @Test
  void demoLeavesNoChildProcessAfterTwoInterrupts() throws Exception {
    try (TaktProcess takt = start("demo")) {
      takt.awaitWord("measure");
      List<Long> children = children(takt);
      takt.signal("INT").signal("INT");
      takt.await(Duration.ofSeconds(6));

      assertNobodyLeft(children);
    }
  }

  @Test
  @Tag("slow")
  void embeddedDatabaseLeavesNoChildProcess() throws Exception {
    for (String signal : new String[] {"INT", "TERM", "KILL"}) {
      Path own = Files.createDirectory(folder.resolve(signal));
      try (TaktProcess takt =
          TaktProcess.run(own, "--target", "postgres:embedded", "--rate", "100/s")) {
        takt.awaitWord("measure");
        List<Long> children = children(takt);
        assertThat(children).isNotEmpty();
        takt.signal(signal).await(Duration.ofSeconds(10));

        assertNobodyLeft(children);
      }
    }
  }

  @Test
  void theDemoIsNotLeftBehindWhileItStarts() throws Exception {
    try (TaktProcess takt = start("demo")) {
      takt.awaitWord("starting the demo");
      await("a child").atMost(ofSeconds(30)).until(() -> !children(takt).isEmpty());
      List<Long> children = children(takt);
      takt.signal("INT");
      Ran ran = takt.await(SOON);

      assertThat(ran.code()).isEqualTo(130);
      assertThat(ran.lastWord()).contains("interrupted before the run had begun");
      assertNobodyLeft(children);
    }
  }
}
