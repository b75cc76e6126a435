package dev.takt.watch.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkFilesTest {

  @Test
  void incompleteChunkIsSkipped(@TempDir Path directory) throws Exception {
    Path repository = Files.createDirectory(directory.resolve("repository"));
    dump(repository.resolve("2.jfr"));
    Files.writeString(repository.resolve("1.jfr"), "FL");
    Files.writeString(repository.resolve("3.jfr"), "FLR");
    Files.createFile(repository.resolve("4.jfr"));
    Path joined = directory.resolve("joined.jfr");

    long ofTheSound = Files.size(repository.resolve("2.jfr"));
    assertThat(ChunkFiles.totalBytes(repository)).isEqualTo(2 + ofTheSound + 3);
    assertThat(ChunkFiles.totalBytes(directory.resolve("gone"))).isZero();
    assertThat(ChunkFiles.join(repository, 0, joined)).isTrue();

    assertThat(RecordingFile.readAllEvents(joined))
        .anyMatch(each -> each.getEventType().getName().equals(ClockMark.NAME));
  }

  /// Otherwise root, watching a JVM of another user, would read and truncate files of its own.
  @Test
  void linksAreNotFollowed(@TempDir Path directory) throws Exception {
    Path repository = Files.createDirectory(directory.resolve("repository"));
    Path secret = directory.resolve("secret.jfr");
    dump(secret);
    Path link = Files.createSymbolicLink(repository.resolve("1.jfr"), secret);
    assertThat(ChunkFiles.totalBytes(repository)).isZero();
    assertThat(ChunkFiles.join(repository, 0, directory.resolve("joined.jfr"))).isFalse();

    Files.delete(link);
    dump(repository.resolve("1.jfr"));
    Path valued = Files.writeString(directory.resolve("valued"), "as it was");
    Path to = Files.createSymbolicLink(directory.resolve("to.jfr"), valued);
    assertThatIOException().isThrownBy(() -> ChunkFiles.join(repository, 0, to));
    assertThat(valued).hasContent("as it was");
  }

  private static void dump(Path to) throws IOException {
    try (Recording recording = new Recording()) {
      recording.enable(ClockMark.class);
      recording.start();
      ClockMark.record();
      recording.stop();
      recording.dump(to);
    }
  }
}
