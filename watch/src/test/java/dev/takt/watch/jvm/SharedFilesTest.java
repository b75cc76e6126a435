package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedFilesTest {

  private static final int NOBODY = 65_534;

  @Test
  void aPlaceThatIsSharedWithAnotherUserIsThatUsersAlone(@TempDir Path directory) throws Exception {
    String user = ProcessHandle.current().info().user().orElse("unknown");
    assumeTrue(user.equals("root"), "only root watches JVMs of others");
    Process other =
        new ProcessBuilder("setpriv", "--reuid=" + NOBODY, "--clear-groups", "sleep", "60").start();
    try {
      JvmProcess process = JvmProcess.of(other.pid());
      long deadline = System.nanoTime() + 5_000_000_000L;
      while (!Integer.toString(NOBODY).equals(process.effectiveUser())
          && System.nanoTime() - deadline < 0) {
        Thread.sleep(10);
      }
      assumeTrue(other.isAlive(), "setpriv does not work here");
      SharedFiles files = SharedFiles.of(process, directory);
      Path place = files.ours("");
      assertThat(Files.getAttribute(place, "unix:uid")).isEqualTo(NOBODY);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
          .isEqualTo("rwx------");

      Files.writeString(files.ours("log"), "1");
      Files.writeString(files.ours("log.0"), "0");
      Path secret = Files.writeString(directory.resolve("secret"), "of root");
      Files.createSymbolicLink(files.ours("link"), secret);

      assertThat(files.collect(List.of("log", "log.0", "link"))).isNull();
      assertThat(directory.resolve("log")).hasContent("1");
      assertThat(directory.resolve("log.0")).hasContent("0");
      assertThat(directory.resolve("link")).doesNotExist();
      assertThat(place).doesNotExist();
    } finally {
      other.destroyForcibly();
    }
  }
}
