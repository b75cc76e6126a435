package dev.takt.watch.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkFilesTest {

  @Test
  void aChunkThatWasHardlyBegunTakesNoOtherOneWithIt(@TempDir Path directory) throws Exception {
    Path repository = Files.createDirectory(directory.resolve("repository"));
    try (Recording recording = new Recording()) {
      recording.enable(ClockMark.class);
      recording.start();
      ClockMark.record();
      recording.stop();
      recording.dump(repository.resolve("2.jfr"));
    }
    Files.writeString(repository.resolve("1.jfr"), "FL");
    Files.writeString(repository.resolve("3.jfr"), "FLR");
    Files.createFile(repository.resolve("4.jfr"));
    Path joined = directory.resolve("joined.jfr");

    long ofTheSound = Files.size(repository.resolve("2.jfr"));
    assertThat(ChunkFiles.bytes(repository)).isEqualTo(2 + ofTheSound + 3);
    assertThat(ChunkFiles.bytes(directory.resolve("gone"))).isZero();
    assertThat(ChunkFiles.join(repository, 0, joined)).isTrue();

    assertThat(RecordingFile.readAllEvents(joined))
        .anyMatch(each -> each.getEventType().getName().equals(ClockMark.NAME));
  }
}
