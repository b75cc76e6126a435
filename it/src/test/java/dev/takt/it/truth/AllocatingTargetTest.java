package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.cli.spi.ExitCode;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.allocation.AllocationRate;
import dev.takt.runs.model.AssertionResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Targets that allocate a known number of bytes for each request.
class AllocatingTargetTest {

  /// The header of an array of bytes, and what else a request allocates, are below a thousandth.
  private static final int BYTES = 200_000;

  private static final String SERVER =
      """
      import java.io.*;
      import java.net.*;
      import java.nio.charset.StandardCharsets;

      public class Allocating {
        static volatile byte[] last;

        public static void main(String[] arguments) throws Exception {
          int bytes = Integer.parseInt(arguments[0]);
          boolean inThreads = Boolean.parseBoolean(arguments[1]);
          ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
          System.out.println(listener.getLocalPort());
          while (true) {
            Socket socket = listener.accept();
            new Thread(() -> serve(socket, bytes, inThreads)).start();
          }
        }

        static void serve(Socket socket, int bytes, boolean inThreads) {
          byte[] answer = "HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n".getBytes(StandardCharsets.US_ASCII);
          byte[] request = new byte[8192];
          try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            int length = 0;
            for (int read = in.read(request); read > 0; read = in.read(request, length, request.length - length)) {
              length += read;
              if (request[length - 1] == '\\n' && request[length - 3] == '\\n') {
                length = 0;
                if (inThreads) {
                  Thread each = new Thread(() -> last = new byte[bytes]);
                  each.start();
                  each.join();
                } else {
                  last = new byte[bytes];
                }
                out.write(answer);
              }
            }
          } catch (IOException | InterruptedException e) {
            // The client has left.
          }
        }
      }
      """;

  @TempDir Path directory;

  @Test
  void bytesPerOperationAreThoseThatTheServerAllocates() throws Exception {
    assertKnown(Path.of(System.getProperty("java.home")));
  }

  @Test
  void profileShowsWhereTheServerAllocates() throws Exception {
    Ran run = measure(Path.of(System.getProperty("java.home")), false);

    Ran profile =
        Takt.command(
            directory,
            List.of("profile", run.directory().path().toString(), "--alloc", "--format=json"));

    JsonNode json = new JsonMapper().readTree(profile.out());
    long bytes = json.at("/slow/bytes").asLong() + json.at("/rest/bytes").asLong();
    assertThat(bytes).isCloseTo(350L * BYTES, withinPercentage(15));
    assertThat(json.at("/classes/0/name").asString()).isEqualTo("byte[]");
    assertThat(json.at("/methods/0/name").asString()).isEqualTo("Allocating.serve");
    long inServe =
        json.at("/methods/0/slowBytes").asLong() + json.at("/methods/0/restBytes").asLong();
    assertThat((double) inServe).isGreaterThan(0.98 * bytes);
    assertThat(run.directory().path().resolve("alloc.html")).exists();
    assertThat(Files.readString(run.directory().path().resolve("alloc.collapsed")))
        .contains("Allocating.serve;[byte[]] ");
  }

  @Test
  void olderJvmIsMeasuredAsWell() throws Exception {
    assertKnown(jdk17());
  }

  @Test
  void threadsThatEndedBeforeTheyWereReadAreNoticed() throws Exception {
    Ran run = measure(Path.of(System.getProperty("java.home")), true, "alloc > 150KB/op");

    AllocatedBytes read = Objects.requireNonNull(run.directory().readStalls().allocated());
    assertThat(read.atMost()).as("%s", read).isNull();
    AllocatedBytes.HeapCheck heap = Objects.requireNonNull(read.heap());
    assertThat((double) heap.byHeap() / heap.byThreads()).isGreaterThan(5);
    AllocationRate rate = rate(run);
    assertThat(rate.bytesPerOperation()).isLessThan(BYTES / 5.0);
    assertThat(rate.atMost()).isNull();
    assertThat(run.out()).contains("/op or more, ");
    // It allocates more than this, but the counters of its threads do not show it.
    assertThat(run.code()).isEqualTo(ExitCode.NOT_TRUSTED);
    assertThat(rule(run, 0).undecided()).startsWith("it is at least ");
  }

