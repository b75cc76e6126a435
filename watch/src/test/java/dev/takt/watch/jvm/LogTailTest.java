package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.watch.jvm.attach.ExchangeDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {

  @TempDir Path directory;

  @Test
  void readsNewCompleteLines() throws Exception {
    Path file = directory.resolve("log");
    LogTail tail = tail(file);
    assertThat(read(tail)).isEmpty();
    Files.writeString(file, "one\ntw");
    assertThat(read(tail)).containsExactly("one");
    Files.writeString(file, "o\nthree\n", StandardOpenOption.APPEND);
    assertThat(read(tail)).containsExactly("two", "three");
    assertThat(read(tail)).isEmpty();
    Files.writeString(file, "new\n");
    assertThat(read(tail)).as("after rotation").containsExactly("new");
  }

  /// A JVM of another user could put a link to another file there, or a pipe without a writer.
  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void linksAndPipesAreNotOpened() throws Exception {
    Path other = Files.writeString(directory.resolve("other"), "of another\n");
    Path link = Files.createSymbolicLink(directory.resolve("link"), other);
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThat(read(tail(other))).containsExactly("of another");
    assertThat(read(tail(link))).isEmpty();
    assertThat(read(tail(pipe))).isEmpty();
  }

  private LogTail tail(Path file) {
    return new LogTail(ExchangeDirectory.own(directory), file.getFileName().toString());
  }

  private static List<String> read(LogTail tail) {
    List<String> lines = new ArrayList<>();
    tail.read(lines::add);
    return lines;
  }
}
