package dev.takt.runs.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaktVersionTest {

  private static final String FILE = "src/main/resources/dev/takt/runs/model/build.properties";

  @ParameterizedTest
  @CsvSource({
    "1234abc, $Format:%h$, 1.0 (commit 1234abc)",
    "1234abc-dirty, $Format:%h$, 1.0 (commit 1234abc-dirty)",
    "unknown, 5678def, 1.0 (commit 5678def)",
    "1234abc, 5678def, 1.0 (commit 1234abc)",
    "unknown, $Format:%h$, 1.0 (commit unknown)",
  })
  void commitIsThatOfGitOrOfTheArchiveOrUnknown(String revision, String archived, String text) {
    Properties build = new Properties();
    build.setProperty("version", "1.0");
    build.setProperty("revision", revision);
    build.setProperty("archived", archived);

    assertThat(Environment.Takt.of(build).text()).isEqualTo(text);
  }

  @Test
  void archiveOfTheSourcesTakesTheCommitWithIt() throws IOException {
    assertThat(Files.readString(Path.of("../.gitattributes")))
        .contains("runs/" + FILE + " export-subst");
    assertThat(Files.readString(Path.of(FILE)))
        .containsPattern("archived=(\\$Format:%h\\$|[0-9a-f]{4,40})\n");
  }
}
