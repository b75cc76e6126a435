package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.redis.FakeServer.Script;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.server.ManagedServer;
import dev.takt.load.tls.TlsOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that cannot be driven, or stop working. Each problem is reported in one sentence, before
/// the run if possible.
@Timeout(60)
class RefusalsTest {

  private static final RedisDriverProvider PROVIDER = new RedisDriverProvider();

  private static WireDriver open(DriverRequest request) throws DriverException {
    assertThat(PROVIDER.check(request)).isEmpty();
    Driver driver = PROVIDER.open(request);
    return (WireDriver) driver;
  }

  private static DriverRequest request(int port, Object... namesAndValues) {
    return Requests.of(
        "redis://127.0.0.1:" + port, List.of(Requests.command("GET {key}")), namesAndValues);
  }

  private static Script saying(String reply) {
    return (connection, command) -> reply;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "-NOAUTH Authentication required._;wants a password",
        "-LOADING Redis is loading the dataset in memory_;still loading its data into memory",
        "-MASTERDOWN Link with MASTER is down_;lost its primary",
        "-ERR max number of clients reached_;maxclients",
        "-ERR something else_;(the server says: ERR something else)",
      })
  void aServerThatAnswersAPingWithAnError(String reply, String message) throws Exception {
    try (FakeServer server = new FakeServer(saying(reply))) {
      assertThatThrownBy(() -> open(request(server.port())))
          .isInstanceOf(DriverException.class)
          .hasMessageStartingWith("cannot use redis://127.0.0.1:" + server.port() + ": ")
          .hasMessageContaining(message);
    }
  }

  @Test
  void protectedMode() throws Exception {
    try (FakeServer server =
        new FakeServer(
            "-DENIED Redis is running in protected mode because \u0007 it has no password. In this mode "
                + "x".repeat(500)
                + "_")) {
      assertThatThrownBy(() -> open(request(server.port())))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining(
              "protected mode: without a password it talks only to its own machine")
          .message()
          .hasSizeLessThan(450)
          .doesNotContain("\u0007");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "AUTH;-WRONGPASS invalid username-password pair or user is disabled._;does not accept this user and password",
        "AUTH;-ERR invalid password_;does not accept this password",
        "AUTH;-ERR AUTH <password> called without any password configured for the default user._;leave out --password",
        "AUTH;-ERR Client sent AUTH, but no password is set_;leave out --password",
        "AUTH;-ERR wrong number of arguments for 'auth' command_;leave out --user",
        "SELECT;-ERR DB index is out of range_;has no database 3",
      })
  void aGreetingThatIsRefused(String command, String reply, String message) throws Exception {
    try (FakeServer server =
        new FakeServer((connection, request) -> request.startsWith(command) ? reply : "+OK_")) {
      assertThatThrownBy(() ->
              open(request(server.port(), "user", "me", "password", "secret", "database", 3L)))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining(message)
          .hasMessageNotContaining("secret");
      assertThat(server.commands).contains("AUTH me secret");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "-ERR unknown command `HELLO`, with args beginning with: `3`_;leave out --resp 3",
        "-NOPROTO unsupported protocol version_;leave out --resp 3",
      })
  void aServerWithoutTheThirdVersion(String reply, String message) throws Exception {
    try (FakeServer server = new FakeServer(saying(reply))) {
      assertThatThrownBy(() -> open(request(server.port(), "resp", 3L)))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void whatIsNotRedis() throws Exception {
    try (FakeServer server = new FakeServer("HTTP/1.1 400 Bad Request_Connection: close__")) {
      assertThatThrownBy(() -> open(request(server.port())))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining(
              "does not speak Redis' protocol (it says \"HTTP/1.1 400 Bad Request");
    }
    try (FakeServer server = new FakeServer("\u0015\u0003\u0001")) {
      assertThatThrownBy(() -> open(request(server.port())))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("rediss://");
    }
    try (FakeServer server = new FakeServer((connection, command) -> null)) {
      assertThatThrownBy(() -> open(request(server.port())))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("closed the connection without an answer");
    }
  }

  /// Each byte arrives in time, but the whole reply does not.
  @ParameterizedTest
  @ValueSource(strings = {"redis", "rediss"})
  void aServerThatLetsOneInByteByByte(String scheme) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread dripping = Thread.ofVirtual().start(() -> drip(server));
      RedisTarget target =
          RedisTarget.parse(scheme + "://:secret@127.0.0.1:" + server.getLocalPort());
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
      assertThatThrownBy(() ->
              Preparation.prepare(
                  Endpoint.of(
                      address,
                      target.tls()
                          ? TlsOptions.of(Map.of(TlsOptions.INSECURE, true)).tls("127.0.0.1")
                          : null),
                  new RedisOptions(Requests.of("redis://h", List.of())).access(target),
                  target,
                  List.of(),
                  line -> {},
                  Duration.ofMillis(300)))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("no answer in time");
      dripping.join();
    }
  }

  /// Sends the beginning of a long reply, which is also the beginning of a long TLS record.
  private static void drip(ServerSocket server) {
    byte[] record = {22, 3, 3, 64, 0};
    byte[] answer = "+OK".getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = server.accept()) {
      int first = socket.getInputStream().read();
      byte[] begin = first == '*' ? answer : record;
      for (int i = 0; i < 10_000; i++) {
        socket.getOutputStream().write(i < begin.length ? begin[i] : 'x');
        Thread.sleep(10);
      }
    } catch (IOException | InterruptedException e) {
      // The client has disconnected.
    }
  }

  @Test
  void refusedConnectionIsExplained() throws Exception {
    int port = ManagedServer.freePort();
    assertThatThrownBy(() -> open(request(port)))
        .isInstanceOf(DriverException.class)
        .hasMessage(
            "cannot connect to redis://127.0.0.1:"
                + port
                + ": connection refused; is the server running, and is this its address?");
  }

  @Test
  void aServerWithoutTls() throws Exception {
    try (FakeServer server = new FakeServer("-ERR Protocol error: unauthenticated multibulk_")) {
      DriverRequest request =
          Requests.of(
              "rediss://127.0.0.1:" + server.port(), List.of(Requests.command("GET {key}")));
      assertThatThrownBy(() -> open(request))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("it does not speak TLS on this port");
    }
  }

  @Test
  void anInitCommandThatFails() throws Exception {
    try (FakeServer server =
        new FakeServer((connection, request) ->
            request.startsWith("SET") ? "-OOM command not allowed_" : "+OK_")) {
      assertThatThrownBy(
              () -> open(request(server.port(), "init-command", List.of("DEL a", "SET a 'b c'"))))
          .isInstanceOf(DriverException.class)
          .hasMessage("init command failed: SET a b c: OOM command not allowed");
      assertThat(server.commands).containsExactly("PING", "INFO server", "DEL a", "SET a b c");
    }
  }

  /// Each connection sends its handshake before its first operation, also after a reconnect.
  @Test
  void aConnectionThatIsLostIsGreetedAnew() throws Exception {
    AtomicBoolean closing = new AtomicBoolean();
    try (FakeServer server =
        new FakeServer((connection, request) ->
            request.startsWith("INCR") && closing.getAndSet(false) ? null : "+OK_")) {
      WireDriver driver =
          open(
              Requests.of(
                  "redis://:secret@127.0.0.1:" + server.port() + "/2",
                  List.of(Requests.command("INCR a"))));
      try (Caller caller = new Caller(driver)) {
        assertThat(caller.call(0, 0)).isEqualTo("ok");
        closing.set(true);
        assertThat(caller.call(0, 0)).isEqualTo("connection closed before the answer");
        assertThat(caller.call(0, 0)).isEqualTo("ok");
      }
      assertThat(server.commands)
          .containsExactly(
              "AUTH secret",
              "SELECT 2",
              "PING",
              "INFO server",
              "AUTH secret",
              "SELECT 2",
              "INCR a",
              "INCR a",
              "AUTH secret",
              "SELECT 2",
              "INCR a");
    }
  }

  @Test
  void whatIsWrongWithAnOrderIsToldWithoutTheServer() {
    DriverRequest request =
        Requests.of(
            "redis://secret@h",
            List.of(
                Requests.command("GET {nonsense}"),
                Requests.command("SUBSCRIBE x", "lots"),
                Requests.command(" ")),
            "resp",
            4L,
            "database",
            -1L,
            "pipeline",
            0L,
            "init-command",
            List.of("SET 'a"));
    assertThat(PROVIDER.check(request))
        .extracting(problem -> problem.operation() + " " + problem.property())
        .containsExactly(
            "-1 target",
            "-1 resp",
            "-1 database",
            "-1 pipeline",
            "-1 init-command",
            "0 command",
            "1 expect",
            "1 command",
            "2 command");
    assertThat(PROVIDER.check(request))
        .extracting(PropertyProblem::message)
        .noneMatch(message -> message.contains("secret"))
        .contains(
            "expected 2 or 3, found 4",
            "expected 0 to 1,000,000, found -1",
            "expected 1 to 1,000, found 0");
    assertThat(PROVIDER.check(Requests.of("redis://h", List.of(), "user", "me")))
        .extracting(PropertyProblem::message)
        .containsExactly("a user needs a --password");
    assertThat(PROVIDER.check(Requests.of("redis:embedded", List.of(), "password", "x")))
        .extracting(PropertyProblem::property)
        .containsExactly("password");
  }
}
