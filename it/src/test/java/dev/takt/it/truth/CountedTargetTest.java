package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.counters.Counters;
import dev.takt.counters.StandardEvent;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.testing.Timing;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A target that touches a known number of new pages for each request, in a thread of its own, and
/// uses a known CPU time.
@Timing
class CountedTargetTest {

  private static final int PAGES = 5000;
  private static final int CPU_NANOS = 10_000_000;

  private static final String SERVER =
      """
      import java.io.*;
      import java.lang.foreign.*;
      import java.lang.invoke.*;
      import java.lang.management.*;
      import java.net.*;
      import java.nio.charset.StandardCharsets;

      public class Counted {
        static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        static final Linker LINKER = Linker.nativeLinker();
        static final MethodHandle MMAP =
            call("mmap", 6), MADVISE = call("madvise", 3), MUNMAP = call("munmap", 2);

        static MethodHandle call(String name, int parameters) {
          MemoryLayout[] all = new MemoryLayout[parameters];
          java.util.Arrays.fill(all, ValueLayout.JAVA_LONG);
          return LINKER.downcallHandle(
              LINKER.defaultLookup().findOrThrow(name),
              FunctionDescriptor.of(ValueLayout.JAVA_LONG, all));
        }

        static void touch(int pages) {
          try {
            long bytes = pages * 4096L;
            long address = (long) MMAP.invokeExact(0L, bytes, 3L, 0x22L, -1L, 0L);
            long ignored = (long) MADVISE.invokeExact(address, bytes, 15L);
            MemorySegment memory = MemorySegment.ofAddress(address).reinterpret(bytes);
            for (long at = 0; at < bytes; at += 4096) {
              memory.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
            }
            ignored = (long) MUNMAP.invokeExact(address, bytes);
          } catch (Throwable e) {
            throw new AssertionError(e);
          }
        }

        static void work(int pages, long nanos) {
          long end = THREADS.getCurrentThreadCpuTime() + nanos;
          touch(pages);
          while (THREADS.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
          }
        }

        public static void main(String[] arguments) throws Exception {
          int pages = Integer.parseInt(arguments[0]);
          long nanos = Long.parseLong(arguments[1]);
          byte[] answer = "HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n".getBytes(StandardCharsets.US_ASCII);
          ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
          System.out.println(listener.getLocalPort());
          while (true) {
            try (Socket socket = listener.accept()) {
              InputStream in = socket.getInputStream();
              byte[] request = new byte[8192];
              int length = 0;
              for (int read = in.read(request); read > 0; read = in.read(request, length, request.length - length)) {
                length += read;
                if (request[length - 1] == '\\n' && request[length - 3] == '\\n') {
                  length = 0;
                  Thread each = new Thread(() -> work(pages, nanos));
                  each.start();
                  each.join();
                  socket.getOutputStream().write(answer);
                }
              }
            } catch (IOException e) {
              // The client has left.
            }
          }
        }
      }
      """;

  @TempDir Path directory;

  @Test
  void countsPerOperationAreThoseOfTheServer() throws Exception {
    assumeTrue(Counters.available().contains(StandardEvent.PAGE_FAULTS), "no counters here");

    Ran run = measure();

    List<EventRate> rates =
        Objects.requireNonNull(
            Objects.requireNonNull(run.directory().read().summary(), run::err).results().counters(),
            run::out);
    EventRate faults = rate(rates, "page-faults");
    // A new thread needs some pages, too, and the JVM at times. The load ends between two readings.
    assertThat(faults.perOperation()).isBetween(PAGES * 0.95, PAGES * 1.1);
    assertThat(faults.atLeast()).isLessThanOrEqualTo(PAGES * 1.1);
    assertThat(faults.atMost()).isGreaterThanOrEqualTo(PAGES);
    assertThat(faults.timeShare()).isEqualTo(1);
    // The JVM compiles and records meanwhile.
    assertThat(rate(rates, "task-clock").perOperation())
        .isBetween(CPU_NANOS * 0.95, CPU_NANOS * 1.4);
    // The thread that reads waits for the request, and for the thread that works. The agent, which
    // measures hiccups a thousand times a second, does not count: that were 40 for each request.
    assertThat(rate(rates, "context-switches").perOperation()).isBetween(2.0, 30.0);
    assertThat(run.out()).containsPattern("counters +1[0-9.]+ ms CPU time, ");
    if (!Counters.available().contains(StandardEvent.CYCLES)) {
      assertThat(rates).extracting(EventRate::event).doesNotContain("cycles", "instructions");
      assertThat(run.directory().readStalls().notObservable())
          .contains(
              new NotObservable(
                  Side.TARGET,
                  "cycles, instructions, branch-misses, llc-misses",
                  "this machine has no hardware counters, as is usual for virtual machines"));
    }
  }

  private static EventRate rate(List<EventRate> rates, String event) {
    return rates.stream().filter(each -> each.event().equals(event)).findFirst().orElseThrow();
  }

  private Ran measure() throws Exception {
    Path source = Files.writeString(directory.resolve("Counted.java"), SERVER);
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                source.toString(),
                Integer.toString(PAGES),
                Integer.toString(CPU_NANOS))
            .redirectError(directory.resolve("server.txt").toFile())
            .start();
    try (BufferedReader out = server.inputReader(StandardCharsets.US_ASCII)) {
      return Takt.measure(
          directory,
          "--target=http://127.0.0.1:" + out.readLine() + "/",
          "--watch=deep",
          "--watch-pid=" + server.pid(),
          "--rate=25/s",
          "--warmup=1s",
          "--duration=4s",
          "--self-warmup=off",
          "--connections=1",
          "--no-report",
          "--verbose");
    } finally {
      server.destroyForcibly();
    }
  }
}
