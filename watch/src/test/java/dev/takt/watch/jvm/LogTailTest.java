package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {

  @TempDir Path directory;

  @Test
  void readsWhatIsNewAndWhole() throws Exception {
    Path file = directory.resolve("log");
    LogTail tail = new LogTail(() -> Files.newByteChannel(file));
    assertThat(read(tail)).isEmpty();
    Files.writeString(file, "one\ntw");
    assertThat(read(tail)).containsExactly("one");
    Files.writeString(file, "o\nthree\n", StandardOpenOption.APPEND);
    assertThat(read(tail)).containsExactly("two", "three");
    assertThat(read(tail)).isEmpty();
    Files.writeString(file, "new\n");
    assertThat(read(tail)).as("it was begun anew").containsExactly("new");
  }

  private static List<String> read(LogTail tail) {
    List<String> lines = new ArrayList<>();
    tail.read(lines::add);
    return lines;
  }
}
