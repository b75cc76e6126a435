package dev.takt.record.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  @TempDir private Path folder;

  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("run.json");
  }

  @Test
  void textReplacesTheFile() throws IOException {
    AtomicFile.writeString(file, "old");
    AtomicFile.writeString(file, "new µ");

    assertThat(file).hasContent("new µ");
    assertThat(names()).containsExactly("run.json");
  }

  @Test
  void oldContentRemainsUntilTheCommit() throws IOException {
    Files.writeString(file, "old");
    try (AtomicFile next = AtomicFile.create(file)) {
      Files.writeString(next.temporary(), "new");

      assertThat(file).hasContent("old");
      assertThat(next.temporary()).hasParent(folder);
      assertThat(next.temporary().toString()).endsWith(AtomicFile.SUFFIX);

      next.commit();
      assertThat(file).hasContent("new");
    }
    assertThat(names()).containsExactly("run.json");
  }

  @Test
  void nothingRemainsWithoutACommit() throws IOException {
    try (AtomicFile next = AtomicFile.create(file)) {
      Files.writeString(next.temporary(), "half");
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void nothingRemainsOfACommitThatFails() throws IOException {
    Files.createDirectories(file.resolve("a folder that is not empty"));

    assertThatThrownBy(() -> AtomicFile.writeString(file, "text"))
        .isInstanceOf(FileSystemException.class);
    assertThat(names()).containsExactly("run.json");
  }

  @Test
  void twoWritersDoNotShareATemporaryFile() throws IOException {
    try (AtomicFile one = AtomicFile.create(file);
        AtomicFile two = AtomicFile.create(file)) {
      Files.writeString(one.temporary(), "one");
      Files.writeString(two.temporary(), "two");
      two.commit();
      one.commit();
    }
    assertThat(file).hasContent("one");
  }

  @Test
  void missingFolderIsReported() {
    Path missing = folder.resolve("missing").resolve("file");

    assertThatThrownBy(() -> AtomicFile.writeString(missing, "text"))
        .isInstanceOf(NoSuchFileException.class);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }
}
