package dev.takt.driver.jdbc.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.DriverException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresBinariesTest {

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, postgres-linux-x86_64.txz",
    "Linux, aarch64, postgres-linux-arm_64.txz",
    "Mac OS X, aarch64, postgres-darwin-arm_64.txz",
    "Mac OS X, x86_64, postgres-darwin-x86_64.txz",
    "Windows 11, amd64, postgres-windows-x86_64.txz"
  })
  void knowsTheArchiveOfEachMachine(String os, String architecture, String archive) {
    assertThat(PostgresBinaries.archiveName(os, architecture)).isEqualTo(archive);
  }

  @Test
  void unpacksAServerThatCanBeExecuted() throws DriverException {
    Path home = PostgresBinaries.unpacked(message -> {});

    assertThat(home.resolve("bin/postgres")).matches(Files::isExecutable);
    assertThat(PostgresBinaries.unpacked(message -> assertThat(message).as("once").isNull()))
        .isEqualTo(home);
  }
}
