package dev.takt.driver.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.protocol.Opcode;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.result.ResultKind;
import dev.takt.driver.cql.topology.Murmur3;
import dev.takt.driver.cql.workload.BatchType;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.driver.cql.workload.WorkloadProvider;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.RowCount;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Operations that another module supplies: batches of three rows.
@Timeout(20)
class ProvidedWorkloadTest {

  private static final String INSERT = "INSERT INTO t (k) VALUES (?)";

  /// Its values are null, 7 as a `smallint`, a blob, and the value of [#INSERT].
  private static final String WIDE = "INSERT INTO t (a, b, c, d) VALUES (?, ?, ?, ?)";

  private static final int BLOB = 3_000;
  private static final int ROWS = 3;
  private static final int UNPREPARED = 0x2500;

  /// How many operations have begun.
  private static final AtomicInteger BEGUN = new AtomicInteger();

  /// What happened to the requests of the run, in order.
  private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

  @TempDir private Path directory;

  /// Registered by this module's tests.
  public static final class Provider implements WorkloadProvider {

    @Override
    public Optional<String> problem(String text, String version, List<String> operations) {
      return text.equals("wrong") ? Optional.of("it is wrong") : Optional.empty();
    }

    @Override
    public Optional<String> sharingProblem(String text, List<String> operations) {
      return Optional.empty();
    }

    @Override
    public Workload open(Setup setup) {
      if (setup.text().equals(PageOperationsTest.TEXT)) {
        return new PageOperationsTest.Pages();
      }
      return setup.text().equals("wide")
          ? new Batches(0, WIDE)
          : new Batches(Long.parseLong(setup.text()), INSERT);
    }
  }

  private record Batches(long iterations, String statement) implements Workload {

    @Override
    public List<String> statements() {
      return List.of(statement);
    }

    @Override
    public Request newRequest(boolean isRehearsal) {
      return new Batch(isRehearsal, statement.equals(WIDE));
    }

    @Override
    public long warmUps(int operation) {
      return iterations;
    }

    @Override
    public Sample sample(int operation, int step) {
      return new Sample(0, 0, 0);
    }

    @Override
    public Optional<RowCount> rowCount(int operation) {
      return Optional.of(new RowCount(7, 8));
    }

    @Override
    public boolean isRepeatable(int operation) {
      return true;
    }
  }

  private static final class Batch implements Request {

    private final boolean isRehearsal;
    private final boolean isWide;
    private long number = -1;

    Batch(boolean isRehearsal, boolean isWide) {
      this.isRehearsal = isRehearsal;
      this.isWide = isWide;
    }

    @Override
    public void begin(int operation, long n) {
      if (n != number) {
        number = n;
        BEGUN.incrementAndGet();
      }
    }

    @Override
    public int statement() {
      return 0;
    }

    @Override
    public Consistency consistency() {
      return Consistency.TWO;
    }

    @Override
    public BatchType batch() {
      return BatchType.UNLOGGED;
    }

    @Override
    public int rows() {
      return ROWS;
    }

    @Override
    public void putValues(int row, ByteBuffer body) {
      int key = (int) number * 10 + row;
      if (isWide) {
        body.putShort((short) 4).putInt(-1).putInt(Short.BYTES).putShort((short) 7);
        body.putInt(BLOB).put(new byte[BLOB]).putInt(Integer.BYTES).putInt(key);
      } else {
        body.putShort((short) 1).putInt(Integer.BYTES).putInt(key);
      }
    }

    @Override
    public void take(int rows, int columns, ByteBuffer body) {}

    @Override
    public Outcome ended(@Nullable Outcome failure) {
      EVENTS.add((isRehearsal ? "rehearsed " : "ended ") + number);
      return failure == null ? Outcome.OK : failure;
    }

    @Override
    public void abandoned() {
      EVENTS.add("abandoned " + number);
    }
  }

  private DriverRequest request(String target, Map<String, Object> properties, String workload) {
    return request(target, properties, workload, Map.of());
  }

  private DriverRequest request(
      String target,
      Map<String, Object> properties,
      String workload,
      Map<String, Object> ofTarget) {
    Map<String, Object> all = new HashMap<>(ofTarget);
    all.putAll(Map.of("cassandra-stress", workload, "streams", 4L));
    return new DriverRequest(
        target,
        all,
        new WorkloadSpec(
            List.of(new OperationSpec("batch", 1, properties)), Generators.NONE, null, 42),
        null,
        4,
        directory,
        line -> {});
  }

  private CqlDriver driver(ScriptedServer server, String warmUps) throws DriverException {
    EVENTS.clear();
    BEGUN.set(0);
    return CqlDriver.open(request(server.target(), Map.of(), warmUps));
  }

