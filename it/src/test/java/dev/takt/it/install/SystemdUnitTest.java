package dev.takt.it.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The unit file for agents.
@Timeout(60)
class SystemdUnitTest {

  private static final Path UNIT = Path.of("..", "deploy", "systemd", "takt-agent.service");
  private static final String PROGRAM = "/usr/bin/takt";

  @TempDir Path folder;

  private Tool.Called verified(String unit) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("takt-agent.service"), unit);
    return Tool.required("systemd-analyze", "it is a part of systemd")
        .call(List.of("verify", file.toString()));
  }

  /// With a program that there is: Takt need not be installed here.
  private static String unit() throws IOException {
    String text = Files.readString(UNIT);
    assertThat(text).contains("\nExecStart=" + PROGRAM + " ");
    return text.replace(PROGRAM, "/bin/sh");
  }

  @Test
  void systemdAcceptsTheUnit() throws Exception {
    assertThat(verified(unit())).isEqualTo(new Tool.Called(0, ""));
  }

  @Test
  void misspeltKeyWouldBeFound() throws Exception {
    assertThat(verified(unit().replace("LoadCredential=", "LoadCredentials=")).text())
        .contains("LoadCredentials");
  }

  @Test
  void programAcceptsTheWordsOfTheUnit() throws Exception {
    String line =
        Files.readAllLines(UNIT).stream()
            .filter(each -> each.startsWith("ExecStart="))
            .findFirst()
            .orElseThrow();
    String words =
        line.substring(line.indexOf(PROGRAM) + PROGRAM.length())
            .strip()
            .replace("${CREDENTIALS_DIRECTORY}", folder.toString())
            .replace("coordinator.example:7946", "127.0.0.1:1")
            .replace("1h", "100ms");
    assertThat(Takt.command(folder, List.of("fleet", "key", "fleet.p12")).code()).isZero();
    Ran ran = Takt.command(folder, new ArrayList<>(List.of(words.split(" ", -1))));
    assertThat(ran.code()).as(ran.err()).isEqualTo(1);
    assertThat(ran.err()).contains("127.0.0.1:1");
  }
}
