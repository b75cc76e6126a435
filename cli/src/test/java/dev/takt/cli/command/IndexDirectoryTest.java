package dev.takt.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexDirectoryTest {

  private static final Path AT_HOME = Path.of("/home/ann/.cache/takt/indexes");

  @Test
  void isInTheUsersCache() {
    assertThat(IndexDirectory.of(Map.of(), "/home/ann")).isEqualTo(AT_HOME);
    assertThat(IndexDirectory.of(Map.of("XDG_CACHE_HOME", "/var/cache/ann"), "/home/ann"))
        .isEqualTo(Path.of("/var/cache/ann/takt/indexes"));
    assertThat(IndexDirectory.of(Map.of("XDG_CACHE_HOME", ""), "/home/ann")).isEqualTo(AT_HOME);
    assertThat(IndexDirectory.of(Map.of("XDG_CACHE_HOME", "here"), "/home/ann")).isEqualTo(AT_HOME);
  }

  @Test
  void isNowhereForWhoHasNoHome() {
    for (String home : new String[] {null, "", "?", "/", "no\0path"}) {
      assertThat(IndexDirectory.of(Map.of(), home)).isNull();
    }
  }
}
