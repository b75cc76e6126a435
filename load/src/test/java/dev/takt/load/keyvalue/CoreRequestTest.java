package dev.takt.load.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/// The contents of single operations, compared with what YCSB's own workload inserts.
class CoreRequestTest {

  private static final Map<String, String> CHECKED =
      Map.of("recordcount", "50", "fieldcount", "3", "fieldlength", "70", "dataintegrity", "true");

  @BeforeAll
  static void ycsbNeedsItsMeasurements() {
    Measurements.setProperties(new Properties());
  }

  private static Map<String, String> with(Map<String, String> base, String... more) {
    Map<String, String> all = new HashMap<>(base);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  /// All records that YCSB itself would load.
  private static Map<String, Map<String, String>> loadedByYcsb(Map<String, String> properties)
      throws Exception {
    Properties given = new Properties();
    given.putAll(properties);
    site.ycsb.workloads.CoreWorkload workload = new site.ycsb.workloads.CoreWorkload();
    workload.init(given);
    Collecting store = new Collecting();
    for (int i = 0; i < Integer.parseInt(properties.get("recordcount")); i++) {
      assertThat(workload.doInsert(store, new Object())).isTrue();
    }
    return store.records;
  }

  private static Map<String, Map<String, String>> loadedByTakt(Map<String, String> properties) {
    long count = Long.parseLong(properties.get("recordcount"));
    CoreWorkload workload = CoreWorkload.load(properties, 1, RecordList.range(0, count));
    KeyValueRequest request = workload.newRequest();
    Map<String, Map<String, String>> records = new TreeMap<>();
    for (long n = 0; n < count; n++) {
      request.prepare(0, n);
      records.put(request.key(), written(workload, request));
    }
    return records;
  }

  private static Map<String, String> written(KeyValues workload, KeyValueRequest request) {
    Map<String, String> fields = new TreeMap<>();
    for (int i = 0; i < request.writtenFields(); i++) {
      ByteBuffer value = ByteBuffer.allocate(request.valueLength(i));
      request.putValue(i, value);
      fields.put(
          workload.fieldNames().get(request.writtenField(i)),
          new String(value.array(), StandardCharsets.US_ASCII));
    }
    return fields;
  }

  @Test
  void loadsWhatYcsbLoads() throws Exception {
    assertThat(loadedByTakt(CHECKED)).isEqualTo(loadedByYcsb(CHECKED));
  }

  @Test
  void loadsWhatYcsbLoadsInOrderWithZerosAndShortValues() throws Exception {
    Map<String, String> ordered =
        with(
            CHECKED,
            "insertorder",
            "ordered",
            "zeropadding",
            "8",
            "fieldlength",
            "5",
            "fieldnameprefix",
            "f");

    assertThat(loadedByTakt(ordered)).isEqualTo(loadedByYcsb(ordered)).containsKey("user00000049");
  }

  @Test
  void checksWhatYcsbLoaded() throws Exception {
    Map<String, Map<String, String>> loaded = loadedByYcsb(CHECKED);
    KeyValues workload = CoreWorkload.of(CHECKED, 3);
    KeyValueRequest request = workload.newRequest();

    for (int n = 0; n < 100; n++) {
      request.prepare(0, n);
      Map<String, String> record = Objects.requireNonNull(loaded.get(request.key()));
      for (int field = 0; field < 3; field++) {
        byte[] value =
            Objects.requireNonNull(record.get("field" + field)).getBytes(StandardCharsets.US_ASCII);
        ByteBuffer found = ByteBuffer.wrap(value);
        assertThat(request.isRight(field, found)).isTrue();
        assertThat(found.position()).isZero();
        value[value.length - 1]++;
        assertThat(request.isRight(field, found)).isFalse();
        assertThat(request.isRight(field, found.limit(69))).isFalse();
      }
    }
  }

  @Test
  void readAllFieldsAndWriteAllFieldsAreIndependent() {
    Map<String, String> properties =
        with(
            CHECKED,
            "readallfields",
            "false",
            "writeallfields",
            "true",
            "readproportion",
            "0",
            "updateproportion",
            "0",
            "readmodifywriteproportion",
            "1");
    KeyValues workload = CoreWorkload.of(properties, 3);
    KeyValueRequest request = workload.newRequest();
    Set<Integer> read = new HashSet<>();
    for (int n = 0; n < 100; n++) {
      request.prepare(0, n);
      assertThat(request.readsAllFields()).isFalse();
      assertThat(request.writtenFields()).isEqualTo(3);
      assertThat(request.checksValues()).isTrue();
      read.add(request.readField());
    }
    assertThat(read).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void anOperationThatIsPreparedAgainStaysWhatItWas() {
    Map<String, String> inserts =
        with(CHECKED, "readproportion", "0", "updateproportion", "0", "insertproportion", "1");
    KeyValueRequest request = CoreWorkload.of(inserts, 3).newRequest();

    request.prepare(0, 8);
    String key = request.key();
    request.prepare(0, 8);
    assertThat(request.key()).isEqualTo(key);
    request.prepare(0, 9);
    assertThat(request.key()).isNotEqualTo(key);
  }

  /// Operations that the generator prepares during its self-warm-up never reach a store.
  @Test
  void insertsBeginAnewAfterTheWarmUp() {
    Map<String, String> inserts =
        with(
            CHECKED,
            "insertorder",
            "ordered",
            "readproportion",
            "0",
            "updateproportion",
            "0",
            "insertproportion",
            "1");
    KeyValues workload = CoreWorkload.of(inserts, 3);
    KeyValueRequest warming = workload.newRequest();
    warming.prepare(0, 0);
    warming.ended(true);
    workload.begin();
    KeyValueRequest request = workload.newRequest();
    warming.prepare(0, 1);
    request.prepare(0, 0);

    assertThat(request.key()).isEqualTo("user50");
  }

  @Test
  void randomValuesArePrintableAndOfTheirLength() {
    Map<String, String> properties =
        Map.of(
            "recordcount",
            "50",
            "fieldlengthdistribution",
            "uniform",
            "minfieldlength",
            "3",
            "fieldlength",
            "21",
            "readproportion",
            "0");
    KeyValues workload = CoreWorkload.of(properties, 3);
    KeyValueRequest request = workload.newRequest();
    Set<String> values = new HashSet<>();
    for (int n = 0; n < 500; n++) {
      request.prepare(0, n);
      String value = written(workload, request).values().iterator().next();
      assertThat(value).matches("[0-9:;<=>?@A-O]{3,21}");
      values.add(value);
    }
    assertThat(values).hasSize(500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipfian", "hotspot", "exponential", "sequential"})
  void allocatesNothing(String distribution) {
    assertThat(allocated(distribution, 100)).isLessThan(100); // measuring allocates a little
  }

  /// The ranks are extended when the number of records has grown by a thousandth.
  @Test
  void latestAllocatesNextToNothing() {
    assertThat(allocated("latest", 3000)).isLessThan(3000);
  }

  /// Allocation of a thousand operations, measured until it is less than the limit.
  private static long allocated(String distribution, long limit) {
    Map<String, String> mixed =
        with(
            CHECKED,
            "requestdistribution",
            distribution,
            "readproportion",
            "0.3",
            "updateproportion",
            "0.2",
            "insertproportion",
            "0.2",
            "scanproportion",
            "0.1",
            "readmodifywriteproportion",
            "0.2");
    KeyValues workload = CoreWorkload.of(mixed, 3);
    KeyValueRequest request = workload.newRequest();
    ByteBuffer out = ByteBuffer.allocate(1000);
    long[] n = {0};
    Runnable thousand =
        () -> {
          for (int i = 0; i < 1000; i++) {
            request.prepare((int) (n[0] % 5), n[0]++);
            out.clear();
            request.putKey(out);
            for (int field = 0; field < request.writtenFields(); field++) {
              request.putValue(field, out);
            }
            request.isRight(1, out.flip());
            request.ended(true);
          }
        };
    for (int i = 0; i < 200; i++) {
      thousand.run();
    }
    return Allocation.of(limit, thousand);
  }

  /// A store that records all calls.
  private static final class Collecting extends DB {

    final Map<String, Map<String, String>> records = new TreeMap<>();

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      Map<String, String> fields = new TreeMap<>();
      values.forEach((name, value) -> fields.put(name, value.toString()));
      records.put(key, fields);
      return Status.OK;
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    @SuppressWarnings("NonApiType") // YCSB's
    public Status scan(
        String table,
        String key,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status delete(String table, String key) {
      return Status.NOT_IMPLEMENTED;
    }
  }
}
