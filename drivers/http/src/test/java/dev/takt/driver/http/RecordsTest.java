package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValueDraft;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueRequest;
import dev.takt.load.keyvalue.KeyValueWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.keyvalue.RecordList;
import dev.takt.load.keyvalue.UserWorkloadAdapter;
import dev.takt.load.wire.WireTransport;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Key-value workloads against a store with a REST interface.
@Timeout(60)
class RecordsTest {

  /// Keys and values with characters that are special in URLs and in JSON.
  public static final class Awkward implements KeyValueWorkload {

    /// For the test.
    public Awkward() {}

    static String key(long n) {
      return "a key/" + n + "?";
    }

    static String value(String key, int field) {
      return "\"" + key + "\" \\ {" + field + "}~";
    }

    @Override
    public void begin(Map<String, String> properties, long seed) {}

    @Override
    public List<KeyValueKind> kinds() {
      return List.of(KeyValueKind.values());
    }

    @Override
    public List<String> fieldNames() {
      return List.of("one", "two");
    }

    @Override
    public int maxValueLength() {
      return 100;
    }

    @Override
    public void draft(KeyValueKind kind, long n, KeyValueDraft draft) {
      String key = key(n);
      KeyValueDraft drafted = draft.key(key).scanLength(3);
      switch (kind) {
        case READ, SCAN -> {}
        case UPDATE, READ_MODIFY_WRITE -> drafted = drafted.write(1, value(key, 1));
        case INSERT -> drafted = drafted.write(0, value(key, 0)).write(1, value(key, 1));
      }
    }

    @Override
    public boolean checksValues() {
      return true;
    }

    @Override
    public boolean isRight(String key, int field, ByteBuffer value) {
      String found = StandardCharsets.UTF_8.decode(value.duplicate()).toString();
      return found.equals(value(key, field));
    }
  }

  private static final List<KeyValueKind> KINDS = List.of(KeyValueKind.values());

  private static DriverRequest request(String target, KeyValues keyValues) {
    return request(target, Map.of(), keyValues);
  }

  private static DriverRequest request(
      String target, Map<String, Object> properties, KeyValues keyValues) {
    List<OperationSpec> operations = new ArrayList<>();
    for (KeyValueKind kind : keyValues.kinds()) {
      operations.add(new OperationSpec(kind.operationName(), 1, Map.of()));
    }
    return new DriverRequest(
        target,
        properties,
        new WorkloadSpec(operations, Generators.NONE, keyValues, 42),
        null,
        1,
        Path.of("unused"),
        line -> {});
  }

  /// Sends one operation after another over one connection.
  private static final class Caller implements AutoCloseable, AsyncDriver.Completions {
    private final WireTransport transport;
    private final List<Outcome> ended = new ArrayList<>();

    Caller(RestStore store, KeyValues keyValues) throws Exception {
      this(store.url(), Map.of(), keyValues);
    }

    Caller(String target, Map<String, Object> properties, KeyValues keyValues) throws Exception {
      Driver driver = new HttpDriverProvider().open(request(target, properties, keyValues));
      transport = WireTransport.connect((WireDriver) driver, 1);
    }

    @Override
    public void completed(int slot, Outcome outcome, long endNanos) {
      ended.add(outcome);
    }

    String call(int operation, long n) {
      ended.clear();
      transport.send(0, operation, n, this);
      while (ended.isEmpty()) {
        transport.poll(System.nanoTime() + 100_000_000, this);
      }
      return ended.getFirst().label();
    }

    @Override
    public void close() {
      transport.close();
    }
  }

  private static KeyValues awkward() {
    return new UserWorkloadAdapter(new Awkward(), Map.of(), null);
  }

