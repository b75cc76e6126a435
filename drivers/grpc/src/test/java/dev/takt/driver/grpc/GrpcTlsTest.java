package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import io.grpc.TlsServerCredentials;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server of grpc-java with TLS, which takes HTTP/2 by ALPN only.
@Timeout(60)
class GrpcTlsTest {

  private static final String PASSWORD = "for-tests-only";

  @TempDir private Path folder;

  private TlsServerCredentials credentials() throws Exception {
    Path store = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-J-XX:TieredStopAtLevel=1",
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=localhost",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    return (TlsServerCredentials)
        TlsServerCredentials.newBuilder().keyManager(managers.getKeyManagers()).build();
  }

  @Test
  void callsGoOverTls() throws Exception {
    try (ShopServer server =
        ShopServer.start(credentials(), _ -> {}, ProtoReflectionServiceV1.newInstance())) {
      String target = server.target().replace("grpc://127.0.0.1", "grpcs://localhost");
      try (GrpcDriver driver =
              GrpcDriver.open(
                  Requests.of(
                      target + "/shop.Items/Get",
                      List.of(Requests.operation("data", "{\"id\": 3}")),
                      "insecure",
                      true));
          Caller caller = new Caller(driver)) {
        assertThat(caller.call(0, 0)).isEqualTo("ok");
        assertThat(server.seen).hasSize(1);
      }
      assertThatThrownBy(() ->
              GrpcDriver.open(
                  Requests.of(target + "/shop.Items/Get", List.of(Requests.operation()))))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("certificate");
    }
  }
}
