package dev.takt.driver.ycsb.inside;

import dev.takt.driver.ycsb.boundary.BindingInstance;
import dev.takt.load.driver.KeyValueOutcomes;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.load.keyvalue.KeyValueRequest;
import dev.takt.load.keyvalue.KeyValues;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;

/// Calls one instance of a binding as YCSB would. Maps and sets are new for each call, since a
/// binding may keep them.
final class Database implements BindingInstance {

  private final DB db;
  private final KeyValueRequest request;
  private final String table;
  private final List<String> fieldNames;
  private final Map<String, Integer> fieldIndexes = new HashMap<>();
  private final boolean readsAllByName;
  private final ReadModifyWriteParts parts;
  private final StatusMapper statuses = new StatusMapper();
  private Map<String, ByteIterator> values = Map.of();
  private String key = "";
  private int preparedOperation = -1;
  private long preparedNumber = -1;

  Database(DB db, KeyValues keyValues, ReadModifyWriteParts parts) {
    this.db = db;
    this.parts = parts;
    this.request = keyValues.newRequest();
    this.table = keyValues.table();
    this.readsAllByName = Boolean.parseBoolean(keyValues.properties().get("readallfieldsbyname"));
    this.fieldNames = keyValues.fieldNames();
    for (int i = 0; i < fieldNames.size(); i++) {
      fieldIndexes.put(fieldNames.get(i), i);
    }
  }

  @Override
  public void init() throws Exception {
    db.init();
  }

  @Override
  public void prepare(int operation, long n) {
    if (n == preparedNumber && operation == preparedOperation) {
      return;
    }
    preparedNumber = -1; // until all is prepared, which may fail
    request.prepare(operation, n);
    key = request.key();
    values =
        switch (request.kind()) {
          case UPDATE, INSERT, READ_MODIFY_WRITE -> generateValues();
          case READ, SCAN -> Map.of();
        };
    preparedNumber = n;
    preparedOperation = operation;
  }

  @Override
  public Outcome execute() {
    boolean succeeded = false;
    try {
      Outcome outcome = call();
      succeeded = outcome.isOk();
      return outcome;
    } finally {
      preparedNumber = -1;
      request.ended(succeeded);
    }
  }

  @Override
  public void cleanup() throws Exception {
    db.cleanup();
  }

  @SuppressWarnings("JdkObsolete") // YCSB's API has a Vector
  private Outcome call() {
    return switch (request.kind()) {
      case READ -> read();
      case UPDATE -> update();
      case INSERT -> statuses.map(db.insert(table, key, values));
      case SCAN ->
          statuses.map(db.scan(table, key, request.scanLength(), readFields(), new Vector<>()));
      case READ_MODIFY_WRITE -> readModifyWrite();
    };
  }

  private Outcome readModifyWrite() {
    long start = System.nanoTime();
    Outcome read = read();
    long written = System.nanoTime();
    Outcome update = update();
    parts.record(start, read, written, update, System.nanoTime());
    return KeyValueOutcomes.ofBoth(read, update);
  }

  private Outcome read() {
    Map<String, ByteIterator> found = new HashMap<>();
    Outcome outcome = statuses.map(db.read(table, key, namedFields(), found));
    return outcome.isOk() && request.checksValues() && !hasExpectedValues(found)
        ? KeyValueOutcomes.UNEXPECTED_STATE
        : outcome;
  }

  private Outcome update() {
    return statuses.map(db.update(table, key, values));
  }

  /// The fields to read. Where values are checked, all fields are named, as YCSB does: some
  /// bindings (JDBC) return nothing if no field is named.
  private @Nullable Set<String> namedFields() {
    boolean byName = readsAllByName || request.checksValues();
    return byName && request.readsAllFields() ? new HashSet<>(fieldNames) : readFields();
  }

  /// The fields to read; null means all of them, as in YCSB.
  private @Nullable Set<String> readFields() {
    if (request.readsAllFields()) {
      return null;
    }
    Set<String> fields = HashSet.newHashSet(1);
    fields.add(fieldNames.get(request.readField()));
    return fields;
  }

  private Map<String, ByteIterator> generateValues() {
    Map<String, ByteIterator> written = HashMap.newHashMap(request.writtenFields());
    for (int i = 0; i < request.writtenFields(); i++) {
      byte[] value = new byte[request.valueLength(i)];
      request.putValue(i, ByteBuffer.wrap(value));
      written.put(fieldNames.get(request.writtenField(i)), new ByteArrayByteIterator(value));
    }
    return written;
  }

  /// Whether all requested fields were returned with their expected values. Others that a binding
  /// returns, such as the key, are ignored.
  private boolean hasExpectedValues(Map<String, ByteIterator> found) {
    int right = 0;
    for (Map.Entry<String, ByteIterator> field : found.entrySet()) {
      Integer index = fieldIndexes.get(field.getKey());
      if (index != null) {
        if (!request.isRight(index, ByteBuffer.wrap(field.getValue().toArray()))) {
          return false;
        }
        right++;
      }
    }
    return right >= (request.readsAllFields() ? fieldNames.size() : 1);
  }
}
