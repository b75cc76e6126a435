package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientPortsTest {

  @TempDir Path folder;

  /// The format of Linux.
  @Test
  void readsLowerEndOfRange() throws Exception {
    ClientPorts ports =
        ClientPorts.of(Files.writeString(folder.resolve("range"), "15000\t61000\n"));

    assertThat(ports.first()).isEqualTo(15_000);
    assertThat(ports.contains(14_999)).isFalse();
    assertThat(ports.contains(15_000)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "15000", "many few\n", "1234567 2\n"})
  void unreadableRangeGivesDefault(String text) throws Exception {
    assertThat(ClientPorts.of(Files.writeString(folder.resolve("range"), text)))
        .isEqualTo(ClientPorts.DEFAULT);
    assertThat(ClientPorts.of(folder.resolve("none"))).isEqualTo(new ClientPorts(32_768));
  }
}
