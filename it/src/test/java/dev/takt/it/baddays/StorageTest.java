package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The run directory cannot be had, or its disk is full.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StorageTest {

  @TempDir Path folder;

  private Ran drive(String out, String... more) {
    String[] arguments = new String[more.length + 6];
    System.arraycopy(
        new String[] {"--target", "sim:delay=0", "--rate", "3000/s", "--out", out},
        0,
        arguments,
        0,
        6);
    System.arraycopy(more, 0, arguments, 6, more.length);
    return Takt.run(folder, arguments);
  }

  private static void assertRefused(Ran ran, String word) {
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().strip().lines()).hasSize(1);
    assertThat(ran.err()).startsWith("takt: ").contains(word);
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");

    assertRefused(drive("file"), file + " is not a directory");
    assertRefused(drive("file/below"), file + " is not a directory");
    assertThat(file).hasContent("mine");
  }

  @Test
  void nonEmptyRunDirectoryIsRejectedUnchanged() throws IOException {
    Path precious = Files.writeString(folder.resolve("precious"), "mine");

    assertRefused(drive("."), "is not empty: name another one, or empty it first");
    assertThat(precious).hasContent("mine");
  }

  @Test
  void anEmptyDirectoryIsTaken() throws IOException {
    Files.createDirectory(folder.resolve("empty"));

    assertThat(drive("empty", "--duration", "100ms").err()).doesNotContain("cannot");
    assertThat(folder.resolve("empty/run.json")).exists();
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed() {
    assertRefused(drive("/proc/takt"), "cannot make run directory /proc/takt: ");
    assertRefused(drive("a\0b"), "cannot make run directory");
  }

  @Test
  void aFullDiskFromTheStart() throws Exception {
    try (TinyDisk disk = TinyDisk.mount(folder.resolve("disk"), "16k")) {
      disk.fill();

      Ran ran = drive(disk.path().resolve("run").toString());

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.lastWord()).startsWith("takt: cannot ").contains("no space left on device");
    }
  }

  @Test
  void aDiskThatFillsUpInMidRunDoesNotTakeTheResultsWithIt() throws Exception {
    try (TinyDisk disk = TinyDisk.mount(folder.resolve("disk"), "64k")) {
      Ran ran =
          drive(disk.path().resolve("run").toString(), "--duration", "3s", "--fail-if", "p99 > 1h");

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.out().replaceAll("\\s+", " "))
          .contains("all 9,000 operations succeeded", "no space left on device");
      assertThat(ran.err().lines().filter(line -> line.contains("no space left on device")))
          .anyMatch(line -> line.startsWith("takt: ") && line.contains("operations.bin"))
          .anyMatch(line -> line.startsWith("takt: ") && line.contains("run.json"));
    }
  }

  /// A file system of a few pages, which only root may mount.
  private record TinyDisk(Path path) implements AutoCloseable {

    static TinyDisk mount(Path path, String size) throws IOException, InterruptedException {
      Files.createDirectory(path);
      boolean mounted =
          call("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", path.toString());
      assumeTrue(mounted, "only root can mount a disk small enough to fill");
      return new TinyDisk(path);
    }

    void fill() throws IOException {
      try (var out = Files.newOutputStream(path.resolve("filling"))) {
        while (true) {
          out.write(new byte[1024]);
        }
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("No space left");
      }
    }

    @Override
    public void close() throws IOException, InterruptedException {
      assertThat(call("umount", path.toString())).isTrue();
    }

    private static boolean call(String... command) throws IOException, InterruptedException {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    }
  }
}