  private static int of(KeyValueKind kind) {
    return KINDS.indexOf(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.1", "2"})
  void eachKindHasItsMethodAndUrl(String version) throws Exception {
    try (RestStore store = new RestStore();
        Http2Server newer = store.overHttp2();
        Caller caller =
            new Caller(
                version.equals("2") ? newer.url("/table") : store.url(),
                Map.of("http", version),
                awkward())) {
      assertThat(caller.call(of(KeyValueKind.READ), 5)).isEqualTo("NOT_FOUND");
      assertThat(caller.call(of(KeyValueKind.UPDATE), 5)).isEqualTo("NOT_FOUND");
      assertThat(caller.call(of(KeyValueKind.READ_MODIFY_WRITE), 5)).isEqualTo("NOT_FOUND");
      assertThat(caller.call(of(KeyValueKind.INSERT), 5)).isEqualTo("ok");
      for (KeyValueKind kind : KINDS) {
        assertThat(caller.call(of(kind), 5)).as("%s", kind).isEqualTo("ok");
      }
      String url = "/table/a%20key%2f5%3f";
      assertThat(store.requests)
          .containsExactly(
              "GET " + url,
              "PUT " + url,
              "GET " + url,
              "PUT " + url,
              "POST " + url,
              "GET " + url,
              "PUT " + url,
              "POST " + url,
              "GET " + url + "?count=3",
              "GET " + url,
              "PUT " + url);
      assertThat(store.bodies)
          .contains(
              "{\"one\":\"\\\"a key/5?\\\" \\\\ {0}~\",\"two\":\"\\\"a key/5?\\\" \\\\ {1}~\"}")
          .last()
          .isEqualTo("{\"two\":\"\\\"a key/5?\\\" \\\\ {1}~\"}");
      assertThat(store.records.get("a key/5?"))
          .containsEntry("one", Awkward.value("a key/5?", 0))
          .containsEntry("two", Awkward.value("a key/5?", 1));
    }
  }

  @Test
  void whatIsReadMustBeWhatWasWritten() throws Exception {
    try (RestStore store = new RestStore();
        Caller caller = new Caller(store, awkward())) {
      assertThat(caller.call(of(KeyValueKind.INSERT), 5)).isEqualTo("ok");
      Map<String, String> record = store.records.firstEntry().getValue();
      String right = record.put("two", "wrong");
      assertThat(caller.call(of(KeyValueKind.READ), 5)).isEqualTo("UNEXPECTED_STATE");
      assertThat(caller.call(of(KeyValueKind.READ_MODIFY_WRITE), 5)).isEqualTo("UNEXPECTED_STATE");
      assertThat(store.records.firstEntry().getValue())
          .as("it was written")
          .containsEntry("two", right);
      assertThat(caller.call(of(KeyValueKind.READ), 5)).isEqualTo("ok");
    }
  }

  @Test
  void aConnectionThatIsClosedAfterEachAnswer() throws Exception {
    try (RestStore store = new RestStore()) {
      store.closing = true;
      try (Caller caller = new Caller(store, awkward())) {
        assertThat(caller.call(of(KeyValueKind.INSERT), 5)).isEqualTo("ok");
        assertThat(caller.call(of(KeyValueKind.READ), 5)).isEqualTo("ok");
        assertThat(caller.call(of(KeyValueKind.READ_MODIFY_WRITE), 5))
            .isEqualTo("connection closed between read and write");
        assertThat(caller.call(of(KeyValueKind.READ), 5)).isEqualTo("ok");
      }
    }
  }

  /// YCSB's workloads A to F, as mixtures of reads, updates, inserts, scans and read-modify-writes.
  @ParameterizedTest
  @CsvSource({
    "a,0.5,0.5,0,0,0,zipfian,true",
    "b,0.95,0.05,0,0,0,zipfian,false",
    "c,1,0,0,0,0,zipfian,true",
    "d,0.95,0,0.05,0,0,latest,true",
    "e,0,0,0.05,0.95,0,zipfian,true",
    "f,0.5,0,0,0,0.5,zipfian,false"
  })
  void theCoreWorkloadsRunWithoutErrors(
      String name,
      String reads,
      String updates,
      String inserts,
      String scans,
      String readsAndWrites,
      String distribution,
      String allFields)
      throws Exception {
    Map<String, String> properties = new HashMap<>();
    properties.put("recordcount", "100");
    properties.put("operationcount", "300");
    properties.put("dataintegrity", "true");
    properties.put("fieldlengthdistribution", "constant");
    properties.put("maxscanlength", "10");
    properties.put("readproportion", reads);
    properties.put("updateproportion", updates);
    properties.put("insertproportion", inserts);
    properties.put("scanproportion", scans);
    properties.put("readmodifywriteproportion", readsAndWrites);
    properties.put("requestdistribution", distribution);
    properties.put("readallfields", allFields);
    try (RestStore store = new RestStore()) {
      try (Caller caller =
          new Caller(store, CoreWorkload.load(properties, 1, RecordList.range(0, 100)))) {
        for (int n = 0; n < 100; n++) {
          assertThat(caller.call(0, n)).isEqualTo("ok");
        }
      }
      assertThat(store.records).hasSize(100);
      CoreWorkload workload = CoreWorkload.of(properties, 1);
      Workload mixture =
          new Workload(1, workload.weights().stream().mapToDouble(each -> each).toArray());
      try (Caller caller = new Caller(store, workload)) {
        for (int n = 0; n < 300; n++) {
          int operation = mixture.operationOf(n);
          assertThat(caller.call(operation, n)).as("%s: operation %d", name, n).isEqualTo("ok");
        }
      }
    }
  }

  private static boolean isRight(String body) {
    RecordBody reader = new RecordBody(new byte[][] {Records.ascii("one"), Records.ascii("two")});
    KeyValueRequest request = awkward().newRequest();
    request.prepare(of(KeyValueKind.READ), 5);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    for (int cut = 0; cut <= bytes.length; cut++) {
      reader.begin();
      reader.take(ByteBuffer.wrap(bytes), cut);
      reader.take(ByteBuffer.wrap(bytes, cut, bytes.length - cut), bytes.length - cut);
      if (!reader.isRight(request)) {
        return false;
      }
    }
    return true;
  }

  private static final String ONE = "\"one\":\"\\\"a key/5?\\\" \\\\ {0}~\"";
  private static final String TWO = "\"two\":\"\\\"a key/5?\\\" \\\\ {1}~\"";

  @Test
  void recordsInAnyFormOfJson() {
    assertThat(isRight("{" + ONE + "," + TWO + "}")).isTrue();
    assertThat(isRight("\r\n{ " + TWO + "\t,\n " + ONE + " } ")).isTrue();
    assertThat(isRight("{\"x\":1.5e3,\"y\":null," + ONE + ",\"z\":[{\"one\":\"}\"}]," + TWO + "}"))
        .isTrue();
    assertThat(isRight("{\"on\\u0065\":\"\\u0022a key\\/5?\\\" \\u005C {0}~\"," + TWO + "}"))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}",
        "[]",
        "null",
        "{ONE}",
        "{ONE,TWO",
        "{ONE,TWO}}",
        "{ONE TWO}",
        "{ONE,}",
        "{ONE,TWO,}",
        "[{ONE,TWO}]",
        "{ONE,\"two\":1}",
        "{ONE,\"two\":null}",
        "{ONE,\"two\":\"x\"}",
        "{ONE,\"two\":\"\\u00zz\"}",
        "{ONE,\"two\":\"\\u00",
        "{ONE,\"two\":\"\\",
        "{ONE,TWO,\"x\":]}",
        "{ONE,TWO,\"x\":[}",
        "{ONE,TWO,\"x\":\"",
        "{ONE,\"two\"}",
        "ONE,TWO"
      })
  void whatIsNoRecord(String body) {
    assertThat(isRight(body.replace("ONE", ONE).replace("TWO", TWO))).isFalse();
  }

