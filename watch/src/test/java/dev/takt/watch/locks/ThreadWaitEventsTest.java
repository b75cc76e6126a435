package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.Timing;
import dev.takt.watch.jfr.ClockEvidence;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jfr.JfrSettings;
import dev.takt.watch.jfr.RecordingReader;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Timing
class ThreadWaitEventsTest {

  private static final long LONG = 30;

  /// Its initialization pins the thread that runs it.
  private static final class Pinning {
    static final int ANY;

    static {
      ConvoyProgram.sleep(LONG);
      ANY = 1;
    }
  }

  @Test
  void virtualThreadSleepingInInitializerIsPinned() throws Exception {
    Recorded recorded =
        Recorded.of(
            WatchLevel.DEFAULT,
            () ->
                Thread.ofVirtual()
                    .name("pinned")
                    .start(() -> assertThat(Pinning.ANY).isOne())
                    .join());

    Stall pinned = recorded.of(StallKind.PINNED, "pinned").getFirst();
    assertThat(pinned.nanos()).isGreaterThan(LONG * 900_000);
    assertThat(((Evidence.Pinning) pinned.evidence()).blockingOperation()).isNotNull();
    assertThat(pinned.thread()).extracting(Actor::osThread).isNull();
  }

  @Test
  void threadStartHasItsParent() throws Exception {
    Recorded recorded =
        Recorded.of(
            WatchLevel.DEFAULT,
            () ->
                Thread.ofPlatform()
                    .name("parent")
                    .start(() -> Thread.ofPlatform().name("child").start(() -> {}))
                    .join());

    assertThat(recorded.of(StallKind.THREAD_START, "parent"))
        .singleElement()
        .extracting(Stall::cause)
        .isEqualTo("child");
  }

  /// Loaded and so compiled again by each test.
  public static final class Hot implements LongUnaryOperator {
    @Override
    public long applyAsLong(long i) {
      return Long.rotateLeft(i * 0x9E3779B97F4A7C15L, 17) ^ i;
    }
  }

  @Test
  void classLoadsAndCompilationsAreReported() throws Exception {
    Map<String, String> settings = new HashMap<>(ThreadWaitEvents.settings(WatchLevel.DEEP));
    settings.put("jdk.Compilation#threshold", "0 ms");
    settings.put("jdk.ClassLoad#threshold", "0 ms");
    Recorded recorded =
        Recorded.of(
            settings,
            WatchLevel.DEEP,
            () -> {
              URL[] classes = {Hot.class.getProtectionDomain().getCodeSource().getLocation()};
              try (URLClassLoader loader = new URLClassLoader(classes, null)) {
                LongUnaryOperator hot =
                    (LongUnaryOperator)
                        loader
                            .loadClass(Hot.class.getName())
                            .getDeclaredConstructor()
                            .newInstance();
                long sum = 0;
                for (int i = 0; i < 3_000_000; i++) {
                  sum += hot.applyAsLong(i);
                }
                assertThat(sum).isNotZero();
              }
            });

    // A compilation takes time of the compiler only. The class that the test requested from the
    // loader is not recorded, but the class that the JVM then loaded for it is.
    assertThat(recorded.of(StallKind.COMPILATION))
        .filteredOn(each -> (Hot.class.getName() + ".applyAsLong").equals(each.cause()))
        .isNotEmpty()
        .allSatisfy(
            each -> assertThat(each.thread()).extracting(Actor::name).asString().contains("Comp"));
    assertThat(recorded.of(StallKind.CLASS_LOAD, Thread.currentThread().getName()))
        .extracting(Stall::cause)
        .contains(LongUnaryOperator.class.getName());
  }

  /// Published, so that the allocation cannot be optimized away.
  @SuppressWarnings("unused")
  private static volatile Object garbage = "";

