package dev.takt.explain.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timing
class CpuRecordingTest {

  @TempDir Path temp;

  private final List<CpuSample> samples = new ArrayList<>();

  private CpuRecording.ReadResult read(Path file) throws IOException {
    return CpuRecording.read(file, Instant::toEpochMilli, () -> samples::add);
  }

  private Path record(String name, Consumer<Recording> settings) throws IOException {
    Path file = temp.resolve(name);
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ActiveSetting");
      settings.accept(recording);
      recording.start();
      burn();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static void burn() {
    double sum = 0;
    long until = System.nanoTime() + 200_000_000L;
    while (System.nanoTime() < until) {
      sum += Math.sqrt(sum + 1);
    }
    assertThat(sum).isPositive();
  }

  @Test
  void aRecordingWithoutTheSamplerIsRefused() throws IOException {
    Path file = record("without.jfr", recording -> recording.enable("jdk.ExecutionSample"));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "has no CPU samples: they were not enabled; run with --watch --profile");
    assertThat(samples).isEmpty();
  }

  @Test
  void samplerWithoutSamplesGivesAnEmptyProfile() throws IOException {
    Path file =
        record(
            "nothing.jfr",
            recording -> recording.enable("jdk.CPUTimeSample").with("throttle", "20s"));
    CpuRecording.ReadResult read = read(file);
    assertThat(read.endedEarly()).isEmpty();
    assertThat(read.periodNanos()).isEqualTo(20_000_000_000L);
    assertThat(samples).isEmpty();
  }

  @Test
  void invalidRecordingIsRefused() throws IOException {
    assertThatThrownBy(() -> read(temp.resolve("no.jfr"))).hasMessageContaining("is missing");
    Path empty = Files.createFile(temp.resolve("empty.jfr"));
    assertThatThrownBy(() -> read(empty))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be read as a flight recording");
    Path garbage = Files.writeString(temp.resolve("garbage.jfr"), "FLR\0 no recording ".repeat(99));
    assertThatThrownBy(() -> read(garbage))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be read as a flight recording");
  }

  @Test
  void truncatedOrDamagedRecordingGivesAnIOException() throws IOException {
    Path whole =
        record(
            "whole.jfr",
            recording -> recording.enable("jdk.CPUTimeSample").with("throttle", "5ms"));
    byte[] bytes = Files.readAllBytes(whole);
    for (int i = 1; i < 60; i++) {
      byte[] damaged = bytes.clone();
      Arrays.fill(
          damaged,
          68 + i * 37 % (bytes.length - 80),
          68 + i * 37 % (bytes.length - 80) + 8,
          (byte) 0xff);
      tryToRead(Files.write(temp.resolve("damaged.jfr"), damaged));
      tryToRead(
          Files.write(
              temp.resolve("cut.jfr"), Arrays.copyOf(bytes, (int) ((long) bytes.length * i / 60))));
    }
  }

  /// The file may still be readable, but no other exception must be thrown.
  private void tryToRead(Path file) {
    try {
      var _ = read(file);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining(file.toString());
    }
  }
}
