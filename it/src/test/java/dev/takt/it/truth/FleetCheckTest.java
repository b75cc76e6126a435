package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a target sees of a check, and of the run that it precedes.
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FleetCheckTest {

  @TempDir Path folder;

  /// Answers OK to every command of Redis, and keeps it.
  private static final class RecordingRedis implements AutoCloseable {
    final List<String> commands = new CopyOnWriteArrayList<>();
    private final ServerSocket listener;

    RecordingRedis() throws IOException {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(this::accept);
    }

    String target() {
      return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    private void accept() {
      try {
        while (true) {
          Socket socket = listener.accept();
          Thread.ofVirtual().start(() -> serve(socket));
        }
      } catch (IOException _) {
        // It is closed.
      }
    }

    private void serve(Socket socket) {
      try (socket) {
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        OutputStream out = socket.getOutputStream();
        for (String head = in.readLine(); head != null; head = in.readLine()) {
          List<String> words = new ArrayList<>();
          for (int i = Integer.parseInt(head.substring(1)); i > 0; i--) {
            var _ = in.readLine(); // its length
            words.add(in.readLine());
          }
          commands.add(String.join(" ", words));
          out.write("+OK\r\n".getBytes(StandardCharsets.US_ASCII));
        }
      } catch (IOException _) {
        // The client has ended.
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }

  private Ran takt(RecordingRedis redis, String... command) throws Exception {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(
        List.of(
            redis.target(),
            "--command",
            "SET a 1",
            "--init-command",
            "FLUSHDB",
            "--rate",
            "50/s",
            "--duration",
            "1s",
            "--self-warmup",
            "off",
            "--fleet",
            "local:1"));
    try (TaktProcess takt =
        TaktProcess.command(Files.createDirectory(folder.resolve(command[0])), words)) {
      return takt.await();
    }
  }

  @Test
  void checkSendsNeitherLoadNorWhatARunSendsBeforeIt() throws Exception {
    try (RecordingRedis redis = new RecordingRedis()) {
      Ran check = takt(redis, "fleet", "check");
      assertThat(check.code()).as(check.err()).isZero();
      assertThat(check.out()).startsWith("1 of 1 machine is ready\n");
      assertThat(check.err())
          .contains("init-command is not sent by a check: what it makes must be there");
      assertThat(redis.commands).doesNotContain("FLUSHDB", "SET a 1").isNotEmpty();

      redis.commands.clear();
      Ran run = takt(redis, "run");
      assertThat(run.code()).as(run.err()).isIn(0, 5); // 5: this machine may be too busy
      assertThat(redis.commands.stream().filter("SET a 1"::equals)).hasSize(50);
      assertThat(redis.commands.stream().filter("FLUSHDB"::equals)).hasSize(1);
      assertThat(redis.commands.lastIndexOf("FLUSHDB"))
          .isLessThan(redis.commands.indexOf("SET a 1"));
    }
  }
}
