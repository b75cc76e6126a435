package dev.takt.cassandra.stress.drive;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.RowCount;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rows that `validate` reads are those of a small server of the test's own.
class ValidationRequestTest {

  private static final int PARTITIONS = 30;

  private static final String SPEC =
      """
      columnspec:
      - {name: k, population: uniform(1..1M)}
      - {name: c, population: uniform(-90000..90000), cluster: fixed(4)}
      - {name: d, population: uniform(-90000..90000), cluster: fixed(3)}
      - {name: a, population: uniform(1000..999999)}
      """;

  private static final String COLUMNS =
      "a regular -1 int; b regular -1 int; l regular -1 list<int>; s static -1 int;"
          + " c clustering 0 int; d clustering 1 int; k partition_key 0 int";

  private static final Comparator<List<Integer>> ORDER =
      Comparator.<List<Integer>>comparingInt(List::getFirst).thenComparingInt(List::getLast);

  @TempDir private Path folder;

  /// By partition and clustering values: a, b.
  private final Map<Integer, TreeMap<List<Integer>, List<Integer>>> table = new HashMap<>();

  /// The kinds of ranges that were asked for.
  private final Set<String> asked = new TreeSet<>();

  private UserScenario scenario(String rest) {
    return new UserScenario(folder, COLUMNS)
        .withProfile(SPEC + "queries: {}\n" + rest)
        .with("-pop seq=1.." + PARTITIONS);
  }

  @BeforeEach
  void insert() throws DriverException {
    insert(scenario(""));
  }

  private void insert(UserScenario scenario) throws DriverException {
    Request insert = scenario.open("insert").newRequest(false);
    for (int i = 0; i < PARTITIONS; i++) {
      insert.begin(0, i);
      for (int row = 0; row < insert.rows(); row++) {
        ByteBuffer body = ByteBuffer.allocate(10_000);
        insert.putValues(row, body);
        int a = integer(body.flip().position(2));
        int b = integer(body);
        body.position(body.getInt() + body.position()); // the list
        integer(body); // the static column
        int k = integer(body);
        table
            .computeIfAbsent(k, _ -> new TreeMap<>(ORDER))
            .put(List.of(integer(body), integer(body)), List.of(a, b));
      }
      assertThat(insert.ended(null)).isEqualTo(Outcome.OK);
    }
    assertThat(table).hasSize(PARTITIONS);
    assertThat(table.values()).extracting(Map::size).containsOnly(12);
  }

  private static int integer(ByteBuffer in) {
    in.getInt();
    return in.getInt();
  }

  /// The rows that a statement selects.
  private Map<List<Integer>, List<Integer>> select(String cql, ByteBuffer values) {
    int count = values.getShort();
    TreeMap<List<Integer>, List<Integer>> partition = requireNonNull(table.get(integer(values)));
    Matcher range =
        Pattern.compile(" AND (\\(.*?\\)) (>=?) \\(.*?\\) AND \\1 (<=?) \\(.*?\\)$").matcher(cql);
    if (!range.find()) {
      asked.add("all");
      assertThat(count).isEqualTo(1);
      return partition;
    }
    asked.add(range.group(1) + range.group(2) + range.group(3));
    int depth = (count - 1) / 2;
    List<Integer> first = integers(values, depth);
    List<Integer> last = integers(values, depth);
    assertThat(values.hasRemaining()).isFalse();
    Map<List<Integer>, List<Integer>> found = new TreeMap<>(ORDER);
    partition.forEach((key, row) -> {
      int toFirst = compare(key.subList(0, depth), first);
      int toLast = compare(key.subList(0, depth), last);
      if ((range.group(2).equals(">=") ? toFirst >= 0 : toFirst > 0)
          && (range.group(3).equals("<=") ? toLast <= 0 : toLast < 0)) {
        found.put(key, row);
      }
    });
    return found;
  }

