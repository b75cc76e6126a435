package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a server of grpc-java says about itself.
class GrpcCatalogTest {

  private final GrpcCatalog catalog = new GrpcCatalog();

  @Test
  void serverSaysWhatItOffers() throws Exception {
    try (ShopServer server =
        ShopServer.start(
            ProtoReflectionServiceV1.newInstance(), new HealthStatusManager().getHealthService())) {
      String target = server.target();
      assertThat(catalog.list(target, Map.of(), null))
          .containsExactly("grpc.health.v1.Health", "shop.Items");
      assertThat(catalog.list(target, Map.of(), "shop.Items"))
          .containsExactly("shop.Items/Get", "shop.Items/Watch");
      assertThat(catalog.describe(target, Map.of(), "shop.Items/Watch"))
          .startsWith("rpc Watch(shop.GetRequest) returns (stream shop.Item);", "")
          .contains("message shop.GetRequest {", "  map<string, int32> stock = 6;");
      assertThat(catalog.describe(target, Map.of(), "shop.Color"))
          .containsExactly("enum shop.Color {", "  RED = 0;", "  BLUE = 1;", "}");
      assertThatThrownBy(() -> catalog.describe(target, Map.of(), "shop.Nothing"))
          .hasMessage(
              "the server does not know shop.Nothing; takt grpc list TARGET shows its services");
      assertThatThrownBy(() -> catalog.list(target, Map.of("cacert", "x"), null))
          .hasMessageStartingWith("--cacert: ");
    }
  }
}
