package dev.takt.watch.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ExchangeDirectoryTest {

  private static final int NOBODY = 65_534;

  /// A process of another user.
  private static Process other() throws IOException, InterruptedException {
    String user = ProcessHandle.current().info().user().orElse("unknown");
    assumeTrue(user.equals("root"), "only root can watch JVMs of other users");
    Process other =
        new ProcessBuilder("setpriv", "--reuid=" + NOBODY, "--clear-groups", "sleep", "60").start();
    JvmProcess process = JvmProcess.of(other.pid());
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (!Integer.toString(NOBODY).equals(process.effectiveUser())
        && System.nanoTime() - deadline < 0) {
      Thread.sleep(10);
    }
    assumeTrue(other.isAlive(), "setpriv does not work here");
    return other;
  }

  /// The owner may rename it and put a link there instead, whose target is not Takt's.
  @Test
  void replacedDirectoryIsNotTouched(@TempDir Path directory) throws Exception {
    Path precious = Files.createDirectory(directory.resolve("precious"));
    Path kept = Files.writeString(precious.resolve("kept"), "kept");
    Process other = other();
    try {
      ExchangeDirectory files = ExchangeDirectory.of(JvmProcess.of(other.pid()), directory);
      Path place = files.localPath("");
      Files.move(place, directory.resolve("moved"));
      Files.createSymbolicLink(place, precious);
      assertThat(files.collect(List.of("kept"))).contains("could not be copied");
      Files.delete(place);
      Files.move(precious, place);
      assertThat(files.collect(List.of("kept"))).contains("not the directory that Takt created");
      Files.move(place, precious);
      assertThat(kept).hasContent("kept");
      assertThat(directory.resolve("kept")).doesNotExist();
      assertThat(files.collect(List.of())).as("nothing left to delete").isNull();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void directoryForAnotherUserIsAccessibleToThatUserAlone(@TempDir Path directory)
      throws Exception {
    Process other = other();
    try {
      ExchangeDirectory files = ExchangeDirectory.of(JvmProcess.of(other.pid()), directory);
      files.transferOwnership();
      Path place = files.localPath("");
      assertThat(Files.getAttribute(place, "unix:uid")).isEqualTo(NOBODY);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
          .isEqualTo("rwx------");

      Files.writeString(files.localPath("log"), "1");
      Files.writeString(files.localPath("log.0"), "0");
      Path secret = Files.writeString(directory.resolve("secret"), "of root");
      Files.createSymbolicLink(files.localPath("link"), secret);

      assertThat(files.collect(List.of("log", "log.0", "link"))).isNull();
      assertThat(directory.resolve("log")).hasContent("1");
      assertThat(directory.resolve("log.0")).hasContent("0");
      assertThat(directory.resolve("link")).doesNotExist();
      assertThat(place).doesNotExist();
    } finally {
      other.destroyForcibly();
    }
  }

  /// Files are created before the directory changes its owner.
  @Test
  void createdFilesAreOwnedByUserAfterTransfer(@TempDir Path directory) throws Exception {
    Process other = other();
    try {
      ExchangeDirectory files = ExchangeDirectory.of(JvmProcess.of(other.pid()), directory);
      files.create("settings", new byte[] {1, 2});
      assertThat(Files.getAttribute(files.localPath(""), "unix:uid")).isEqualTo(0);
      assertThatThrownBy(() -> files.create("settings")).isInstanceOf(IOException.class);

      files.transferOwnership();

      assertThat(Files.readAllBytes(files.localPath("settings"))).containsExactly(1, 2);
      assertThat(Files.getAttribute(files.localPath("settings"), "unix:uid")).isEqualTo(NOBODY);
      assertThat(Files.getAttribute(files.localPath(""), "unix:uid")).isEqualTo(NOBODY);
      files.remove("settings");
      files.remove("settings");
      assertThat(files.localPath("settings")).doesNotExist();
      assertThat(files.collect(List.of())).isNull();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void nothingIsCreatedOrTransferredInReplacedDirectory(@TempDir Path directory) throws Exception {
    Path precious = Files.createDirectory(directory.resolve("precious"));
    Process other = other();
    try {
      ExchangeDirectory files = ExchangeDirectory.of(JvmProcess.of(other.pid()), directory);
      Path place = files.localPath("");
      Files.move(place, directory.resolve("moved"));
      Files.createSymbolicLink(place, precious);

      assertThatThrownBy(() -> files.create("file")).isInstanceOf(IOException.class);
      assertThatThrownBy(files::transferOwnership).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> files.remove("file")).isInstanceOf(IOException.class);
      assertThat(precious).isEmptyDirectory();
      assertThat(Files.getAttribute(precious, "unix:uid")).isEqualTo(0);
      Files.delete(place);
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void linksAndPipesAreNotRead(@TempDir Path directory) throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "of root");
    Process other = other();
    try {
      ExchangeDirectory files = ExchangeDirectory.of(JvmProcess.of(other.pid()), directory);
      Files.writeString(files.localPath("log"), "1");
      Files.createSymbolicLink(files.localPath("link"), secret);
      assertThat(new ProcessBuilder("mkfifo", files.localPath("pipe").toString()).start().waitFor())
          .isZero();

      try (SeekableByteChannel log = files.read("log")) {
        assertThat(log.size()).isEqualTo(1);
      }
      assertThatThrownBy(() -> files.read("link")).hasMessageContaining("is no regular file");
      assertThatThrownBy(() -> files.read("pipe")).hasMessageContaining("is no regular file");
      assertThatThrownBy(() -> files.read("none")).isInstanceOf(NoSuchFileException.class);
      assertThat(files.collect(List.of("pipe"))).isNull();
    } finally {
      other.destroyForcibly();
    }
  }

  /// A sparse file costs its writer nothing, but its copy could fill the disk.
  @Test
  void oversizedFileIsReportedAndOthersAreCopied(@TempDir Path directory) throws Exception {
    Process other = other();
    try {
      ExchangeDirectory files = ExchangeDirectory.of(JvmProcess.of(other.pid()), directory);
      try (FileChannel hole = files.create("recording")) {
        hole.write(ByteBuffer.allocate(1), 3L << 30);
      }
      files.create("log", new byte[] {1});

      assertThat(files.collect(List.of("recording", "log")))
          .contains(
              "recording could not be copied to the run directory: it is larger than the limit of 2,048 MB");
      assertThat(directory.resolve("recording")).doesNotExist();
      assertThat(directory.resolve("log")).hasBinaryContent(new byte[] {1});
      assertThat(files.localPath("")).doesNotExist();
    } finally {
      other.destroyForcibly();
    }
  }
}