  /// The values of a batch, and what surrounds them.
  private static List<String> parts(Version version, ByteBuffer body) {
    List<String> parts = new ArrayList<>(List.of("type " + body.get()));
    for (int left = body.getShort(); left > 0; left--) {
      int kind = body.get();
      String id = new String(Wire.getShortBytes(body), StandardCharsets.UTF_8);
      int values = body.getShort();
      parts.add(kind + " " + id + " " + values + " " + body.getInt() + " " + body.getInt());
    }
    parts.add("consistency " + body.getShort());
    int flags = version == Version.V4 ? body.get() : body.getInt();
    parts.add("flags " + flags + ", serial consistency " + body.getShort());
    assertThat(body.hasRemaining()).isFalse();
    return parts;
  }

  @ParameterizedTest
  @EnumSource
  void batchHasARowForEachExecution(Version version) throws Exception {
    List<List<String>> batches = new CopyOnWriteArrayList<>();
    try (ScriptedServer server =
            new ScriptedServer(
                version,
                (peer, request) -> {
                  assertThat(request.opcode()).isEqualTo(Opcode.BATCH);
                  batches.add(parts(version, request.body()));
                  peer.answer(request, body -> body.putInt(ResultKind.VOID));
                });
        Caller caller = new Caller(driver(server, "0"))) {
      assertThat(caller.call(0, 5)).isEqualTo("ok");
    }
    assertThat(batches)
        .containsExactly(
            List.of(
                "type 1",
                "1 " + INSERT + " 1 4 50",
                "1 " + INSERT + " 1 4 51",
                "1 " + INSERT + " 1 4 52",
                "consistency 2",
                "flags 16, serial consistency 8"));
    assertThat(EVENTS).containsExactly("ended 5");
  }

  @Test
  void forgottenStatementOfABatchIsPreparedAgain() throws Exception {
    List<Byte> opcodes = new CopyOnWriteArrayList<>();
    try (ScriptedServer server =
            new ScriptedServer(
                Version.V5,
                (peer, request) -> {
                  opcodes.add(request.opcode());
                  if (opcodes.size() == 1) {
                    peer.error(request, UNPREPARED, "forgotten");
                  } else {
                    peer.answer(request, body -> body.putInt(ResultKind.VOID));
                  }
                });
        Caller caller = new Caller(driver(server, "0"))) {
      int before = server.prepared.size();
      assertThat(caller.call(0, 1)).isEqualTo("ok");
      assertThat(server.prepared).hasSize(before + 1);
    }
    assertThat(opcodes).containsExactly(Opcode.BATCH, Opcode.BATCH);
    assertThat(EVENTS).containsExactly("ended 1");
  }

