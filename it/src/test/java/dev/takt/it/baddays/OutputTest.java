package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.targets.Fast;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Standard output and error that nobody reads, or that are no terminal of any use.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutputTest {

  private static final String ESCAPE = "\u001B";

  @TempDir Path folder;

  private Ran inShell(String script, Map<String, String> environment, String... more)
      throws IOException, InterruptedException {
    String[] usual = {"--target", "sim:delay=0", "--rate", "500/s", "--duration", "1200ms"};
    String[] all = Stream.of(usual, more).flatMap(Stream::of).toArray(String[]::new);
    try (TaktProcess takt = TaktProcess.inShell(folder, script, environment, all)) {
      return takt.await();
    }
  }

  private Ran inShell(String script) throws IOException, InterruptedException {
    return inShell(script, Map.of());
  }

  @Test
  void aReaderThatLeavesAfterOneLine() throws Exception {
    Ran ran = inShell("\"$@\" | head -n 1; echo \"codes ${PIPESTATUS[*]}\"");

    assertThat(ran.out().lines()).hasSize(2);
    assertThat(ran.out()).containsPattern("codes [015] 0");
    assertThat(ran.balance().completed()).isEqualTo(600);
  }

  @Test
  void aReaderThatLeavesBeforeTheFirstWord() throws Exception {
    Ran ran = inShell("\"$@\" | true; echo \"codes ${PIPESTATUS[*]}\"");

    assertThat(ran.out()).containsPattern("codes [15] 0");
    assertThat(ran.err()).contains("takt: the results could not be written to standard output");
    assertThat(ran.balance().completed()).isEqualTo(600);
  }

  @Test
  void aFullDiskForTheResults() throws Exception {
    Ran ran = inShell("exec \"$@\" > /dev/full");

    assertThat(ran.code()).isIn(1, 5);
    assertThat(ran.err()).contains("takt: the results could not be written to standard output");
  }

  @Test
  void standardOutputThatIsClosed() throws Exception {
    Ran ran = inShell("exec \"$@\" >&-");

    assertThat(ran.code()).isIn(1, 5);
    assertThat(ran.err()).contains("takt: the results could not be written to standard output");
    assertThat(ran.balance().completed()).isEqualTo(600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2>&-", "2>/dev/full"})
  void progressThatNobodyWantsToSee(String where) throws Exception {
    Ran ran = inShell("exec \"$@\" " + where);

    assertThat(ran.code()).isIn(0, 5);
    assertThat(ran.out()).contains("all 600 operations succeeded");
  }

  @Test
  void withoutATerminalThereIsALineASecondAndNoColour() throws Exception {
    Ran ran = inShell("exec \"$@\"");

    assertThat(ran.out() + ran.err()).doesNotContain(ESCAPE).doesNotContain("\r");
    assertThat(ran.err()).contains("measure    1 s");
  }

  @Test
  void aTerminalIsRedrawnInPlaceAndColoured() throws Exception {
    Ran ran = inShell("exec \"$@\"", terminal("TERM", "xterm"));

    assertThat(ran.err()).contains(ESCAPE + "[");
    assertThat(ran.out()).contains(ESCAPE + "[");
  }

  @Test
  void noColorIsHonoured() throws Exception {
    Ran ran = inShell("exec \"$@\"", terminal("NO_COLOR", "1"));

    assertThat(ran.out()).contains("all 600 operations succeeded").doesNotContain(ESCAPE);
    assertThat(ran.err()).doesNotContainPattern(ESCAPE + "\\[[0-9;]*m");
  }

  @Test
  void aDumbTerminalGetsLines() throws Exception {
    Ran ran = inShell("exec \"$@\"", terminal("TERM", "dumb"));

    assertThat(ran.out() + ran.err()).doesNotContain(ESCAPE);
    assertThat(ran.err()).contains("measure    1 s");
  }

  private static Map<String, String> terminal(String name, String value) {
    Map<String, String> environment = new HashMap<>();
    environment.putAll(Map.of("TERM", "xterm", "TAKT_TTY", "outerr", "TAKT_COLUMNS", "80"));
    environment.put(name, value);
    return environment;
  }

  @Test
  void quietIsQuiet() throws Exception {
    try (Fast target = new Fast()) {
      Ran ran = Takt.run(folder, "--target", target.url(), "--duration", "300ms", "--quiet");

      assertThat(ran.err()).isEmpty();
    }
  }
}
