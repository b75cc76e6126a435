package dev.takt.probes.interthread;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.probes.ForkedJvm;
import dev.takt.probes.Sunk;
import dev.takt.probes.WaitMode;
import dev.takt.probes.interthread.InterthreadComparison.Measured;
import dev.takt.probes.interthread.InterthreadSettings.Rate;
import dev.takt.probes.interthread.program.LatencyCounts;
import dev.takt.record.histogram.Spectrum;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InterthreadForksTest {

  private static final long MILLI = 1_000_000;
  private static final Rate THOUSAND = new Rate(1000, 1000 * MILLI);
  private static final InterthreadJvm OWN = new InterthreadJvm(null, List.of());

  @TempDir Path directory;

  private final Sunk sunk = new Sunk();

  private static InterthreadSettings settings(Rate rate, long measureMillis) {
    return new InterthreadSettings(
        QueueKind.SPSC, 64, rate, 50 * MILLI, measureMillis * MILLI, WaitMode.SPIN, null, null);
  }

  private InterthreadComparison run(InterthreadSettings settings, InterthreadJvm... jvms)
      throws IOException, InterruptedException {
    return new InterthreadForks(settings, List.of(jvms)).run(sunk);
  }

  @Test
  void eachJvmHasItsMessagesAndName() throws Exception {
    InterthreadJvm serial = new InterthreadJvm(null, List.of("-XX:+UseSerialGC", "-Xmx64m"));

    InterthreadComparison result = run(settings(THOUSAND, 200), OWN, serial);

    String version = "JDK " + Runtime.version();
    assertThat(result.jvms())
        .extracting(Measured::jvm)
        .containsExactly(version, version + " -XX:+UseSerialGC -Xmx64m");
    for (int i = 1; i <= 2; i++) {
      assertBalanced(result.jvms().get(i - 1), i, 200);
    }
  }

  @Test
  void jdk17RunsTheProgram() throws Exception {
    Path jdk = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");
    assumeTrue(Files.isDirectory(jdk), "there is no JDK 17");

    Measured measured =
        run(settings(THOUSAND, 200), new InterthreadJvm(jdk, List.of())).jvms().getFirst();

    assertThat(measured.jvm()).startsWith("JDK 17");
    assertBalanced(measured, 1, 200);
  }

  private void assertBalanced(Measured measured, int number, long due) {
    InterthreadResult.MessageCounts messages = measured.messages();
    assertThat(messages.intended()).isEqualTo(due);
    assertThat(messages.received()).isEqualTo(messages.sent());
    assertThat(sunk.count(InterthreadForks.tag(number, InterthreadProbe.RESPONSE))).isEqualTo(due);
    assertThat(sunk.count(InterthreadForks.tag(number, InterthreadProbe.SERVICE)))
        .isEqualTo(messages.sent());
    assertThat(sunk.count(InterthreadForks.tag(number, InterthreadProbe.WAIT)))
        .isEqualTo(messages.sent());
  }

  @Test
  void maximumRateHasServiceTimesOnly() throws Exception {
    InterthreadSettings unlimited =
        new InterthreadSettings(
            QueueKind.ARRAY_BLOCKING, 64, null, 0, 100 * MILLI, WaitMode.SPIN, null, null);

    Measured measured = run(unlimited, OWN).jvms().getFirst();

    assertThat(measured.messages().sent()).isGreaterThan(64);
    assertThat(measured.messages().neverSent()).isZero();
    assertThat(sunk.values).containsOnlyKeys(InterthreadForks.tag(1, InterthreadProbe.SERVICE));
  }

  /// A JVM that is stopped for a known time delays all messages that were due meanwhile.
  @Test
  void stoppedJvmDelaysMessagesThatWereDue() throws Exception {
    InterthreadForks forks = new InterthreadForks(settings(THOUSAND, 1500), List.of(OWN));
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread stopping =
        Thread.ofPlatform()
            .start(() -> {
              try {
                ForkedJvm running = forks.running();
                while (running == null) {
                  Thread.sleep(5);
                  running = forks.running();
                }
                long pid = running.pid();
                Thread.sleep(700);
                signal("-STOP", pid);
                Thread.sleep(400);
                signal("-CONT", pid);
              } catch (IOException | InterruptedException e) {
                failure.set(e);
              }
            });

    InterthreadComparison result = forks.run(sunk);
    stopping.join();

    assertThat(failure.get()).isNull();
    assertThat(result.jvms().getFirst().messages().intended()).isEqualTo(1500);
    String tag = InterthreadForks.tag(1, InterthreadProbe.RESPONSE);
    Spectrum responses = Spectrum.of(Objects.requireNonNull(sunk.values.get(tag)));
    assertThat(responses.total() - responses.countAtOrBelow(100 * MILLI))
        .isGreaterThanOrEqualTo(290);
    assertThat(result.jvms().getFirst().disturbed()).hasSize(1);
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", name, Long.toString(pid)).start().waitFor()).isZero();
  }

  @Test
  void latenciesArePrintedWithinAThousandth() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, false, US_ASCII);
    long[] latencies = {-5, 0, 1, 2047, 2048, 2049, 123_456_789, Long.MAX_VALUE / 8};
    for (long each : latencies) {
      LatencyCounts counts = new LatencyCounts();
      counts.record(each);
      counts.record(each);
      counts.print("rt", out);
    }
    out.flush();

    List<String> lines = text.toString(US_ASCII).lines().toList();
    assertThat(lines).hasSize(latencies.length);
    for (int i = 0; i < latencies.length; i++) {
      long truth = Math.max(0, latencies[i]);
      String[] words = lines.get(i).split(" ", -1);
      assertThat(words).hasSize(3).startsWith("rt").endsWith("2");
      assertThat(Long.parseLong(words[1])).isBetween(truth, truth + truth / 1000);
    }
  }

  @Test
  void refusedOptionIsReportedInTheJvmsWords() {
    InterthreadJvm wrong = new InterthreadJvm(null, List.of("-XX:+NoSuchOption"));

    assertThatIOException()
        .isThrownBy(() -> run(settings(THOUSAND, 100), wrong))
        .withMessageStartingWith(
            "JDK " + Runtime.version() + " -XX:+NoSuchOption failed (exit code 1): ")
        .withMessageContaining("Unrecognized VM option 'NoSuchOption'");
  }

  @Test
  void optionThatOnlyPrintsIsNoResult() {
    InterthreadJvm version = new InterthreadJvm(null, List.of("--version"));

    assertThatIOException()
        .isThrownBy(() -> run(settings(THOUSAND, 100), version))
        .withMessageContaining("--version printed no result: openjdk");
  }

  @Test
  void killedJvmIsReported() {
    InterthreadForks forks = new InterthreadForks(settings(THOUSAND, 5000), List.of(OWN));
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          ForkedJvm running = forks.running();
          while (running == null) {
            Thread.onSpinWait();
            running = forks.running();
          }
          running.kill();
        });

    assertThatIOException()
        .isThrownBy(() -> forks.run(sunk))
        .withMessageContaining("failed (killed by SIGKILL)");
  }

  @Test
  void homesAreCheckedBeforeAnythingRuns() throws IOException {
    InterthreadJvm absent = new InterthreadJvm(directory.resolve("none"), List.of());
    assertThatIOException()
        .isThrownBy(() -> run(settings(THOUSAND, 100), OWN, absent))
        .withMessage("there is no JVM at " + directory.resolve("none/bin/java"));

    Path old = Files.createDirectories(directory.resolve("old/bin"));
    Files.createFile(old.resolve("java")).toFile().setExecutable(true);
    Files.writeString(directory.resolve("old/release"), "JAVA_VERSION=\"11.0.2\"\n");
    InterthreadJvm tooOld = new InterthreadJvm(directory.resolve("old"), List.of());
    assertThatIOException()
        .isThrownBy(() -> run(settings(THOUSAND, 100), OWN, tooOld))
        .withMessage(old.resolve("java") + " is of JDK 11; expected 17 or later");
    assertThat(sunk.values).isEmpty();
  }

  @Test
  void stopBeforeRunStartsNoJvm() throws Exception {
    InterthreadForks forks = new InterthreadForks(settings(THOUSAND, 5000), List.of(OWN));
    forks.stop();

    assertThat(forks.run(sunk).jvms()).isEmpty();
  }
}