  @Test
  void samplesCarryEachKindToItsEnd() {
    Origin origin = Origin.parse("http://127.0.0.1:1/table");
    CoreWorkload workload =
        CoreWorkload.of(
            Map.of(
                "recordcount", "10",
                "readmodifywriteproportion", "0.1",
                "scanproportion", "0.1",
                "insertproportion", "0.1"),
            1);
    assertThat(workload.kinds()).hasSize(5);
    Records records = new Records(workload, origin);
    for (int operation = 0; operation < 5; operation++) {
      RecordCodec codec =
          new RecordCodec(
              records, new RedirectOutcomes(), new FailedResponses(Path.of("none")), false);
      codec.encode(operation, 1, ByteBuffer.allocate(10_000));
      Outcome outcome = codec.decode(sample(records, operation, 0));
      if (codec.hasNext()) {
        codec.encodeNext(ByteBuffer.allocate(10_000));
        outcome = codec.decode(sample(records, operation, 1));
      }
      assertThat(outcome).isEqualTo(Outcome.ok(200));
    }
  }

  private static ByteBuffer sample(Records records, int operation, int step) {
    String body = records.sample(operation, step);
    return ByteBuffer.wrap(
        Records.ascii("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body));
  }

  @Test
  void theTargetMustHaveRoomForKeys() {
    HttpDriverProvider provider = new HttpDriverProvider();
    assertThat(provider.check(request("http://127.0.0.1/a/b/", awkward()))).isEmpty();
    for (String path : List.of("/a?b=c", "/{key}")) {
      assertThat(provider.check(request("http://127.0.0.1" + path, awkward())))
          .extracting(PropertyProblem::property)
          .containsExactly("target");
    }
  }

  @Test
  void redirectsAreNotFollowed() {
    Map<String, Object> properties = Map.of("follow-redirects", true);
    assertThat(new HttpDriverProvider().check(request("http://127.0.0.1/", properties, awkward())))
        .extracting(PropertyProblem::property)
        .containsExactly("follow-redirects");
  }
}
