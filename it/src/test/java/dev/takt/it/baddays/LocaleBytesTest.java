package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bytes that come in go out, also in a locale that has no characters but those of ASCII. The
/// command is a process of its own, whose arguments a shell makes of bytes: the JVM of the tests
/// has a locale, too.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocaleBytesTest {

  private static final String ONE =
      " --count 1 --rate 10/s --self-warmup off --quiet --format json --out run";
  private static final Path LOCALE = Path.of("..", "bin", "locale.sh").toAbsolutePath();

  @TempDir Path folder;

  /// Starts `takt` as the launcher does, in the locale POSIX.
  private Ran launch(String arguments) throws Exception {
    return start("export LC_ALL=POSIX; source " + LOCALE + "; use_utf8", arguments);
  }

  /// Starts its JVM itself, in the locale POSIX.
  private Ran withoutLauncher(String arguments) throws Exception {
    return start("export LC_ALL=POSIX", arguments);
  }

  private Ran start(String before, String arguments) throws Exception {
    String script = before + "; exec \"$@\" " + arguments;
    try (TaktProcess takt = TaktProcess.commandInShell(folder, script, List.of())) {
      return takt.await();
    }
  }

  private void makeScript() throws IOException {
    Path script = folder.resolve("show.sh");
    Files.writeString(
        script,
        """
        #!/bin/sh
        printf '%s|%s|%s|' "$1" "$NAME" "${LC_ALL-unset}${TAKT_LC_ALL+leaked}" >> seen
        cat >> seen
        """);
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"export LC_ALL=POSIX,POSIX", "unset LC_ALL LANG,unset", "export LC_ALL=,''"})
  void commandsGetTheirBytesAndTheUsersLocale(String locale, String seen) throws Exception {
    makeScript();
    Ran ran =
        start(
            locale + "; source " + LOCALE + "; use_utf8",
            "run --target $'exec:./show.sh \\xc3\\xbc' --env $'NAME=\\xe2\\x82\\xac'"
                + " --stdin $'\\xf0\\x9f\\x98\\x80'"
                + ONE);

    assertThat(folder.resolve("seen")).as(ran.err()).content().isEqualTo("ü|€|" + seen + "|😀");
  }

  @Test
  void variablesThatAreSetWinOverTheUsersLocale() throws Exception {
    makeScript();

    Ran ran = launch("run --target 'exec:./show.sh x' --env LC_ALL=tr_TR.UTF-8" + ONE);

    assertThat(folder.resolve("seen")).as(ran.err()).content().isEqualTo("x||tr_TR.UTF-8|");
  }

  @Test
  void requestsHaveTheBytesOfTheirArguments() throws Exception {
    try (OneAnswer http = new OneAnswer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
      Ran ran =
          launch(
              "run --target http://127.0.0.1:"
                  + http.port()
                  + "/$'\\xc3\\xbc' --method POST --body $'b\\xc3\\xbc' --header $'X-Name: h\\xc3\\xbc'"
                  + " --connections 1"
                  + ONE);

      assertThat(http.received())
          .as(ran.err())
          .startsWith("POST /%C3%BC HTTP/1.1\r\n")
          .contains("\r\nX-Name: hü\r\n", "\r\nContent-Length: 3\r\n")
          .endsWith("\r\n\r\nbü");
      assertThat(folder.resolve("run/run.json")).content().contains("/ü");
    }
  }

  @Test
  void statementsHaveTheBytesOfTheirArguments() throws Exception {
    Ran ran =
        launch(
            "run --target jdbc:h2:mem:x --sql $'select 1 where \\'\\xc3\\xbc\\' = char(252)'"
                + " --expect-rows 1"
                + ONE);

    assertThat(ran.balance().completed()).as(ran.err()).isEqualTo(1);
  }

  @Test
  void filesOfAllNamesAreRead() throws Exception {
    String log = "#[StartTime: 1.0 (seconds)]\n";
    start(
        "mkdir logs; printf '%s' '"
            + log
            + "' | tee $'logs/r\\xc3\\xbc.hlog' $'logs/r\\xfc.hlog' >/dev/null",
        "log check 'logs/*.hlog'");
    for (Ran ran :
        List.of(launch("log check 'logs/*.hlog'"), withoutLauncher("log check 'logs/*.hlog'"))) {
      assertThat(ran.out() + ran.err()).contains("logs/rü.hlog: ", "logs/r\\xfc.hlog: ");
      assertThat(ran.code()).isEqualTo(6);
    }
    assertThat(launch("log check $'logs/r\\xc3\\xbc.hlog'").out()).contains("logs/rü.hlog: ");
    assertThat(launch("watch --read $'r\\xc3\\xbc.jfr'").err()).contains("rü.jfr cannot be read");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run --target http://127.0.0.1:1/ --body $'r\\xfc'  | the value of --body, 'r\\xfc', is not UTF-8
          watch --read $'r\\xfc.jfr'                         | the value of --read, 'r\\xfc.jfr', is not UTF-8
          """)
  void whatIsNoTextIsRefusedByName(String arguments, String message) throws Exception {
    Ran ran = launch(arguments);

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).isEqualTo("takt: " + message + "\n");
  }

  @Test
  void whatAJvmWithoutTheLauncherCannotReadIsRefusedByName() throws Exception {
    Ran ran = withoutLauncher("run --target $'http://127.0.0.1:1/\\xc3\\xbc'");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .startsWith("takt: the value of --target, 'http://127.0.0.1:1/ü', cannot be read")
        .contains("LC_ALL=C.UTF-8");
  }

  /// Answers each request in the same way, and keeps what it was asked.
  private static final class OneAnswer implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final byte[] answer;

    OneAnswer(String answer) throws IOException {
      this.answer = answer.getBytes(StandardCharsets.US_ASCII);
      Thread.ofVirtual().start(this::serve);
    }

    private void serve() {
      while (!server.isClosed()) {
        try (Socket socket = server.accept();
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream()) {
          byte[] bytes = new byte[10_000];
          for (int length = in.read(bytes); length > 0; length = in.read(bytes)) {
            received.write(bytes, 0, length);
            out.write(answer);
          }
        } catch (IOException e) {
          // The run is over.
        }
      }
    }

    int port() {
      return server.getLocalPort();
    }

    String received() {
      return received.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }
}