  @Test
  void waitForCollectionIsNoStallBesideItsPause(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("allocating.jfr");
    EventExtension more = ThreadWaitEvents.forLevel(WatchLevel.DEFAULT, new MeasurementWindow());
    try (Recording recording = new Recording()) {
      recording.setSettings(JfrSettings.of(WatchLevel.DEFAULT).with(more.settings()).values());
      recording.start();
      long before = collections();
      long deadline = System.nanoTime() + 20_000_000_000L;
      while (collections() == before && System.nanoTime() - deadline < 0) {
        garbage = new byte[1 << 16];
      }
      recording.stop();
      recording.dump(file);
    }
    Findings found = RecordingReader.of(Side.TARGET, more, ClockEvidence.NONE).read(file);

    assertThat(found.stalls())
        .filteredOn(each -> each.kind() == StallKind.GC_PAUSE)
        .anySatisfy(each ->
            assertThat(((Evidence.Safepoint) each.evidence()).gc().allocator())
                .isEqualTo(Thread.currentThread().getName()));
    assertThat(found.stalls())
        .as("the thread waited for that pause, and for nothing else")
        .noneMatch(each -> each.kind() == StallKind.ALLOCATION_STALL);
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  @Test
  void fileWritesAndForcesAreReported(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("forced");
    Map<String, String> settings = new HashMap<>(ThreadWaitEvents.settings(WatchLevel.DEEP));
    settings.put("jdk.FileForce#threshold", "0 ms");
    settings.put("jdk.FileWrite#threshold", "0 ms");
    Recorded recorded =
        Recorded.of(
            settings,
            WatchLevel.DEEP,
            () -> {
              try (FileChannel channel =
                  FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(100_000));
                channel.force(true);
              }
            });

    List<Stall> stalls =
        recorded.of(StallKind.FILE_IO).stream()
            .filter(each -> file.toString().equals(each.cause()))
            .toList();
    assertThat(stalls)
        .extracting(Stall::evidence)
        .containsExactlyInAnyOrder(
            new Evidence.Transfer("jdk.FileWrite", 100_000L),
            new Evidence.Transfer("jdk.FileForce", null));
  }

  /// The client waits for a reply; the server waits as long for the next request.
  @Test
  void lateServiceIsStallButLateClientIsNot() throws Exception {
    try (ServerSocket server = listening()) {
      Recorded recorded =
          Recorded.of(
              WatchLevel.DEFAULT,
              () -> {
                Thread service = Thread.ofPlatform().name("service").start(() -> serve(server));
                Thread client =
                    Thread.ofPlatform().name("client").start(() -> ask(server.getLocalPort()));
                client.join();
                service.join();
              });

      Stall answer = recorded.of(StallKind.SOCKET_IO, "client").getFirst();
      // The client may begin to read a little after the service began to sleep.
      assertThat(answer.nanos()).isGreaterThan(LONG * 500_000);
      assertThat(answer.cause()).endsWith(":" + server.getLocalPort());
      assertThat(recorded.of(StallKind.SOCKET_IO, "service")).isEmpty();
    }
  }

  /// Listens on a port below the ephemeral range.
  private static ServerSocket listening() throws IOException {
    for (int port = 20_000; ; port++) {
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException e) {
        if (port == 20_100) {
          throw e;
        }
      }
    }
  }

  private static void serve(ServerSocket server) {
    try (Socket socket = server.accept()) {
      assertThat(socket.getInputStream().read()).isOne();
      ConvoyProgram.sleep(LONG);
      socket.getOutputStream().write(2);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void ask(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      ConvoyProgram.sleep(LONG);
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().read()).isEqualTo(2);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void throttlingIsGrowthOfCounterBetweenSamples() {
    ContainerThrottlingHandler throttling =
        new ContainerThrottlingHandler(Recorded.context(new ClockAnchor(0, 0, 0)));
    throttling.sample(300_000_000, 1_090_000_000, 12);
    throttling.sample(100_000_000, 1_000_000_000, 10);
    throttling.sample(200_000_000, 1_000_000_000, 10);
    throttling.sample(400_000_000, 9_000_000_000L, 13);
    List<Stall> stalls = new ArrayList<>();
    throttling.finish(into(stalls));

    assertThat(stalls)
        .extracting(Stall::beginNanoTime, Stall::endNanoTime)
        .containsExactly(tuple(210_000_000L, 300_000_000L), tuple(300_000_000L, 400_000_000L));
    assertThat(stalls.getFirst().kind()).isEqualTo(StallKind.THROTTLED);
    assertThat(stalls.getFirst().evidence()).isEqualTo(new Evidence.Throttling(90_000_000, 2L));
  }

  private static StallSink into(List<Stall> stalls) {
    return new StallSink() {
      @Override
      public void add(Stall stall) {
        stalls.add(stall);
      }

      @Override
      public void add(Contention contention) {
        throw new AssertionError(contention);
      }

      @Override
      public void add(NotObservable what) {
        throw new AssertionError(what);
      }
    };
  }
}
