package dev.takt.cli.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CliContextTest {

  private static final String LONG_PATH = "/a/" + "long/".repeat(20) + "path";

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private CliContext context(CliContext.Terminal terminal, Map<String, String> environment) {
    return new CliContext(
        InputStream.nullInputStream(),
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminal,
        environment,
        Path.of(""),
        _ -> () -> {});
  }

  private CliContext context() {
    return context(CliContext.Terminal.NONE, Map.of());
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void messageIsWrappedBetweenWords() {
    context()
        .message(
            "cannot connect to http://127.0.0.1:1/: connection refused; is the target running, and"
                + " is this its address?");

    assertThat(err())
        .isEqualTo(
            """
            takt: cannot connect to http://127.0.0.1:1/: connection refused; is the target
                  running, and is this its address?
            """);
  }

  @Test
  void messageFollowsTheTerminal() {
    CliContext.Terminal narrow = new CliContext.Terminal(false, true, 40, false);

    context(narrow, Map.of()).message("takt log cat", "expected a file that is there, found none");

    assertThat(err())
        .isEqualTo("takt log cat: expected a file that is\n              there, found none\n");
  }

  @Test
  void pathsAndCommandsAreNotBroken() {
    context().message("run directory " + LONG_PATH);
    context().message("report " + LONG_PATH);
    context().next("takt explain " + LONG_PATH);
    context().message("cannot read " + LONG_PATH + " as a log");

    assertThat(err().lines())
        .containsExactly(
            "takt: run directory " + LONG_PATH,
            "takt: report " + LONG_PATH,
            "takt: next: takt explain " + LONG_PATH,
            "takt: cannot read",
            "      " + LONG_PATH,
            "      as a log");
  }

  @Test
  void furtherLinesKeepTheirIndent() {
    context().message("p99 >> 20ms\n      ^ expected a limit");

    assertThat(err()).isEqualTo("takt: p99 >> 20ms\n      ^ expected a limit\n");
  }

  @Test
  void commandsAreTypedAsThisOneWas() {
    assertThat(context().typed("takt explain")).isEqualTo("takt explain");
    assertThat(
            context(CliContext.Terminal.NONE, Map.of("TAKT_LAUNCHER", "bin/takt"))
                .typed("takt explain"))
        .isEqualTo("bin/takt explain");
  }
}
