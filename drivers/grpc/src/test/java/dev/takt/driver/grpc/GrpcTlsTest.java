package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import dev.takt.testing.ServerCertificate;
import io.grpc.TlsServerCredentials;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server of grpc-java with TLS, which takes HTTP/2 by ALPN only.
@Timeout(60)
class GrpcTlsTest {

  @TempDir private Path folder;

  private TlsServerCredentials credentials() throws Exception {
    return (TlsServerCredentials)
        TlsServerCredentials.newBuilder()
            .keyManager(ServerCertificate.in(folder).keyManagers())
            .build();
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
