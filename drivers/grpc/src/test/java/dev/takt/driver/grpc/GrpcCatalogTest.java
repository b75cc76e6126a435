package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.FileDescriptor;
import dev.takt.driver.grpc.schema.TestSchemas;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.Map;
import java.util.Objects;
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
      assertThat(
              catalog.describe(
                  target, Map.of(), "grpc.health.v1.HealthCheckResponse.ServingStatus"))
          .contains("  SERVING = 1;");
      assertThatThrownBy(() -> catalog.list(target, Map.of("cacert", "x"), null))
          .hasMessageStartingWith("--cacert: ");
    }
  }

  @Test
  void serviceWithoutADescriptionDoesNotHideTheOthers() throws Exception {
    FileDescriptor file =
        Objects.requireNonNull(TestSchemas.SHOP.services().get("shop.Items")).getFile();
    ServerServiceDefinition unknown =
        ServerServiceDefinition.builder(
                ServiceDescriptor.newBuilder("x.Unknown")
                    .setSchemaDescriptor((ProtoFileDescriptorSupplier) () -> file)
                    .build())
            .build();
    try (ShopServer server =
        ShopServer.start(
            builder -> builder.addService(unknown), ProtoReflectionServiceV1.newInstance())) {
      String target = server.target();
      assertThat(catalog.list(target, Map.of(), null)).containsExactly("shop.Items", "x.Unknown");
      assertThat(catalog.list(target, Map.of(), "shop.Items")).contains("shop.Items/Get");
      assertThat(catalog.describe(target, Map.of(), null))
          .contains("service shop.Items {")
          .anyMatch(each -> each.startsWith("// service x.Unknown: "));
      assertThatThrownBy(() -> catalog.describe(target, Map.of(), "x.Unknown"))
          .hasMessageStartingWith("the server does not know x.Unknown");
    }
  }

  /// As ASP.NET Core does with ResponseCompressionAlgorithm.
  @Test
  void reflectionCanBeCompressed() throws Exception {
    try (ShopServer server =
        ShopServer.start(
            builder -> builder.intercept(new AlwaysGzip()),
            ProtoReflectionServiceV1.newInstance())) {
      assertThat(catalog.describe(server.target(), Map.of(), "shop.Color"))
          .contains("enum shop.Color {");
    }
  }

  private static final class AlwaysGzip implements ServerInterceptor {
    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
        ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
      call.setCompression("gzip");
      return next.startCall(call, headers);
    }
  }
}
