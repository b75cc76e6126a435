package dev.takt.watch.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadNamesTest {

  @TempDir Path proc;

  /// The kernel keeps 15 bytes of a name, wherever that cuts it.
  @Test
  void aNameThatWasCutWithinALetterIsStillAName() throws Exception {
    Path thread = Files.createDirectory(proc.resolve("7"));
    Files.write(thread.resolve("comm"), new byte[] {'G', 'r', (byte) 0xc3, '\n'});

    assertThat(new ThreadNames(proc).name(7)).isEqualTo("Gr\ufffd");
  }

  @Test
  void oneThatIsGoneIsSaidToBe() {
    assertThat(new ThreadNames(proc).name(7)).isEqualTo("thread 7, which has ended");
  }
}
