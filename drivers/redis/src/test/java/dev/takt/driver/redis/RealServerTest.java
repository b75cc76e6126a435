package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.redis.BlockingConnection.Reply;
import dev.takt.driver.redis.embedded.RedisBinary;
import dev.takt.driver.redis.embedded.RedisServer;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.keyvalue.KeyValueKind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A real server and its replies.
@Timeout(120)
class RealServerTest {

  @TempDir private static Path directory;
  private static RedisServer server;

  @BeforeAll
  static void startServer() throws DriverException {
    server = start();
  }

  private static RedisServer start(String... settings) throws DriverException {
    return RedisServer.start(
        RedisBinary.find(line -> {}), List.of(settings), directory.resolve("redis.log"));
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private static WireDriver driver(
      RedisServer to, List<OperationSpec> operations, Object... namesAndValues)
      throws DriverException {
    return (WireDriver)
        new RedisDriverProvider()
            .open(Requests.of("redis://" + to.address(), operations, namesAndValues));
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 3})
  void commandsOfAllKinds(long resp) throws Exception {
    List<OperationSpec> operations =
        List.of(
            Requests.command("SET item:{seq} 'a \"quoted\" {hex:8}'", "=OK"),
            Requests.command("GET item:{seq}", "found"),
            Requests.command("GET nowhere", "found"),
            Requests.command("HGETALL nowhere", "found"),
            Requests.command("INCRBY counter 3", "=3"),
            Requests.command("LPUSH item:{seq} x"),
            Requests.command("NONSENSE {key}"),
            Requests.command("EVAL \"return {1, {2, 'x', {}}, false}\" 0"),
            Requests.command("EXISTS item:{seq}", "=1"),
            Requests.command("COMMAND", "found"),
            Requests.command("GET item:{seq} too many"));
    try (WireDriver driver =
            driver(server, operations, "resp", resp, "init-command", List.of("DEL counter"));
        Caller caller = new Caller(driver)) {
      assertThat(driver.describe()).matches("Redis [\\d.]+ at redis://127.0.0.1:\\d+");
      List<String> outcomes =
          List.of(
              "ok",
              "ok",
              "not found",
              "not found",
              "ok",
              "WRONGTYPE",
              "ERR unknown command",
              "ok",
              "ok",
              "ok",
              "ERR wrong number of arguments for");
      for (int i = 0; i < operations.size(); i++) {
        assertThat(caller.call(i, 7)).as("%s", operations.get(i)).isEqualTo(outcomes.get(i));
      }
      assertThat(caller.call(4, 7)).isEqualTo("unexpected reply");
    }
  }

  /// The record of an operation has the operation's number.
  @ParameterizedTest
  @CsvSource({"true,2", "true,3", "false,2", "false,3"})
  void recordsAreStoredAndFound(boolean readsAll, long resp) throws Exception {
    Notes notes = new Notes();
    notes.readsAll = readsAll;
    WireDriver driver =
        (WireDriver)
            new RedisDriverProvider()
                .open(Requests.of("redis://" + server.address() + "/" + resp, notes));
    try (driver;
        Caller caller = new Caller(driver)) {
      assertThat(caller.call(Notes.of(KeyValueKind.READ), 1000)).isEqualTo("NOT_FOUND");
      for (int n = 0; n < 100; n++) {
        assertThat(caller.call(Notes.of(KeyValueKind.INSERT), n)).isEqualTo("ok");
      }
      for (KeyValueKind kind : KeyValueKind.values()) {
        for (int n = 0; n < 100; n++) {
          assertThat(caller.call(Notes.of(kind), n)).as("%s %d", kind, n).isEqualTo("ok");
        }
      }
      assertThat(caller.call(Notes.of(KeyValueKind.READ_MODIFY_WRITE), 1000))
          .isEqualTo("NOT_FOUND");
      assertThat(caller.call(Notes.of(KeyValueKind.READ_MODIFY_WRITE), 1000))
          .as("the update makes the record, if not a whole one")
          .isEqualTo(readsAll ? "UNEXPECTED_STATE" : "NOT_FOUND");
    }
    try (BlockingConnection connection = connection(server)) {
      assertThat(connection.call(List.of("SELECT", "" + resp)).isError()).isFalse();
      assertThat(connection.call(List.of("HGET", "note7", "text")).text())
          .isEqualTo(Notes.value(7, 1));
      assertThat(connection.call(List.of("ZSCORE", "_indices", "note7")).text())
          .isEqualTo("" + "note7".hashCode());
      assertThat(connection.call(List.of("ZCARD", "_indices")).text()).isEqualTo("100");
      assertThat(connection.call(List.of("HSET", "note7", "text", "other")).isError()).isFalse();
    }
    try (Caller caller = new Caller(driver)) {
      assertThat(caller.call(Notes.of(KeyValueKind.READ), 7)).isEqualTo("UNEXPECTED_STATE");
      notes.checks = false;
      assertThat(caller.call(Notes.of(KeyValueKind.READ), 7)).isEqualTo("ok");
    }
  }