  /// The answer of an operation that has timed out ends nothing.
  @Test
  void lateAnswerIsDiscarded() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                Version.V5,
                (peer, request) -> {
                  if (first.getCount() > 0) {
                    first.await();
                  }
                  peer.answer(request, body -> body.putInt(ResultKind.VOID));
                });
        Caller caller = new Caller(driver(server, "0"))) {
      caller.send(0, 0, 1);
      caller.cancel(0);
      first.countDown();
      assertThat(caller.call(0, 2)).isEqualTo("ok");
    }
    assertThat(EVENTS).containsExactly("abandoned 1", "ended 2");
  }

  /// Of two servers, the one with the lower token has the tokens up to it, and those above the
  /// other's. A batch goes to the server with its first row.
  ///
  /// @param keyOf the key as it is hashed, of the value of the first row
  private void assertRouted(String workload, List<Integer> key, IntFunction<byte[]> keyOf)
      throws Exception {
    Set<Integer> atFirst = ConcurrentHashMap.newKeySet();
    Set<Integer> atSecond = ConcurrentHashMap.newKeySet();
    try (ScriptedServer first = new ScriptedServer(Version.V5, counting(atFirst));
        ScriptedServer second = new ScriptedServer(Version.V5, counting(atSecond))) {
      first.key = key;
      second.key = key;
      first.token = -1;
      second.token = 1L << 62;
      first.peer = second;
      try (CqlDriver driver = driver(first, workload);
          Caller caller = new Caller(driver, 2)) {
        assertThat(driver.describe()).contains("2 nodes of dc1");
        for (int n = 0; n < 200; n++) {
          assertThat(caller.callPreferred(0, n)).isEqualTo("ok");
        }
      }
    }
    Set<Integer> all =
        IntStream.range(0, 200)
            .mapToObj(n -> 10 * n)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<Integer> ofFirst =
        all.stream()
            .filter(value -> {
              byte[] bytes = keyOf.apply(value);
              long token = Murmur3.hash(bytes, 0, bytes.length);
              return token <= -1 || token > 1L << 62;
            })
            .collect(Collectors.toSet());
    assertThat(ofFirst).as("three quarters of the ring").hasSizeBetween(120, 180);
    assertThat(atFirst).isEqualTo(ofFirst);
    all.removeAll(ofFirst);
    assertThat(atSecond).isEqualTo(all);
    assertThat(EVENTS).isEqualTo(IntStream.range(0, 200).mapToObj(n -> "ended " + n).toList());
    assertThat(BEGUN).as("by one request each").hasValue(200);
  }

  /// Keeps the last `int` of the first row of batches.
  private static ScriptedServer.Behaviour counting(Set<Integer> keys) {
    return (peer, request) -> {
      ByteBuffer body = request.body().position(4);
      Wire.getShortBytes(body);
      int value = 0;
      for (int left = body.getShort(); left > 0; left--) {
        int length = body.getInt();
        value = length == Integer.BYTES ? body.getInt(body.position()) : value;
        body.position(body.position() + Math.max(0, length));
      }
      keys.add(value);
      peer.answer(request, answer -> answer.putInt(ResultKind.VOID));
    };
  }

  @Test
  void batchGoesToTheNodeOfItsFirstRow() throws Exception {
    assertRouted(
        "0", List.of(0), value -> ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
  }

  /// As CQL's `token(d, b)`.
  @Test
  void keyOfSeveralColumnsIsFoundInTheRow() throws Exception {
    assertRouted(
        "wide",
        List.of(3, 1),
        value ->
            ByteBuffer.allocate(12)
                .putShort((short) 4)
                .putInt(value)
                .put((byte) 0)
                .putShort((short) 2)
                .putShort((short) 7)
                .put((byte) 0)
                .array());
  }

  @Test
  void statementWithoutAKeyGoesToAnyNode() throws Exception {
    try (ScriptedServer first = new ScriptedServer(Version.V5, counting(new HashSet<>()));
        ScriptedServer second = new ScriptedServer(Version.V5, counting(new HashSet<>()))) {
      second.token = 1L << 62;
      first.peer = second;
      try (CqlDriver driver = driver(first, "0")) {
        assertThat(driver.preferredEndpoint(0, 1)).isEqualTo(WireDriver.ANY_ENDPOINT);
      }
    }
  }

  /// A run that ends between the choice of the connection and the sending.
  @Test
  void operationThatIsNotSentIsAbandoned() throws Exception {
    try (ScriptedServer first = new ScriptedServer(Version.V5, counting(new HashSet<>()));
        ScriptedServer second = new ScriptedServer(Version.V5, counting(new HashSet<>()))) {
      first.key = List.of(0);
      second.token = 1L << 62;
      first.peer = second;
      try (CqlDriver driver = driver(first, "0")) {
        assertThat(List.of(driver.preferredEndpoint(0, 1), driver.preferredEndpoint(0, 2)))
            .doesNotContain(WireDriver.ANY_ENDPOINT);
      }
    }
    assertThat(EVENTS).containsExactly("abandoned 1");
  }

  @Test
  void onlyGivenNodesAreUsed() throws Exception {
    try (ScriptedServer first = new ScriptedServer(Version.V5, counting(new HashSet<>()));
        ScriptedServer second = new ScriptedServer(Version.V5, counting(new HashSet<>()))) {
      second.token = 1L << 62;
      first.peer = second;
      String both = first.target() + "," + second.target().substring("cql://".length());
      assertThat(endpoints(first.target())).isEqualTo(1);
      assertThat(endpoints(both)).isEqualTo(2);
      assertThatThrownBy(() -> endpoints(first.target() + ",127.0.0.1:1"))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("the cluster has no node at 127.0.0.1:1; its nodes say")
          .hasMessageContaining(second.target().substring("cql://".length()));
    }
  }

  private int endpoints(String target) throws DriverException {
    DriverRequest request = request(target, Map.of(), "0", Map.of("only-given-nodes", true));
    try (CqlDriver driver = CqlDriver.open(request)) {
      return driver.endpoints().size();
    }
  }

  @Test
  void targetIsWarmedUpByRehearsals() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                Version.V5,
                (peer, request) -> peer.answer(request, body -> body.putInt(ResultKind.VOID)));
        CqlDriver driver = driver(server, "100")) {
      assertThat(EVENTS).hasSize(100).allMatch(event -> event.startsWith("rehearsed "));
      assertThat(driver.rowCount(0)).contains(new RowCount(7, 8));
    }
  }

  /// The operations of the run will show it.
  @Test
  void warmUpMayFail() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                Version.V5, (peer, request) -> peer.error(request, 0x1001, "overloaded"));
        CqlDriver driver = driver(server, "500")) {
      assertThat(EVENTS).hasSize(500);
      assertThat(driver.describe()).isNotEmpty();
    }
  }

  @Test
  void operationsHaveNoPropertiesOfTheirOwn() {
    List<PropertyProblem> problems =
        new CqlDriverProvider()
            .check(request("cql://localhost", Map.of("cql", "SELECT 1", "expect", "rows"), "1"));
    assertThat(problems)
        .extracting(PropertyProblem::property)
        .containsExactlyInAnyOrder("cql", "expect");
    assertThat(new CqlDriverProvider().check(request("cql://localhost", Map.of(), "wrong")))
        .extracting(PropertyProblem::message)
        .containsExactly("it is wrong");
  }
}
