package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.targets.Refusing;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A database that cannot be had.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JdbcTest {

  @TempDir Path folder;

  private Ran drive(String url) {
    return Takt.run(folder, "--target", url, "--sql", "select 1", "--duration", "1s");
  }

  @Test
  void aDatabaseThatIsDown() {
    try (Refusing target = new Refusing()) {
      String url = "jdbc:postgresql://127.0.0.1:" + target.port() + "/test";

      Ran ran = drive(url + "?user=me&password=geheim");

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.lastWord())
          .startsWith("takt: cannot connect to " + url)
          .contains("connection refused; is the database running", "--target postgres:embedded");
      assertThat(ran.err()).doesNotContain("geheim");
    }
  }

  @Test
  void unknownHostIsExplained() {
    Ran ran = drive("jdbc:postgresql://no-such-host.invalid/test");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.lastWord()).contains("unknown host no-such-host.invalid; check the URL");
  }

  @Test
  void aDriverThatIsNotThere() {
    Ran ran = drive("jdbc:nosuch:x");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .startsWith("--target: no JDBC driver for jdbc:nosuch:x: Takt has only PostgreSQL's")
        .contains("name the jar of another: --driver-jar driver.jar");
  }

  /// What PostgreSQL says to a wrong password, in its own protocol.
  @Test
  void aWrongPassword() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> refusePasswords(server));

      Ran ran =
          drive(
              "jdbc:postgresql://127.0.0.1:"
                  + server.getLocalPort()
                  + "/test?user=me&password=geheim");

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.lastWord())
          .contains(
              "password authentication failed for user \"me\"", "check --user and --password");
      assertThat(ran.err()).doesNotContain("geheim");
    }
  }

  private static void refusePasswords(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        for (boolean started = false; !started; ) {
          byte[] packet = in.readNBytes(in.readInt() - 4);
          started = packet.length > 4; // else it asks for TLS or GSS encryption
          if (!started) {
            out.writeByte('N');
          }
        }
        byte[] error =
            "SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user \"me\"\0\0"
                .getBytes(StandardCharsets.UTF_8);
        out.writeByte('E');
        out.writeInt(4 + error.length);
        out.write(error);
        out.flush();
      } catch (IOException e) {
        // The client has left, or the test is over.
      }
    }
  }
}
