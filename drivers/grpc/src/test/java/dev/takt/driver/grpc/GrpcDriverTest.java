package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.grpc.schema.UnaryCaller;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.OperationSpec;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against a server of grpc-java.
class GrpcDriverTest {

  private static final String GET = "shop.Items/Get";

  @TempDir private Path folder;

  private static ShopServer server() throws Exception {
    return ShopServer.start(ProtoReflectionServiceV1.newInstance());
  }

  private GrpcDriver open(String target, List<OperationSpec> operations, Object... properties)
      throws DriverException {
    return GrpcDriver.open(Requests.of(target, operations, null, folder, properties));
  }

  @Test
  void statusOfEachCallIsItsOutcome() throws Exception {
    try (ShopServer server = server();
        GrpcDriver driver =
            open(
                server.target() + "/" + GET,
                List.of(
                    Requests.operation("data", "{\"id\": {seq}, \"name\": \"n{seq}\"}"),
                    Requests.operation("data", "{\"id\": \"-{seq}\"}", "expect", "OK,NOT_FOUND")));
        Caller caller = new Caller(driver)) {
      for (int n = 0; n < 3; n++) {
        assertThat(caller.call(0, n)).isEqualTo("ok");
        assertThat(server.seen.getLast().request().toString())
            .isEqualTo((n == 0 ? "" : "id: " + n + "\n") + "name: \"n" + n + "\"\n");
      }
      List<String> outcomes = new ArrayList<>();
      for (int n = 0; n < 18; n++) {
        outcomes.add(caller.call(1, n));
      }
      assertThat(outcomes)
          .containsExactly(
              "ok",
              "CANCELLED",
              "UNKNOWN",
              "INVALID_ARGUMENT",
              "DEADLINE_EXCEEDED",
              "ok",
              "ALREADY_EXISTS",
              "PERMISSION_DENIED",
              "RESOURCE_EXHAUSTED",
              "FAILED_PRECONDITION",
              "ABORTED",
              "OUT_OF_RANGE",
              "UNIMPLEMENTED",
              "INTERNAL",
              "UNAVAILABLE",
              "DATA_LOSS",
              "UNAUTHENTICATED",
              "UNKNOWN");
      assertThat(Files.readString(folder.resolve(driver.failureFiles().get("ABORTED"))))
          .contains("grpc-status: 10\n", "grpc-message: no item ü -10\n");
    }
  }

  @Test
  void metadataAndDeadlineReachTheServer() throws Exception {
    List<OperationSpec> operations =
        List.of(
            Requests.operation(
                "call", GET, "metadata", List.of("x-fixed: a b", "X-Number: n{seq}")),
            Requests.operation("call", GET, "deadline", Duration.ofSeconds(5)));
    try (ShopServer server = server();
        GrpcDriver driver =
            GrpcDriver.open(
                Requests.of(server.target(), operations, Duration.ofSeconds(90), folder));
        Caller caller = new Caller(driver)) {
      assertThat(caller.call(0, 7)).isEqualTo("ok");
      ShopServer.SeenCall seen = server.seen.getLast();
      assertThat(seen.metadata().get(ShopServer.key("x-fixed"))).isEqualTo("a b");
      assertThat(seen.metadata().get(ShopServer.key("x-number"))).isEqualTo("n7");
      assertThat(seen.metadata().get(ShopServer.key("user-agent"))).startsWith("takt/");
      assertThat(seen.timeLeft()).isBetween(60_000L, 90_000L);
      assertThat(caller.call(1, 7)).isEqualTo("ok");
      assertThat(server.seen.getLast().timeLeft()).isBetween(1_000L, 5_000L);
    }
  }

  /// The server resets the stream then, unless Takt is faster.
  @Test
  void callThatIsNotAnsweredByItsDeadlineHasExceededIt() throws Exception {
    Duration deadline = Duration.ofMillis(30);
    try (ShopServer server = server();
        GrpcDriver driver =
            open(
                server.target() + "/" + GET,
                List.of(
                    Requests.operation("data", "{\"id\": -100}", "deadline", deadline),
                    Requests.operation(
                        "data",
                        "{\"id\": -100}",
                        "deadline",
                        deadline,
                        "expect",
                        "OK,DEADLINE_EXCEEDED"),
                    Requests.operation("data", "{\"id\": 1}", "deadline", Duration.ofDays(9))));
        Caller caller = new Caller(driver, 3)) {
      for (int i = 0; i < 10; i++) {
        caller.send(0, 0, 0);
        caller.send(1, 1, 0);
        caller.send(2, 2, 0);
        assertThat(caller.await(0)).isEqualTo("DEADLINE_EXCEEDED");
        assertThat(caller.await(1)).isEqualTo("ok");
        assertThat(caller.await(2)).isEqualTo("ok");
      }
    }
  }

