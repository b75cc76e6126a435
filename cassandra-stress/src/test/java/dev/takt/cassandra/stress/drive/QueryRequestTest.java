package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.RowCount;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryRequestTest {

  private static final Outcome FAILURE = Outcome.failed("ReadTimeout");

  /// Values of the columns are in ranges of their own: k below 100, c in the hundreds, a in the
  /// thousands.
  private static final String SPEC =
      """
      columnspec:
      - {name: k, population: uniform(1..99)}
      - {name: c, population: uniform(100..999), cluster: fixed(4)}
      - {name: a, population: uniform(1000..9999)}
      """;

  @TempDir private Path folder;

  private UserScenario scenario(String cql, String fields) {
    return new UserScenario(folder, "a regular -1 int; c clustering 0 int; k partition_key 0 int")
        .withProfile(SPEC + "queries:\n  q: {cql: '" + cql + "', fields: " + fields + "}\n")
        .with("-pop seq=1..50");
  }

  private Request request(String cql, String fields, String... parameters) throws DriverException {
    UserScenario scenario = scenario(cql, fields);
    scenario.database.setParameters(cql, parameters);
    return scenario.open("q").newRequest(false);
  }

  /// By partition: its rows, `k c a`.
  private Map<String, Set<String>> inserted() throws DriverException {
    Request insert = scenario("x", "samerow").open("insert").newRequest(false);
    Map<String, Set<String>> rows = new HashMap<>();
    for (int i = 0; i < 50; i++) {
      insert.begin(0, i);
      for (String row : UserScenario.rows(insert)) {
        String[] values = row.split(" ", -1);
        rows.computeIfAbsent(values[1], _ -> new HashSet<>())
            .add(values[1] + " " + values[2] + " " + values[0]);
      }
      assertThat(insert.ended(null)).isEqualTo(Outcome.OK);
    }
    return rows;
  }

  @Test
  void valuesOfSamerowAreThoseOfOneRowByName() throws DriverException {
    Set<String> rows = new HashSet<>();
    inserted().values().forEach(rows::addAll);
    String cql = "SELECT * FROM shop.items WHERE a = ? AND c = ? AND k = ?";
    Request request = request(cql, "samerow", "a", "c", "k");
    Set<String> found = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      request.begin(0, i);
      assertThat(request.batch()).isNull();
      assertThat(request.rows()).isEqualTo(1);
      String[] values = UserScenario.rows(request).getFirst().split(" ", -1);
      found.add(values[2] + " " + values[1] + " " + values[0]);
      assertThat(request.ended(null)).isEqualTo(Outcome.OK);
    }
    assertThat(found).isEqualTo(rows);
  }

  @Test
  void valuesOfMultirowAreOfRandomRowsOfThePartition() throws DriverException {
    Map<String, Set<String>> rows = inserted();
    String cql = "SELECT * FROM shop.items WHERE k = ? AND c > ? AND c < ?";
    Request request = request(cql, "multirow", "k", "c", "c");
    int same = 0;
    int ascending = 0;
    for (int i = 0; i < 10_000; i++) {
      request.begin(0, i);
      String[] values = UserScenario.rows(request).getFirst().split(" ", -1);
      for (int j = 1; j < 3; j++) {
        String c = values[j];
        assertThat(rows.get(values[0])).anyMatch(row -> row.split(" ", -1)[1].equals(c));
      }
      same += values[1].equals(values[2]) ? 1 : 0;
      ascending += values[1].compareTo(values[2]) < 0 ? 1 : 0;
      assertThat(request.ended(null)).isEqualTo(Outcome.OK);
    }
    // Two of three rows of four, which are chosen independently: equal in 1 of 3.
    assertThat(same).isBetween(3140, 3530);
    assertThat(ascending).isBetween(3140, 3530);
  }

  @Test
  void queryWithoutParameters() throws DriverException {
    String cql = "SELECT count(*) FROM shop.items";
    for (String fields : List.of("samerow", "multirow")) {
      Request request = request(cql, fields);
      request.begin(0, 0);
      assertThat(UserScenario.rows(request)).containsExactly("");
      assertThat(request.ended(null)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void failedQueryIsRepeatedWithTheSameValues() throws DriverException {
    String cql = "SELECT * FROM shop.items WHERE k = ?";
    UserScenario scenario = scenario(cql, "samerow").with("-errors retries=1");
    scenario.database.setParameters(cql, "k");
    Request request = scenario.open("q").newRequest(false);
    request.begin(0, 0);
    List<String> values = UserScenario.rows(request);
    assertThat(request.ended(FAILURE)).isNull();
    assertThat(UserScenario.rows(request)).isEqualTo(values);
    request.begin(0, 0);
    assertThat(UserScenario.rows(request)).isEqualTo(values);
    assertThat(request.ended(FAILURE)).isNull();
    assertThat(request.ended(FAILURE)).isEqualTo(FAILURE);
  }

  private static final String UPDATE =
      "UPDATE shop.items SET a = ? WHERE k = ? AND c = ? IF a = ? AND b = ?";
  private static final String READ = "SELECT a, b FROM shop.items WHERE k = ? AND c = ?";

  private UserScenario conditional() {
    UserScenario scenario = scenario(UPDATE, "samerow");
    scenario.database.setParameters(UPDATE, "a", "k", "c", "a", "b");
    scenario.database.setParameters(READ, "k", "c");
    return scenario;
  }

  private static ByteBuffer row(int first, int second) {
    return ByteBuffer.allocate(100).putInt(4).putInt(first).putInt(4).putInt(second).flip();
  }

  @Test
  void conditionsAreComparedWithWhatWasRead() throws DriverException {
    Workload workload = conditional().open("insert", "q");
    assertThat(workload.statements().subList(1, 3)).containsExactly(READ, UPDATE);
    Request request = workload.newRequest(false);
    request.begin(1, 0);
    assertThat(request.statement()).isEqualTo(1);
    String key = UserScenario.rows(request).getFirst();
    request.take(2, 2, row(5, 6).limit(32 - 16));
    request.take(1, 2, row(7, 8)); // another page
    assertThat(request.ended(null)).isNull();
    assertThat(request.statement()).isEqualTo(2);
    assertThat(UserScenario.rows(request)).singleElement().asString().endsWith(" " + key + " 5 6");
    request.take(1, 1, ByteBuffer.allocate(5));
    assertThat(request.ended(null)).isEqualTo(Outcome.OK);
  }

  @Test
  void conditionsOfAMissingRowAreNull() throws DriverException {
    Request request = conditional().open("q").newRequest(false);
    for (int i = 0; i < 2; i++) {
      request.begin(0, i);
      String key = UserScenario.rows(request).getFirst();
      request.take(0, 2, ByteBuffer.allocate(0));
      assertThat(request.ended(null)).isNull();
      assertThat(UserScenario.rows(request))
          .singleElement()
          .asString()
          .endsWith(" " + key + " null null");
      assertThat(request.ended(null)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void failedConditionalUpdateStartsWithTheReadAgain() throws DriverException {
    UserScenario scenario = conditional().with("-errors retries=1");
    Request request = scenario.open("q").newRequest(false);
    request.begin(0, 0);
    request.take(1, 2, row(5, 6));
    assertThat(request.ended(null)).isNull();
    assertThat(request.ended(FAILURE)).isNull();
    assertThat(request.statement()).isZero();
    request.take(1, 2, row(7, 8));
    assertThat(request.ended(null)).isNull();
    assertThat(UserScenario.rows(request)).singleElement().asString().endsWith(" 7 8");
    assertThat(request.ended(FAILURE)).isEqualTo(FAILURE);
  }

  @Test
  void failedReadOfConditionsIsAFailedOperation() throws DriverException {
    Request request = conditional().open("q").newRequest(false);
    request.begin(0, 0);
    assertThat(request.ended(FAILURE)).isEqualTo(FAILURE);
    request.begin(0, 1);
    assertThat(request.statement()).isZero();
  }

  @Test
  void consistencyOfAQuery() throws DriverException {
    UserScenario scenario =
        new UserScenario(folder, "k partition_key 0 int")
            .withProfile(
                "queries: {a: {cql: select 1, consistencyLevel: ONE}, b: {cql: select 1}}");
    scenario.database.setParameters("select 1");
    Request request = scenario.open("a", "b").newRequest(false);
    request.begin(0, 0);
    assertThat(request.consistency()).isEqualTo(Consistency.ONE);
    assertThat(request.ended(null)).isEqualTo(Outcome.OK);
    request.begin(1, 0);
    assertThat(request.consistency()).isEqualTo(Consistency.LOCAL_QUORUM);
  }

  @Test
  void onlyReadsMayBeSentTwice() throws DriverException {
    String cql = "SELECT * FROM shop.items WHERE k = ?";
    UserScenario scenario = scenario(cql, "samerow");
    scenario.database.setParameters(cql, "k");
    Workload read = scenario.open("q");
    assertThat(read.isRepeatable(0)).isTrue();
    assertThat(read.sample(0, 0)).isEqualTo(new Workload.Sample(1, 3, 16));
    Workload update = conditional().open("q");
    assertThat(update.isRepeatable(0)).isFalse();
    assertThat(update.sample(0, 0)).isEqualTo(new Workload.Sample(1, 2, 16));
    assertThat(update.sample(0, 1)).isEqualTo(new Workload.Sample(1, 1, 16));
  }

  @Test
  void parameterThatIsNoColumnIsRefused() {
    assertThatThrownBy(() -> request("SELECT * FROM shop.items LIMIT ?", "samerow", "[limit]"))
        .isInstanceOf(DriverException.class)
        .hasMessage(
            folder.resolve("p.yaml")
                + ":8: query q: a ? must stand for a column of shop.items, and [limit] is none");
  }

  @Test
  void statementThatTheServerRefuses() {
    assertThatThrownBy(() -> scenario("SELECT", "samerow").open("q"))
        .isInstanceOf(DriverException.class)
        .hasMessage(
            folder.resolve("p.yaml")
                + ":8: query q: the server cannot prepare: SELECT\n"
                + "  SyntaxError: no such statement");
  }

  @Test
  void rowsThatAreFoundAreCounted() throws DriverException {
    UserScenario scenario = scenario("SELECT * FROM shop.items", "samerow");
    scenario.database.setParameters("SELECT * FROM shop.items");
    Workload workload = scenario.open("q");
    Request request = workload.newRequest(false);
    for (int rows : new int[] {7, 0, 2}) {
      request.begin(0, rows);
      request.take(rows, 4, ByteBuffer.allocate(0));
      assertThat(request.ended(null)).isEqualTo(Outcome.OK);
    }
    assertThat(workload.rowCount(0)).contains(new RowCount(2, 9));
  }
}
