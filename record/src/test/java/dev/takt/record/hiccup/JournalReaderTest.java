package dev.takt.record.hiccup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The writer of a journal is not trusted.
@Timeout(20)
class JournalReaderTest {

  @TempDir Path folder;

  private final List<String> told = new ArrayList<>();

  private final JournalReader.Handler handler = HiccupLogTest.into(told);

  @Test
  void aLineWithoutEndIsNotKept() throws Exception {
    Path file = folder.resolve("journal");
    Files.writeString(file, "hiccup 1 2\n" + "x".repeat(3_000_000));
    JournalReader reader = new JournalReader(file);
    reader.read(handler);
    Files.writeString(file, Files.readString(file) + "\nlost 3\n");
    reader.read(handler);
    assertThat(told).containsExactly("hiccup 1 2", "lost 3");
    assertThat(reader.damaged()).isEqualTo(1);
  }

  @Test
  void aLinkIsNotFollowedAndAPipeNotWaitedFor() throws Exception {
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, Files.writeString(folder.resolve("secret"), "lost 3\n"));
    assertThatThrownBy(() -> new JournalReader(link).read(handler))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("link is no file");

    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> new JournalReader(pipe).read(handler))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("pipe is no file");
    assertThat(told).isEmpty();
  }
}