  /// It takes calls and never sends anything.
  @Test
  void deadlineEndsCallsToAServerThatIsFrozen() throws Exception {
    byte[] settings = new byte[9];
    settings[3] = 4;
    Files.writeString(
        folder.resolve("items.proto"),
        "syntax = 'proto3'; package shop; message Item {}"
            + " service Items { rpc Get(Item) returns (Item); }");
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread accepting =
          Thread.startVirtualThread(() -> {
            try {
              while (true) {
                server.accept().getOutputStream().write(settings);
              }
            } catch (IOException _) {
              // The test has ended.
            }
          });
      try (GrpcDriver driver =
              open(
                  "grpc://127.0.0.1:" + server.getLocalPort() + "/" + GET,
                  List.of(Requests.operation("deadline", Duration.ofMillis(30))),
                  "proto",
                  List.of(folder.resolve("items.proto").toString()));
          Caller caller = new Caller(driver)) {
        long begin = System.nanoTime();
        assertThat(caller.call(0, 0)).isEqualTo("DEADLINE_EXCEEDED");
        assertThat(System.nanoTime() - begin).isBetween(30_000_000L, 5_000_000_000L);
      }
      server.close();
      accepting.join();
    }
  }

  @Test
  void dataAreInARegularFileThatIsReadOnce() throws Exception {
    Path data = Files.writeString(folder.resolve("data.json"), "{\"id\": 1}");
    GrpcOptions options =
        new GrpcOptions(
            Requests.of("grpc://host/" + GET, List.of(Requests.operation("data", "@" + data))));
    assertThat(options.check()).isEmpty();
    Files.delete(data);
    assertThat(options.check()).isEmpty();
    assertThat(problem("data", "@/dev/zero")).isEqualTo("/dev/zero is not a regular file");
    assertThat(problem("data", "@" + folder)).isEqualTo(folder + " is not a regular file");
    assertThat(problem("data", "@" + data)).isEqualTo("there is no file " + data);
  }

  @Test
  void valueOfMetadataIsBounded() {
    assertThat(problem("metadata", List.of("x: " + "v".repeat(60_000)))).isEmpty();
    assertThat(problem("metadata", List.of("x: " + "v".repeat(70_000))))
        .isEqualTo("the value of x has more than 64 KiB, which no server accepts");
  }

  private static String problem(Object... property) {
    return new GrpcOptions(Requests.of("grpc://host/" + GET, List.of(Requests.operation(property))))
        .check().stream().map(each -> each.message()).collect(Collectors.joining());
  }

  @Test
  void manyCallsAreInFlightOnAConnection() throws Exception {
    try (ShopServer server = server();
        GrpcDriver driver =
            open(
                server.target() + "/" + GET,
                List.of(Requests.operation("data", "{\"id\": {seq}}")));
        Caller caller = new Caller(driver, 10)) {
      for (int slot = 0; slot < driver.pipelining(); slot++) {
        caller.send(slot, 0, slot);
      }
      for (int slot = 0; slot < driver.pipelining(); slot++) {
        assertThat(caller.await(slot)).isEqualTo("ok");
      }
      assertThat(server.seen).hasSize(10);
    }
  }

  @Test
  void streamsAreBoundedByTheServer() throws Exception {
    try (ShopServer server =
            ShopServer.start(
                builder -> builder.maxConcurrentCallsPerConnection(3),
                ProtoReflectionServiceV1.newInstance());
        GrpcDriver driver = open(server.target() + "/" + GET, List.of(Requests.operation()))) {
      assertThat(driver.pipelining()).isEqualTo(3);
      assertThat(driver.notes())
          .containsExactly("the server takes only 3 calls on a connection at once");
    }
  }

  @Test
  void serverIsReadyWhenItsHealthIsServing() throws Exception {
    HealthStatusManager health = new HealthStatusManager();
    try (ShopServer server =
            ShopServer.start(ProtoReflectionServiceV1.newInstance(), health.getHealthService());
        GrpcDriver driver = open(server.target() + "/" + GET, List.of(Requests.operation()))) {
      driver.requireReady();
      health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, ServingStatus.NOT_SERVING);
      assertThatThrownBy(driver::requireReady)
          .hasMessage("the server's health (grpc.health.v1) is not SERVING");
    }
    try (ShopServer server = server();
        GrpcDriver driver = open(server.target() + "/" + GET, List.of(Requests.operation()))) {
      driver.requireReady(); // has no health service
    }
  }

  @Test
  void unavailableServerIsNotReady() {
    assertThatThrownBy(() ->
            Health.require((_, _) -> new UnaryCaller.Reply("UNAVAILABLE", "starts", new byte[0])))
        .hasMessage("the server is UNAVAILABLE: starts");
    assertThatThrownBy(() -> Health.require((_, _) -> new UnaryCaller.Reply("OK", "", new byte[0])))
        .hasMessage("the server's health (grpc.health.v1) is not SERVING");
    assertThatThrownBy(
            () -> Health.require((_, _) -> new UnaryCaller.Reply("OK", "", new byte[] {10, 9})))
        .hasMessage("the server's health has a malformed message");
  }

  /// Older servers have only that version.
  @Test
  @SuppressWarnings("deprecation") // of grpc-java; what is in use stays in use
  void schemaIsReadByTheOlderReflection() throws Exception {
    try (ShopServer server = ShopServer.start(ProtoReflectionService.newInstance());
        GrpcDriver driver = open(server.target() + "/" + GET, List.of(Requests.operation()));
        Caller caller = new Caller(driver)) {
      assertThat(caller.call(0, 0)).isEqualTo("ok");
    }
  }

  @Test
  void schemaIsReadFromFiles() throws Exception {
    Files.writeString(
        folder.resolve("items.proto"),
        "syntax = 'proto3'; package shop; import 'parts/types.proto';"
            + " service Items { rpc Get(GetRequest) returns (Item); }"
            + " message GetRequest { int64 id = 1; }");
    Files.createDirectory(folder.resolve("parts"));
    Files.writeString(
        folder.resolve("parts/types.proto"),
        "syntax = 'proto3'; package shop; message Item { int64 id = 1; }");
    try (ShopServer server = ShopServer.start();
        GrpcDriver driver =
            open(
                server.target() + "/" + GET,
                List.of(Requests.operation("data", "{\"id\": 3}")),
                "proto",
                List.of(folder.resolve("items.proto").toString()));
        Caller caller = new Caller(driver)) {
      assertThat(caller.call(0, 0)).isEqualTo("ok");
      assertThat(server.seen.getLast().request().toString()).isEqualTo("id: 3\n");
    }
  }

  @Test
  void whatTheSchemaDoesNotHaveIsSaidBeforeTheRun() throws Exception {
    try (ShopServer server = server();
        ShopServer plain = ShopServer.start()) {
      refuses(
          server.target() + "/shop.Nothing/Get",
          "the server does not know shop.Nothing; takt grpc list TARGET shows its services");
      refuses(
          server.target() + "/shop.Items/Put",
          "call: the service shop.Items has no method Put; it has Get, Watch");
      refuses(
          server.target() + "/shop.Items/Watch",
          "call: shop.Items/Watch is a streaming method; Takt calls only unary ones");
      refuses(
          plain.target() + "/" + GET,
          "the server has no reflection (grpc.reflection.v1): give its schema by --proto FILE or"
              + " --protoset FILE");
      assertThatThrownBy(() ->
              open(
                  server.target() + "/" + GET,
                  List.of(Requests.operation("data", "{\"ident\": 3}"))))
          .hasMessage("call: $: shop.GetRequest has no field ident; it has id, name");
    }
  }

  private void refuses(String target, String message) {
    assertThatThrownBy(() -> open(target, List.of(Requests.operation())))
        .isInstanceOf(DriverException.class)
        .hasMessage(message);
  }
}
