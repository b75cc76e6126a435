package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The three ways to use a launcher, each by its shortest program.
@Timeout(30)
class LauncherTest {

  private final Launcher launcher = Launcher.builder().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  @Test
  void runsToTheEndAndKeepsWhatWasWritten() throws Exception {
    RunResult result =
        launcher.run(
            Command.of("sh", "-c", "echo out; echo err >&2; exit 3"), Duration.ofSeconds(9));

    assertThat(result.stdout().text()).isEqualTo("out\n");
    assertThat(result.stderr().text()).isEqualTo("err\n");
    assertThat(result.exit())
        .isInstanceOfSatisfying(Exit.Code.class, c -> assertThat(c.value()).isEqualTo(3));
    assertThat(result.complete()).isTrue();
    assertThat(result.timedOut()).isFalse();
  }

  @Test
  void feedsStandardInput() throws Exception {
    RunResult result =
        launcher.run(Command.of("cat"), RunOptions.DEFAULT.input(Bytes.of("x".repeat(1_000_000))));

    assertThat(result.stdout().size()).isEqualTo(1_000_000);
    assertThat(result.isSuccess()).isTrue();
  }

  @Test
  void tellsAHandlerInOrder() throws Exception {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    CallbackChild child =
        launcher.start(
            Command.of("cat"),
            new ChildHandler() {
              @Override
              public void onStdout(CallbackChild c, ByteBuffer bytes, boolean ended) {
                events.add("out " + StandardCharsets.UTF_8.decode(bytes) + (ended ? " end" : ""));
              }

              @Override
              public void onExit(CallbackChild c, Exit exit) {
                events.add(exit.describe());
              }
            });
    child.write(ByteBuffer.wrap("hello".getBytes(StandardCharsets.UTF_8)));
    child.closeStdin();
    child.awaitExit();

    assertThat(events).containsExactly("out hello", "out  end", "exit code 0");
  }

  @Test
  void talksThroughStreams() throws Exception {
    try (StreamChild child = launcher.start(Command.of("cat"));
        OutputStream in = child.stdin();
        InputStream out = child.stdout()) {
      in.write("hello".getBytes(StandardCharsets.UTF_8));
      in.close();
      assertThat(new String(out.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("hello");
      assertThat(child.awaitExit().isSuccess()).isTrue();
    }
  }

  @Test
  void saysWhatCouldNotBeStarted() {
    assertThatThrownBy(() -> launcher.start(Command.of("/no/such/program")))
        .isInstanceOfSatisfying(
            StartException.class,
            e -> {
              assertThat(e.errno()).isEqualTo(2);
              assertThat(e.path()).isEqualTo("/no/such/program");
            });
    assertThatThrownBy(() ->
            launcher.start(
                Command.builder("true").directory(Path.of("/no/such/directory")).build()))
        .hasMessageContaining("/no/such/directory");
  }

  @Test
  void killsAfterPatience() throws Exception {
    StreamChild child =
        launcher.start(
            Command.of("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done"));
    assertThat(child.stdout().read()).isEqualTo('r');
    child.terminate(Duration.ofMillis(100));
    assertThat(child.awaitExit().describe()).isEqualTo("killed by SIGKILL");
    child.close();
  }
}
