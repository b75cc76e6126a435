package dev.takt.driver.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.cql.embedded.CassandraServer;
import dev.takt.driver.cql.embedded.Installed;
import dev.takt.driver.cql.protocol.Compression;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Against a real Cassandra, if its jars are there.
@Timeout(120)
class RealServerTest {

  private static final String EVERY_TYPE =
      """
      INSERT INTO ks.every (k,a,bi,bl,bo,de,dou,fl,i,d,du,si,ti,tm,ts,u,tx,vi,l,s,m,t,ud,ve,vt) VALUES
      ({seq}, 'a{seq}', {seq}, 0x0{seq}, {seq}, '-12.34{seq}', {seq}, '1.{seq}', '192.168.7.{seq}', {seq},
      '1y2mo{seq}s', {seq}, {seq}, {seq}, {seq}, {seq}, 'é{seq}', '1234567890123456789012345{seq}',
      [1, {seq}], {'x', '{seq}'}, {'a': {seq}}, '({seq}, ''z'')', {{street: '{seq}', zip: {seq}},
      [1.0, 2.5, {seq}], ['ab', '{seq}'])\
      """;

  @TempDir private static Path directory;
  private static CassandraServer server;

  @BeforeAll
  static void start() throws DriverException {
    server =
        CassandraServer.start(Installed.settings(directory), directory.resolve("cassandra.log"));
    for (String cql :
        List.of(
            "CREATE KEYSPACE ks WITH replication = {'class':'SimpleStrategy','replication_factor':1}",
            "CREATE TYPE ks.address (street text, zip int)",
            "CREATE TABLE ks.t (k int PRIMARY KEY, v text)",
            "CREATE TABLE ks.every (k int PRIMARY KEY, a ascii, bi bigint, bl blob, bo boolean,"
                + " de decimal, dou double, fl float, i inet, d date, du duration, si smallint,"
                + " ti tinyint, tm time, ts timestamp, u uuid, tx text, vi varint, l list<int>,"
                + " s set<text>, m map<text,int>, t tuple<int,text>, ud frozen<address>,"
                + " ve vector<float,3>, vt vector<text,2>)")) {
      query(cql);
    }
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static List<String> query(String cql) throws DriverException {
    try (ControlConnection control =
        ControlConnection.open(
            Endpoint.of(server.address(), null),
            new SessionSettings(Version.V5, Compression.NONE, null, null),
            true,
            "a server")) {
      return control.query(cql).rows().stream().map(row -> row.text("v")).toList();
    }
  }

  private static CqlDriver driver(Version version, String cql, String expect)
      throws DriverException {
    return driver(version, "none", cql, expect);
  }

  private static CqlDriver driver(Version version, String compression, String cql, String expect)
      throws DriverException {
    return CqlDriver.open(
        new DriverRequest(
            "cql://127.0.0.1:" + server.address().getPort(),
            Map.of(
                "protocol", (long) version.number(), "page-size", 10L, "compression", compression),
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

  private static String call(Version version, String cql, String expect, long n) throws Exception {
    try (Caller caller = new Caller(driver(version, cql, expect))) {
      return caller.call(0, n);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsRead(Version version) throws Exception {
    query("TRUNCATE ks.t");
    String insert = "INSERT INTO ks.t (k, v) VALUES ({seq}, 'value-{seq}')";
    assertThat(call(version, insert, "any", 7)).isEqualTo("ok");
    assertThat(query("SELECT v FROM ks.t WHERE k = 7")).containsExactly("value-7");
    String select = "SELECT * FROM ks.t WHERE k = {seq}";
    assertThat(call(version, select, "1", 7)).isEqualTo("ok");
    assertThat(call(version, select, "rows", 8)).isEqualTo("no rows");
  }

  /// Values that are compressed, that are not worth it, and that fill several segments. The server
  /// says itself which connections are compressed.
  @ParameterizedTest
  @EnumSource
  void compressed(Version version) throws Exception {
    query("TRUNCATE ks.t");
    String insert = "INSERT INTO ks.t (k, v) VALUES ({seq}, '";
    String[] values = {"", "short", "long ".repeat(1000), "{hex:3000}", "{hex:150000}"};
    for (int k = 0; k < values.length; k++) {
      try (Caller caller = new Caller(driver(version, "lz4", insert + values[k] + "')", "any"))) {
        assertThat(caller.call(0, k)).isEqualTo("ok");
        assertThat(query("SELECT client_options['COMPRESSION'] AS v FROM system_views.clients"))
            .contains("lz4");
      }
    }
    try (Caller caller =
        new Caller(driver(version, "lz4", "SELECT * FROM ks.t WHERE k = {seq}", "1"))) {
      for (int k = 0; k < values.length; k++) {
        assertThat(caller.call(0, k)).isEqualTo("ok");
      }
    }
    assertThat(query("SELECT v FROM ks.t WHERE k = 2")).containsExactly("long ".repeat(1000));
    assertThat(query("SELECT v FROM ks.t WHERE k = 4").getFirst()).hasSize(150_000);
  }

  /// The server describes each type, and refuses a value of a wrong length.
  @ParameterizedTest
  @EnumSource
  void valuesOfAllTypes(Version version) throws Exception {
    query("TRUNCATE ks.every");
    assertThat(call(version, EVERY_TYPE.replace('\n', ' '), "any", 7)).isEqualTo("ok");
    String where =
        " a = 'a7' AND bi = 7 AND bl = 0x07 AND bo = true AND de = -12.347 AND dou = 7 AND fl = 1.7"
            + " AND i = '192.168.7.7' AND d = '1970-01-08' AND si = 7 AND ti = 7"
            + " AND tm = '00:00:00.000000007' AND ts = 7 AND tx = 'é7'"
            + " AND u = 00000000-0000-0000-0000-000000000007"
            + " AND vi = 12345678901234567890123457 AND t = (7, 'z')"
            + " AND ud = {street: '7', zip: 7} AND l CONTAINS 7 AND s CONTAINS '7' AND m['a'] = 7";
    assertThat(query("SELECT a AS v FROM ks.every WHERE" + where + " ALLOW FILTERING"))
        .containsExactly("a7");
  }

  @Test
  void allPagesAreRead() throws Exception {
    query("TRUNCATE ks.t");
    for (int k = 0; k < 35; k++) {
      query("INSERT INTO ks.t (k, v) VALUES (" + k + ", 'x')");
    }
    assertThat(call(Version.V5, "SELECT * FROM ks.t", "35", 0)).isEqualTo("ok");
    assertThat(call(Version.V4, "SELECT * FROM ks.t", "35", 0)).isEqualTo("ok");
  }

  @Test
  void conditionalStatementsAndBatches() throws Exception {
    query("TRUNCATE ks.t");
    String insert = "INSERT INTO ks.t (k, v) VALUES ({seq}, 'x') IF NOT EXISTS";
    assertThat(call(Version.V5, insert, "applied", 1)).isEqualTo("ok");
    assertThat(call(Version.V5, insert, "applied", 1)).isEqualTo("not applied");
    String batch =
        "BEGIN UNLOGGED BATCH INSERT INTO ks.t (k, v) VALUES ({seq}, 'b');"
            + " INSERT INTO ks.t (k, v) VALUES (100, 'c'); APPLY BATCH";
    assertThat(call(Version.V5, batch, "any", 5)).isEqualTo("ok");
    assertThat(query("SELECT v FROM ks.t WHERE k IN (5, 100)")).containsExactly("b", "c");
  }

  /// The table gets another column, and then another table has its name, during a run.
  @ParameterizedTest
  @ValueSource(strings = {"V4", "V5"})
  void theSchemaChangesDuringTheRun(String version) throws Exception {
    query("DROP TABLE IF EXISTS ks.changing");
    query("CREATE TABLE ks.changing (k int PRIMARY KEY, v text)");
    query("INSERT INTO ks.changing (k, v) VALUES (1, 'x')");
    CqlDriver driver = driver(Version.valueOf(version), "SELECT * FROM ks.changing", "1");
    try (Caller caller = new Caller(driver)) {
      assertThat(caller.call(0, 1)).isEqualTo("ok");
      query("ALTER TABLE ks.changing ADD w int");
      assertThat(caller.call(0, 1)).isEqualTo("ok");
      query("DROP TABLE ks.changing");
      assertThat(caller.call(0, 1)).isNotEqualTo("ok");
      query("CREATE TABLE ks.changing (k int PRIMARY KEY, z text)");
      query("INSERT INTO ks.changing (k, z) VALUES (1, 'x')");
      assertThat(caller.call(0, 1)).isEqualTo("ok");
    }
  }

  @Test
  void errorsAreTheServers() throws Exception {
    assertThatThrownBy(() -> driver(Version.V5, "SELECT * FROM ks.nothing", "any"))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("Invalid: table nothing does not exist");
    assertThatThrownBy(() -> driver(Version.V5, "SELEKT", "any"))
        .hasMessageContaining("SyntaxError: line 1");
  }
}
