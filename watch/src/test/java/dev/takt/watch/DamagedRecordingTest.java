package dev.takt.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.runs.jfr.JfrChunk;
import dev.takt.runs.model.NotObservable;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A damaged recording must never look like one without stalls: it is an error, or has a caveat.
/// Tested with recordings of this JDK, and of JDK 17 if it is installed.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedRecordingTest {

  private static final Path JDK_17 = Path.of("/usr/lib/jvm/java-17-openjdk-amd64/bin/java");

  /// Records three chunks, each with a wait for a monitor and a garbage collection.
  private static final String PROGRAM =
      """
      import java.nio.file.Path;
      import jdk.jfr.Recording;
      public class Recorded {
        static final Object LOCK = new Object();
        public static void main(String[] args) throws Exception {
          try (Recording recording = new Recording()) {
            for (String each : new String[] {"JavaMonitorEnter", "SafepointBegin", "SafepointEnd",
                "ExecuteVMOperation", "GCPhasePause", "GarbageCollection", "ActiveSetting"}) {
              recording.enable("jdk." + each).withoutThreshold();
            }
            recording.start();
            for (int i = 0; i < 3; i++) {
              Thread thread = new Thread(() -> {
                synchronized (LOCK) {
                  try { Thread.sleep(30); } catch (InterruptedException e) { return; }
                }
              });
              thread.start();
              Thread.sleep(10);
              synchronized (LOCK) {}
              thread.join();
              System.gc();
              if (i < 2) {
                try (Recording other = new Recording()) { other.start(); other.stop(); }
              }
            }
            recording.stop();
            recording.dump(Path.of(args[0]));
          }
        }
      }
      """;

  @TempDir static Path made;

  @TempDir Path folder;

  private static final List<Path> RECORDINGS = new ArrayList<>();

  @BeforeAll
  static void record() throws Exception {
    Path program = Files.writeString(made.resolve("Recorded.java"), PROGRAM);
    RECORDINGS.clear();
    RECORDINGS.add(recorded(Path.of(System.getProperty("java.home"), "bin/java"), program));
    if (Files.isExecutable(JDK_17)) {
      RECORDINGS.add(recorded(JDK_17, program));
    }
  }

  private static Path recorded(Path java, Path program) throws Exception {
    Path file = made.resolve(RECORDINGS.size() + ".jfr");
    Process process =
        new ProcessBuilder(java.toString(), program.toString(), file.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(file).exists();
    return file;
  }

  static Stream<Path> recordings() {
    return RECORDINGS.stream();
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("damaged.jfr"), bytes);
  }

  private static byte[] zeroed(byte[] bytes, long from, int length) {
    byte[] damaged = bytes.clone();
    Arrays.fill(damaged, (int) from, (int) Math.min(bytes.length, from + length), (byte) 0);
    return damaged;
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void completeRecordingHasNoCaveat(Path recording) throws Exception {
    WatchReport reading = Observers.read(recording);

    assertThat(reading.caveat()).isEmpty();
    assertThat(reading.stalls().stalls()).hasSizeGreaterThanOrEqualTo(6);
    assertThat(JfrChunk.of(recording)).hasSizeGreaterThanOrEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void damagedChunkDoesNotHideOthers(Path recording) throws Exception {
    byte[] whole = Files.readAllBytes(recording);
    int all = Observers.read(recording).stalls().stalls().size();
    for (JfrChunk each : JfrChunk.of(recording)) {
      WatchReport reading = Observers.read(file(zeroed(whole, each.offset(), 68 + 100)));

      assertThat(reading.caveat())
          .startsWith("only part of this recording could be read: ")
          .endsWith("the rest is unknown");
      assertThat(reading.stalls().stalls()).hasSizeGreaterThanOrEqualTo(all / 3);
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void truncatedRecordingIsReadUpToItsEnd(Path recording) throws Exception {
    byte[] whole = Files.readAllBytes(recording);
    List<JfrChunk> chunks = JfrChunk.of(recording);
    for (JfrChunk each : chunks.subList(1, chunks.size())) {
      for (int more : new int[] {1, 67, 68, 1000, (int) each.size() - 1}) {
        Path file = file(Arrays.copyOf(whole, (int) each.offset() + more));
        WatchReport reading = Observers.read(file);

        assertThat(reading.caveat()).as("%d + %d", each.offset(), more).isNotEmpty();
        assertThat(reading.stalls().stalls()).isNotEmpty();
        assertThat(reading.stalls().notObservable())
            .extracting(NotObservable::what)
            .anyMatch(what -> what.contains("of the flight recording"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void recordingWithoutReadableEventsIsAnError(Path recording) throws Exception {
    byte[] whole = Files.readAllBytes(recording);
    for (int length : new int[] {0, 1, 67, 68, 500}) {
      Path file = file(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Observers.read(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("damaged.jfr cannot be read: ");
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void cutHeaderIsNotTakenForAnotherFile(Path recording) throws Exception {
    byte[] whole = Files.readAllBytes(recording);
    for (int length : new int[] {3, 40, 67}) {
      Path file = file(Arrays.copyOf(whole, length));

      assertThatThrownBy(() -> Observers.read(file))
          .hasMessageEndingWith(
              "damaged.jfr cannot be read: it is cut off: it has "
                  + length
                  + " of the 68 bytes of a recording's header");
    }
    assertThatThrownBy(() -> Observers.read(file("abc".getBytes(StandardCharsets.US_ASCII))))
        .hasMessageEndingWith("is it another file?");
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void damagedTypesAreNamedOnceAsTheReasonThatNothingIsRead(Path recording) throws Exception {
    byte[] whole = Files.readAllBytes(recording);
    byte[] first = Arrays.copyOf(whole, (int) JfrChunk.of(recording).getFirst().size());
    long types = ByteBuffer.wrap(first).getLong(24);

    Path file = file(zeroed(first, types + 100, 200));

    assertThatThrownBy(() -> Observers.read(file))
        .hasMessageEndingWith(
            "damaged.jfr cannot be read: its constants or types are damaged, and without them no"
                + " event can be read");
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void missingValuesOfACutRecordingAreLaidToTheCut(Path recording) throws Exception {
    byte[] whole = Files.readAllBytes(recording);
    List<JfrChunk> chunks = JfrChunk.of(recording);
    for (JfrChunk each : chunks) {
      for (int part = 1; part < 8; part++) {
        int length = (int) (each.offset() + each.size() * part / 8);
        try {
          assertThat(Observers.read(file(Arrays.copyOf(whole, length))).stalls().notObservable())
              .as("%d bytes", length)
              .noneMatch(missing -> missing.why().contains("a value is missing"))
              .noneMatch(missing -> missing.what().startsWith("1 events"));
        } catch (IOException e) {
          assertThat(e).hasMessageContaining(" cannot be read: ");
        }
      }
    }
  }

  /// Each random damage gives an error for people, a caveat, or the complete result.
  @ParameterizedTest
  @MethodSource("recordings")
  void randomDamageNeverHidesLossOfStalls(Path recording) throws Exception {
    byte[] whole = Files.readAllBytes(recording);
    int all = Observers.read(recording).stalls().stalls().size();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
    for (int seed = 0; seed < 60 && System.nanoTime() < deadline; seed++) {
      byte[] damaged = damaged(whole, new Random(seed));
      try {
        WatchReport reading = Observers.read(file(damaged));
        boolean isAllClear = reading.caveat().isEmpty() && reading.stalls().stalls().isEmpty();
        assertThat(isAllClear).as("seed %d", seed).isFalse();
        assertThat(reading.stalls().stalls().size()).as("seed %d", seed).isLessThanOrEqualTo(all);
        assertThat(reading.stalls().notObservable())
            .as("seed %d", seed)
            .extracting(NotObservable::why)
            .noneMatch(why -> why.contains("Exception") || why.contains("null"));
      } catch (IOException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining(" cannot be read: ");
      }
    }
  }

  private static byte[] damaged(byte[] whole, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(whole, random.nextInt(whole.length));
      case 1 -> zeroed(whole, random.nextInt(whole.length), 1 + random.nextInt(8192));
      case 2 -> {
        byte[] flipped = whole.clone();
        for (int i = random.nextInt(50); i >= 0; i--) {
          flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
        }
        yield flipped;
      }
      default -> {
        // A block that was never written: it has old content.
        byte[] other = whole.clone();
        int to = random.nextInt(whole.length);
        int from = random.nextInt(whole.length);
        int length = Math.min(4096, whole.length - Math.max(from, to));
        System.arraycopy(whole, from, other, to, length);
        yield other;
      }
    };
  }

  @Test
  void recordingWithoutStallEventsHasCaveat() throws Exception {
    for (boolean hasSettings : new boolean[] {true, false}) {
      Path file = folder.resolve(hasSettings + ".jfr");
      try (Recording recording = new Recording()) {
        recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
        if (hasSettings) {
          recording.enable("jdk.ActiveSetting");
        }
        recording.start();
        recording.stop();
        recording.dump(file);
      }
      WatchReport reading = Observers.read(file);

      assertThat(reading.caveat()).contains("no events that show stalls");
      assertThat(reading.noStallsText()).isEqualTo("whether there were stalls is unknown");
      assertThat(reading.stalls().notObservable())
          .anyMatch(each ->
              each.what().contains("gc pause, safepoint, time to safepoint, monitor wait")
                  && each.why().contains(hasSettings ? "not recorded" : "does not say"));
    }
  }

  @Test
  void recordingOfSomeKindsListsHiddenKinds() throws Exception {
    Path file = folder.resolve("some.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.JavaMonitorEnter");
      recording.enable("jdk.ActiveSetting");
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    WatchReport reading = Observers.read(file);

    assertThat(reading.caveat()).isEmpty();
    assertThat(reading.noStallsText()).contains("of the kinds that this recording can show");
    assertThat(reading.stalls().sources().getFirst().kinds())
        .extracting(Enum::name)
        .containsExactly("MONITOR_WAIT");
  }

  /// A JVM flushes about once a second, and finishes a chunk only when the recording ends.
  @Timing
  @Test
  void recordingOfRunningOrKilledJvmIsReadUpToLastFlush() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Endless.java"),
            """
            public class Endless {
              public static void main(String[] args) throws Exception {
                while (true) {
                  System.gc();
                  Thread.sleep(50);
                }
              }
            }
            """);
    Path repository = folder.resolve("repository");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:FlightRecorderOptions:repository=" + repository,
                "-XX:StartFlightRecording:settings=profile",
                program.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      WatchReport running = await(repository);
      assertThat(running.caveat()).contains("never ended");
      assertThat(running.stalls().notObservable())
          .anyMatch(each -> each.why().contains("its JVM was killed or still runs"));
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(await(repository).caveat()).contains("never ended");
  }

  private static WatchReport await(Path repository) throws Exception {
    while (true) {
      try (Stream<Path> files = Files.walk(repository)) {
        Path file = files.filter(each -> each.toString().endsWith(".jfr")).findFirst().orElse(null);
        if (file != null) {
          WatchReport reading = Observers.read(file);
          if (!reading.stalls().stalls().isEmpty()) {
            return reading;
          }
        }
      } catch (IOException e) {
        // Nothing has been flushed.
      }
      Thread.sleep(50);
    }
  }
}
