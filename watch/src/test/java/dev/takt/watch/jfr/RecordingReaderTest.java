package dev.takt.watch.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingReaderTest {

  @TempDir Path directory;

  @Test
  void readsRecordingOfAnotherTool() throws Exception {
    ClockAnchor before = ClockAnchor.now();
    long[] gc = new long[2];
    Path file = recordingOf(JfrSettings.of(WatchLevel.DEEP).values(), gc);
    Findings found = read(file, new ClockEvidence(List.of(before, ClockAnchor.now()), null));

    Stall pause =
        found.stalls().stream()
            .filter(each -> each.kind() == StallKind.GC_PAUSE)
            .filter(each -> "System.gc()".equals(each.cause()))
            .findFirst()
            .orElseThrow();
    assertThat(pause.beginNanoTime()).isGreaterThan(gc[0] - pause.errorNanos());
    assertThat(pause.endNanoTime()).isLessThan(gc[1] + pause.errorNanos());
    assertThat(pause.stop()).isPositive();
    Evidence.Safepoint evidence = (Evidence.Safepoint) pause.evidence();
    assertThat(evidence.operation()).isNotNull();
    assertThat(evidence.gc().gcId()).isNotNull();
    assertThat(evidence.gc().collector()).isNotNull();
    assertThat(evidence.threads().caller()).isNotNull();
    StallSource source = found.sources().getFirst();
    assertThat(source.thresholdNanos()).isZero();
    assertThat(source.lost()).isZero();
    assertThat(source.blind()).isEmpty();
    assertThat(source.alignment().errorNanos()).isLessThan(100_000);
  }

  @Test
  void listsWhatSettingsHide() throws Exception {
    Path file = recordingOf(Configuration.getConfiguration("default").getSettings(), new long[2]);
    Findings found = read(file, ClockEvidence.NONE);
    StallSource source = found.sources().getFirst();
    assertThat(source.thresholdNanos()).isEqualTo(10_000_000);
    assertThat(source.alignment().description()).contains("not aligned");
    assertThat(String.join("\n", source.blind()))
        .contains("shorter than 10 ms (jdk.SafepointBegin)", "jdk.SafepointEnd was not recorded");
    assertThat(found.stalls())
        .filteredOn(each -> each.kind() == StallKind.GC_PAUSE)
        .as("the collector's pause is a stall of its own")
        .anyMatch(each -> "System.gc()".equals(each.cause()) && edges(each.evidence()) != null);
  }

  private static @Nullable String edges(Evidence evidence) {
    return switch (evidence) {
      case Evidence.GcPause pause -> pause.edges();
      case Evidence.Safepoint safepoint -> safepoint.edges().end();
      default -> null;
    };
  }

  @Test
  void readsIntactPartOfTruncatedRecording() throws Exception {
    Path file = recordingOf(JfrSettings.of(WatchLevel.DEFAULT).values(), new long[2]);
    byte[] whole = Files.readAllBytes(file);
    byte[] two = Arrays.copyOf(whole, 2 * whole.length - 1_000);
    System.arraycopy(whole, 0, two, whole.length, whole.length - 1_000);
    Files.write(file, two);
    Findings found = read(file, ClockEvidence.NONE);
    assertThat(found.stalls()).anyMatch(each -> "System.gc()".equals(each.cause()));
    StallSource source = found.sources().getFirst();
    assertThat(source.lost()).isNull();
    assertThat(source.blind().getFirst())
        .contains("the end of the flight recording", "cut off or damaged");
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 67, 68, 100, 5_000})
  void toleratesAnyLength(int length) throws Exception {
    Path file = recordingOf(JfrSettings.of(WatchLevel.DEFAULT).values(), new long[2]);
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));
    Findings found = read(file, ClockEvidence.NONE);
    assertThat(found.stalls()).isEmpty();
    assertThat(found.notObservable().size() + found.sources().size()).isPositive();
  }

  @Test
  void toleratesDamage() throws Exception {
    Path file = recordingOf(JfrSettings.of(WatchLevel.DEFAULT).values(), new long[2]);
    byte[] whole = Files.readAllBytes(file);
    for (int seed = 0; seed < 40; seed++) {
      byte[] damaged = whole.clone();
      java.util.Random random = new java.util.Random(seed);
      for (int i = 0; i < 50; i++) {
        damaged[68 + random.nextInt(damaged.length - 68)] = (byte) random.nextInt();
      }
      Files.write(file, damaged);
      assertThat(read(file, ClockEvidence.NONE)).isNotNull();
    }
  }

  @Test
  void reportsFilesThatAreNoRecording() throws Exception {
    Path file = directory.resolve("x.jfr");
    assertThat(reason(file)).contains("there is no such file");
    Files.createFile(file);
    assertThat(reason(file)).contains("it is empty");
    Files.write(file, new byte[100]);
    assertThat(reason(file)).contains("does not begin as a flight recording does");
    byte[] header = new byte[68];
    header[0] = 'F';
    header[1] = 'L';
    header[2] = 'R';
    Files.write(file, header);
    assertThat(reason(file)).contains("header is damaged");
    assertThat(reason(directory)).contains("it is a directory");
  }

  @Test
  void isolatesFailingHandler() throws Exception {
    Path file = recordingOf(JfrSettings.of(WatchLevel.DEFAULT).values(), new long[2]);
    Findings found =
        RecordingReader.of(
                Side.TARGET,
                new EventExtension(
                    Map.of(), Map.of(), _ -> List.of(new Failing()), List.of(), List.of()),
                ClockEvidence.NONE)
            .read(file);
    assertThat(found.stalls()).anyMatch(each -> "System.gc()".equals(each.cause()));
    assertThat(found.notObservable())
        .extracting(NotObservable::why)
        .anyMatch(each -> each.contains("jdk.SafepointBegin") && each.contains("no such field"));
  }

  @Test
  void jdkReadsWrittenSettings() throws Exception {
    JfrSettings settings =
        JfrSettings.of(WatchLevel.DEEP).with(Map.of("dev.takt.A\"<#threshold", "1 ms"));
    Path file = directory.resolve("takt.jfc");
    Files.writeString(file, settings.toJfc());
    assertThat(Configuration.create(file).getSettings()).isEqualTo(settings.values());
  }

  @Test
  void parsesDurations() {
    assertThat(RecordingMetadata.nanos("20 ms")).isEqualTo(20_000_000);
    assertThat(RecordingMetadata.nanos("0 ns")).isZero();
    assertThat(RecordingMetadata.nanos("3 s")).isEqualTo(3_000_000_000L);
    assertThat(RecordingMetadata.nanos("infinity")).isEqualTo(Long.MAX_VALUE);
    assertThat(RecordingMetadata.nanos("some ms")).isZero();
  }

  private static final class Failing implements EventHandler {
    @Override
    public Set<String> types() {
      return Set.of("jdk.SafepointBegin");
    }

    @Override
    public void accept(RecordedEvent event) {
      throw new IllegalArgumentException("no such field");
    }

    @Override
    public void finish(StallSink found) {}
  }

  private Path recordingOf(Map<String, String> settings, long[] gc) throws Exception {
    Path file = directory.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.setSettings(settings);
      recording.setMaxAge(Duration.ofMinutes(1));
      recording.start();
      gc[0] = System.nanoTime();
      System.gc();
      gc[1] = System.nanoTime();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static Findings read(Path file, ClockEvidence evidence) {
    return RecordingReader.of(Side.TARGET, EventExtension.NONE, evidence).read(file);
  }

  private static String reason(Path file) {
    return read(file, ClockEvidence.NONE).notObservable().getFirst().why();
  }
}
