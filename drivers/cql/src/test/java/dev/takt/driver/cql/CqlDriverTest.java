package dev.takt.driver.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.cql.ScriptedServer.Peer;
import dev.takt.driver.cql.ScriptedServer.Request;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.result.ResultKind;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class CqlDriverTest {

  private static final String SELECT = "SELECT v FROM ks.t WHERE k = {seq}";

  @TempDir private Path directory;

  private CqlDriver driver(ScriptedServer server, String cql, String expect, Object... properties)
      throws DriverException {
    Map<String, Object> all = new HashMap<>();
    for (int i = 0; i < properties.length; i += 2) {
      all.put((String) properties[i], properties[i + 1]);
    }
    return CqlDriver.open(
        new DriverRequest(
            server.target(),
            all,
            new WorkloadSpec(
                List.of(new OperationSpec("request", 1, Map.of("cql", cql, "expect", expect))),
                Generators.NONE,
                null,
                42),
            null,
            4,
            directory,
            line -> {}));
  }

  private static void voidResult(Peer peer, Request request) throws IOException {
    peer.answer(request, body -> body.putInt(ResultKind.VOID));
  }

  @ParameterizedTest
  @EnumSource
  void aStatementIsPreparedOnEachConnectionAndExecuted(Version version) throws Exception {
    List<String> executed = new CopyOnWriteArrayList<>();
    try (ScriptedServer server =
        new ScriptedServer(
            version,
            (peer, request) -> {
              executed.add(request.statement());
              voidResult(peer, request);
            })) {
      CqlDriver driver = driver(server, SELECT, "any");
      assertThat(driver.describe())
          .isEqualTo("Cassandra 9.8.7 at " + server.target() + ", protocol v" + version.number());
      try (Caller caller = new Caller(driver)) {
        assertThat(caller.call(0, 7)).isEqualTo("ok");
      }
      String text = "SELECT v FROM ks.t WHERE k = ?";
      assertThat(server.prepared).containsExactly(text, text);
      assertThat(executed).containsExactly(text);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServerWithoutTheCompressionIsRefused(Version version) {
    try (ScriptedServer server = new ScriptedServer(version, CqlDriverTest::voidResult)) {
      assertThatThrownBy(() -> driver(server, SELECT, "any", "compression", "lz4"))
          .isInstanceOf(DriverException.class)
          .hasMessage(
              "cannot connect to "
                  + server.target()
                  + ": the server has no compression lz4; it has [snappy]");
    }
  }

  /// The fields of the request, by the specification of version 4.
  @Test
  void whatIsSent() throws Exception {
    List<ByteBuffer> bodies = new CopyOnWriteArrayList<>();
    try (ScriptedServer server =
            new ScriptedServer(
                Version.V4,
                (peer, request) -> {
                  bodies.add(request.body());
                  voidResult(peer, request);
                });
        Caller caller =
            new Caller(
                driver(
                    server,
                    SELECT,
                    "any",
                    "consistency",
                    "local_quorum",
                    "serial-consistency",
                    "LOCAL_SERIAL",
                    "page-size",
                    77L))) {
      caller.call(0, 258);
      ByteBuffer body = bodies.getFirst();
      Wire.getShortBytes(body);
      assertThat(body.getShort()).as("LOCAL_QUORUM").isEqualTo((short) 6);
      assertThat(body.get()).as("values, no metadata, page size, serial").isEqualTo((byte) 0x17);
      assertThat(body.getShort()).as("values").isEqualTo((short) 1);
      assertThat(body.getInt()).as("bytes").isEqualTo(4);
      assertThat(body.getInt()).as("the value").isEqualTo(258);
      assertThat(body.getInt()).as("the page size").isEqualTo(77);
      assertThat(body.getShort()).as("LOCAL_SERIAL").isEqualTo((short) 9);
      assertThat(body.hasRemaining()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void answersInReverseOrder(Version version) throws Exception {
    List<Request> waiting = new ArrayList<>();
    try (ScriptedServer server =
            new ScriptedServer(
                version,
                (peer, request) -> {
                  waiting.add(request);
                  if (waiting.size() == 5) {
                    Collections.reverse(waiting);
                    for (Request each : waiting) {
                      peer.rows(each, 1, null);
                    }
                    waiting.clear();
                  }
                });
        Caller caller = new Caller(driver(server, SELECT, "rows"))) {
      for (int round = 0; round < 10; round++) {
        for (int slot = 0; slot < 5; slot++) {
          caller.send(slot, 0, slot);
        }
        for (int slot = 0; slot < 5; slot++) {
          assertThat(caller.await(slot)).isEqualTo("ok");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "any, 0, ok",
    "any, 3, ok",
    "rows, 0, no rows",
    "rows, 1, ok",
    "3, 3, ok",
    "3, 2, rows other than 3",
    "applied, 1, ok"
  })
  void expectations(String expect, int rows, String outcome) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(Version.V5, (peer, request) -> peer.rows(request, rows, null));
        Caller caller = new Caller(driver(server, SELECT, expect))) {
      assertThat(caller.call(0, 1)).isEqualTo(outcome);
    }
  }

  @Test
  void aConditionalStatementThatIsNotApplied() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                Version.V5,
                (peer, request) ->
                    peer.answer(
                        request,
                        body ->
                            body.putInt(ResultKind.ROWS)
                                .putInt(0x0004)
                                .putInt(2)
                                .putInt(1)
                                .putInt(1)
                                .put((byte) 0)
                                .putInt(-1)));
        Caller caller = new Caller(driver(server, SELECT, "applied"))) {
      assertThat(caller.call(0, 1)).isEqualTo("not applied");
    }
  }

  @ParameterizedTest
  @EnumSource
  void allPagesAreOneOperation(Version version) throws Exception {
    AtomicInteger pages = new AtomicInteger();
    List<String> states = new CopyOnWriteArrayList<>();
    try (ScriptedServer server =
            new ScriptedServer(
                version,
                (peer, request) -> {
                  ByteBuffer body = request.body();
                  states.add(
                      body.remaining() + (pages.get() % 3 == 0 ? " at the start" : " continued"));
                  int page = pages.incrementAndGet();
                  peer.rows(request, 2, page % 3 == 0 ? null : new byte[] {1, 2, 3});
                });
        Caller caller = new Caller(driver(server, SELECT, "6"))) {
      assertThat(caller.call(0, 1)).isEqualTo("ok");
      assertThat(caller.call(0, 2)).isEqualTo("ok");
      assertThat(pages).hasValue(6);
      assertThat(states.get(1)).as("has a paging state").isNotEqualTo(states.get(0));
      assertThat(states.subList(3, 6)).isEqualTo(states.subList(0, 3));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0x0000, ServerError",
    "0x1000, Unavailable",
    "0x1001, Overloaded",
    "0x1100, WriteTimeout",
    "0x1200, ReadTimeout",
    "0x1700, CasWriteUnknown",
    "0x2200, Invalid",
    "0x7777, error 0x7777"
  })
  void errorsHaveNames(String code, String label) throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            Version.V5, (peer, request) -> peer.error(request, Integer.decode(code), "why"))) {
      CqlDriver driver = driver(server, SELECT, "any");
      try (Caller caller = new Caller(driver)) {
        assertThat(caller.call(0, 1)).isEqualTo(label);
        assertThat(caller.call(0, 2)).as("the connection is kept").isEqualTo(label);
      }
      Map<String, String> files = driver.failureFiles();
      assertThat(files).containsOnlyKeys(label);
      assertThat(directory.resolve(files.get(label))).content().isEqualTo("why\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aForgottenStatementIsPreparedAgainWithinTheOperation(Version version) throws Exception {
    AtomicInteger executed = new AtomicInteger();
    try (ScriptedServer server =
        new ScriptedServer(
            version,
            (peer, request) -> {
              if (executed.getAndIncrement() == 1) {
                peer.error(request, 0x2500, "no such statement");
              } else {
                voidResult(peer, request);
              }
            })) {
      CqlDriver driver = driver(server, SELECT, "any");
      try (Caller caller = new Caller(driver)) {
        for (int i = 0; i < 3; i++) {
          assertThat(caller.call(0, i)).isEqualTo("ok");
        }
      }
      assertThat(executed).hasValue(4);
      assertThat(server.prepared).hasSize(3);
      assertThat(driver.advice(Map.of()))
          .containsExactly(
              "Servers had forgotten statements, which were prepared again within 1 operation.");
    }
  }

  @Test
  void aStatementThatIsForgottenAgainAndAgainFails() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                Version.V5, (peer, request) -> peer.error(request, 0x2500, "no such statement"));
        Caller caller = new Caller(driver(server, SELECT, "any"))) {
      assertThat(caller.call(0, 1)).isEqualTo("Unprepared");
    }
  }

  /// After a change of the table, the server sends the columns and their new id.
  @Test
  void theNewIdOfTheColumnsIsUsed() throws Exception {
    List<Byte> ids = new CopyOnWriteArrayList<>();
    try (ScriptedServer server =
            new ScriptedServer(
                Version.V5,
                (peer, request) -> {
                  ByteBuffer body = request.body();
                  Wire.getShortBytes(body);
                  ids.add(Wire.getShortBytes(body)[0]);
                  peer.answer(
                      request,
                      out -> {
                        out.putInt(ResultKind.ROWS).putInt(0x0001 | 0x0008).putInt(1);
                        Wire.putShortBytes(new byte[] {2}, out);
                        Wire.putString("ks", out);
                        Wire.putString("t", out);
                        Wire.putString("c", out);
                        out.putShort((short) 0x09);
                        out.putInt(0);
                      });
                });
        Caller caller = new Caller(driver(server, SELECT, "any"))) {
      assertThat(caller.call(0, 1)).isEqualTo("ok");
      assertThat(caller.call(0, 1)).isEqualTo("ok");
      assertThat(ids).containsExactly((byte) 1, (byte) 2);
    }
  }

  @Test
  void bytesThatAreNoCql() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(Version.V5, (peer, request) -> peer.raw(new byte[100]));
        Caller caller = new Caller(driver(server, SELECT, "any"))) {
      assertThat(caller.call(0, 1)).isEqualTo("wrong checksum of a segment's header");
    }
  }

  @Test
  void passwords() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(Version.V5, "secret", CqlDriverTest::voidResult)) {
      try (Caller caller =
          new Caller(driver(server, SELECT, "any", "user", "me", "password", "secret"))) {
        assertThat(caller.call(0, 1)).isEqualTo("ok");
      }
      assertThatThrownBy(() -> driver(server, SELECT, "any"))
          .hasMessage(
              "cannot connect to "
                  + server.target()
                  + ": the server requires a user and a password; give --user and --password");
      assertThatThrownBy(() -> driver(server, SELECT, "any", "user", "me", "password", "wrong"))
          .hasMessageContaining("BadCredentials: Provided username me")
          .hasMessageNotContaining("wrong");
    }
  }

  @Test
  void theKeyspaceIsUsedOnEachConnection() throws Exception {
    try (ScriptedServer server = new ScriptedServer(Version.V4, CqlDriverTest::voidResult)) {
      try (Caller caller = new Caller(driver(server, SELECT, "any", "keyspace", "Shop"))) {
        assertThat(caller.call(0, 1)).isEqualTo("ok");
      }
      assertThat(server.queries).containsExactly("USE \"Shop\"", "USE \"Shop\"");
    }
  }

  @Test
  void initStatementsComeFirst() throws Exception {
    try (ScriptedServer server = new ScriptedServer(Version.V5, CqlDriverTest::voidResult)) {
      driver(server, SELECT, "any", "init-cql", List.of("CREATE TABLE a", "CREATE TABLE b"));
      assertThat(server.queries).containsExactly("CREATE TABLE a", "CREATE TABLE b");
    }
  }

  @Test
  void aVersionThatTheServerDoesNotHave() throws Exception {
    try (ScriptedServer server = new ScriptedServer(Version.V4, CqlDriverTest::voidResult)) {
      assertThatThrownBy(() -> driver(server, SELECT, "any", "protocol", 5L))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("unsupported protocol version");
    }
  }
}
