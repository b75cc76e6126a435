package dev.takt.load.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionalDownloadTest {

  private static final Path HOME =
      Path.of(System.getProperty("user.home"), ".local", "share", "takt", "fake-1.2");

  private static Path folder(Map<String, String> environment) {
    return new FakeDownload(Path.of("")).folder(environment);
  }

  @Test
  void jarsAreInTheFolderForDataByTheRulesOfXdg() {
    assertThat(folder(Map.of())).isEqualTo(HOME);
    assertThat(folder(Map.of("XDG_DATA_HOME", "/data"))).isEqualTo(Path.of("/data/takt/fake-1.2"));
    assertThat(folder(Map.of("XDG_DATA_HOME", ""))).isEqualTo(HOME);
    assertThat(folder(Map.of("XDG_DATA_HOME", "relative"))).isEqualTo(HOME);
  }

  @Test
  void variableOfTaktComesFirst() {
    assertThat(folder(Map.of("XDG_DATA_HOME", "/data", "TAKT_DOWNLOADS", "/own")))
        .isEqualTo(Path.of("/own/fake-1.2"));
    assertThat(folder(Map.of("TAKT_DOWNLOADS", " "))).isEqualTo(HOME);
    assertThat(folder(Map.of("TAKT_DOWNLOADS", "own")))
        .isEqualTo(Path.of("own", "fake-1.2").toAbsolutePath());
  }

  @Test
  void descriptionHasTheSize() {
    assertThat(new FakeDownload(Path.of("")).describe())
        .isEqualTo("Fake Server 1.2 (2 jars, 1 MB)");
  }
}
