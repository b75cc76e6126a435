package dev.takt.load.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagedServerTest {

  @TempDir Path folder;

  @Test
  void endOfALogThatIsNotUtf8IsShown() throws IOException {
    Path log =
        Files.write(
            folder.resolve("log"),
            "starting\nkann l\u00e4uft nicht finden\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(ManagedServer.logTail(log))
        .contains(" and ends with:\n  starting\n  kann l")
        .endsWith("uft nicht finden");
  }
}