  private static List<Integer> integers(ByteBuffer in, int count) {
    List<Integer> integers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      integers.add(integer(in));
    }
    return integers;
  }

  private static int compare(List<Integer> one, List<Integer> other) {
    return one.getFirst().equals(other.getFirst())
        ? Integer.compare(one.getLast(), other.getLast())
        : Integer.compare(one.getFirst(), other.getFirst());
  }

  private static void take(Request request, Map<List<Integer>, List<Integer>> rows) {
    ByteBuffer body = ByteBuffer.allocate(10_000);
    rows.forEach((key, row) -> {
      body.putInt(4).putInt(key.getFirst()).putInt(4).putInt(key.getLast());
      for (Integer value : row) {
        if (value == null) {
          body.putInt(-1);
        } else {
          body.putInt(4).putInt(value);
        }
      }
      body.putInt(3).put(new byte[3]).putInt(4).putInt(77); // whatever is in list and static
    });
    request.take(rows.size(), 6, body.flip());
  }

  /// Validates so often that each range of each partition is read.
  private Map<String, Integer> validate(Workload workload) {
    Map<String, Integer> outcomes = new TreeMap<>();
    Request request = workload.newRequest(false);
    for (int n = 0; n < 100 * PARTITIONS; n++) {
      request.begin(0, n);
      ByteBuffer body = ByteBuffer.allocate(1000);
      request.putValues(0, body);
      take(request, select(workload.statements().get(request.statement()), body.flip()));
      Outcome outcome = request.ended(null);
      outcomes.merge(outcome == null ? "goes on" : outcome.label(), 1, Integer::sum);
    }
    return outcomes;
  }

  @Test
  void whatInsertWroteIsRight() throws DriverException {
    UserScenario scenario = scenario("");
    Workload workload = scenario.open("validate");
    assertThat(workload.statements().getFirst())
        .isEqualTo("SELECT c, d, a, b, l, s FROM shop.items WHERE k = ?");
    assertThat(workload.statements().get(1)).endsWith(" AND (c) >= (?) AND (c) < (?)");
    assertThat(validate(workload)).containsOnlyKeys("ok");
    assertThat(asked)
        .containsExactlyInAnyOrder(
            "all", "(c)>=<", "(c, d)>=<", "(c, d)>=<=", "(c, d)><=", "(c, d)><");
    assertThat(scenario.progress)
        .contains("shop.items: validate does not compare l, s, which cannot be generated again");
    RowCount count = workload.rowCount(0).orElseThrow();
    assertThat(count.partitions()).isBetween(2000L, 3000L);
    assertThat(count.rows()).isGreaterThan(2 * count.partitions());
  }

  @Test
  void otherOrdersOfTheRowsAreRight() throws DriverException {
    table.clear();
    String sorted = "-pop seq=1.." + PARTITIONS + " contents=sorted";
    insert(scenario("").with(sorted));
    assertThat(validate(scenario("").with(sorted).open("validate"))).containsOnlyKeys("ok");
    assertThat(validate(scenario("").open("validate"))).as("as inserted").hasSizeGreaterThan(1);
  }

  /// A value of one row of one partition, which has 12.
  @Test
  void falseValueIsFound() throws DriverException {
    TreeMap<List<Integer>, List<Integer>> rows = table.values().iterator().next();
    List<Integer> right = rows.firstEntry().getValue();
    rows.put(rows.firstKey(), List.of(right.getFirst(), right.getLast() + 1));
    Map<String, Integer> outcomes = validate(scenario("").open("validate"));
    assertThat(outcomes).containsOnlyKeys("ok", "other values than were generated");
    assertThat(outcomes.get("other values than were generated"))
        .as("of 100 operations on the partition: those that read the row")
        .isBetween(34, 70);
  }

  @Test
  void nullIsWrongUnlessInsertLeavesItOut() throws DriverException {
    TreeMap<List<Integer>, List<Integer>> rows = table.values().iterator().next();
    List<Integer> row = new ArrayList<>(rows.firstEntry().getValue());
    row.set(1, null);
    rows.put(rows.firstKey(), row);
    assertThat(validate(scenario("").open("validate")))
        .containsOnlyKeys("ok", "other values than were generated");
    assertThat(validate(scenario("insert: {row-population: fixed(1)/4}").open("validate")))
        .containsOnlyKeys("ok");
  }

  @Test
  void missingRowIsFoundUnlessInsertSelects() throws DriverException {
    TreeMap<List<Integer>, List<Integer>> rows = table.values().iterator().next();
    rows.pollLastEntry();
    assertThat(validate(scenario("").open("validate"))).containsOnlyKeys("ok", "rows are missing");
    assertThat(validate(scenario("insert: {select: fixed(1)/2}").open("validate")))
        .containsOnlyKeys("ok");
  }

  @Test
  void missingPartitionIsFound() throws DriverException {
    table.values().iterator().next().clear();
    assertThat(validate(scenario("").open("validate")))
        .containsOnlyKeys("ok", "rows are missing", "the partition is missing");
  }

  @Test
  void rowThatNobodyGeneratedIsFound() throws DriverException {
    table.values().iterator().next().put(List.of(12345, 1), List.of(1, 2));
    assertThat(validate(scenario("").open("validate")))
        .containsOnlyKeys("ok", "other rows than were generated");
  }

  @Test
  void failureIsTheOutcome() throws DriverException {
    Request request = scenario("").open("validate").newRequest(false);
    request.begin(0, 0);
    Outcome failure = Outcome.failed("ReadTimeout");
    assertThat(request.ended(failure)).isEqualTo(failure);
  }

  /// Servers order blobs in another way than their generator: ranges end before such a column.
  @Test
  void rangesEndBeforeAColumnOfAnotherOrder() throws DriverException {
    Workload workload =
        new UserScenario(
                folder,
                "c clustering 0 int; d clustering 1 blob; k partition_key 0 int; v regular -1 int")
            .withProfile("queries: {}")
            .open("validate");
    assertThat(workload.statements()).hasSize(2);
    assertThat(workload.statements().getLast()).contains("(c) >= (?)");
  }

  @Test
  void tableWithoutClusteringColumns() throws DriverException {
    Workload workload =
        new UserScenario(folder, "k partition_key 0 int; v regular -1 int")
            .withProfile("queries: {}")
            .open("validate");
    assertThat(workload.statements()).containsExactly("SELECT v FROM shop.items WHERE k = ?");
    Request request = workload.newRequest(false);
    request.begin(0, 0);
    request.take(0, 1, ByteBuffer.allocate(0));
    assertThat(request.ended(null)).isEqualTo(Outcome.failed("the partition is missing"));
  }
}
