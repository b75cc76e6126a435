package dev.takt.watch;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.jfr.JfrChunk;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ObserversReadTest {

  @TempDir Path folder;

  private Path recording() throws IOException {
    Path file = folder.resolve("app.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.SystemGC");
      recording.enable("jdk.JVMInformation");
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  @Test
  void fileThatIsNoRecordingIsAnError() throws Exception {
    Path absent = folder.resolve("absent.jfr");
    Path empty = Files.createFile(folder.resolve("empty.jfr"));
    Path other = Files.writeString(folder.resolve("other.jfr"), "x".repeat(1000));

    assertThatThrownBy(() -> Observers.read(absent))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("absent.jfr cannot be read: there is no such file");
    assertThatThrownBy(() -> Observers.read(empty)).hasMessageContaining("it is empty");
    assertThatThrownBy(() -> Observers.read(other)).hasMessageContaining("is it another file?");
  }

  /// No process writes to the pipe, so opening it would block.
  @Test
  @EnabledOnOs(OS.LINUX)
  void pipeIsNotOpened() throws Exception {
    Path pipe = folder.resolve("pipe.jfr");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThatThrownBy(() -> Observers.read(pipe)).hasMessageContaining("no file");
  }

  @Test
  void truncatedSingleChunkIsAnError() throws Exception {
    Path file = recording();
    assertThat(Observers.read(file).stalls().notObservable())
        .noneMatch(each -> each.what().contains("end of the flight recording"));
    try (FileChannel channel = FileChannel.open(file, WRITE, READ)) {
      ByteBuffer metadataOffset = ByteBuffer.allocate(Long.BYTES);
      channel.read(metadataOffset, JfrChunk.METADATA);
      channel.truncate(metadataOffset.flip().getLong());
    }

    assertThatThrownBy(() -> Observers.read(file))
        .hasMessageContaining("cannot be read")
        .hasMessageContaining("damaged");
  }

  @Timing
  @Test
  void recordingHasBeginAndLength() throws Exception {
    long before = ClockAnchor.now().epochNanos();
    Path file = recording();
    long after = ClockAnchor.now().epochNanos();

    WatchReport reading = Observers.read(file);
    // JFR's wall clock is exact to some tens of ms, and the chunk may have begun before.
    assertThat(reading.origin()).isBetween(before - 1_000_000_000L, after);
    assertThat(reading.recordedNanos()).isBetween(1L, after - before + 1_000_000_000L);
  }

  @Test
  void killedRunWithoutStallsFileIsAnError() throws Exception {
    RunDirectory run = RunDirectory.create(folder.resolve("run"));
    run.write(RunRecord.started(Map.of(), Environment.capture()));

    assertThatThrownBy(() -> Observers.read(run.path()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no stalls.json: Takt was killed, or nothing was watched");
  }
}
