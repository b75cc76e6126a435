package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.redis.embedded.RedisBinary;
import dev.takt.driver.redis.embedded.RedisServer;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.server.ManagedServer;
import dev.takt.testing.ServerCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real server with an untrusted certificate.
@Timeout(120)
class TlsTest {

  @TempDir private Path directory;

  /// The server needs the key and the certificate in PEM, which `keytool` does not write.
  private void makeCertificate() throws Exception {
    ServerCertificate certificate = ServerCertificate.in(directory);
    writeText("key.pem", "PRIVATE KEY", certificate.key());
    writeText(
        "cert.pem",
        "CERTIFICATE",
        certificate.keys().getCertificate(ServerCertificate.ALIAS).getEncoded());
  }

  private void writeText(String file, String what, byte[] bytes) throws Exception {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Path written =
        Files.writeString(
            directory.resolve(file),
            "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
    assertThat(written).exists();
  }

  @Test
  void aServerThatSpeaksTls() throws Exception {
    makeCertificate();
    int port = ManagedServer.freePort();
    List<String> settings =
        List.of(
            "--tls-port",
            Integer.toString(port),
            "--tls-cert-file",
            directory.resolve("cert.pem").toString(),
            "--tls-key-file",
            directory.resolve("key.pem").toString(),
            "--tls-ca-cert-file",
            directory.resolve("cert.pem").toString(),
            "--tls-auth-clients",
            "no",
            "--requirepass",
            "sesame");
    List<OperationSpec> operations =
        List.of(Requests.command("SET k {hex:100000}", "=OK"), Requests.command("GET k", "found"));
    String target = "rediss://:sesame@127.0.0.1:" + port;
    RedisDriverProvider provider = new RedisDriverProvider();
    try (RedisServer _ =
        RedisServer.start(RedisBinary.find(line -> {}), settings, directory.resolve("redis.log"))) {
      try (WireDriver driver =
              (WireDriver)
                  provider.open(Requests.of(target, operations, "insecure", true, "pipeline", 4L));
          Caller caller = new Caller(driver)) {
        for (int n = 0; n < 10; n++) {
          assertThat(caller.call(n % 2, n)).isEqualTo("ok");
        }
        for (int slot = 0; slot < 4; slot++) {
          caller.send(slot, slot % 2, slot);
        }
        for (int slot = 0; slot < 4; slot++) {
          assertThat(caller.await(slot)).isEqualTo("ok");
        }
      }
      assertThatThrownBy(() -> provider.open(Requests.of(target, operations)))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("its certificate is not trusted")
          .hasMessageContaining("--insecure accepts any certificate")
          .hasMessageNotContaining("sesame");
      assertThatThrownBy(() -> provider.open(Requests.of("redis://127.0.0.1:" + port, operations)))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("rediss://");
    }
  }
}
