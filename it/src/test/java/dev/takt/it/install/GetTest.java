package dev.takt.it.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `takt get cassandra` on a terminal, as the launcher describes it, with a script instead of
/// Maven.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GetTest {

  private static final String QUESTION = "Fetch it now? [Y/n] ";

  @TempDir Path folder;

  @BeforeEach
  void installMaven() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path mvn =
        Files.writeString(
            bin.resolve("mvn"), "#!/bin/sh\necho called > " + folder + "/called\nexit 7\n");
    assertThat(mvn.toFile().setExecutable(true)).isTrue();
  }

  /// Runs the command on a terminal on which a line is typed.
  private Ran typed(String line, String... arguments) throws Exception {
    String script =
        "echo '%s' | TAKT_TTY=inouterr TAKT_DOWNLOADS=%s PATH=%s:$PATH \"$@\""
            .formatted(line, folder.resolve("downloads"), folder.resolve("bin"));
    try (TaktProcess takt = TaktProcess.commandInShell(folder, script, List.of(arguments))) {
      return takt.await();
    }
  }

  @Test
  void noDownloadsNothing() throws Exception {
    Ran ran = typed("n", "get", "cassandra");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .contains("Apache Cassandra 5.0.9 (100 jars, 69 MB) is not here yet.", QUESTION)
        .endsWith("Nothing was downloaded. Later: takt get cassandra\n");
    assertThat(folder.resolve("called")).doesNotExist();
  }

  @Test
  void yesCallsMavenAndItsFailureIsShown() throws Exception {
    Ran ran = typed("", "get", "cassandra");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains(QUESTION, "package' ended with 7");
    assertThat(folder.resolve("called")).exists();
    assertThat(folder.resolve("downloads/cassandra-5.0.9")).doesNotExist();
  }

  @Test
  void withoutATerminalNothingIsAsked() throws Exception {
    String script =
        "TAKT_TTY= TAKT_DOWNLOADS=%s PATH=%s:$PATH \"$@\""
            .formatted(folder.resolve("downloads"), folder.resolve("bin"));
    try (TaktProcess takt =
        TaktProcess.commandInShell(folder, script, List.of("get", "cassandra"))) {
      Ran ran = takt.await();

      assertThat(ran.code()).isEqualTo(2);
      assertThat(ran.err())
          .endsWith("Nothing is downloaded without a yes: takt get cassandra --yes\n")
          .doesNotContain(QUESTION);
    }
    assertThat(folder.resolve("called")).doesNotExist();
    assertThat(folder.resolve("downloads")).doesNotExist();
  }
}