  private static BlockingConnection connection(RedisServer to) throws Exception {
    return BlockingConnection.open(
        Endpoint.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port()), null),
        BlockingConnection.CONNECT_TIMEOUT);
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 3})
  void passwordsUsersAndDatabases(long resp) throws Exception {
    try (RedisServer closed = start("--requirepass", "sesame", "--databases", "4")) {
      List<OperationSpec> ping = List.of(Requests.command("SET k v"));
      assertThatThrownBy(() -> driver(closed, ping, "resp", resp))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining(resp == 2 ? "it wants a password" : "NOAUTH");
      assertThatThrownBy(() -> driver(closed, ping, "password", "wrong", "resp", resp))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("does not accept this user and password")
          .hasMessageNotContaining("wrong pass");
      assertThatThrownBy(
              () -> driver(closed, ping, "password", "sesame", "database", 4L, "resp", resp))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("it has no database 4");
      try (WireDriver driver =
              driver(
                  closed,
                  ping,
                  "password",
                  "sesame",
                  "database",
                  3L,
                  "resp",
                  resp,
                  "init-command",
                  List.of("ACL SETUSER me on >pw ~* +@all"));
          Caller caller = new Caller(driver)) {
        assertThat(caller.call(0, 0)).isEqualTo("ok");
      }
      try (WireDriver driver = driver(closed, ping, "user", "me", "password", "pw", "resp", resp);
          Caller caller = new Caller(driver)) {
        assertThat(caller.call(0, 0)).isEqualTo("ok");
      }
      try (BlockingConnection connection = connection(closed)) {
        assertThat(connection.call(List.of("AUTH", "sesame")).isError()).isFalse();
        Reply keyspace = connection.call(List.of("INFO", "keyspace"));
        assertThat(keyspace.text()).contains("db3:keys=1", "db0:keys=1");
      }
    }
  }

  @Test
  void aServerThatDies() throws Exception {
    RedisServer mortal = start();
    try (mortal;
        WireDriver driver = driver(mortal, List.of(Requests.command("INCR k")));
        Caller caller = new Caller(driver)) {
      assertThat(caller.call(0, 0)).isEqualTo("ok");
      mortal.close();
      assertThat(mortal.isAlive()).isFalse();
      assertThat(caller.call(0, 0))
          .isIn("connection closed before the answer", "connection reset", "connection refused");
      assertThat(caller.call(0, 0)).isEqualTo("connection refused");
    }
  }

  @Test
  void theEmbeddedTargetHasItsItems() throws Exception {
    RedisDriverProvider provider = new RedisDriverProvider();
    List<OperationSpec> operations = provider.defaultOperations("redis:embedded");
    try (WireDriver driver = (WireDriver) provider.open(Requests.of("redis:embedded", operations));
        Caller caller = new Caller(driver)) {
      for (int n = 0; n < 200; n++) {
        assertThat(caller.call(n % 2, n)).isEqualTo("ok");
      }
    }
  }
}
