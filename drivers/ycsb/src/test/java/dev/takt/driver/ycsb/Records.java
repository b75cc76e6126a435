package dev.takt.driver.ycsb;

import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueRequest;
import dev.takt.load.keyvalue.KeyValues;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A deterministic workload: each kind is an operation, the key of operation `n` is `user` and `n`,
/// and a field's value contains the key and the field.
final class Records implements KeyValues {

  static final List<String> FIELDS = List.of("field0", "field1", "field2");

  final List<String> ended = new ArrayList<>();

  /// The number of an operation whose preparation fails.
  long refused = -1;

  private final Map<String, String> properties;
  private final boolean allFields;
  private final boolean checks;

  Records(Map<String, String> properties, boolean allFields, boolean checks) {
    this.properties = properties;
    this.allFields = allFields;
    this.checks = checks;
  }

  static int operation(KeyValueKind kind) {
    return List.of(KeyValueKind.values()).indexOf(kind);
  }

  static String value(long n, int field) {
    return "value of user" + n + " in field" + field;
  }

  @Override
  public List<KeyValueKind> kinds() {
    return List.of(KeyValueKind.values());
  }

  @Override
  public String table() {
    return "usertable";
  }

  @Override
  public List<String> fieldNames() {
    return FIELDS;
  }

  @Override
  public int maxValueLength() {
    return 100;
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public KeyValueRequest newRequest() {
    return new Request();
  }

  private final class Request implements KeyValueRequest {

    private int operation;
    private long number;

    @Override
    public void prepare(int newOperation, long n) {
      if (n == refused) {
        throw new IllegalStateException("there is no operation " + n);
      }
      operation = newOperation;
      number = n;
    }

    @Override
    public KeyValueKind kind() {
      return kinds().get(operation);
    }

    @Override
    public String key() {
      return "user" + number;
    }

    @Override
    public void putKey(ByteBuffer out) {
      out.put(key().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public int keyLength() {
      return key().length();
    }

    @Override
    public int scanLength() {
      return kind() == KeyValueKind.SCAN ? 7 : 0;
    }

    @Override
    public boolean readsAllFields() {
      return allFields;
    }

    @Override
    public int readField() {
      return 1;
    }

    @Override
    public int writtenFields() {
      return switch (kind()) {
        case READ, SCAN -> 0;
        case INSERT -> FIELDS.size();
        case UPDATE, READ_MODIFY_WRITE -> allFields ? FIELDS.size() : 1;
      };
    }

    @Override
    public int writtenField(int i) {
      return writtenFields() == 1 ? 2 : i;
    }

    @Override
    public int valueLength(int i) {
      return value(number, writtenField(i)).length();
    }

    @Override
    public void putValue(int i, ByteBuffer out) {
      out.put(value(number, writtenField(i)).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public boolean checksValues() {
      return checks;
    }

    @Override
    public boolean isRight(int field, ByteBuffer value) {
      return StandardCharsets.US_ASCII
          .decode(value.duplicate())
          .toString()
          .equals(value(number, field));
    }

    @Override
    public void ended(boolean succeeded) {
      ended.add(key() + (succeeded ? " succeeded" : " failed"));
    }
  }
}