  @Test
  void withoutCollectionsToCheckByThreadsThatStartedLeaveNoUpperBound() throws Exception {
    Path jdk = Path.of(System.getProperty("java.home"));

    Ran run = measure("ZGC", jdk, true, "alloc > 150KB/op");

    assertThat(rate(run).atMost()).isNull();
    assertThat(run.code()).isEqualTo(ExitCode.NOT_TRUSTED);
  }

  private void assertKnown(Path jdk) throws Exception {
    Ran run = measure(jdk, false, "alloc > 100KB/op", "alloc > 400KB/op", "alloc < 5MB/s");

    AllocationRate rate = rate(run);
    assertThat(rate.bytesPerOperation()).isCloseTo(BYTES, within(BYTES * 0.05));
    assertThat(rate.atLeast()).isLessThanOrEqualTo(BYTES * 1.001);
    assertThat(Objects.requireNonNull(rate.atMost())).isGreaterThanOrEqualTo(BYTES);
    assertThat(rate.bytesPerSecond()).isCloseTo(100.0 * BYTES, within(BYTES * 10.0));
    AllocatedBytes.HeapCheck heap =
        Objects.requireNonNull(
            Objects.requireNonNull(run.directory().readStalls().allocated()).heap());
    assertThat((double) heap.byHeap() / heap.byThreads()).isCloseTo(1, within(0.1));
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.ASSERTION_BROKEN);
    assertThat(rule(run, 0).broken()).isTrue();
    assertThat(rule(run, 1).broken()).isFalse();
    assertThat(rule(run, 2).broken()).isFalse();
    assertThat(run.out()).contains("target allocated 19", " KB/op (");
  }

  private static AllocationRate rate(Ran run) throws IOException {
    return Objects.requireNonNull(
        Objects.requireNonNull(run.directory().read().summary(), run::err).results().allocation(),
        run::out);
  }

  private static AssertionResult rule(Ran run, int which) throws IOException {
    return Objects.requireNonNull(run.directory().read().summary()).assertions().get(which);
  }

  private Ran measure(Path jdk, boolean inThreads, String... rules) throws IOException {
    return measure("SerialGC", jdk, inThreads, rules);
  }

  private Ran measure(String collector, Path jdk, boolean inThreads, String... rules)
      throws IOException {
    Path source = Files.writeString(directory.resolve("Allocating.java"), SERVER);
    ToolProvider.getSystemJavaCompiler()
        .run(null, null, null, "--release", "17", "-d", directory.toString(), source.toString());
    Process server =
        new ProcessBuilder(
                jdk.resolve("bin/java").toString(),
                collector.equals("ZGC") ? "-Xmx128m" : "-Xmx32m",
                "-XX:+Use" + collector,
                "-cp",
                directory.toString(),
                "Allocating",
                Integer.toString(BYTES),
                Boolean.toString(inThreads))
            .redirectError(directory.resolve("server.txt").toFile())
            .start();
    try (BufferedReader out = server.inputReader(StandardCharsets.US_ASCII)) {
      List<String> arguments = new ArrayList<>();
      arguments.add("--target=http://127.0.0.1:" + out.readLine() + "/");
      arguments.addAll(List.of("--watch", "--watch-pid=" + server.pid(), "--profile"));
      arguments.addAll(List.of("--rate=100/s", "--warmup=500ms", "--duration=4s"));
      arguments.addAll(List.of("--self-warmup=off", "--connections=2", "--no-report"));
      Stream.of(rules).forEach(rule -> arguments.add("--fail-if=" + rule));
      return Takt.measure(directory, arguments.toArray(String[]::new));
    } finally {
      server.destroyForcibly();
    }
  }

  private static Path jdk17() throws IOException {
    Path jvms = Path.of(System.getProperty("java.home")).resolveSibling("");
    try (Stream<Path> all = Files.list(jvms)) {
      List<Path> found =
          all.filter(each -> each.getFileName().toString().contains("17"))
              .filter(each -> Files.isExecutable(each.resolve("bin/java")))
              .toList();
      assumeTrue(!found.isEmpty(), "there is no JDK 17 beside this one");
      return found.getFirst();
    }
  }
}
