package dev.takt.driver.redis;

import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueRequest;
import dev.takt.load.keyvalue.KeyValues;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Records with three fields whose values are derived from the key; operation `n` accesses record
/// `n`. The index of an operation is that of its kind.
final class Notes implements KeyValues {

  boolean readsAll = true;
  boolean checks = true;
  int scanLength = 3;
  final List<String> told = new ArrayList<>();

  /// The index of the operation of a kind.
  static int of(KeyValueKind kind) {
    return List.of(KeyValueKind.values()).indexOf(kind);
  }

  @Override
  public List<KeyValueKind> kinds() {
    return List.of(KeyValueKind.values());
  }

  @Override
  public String table() {
    return "notes";
  }

  @Override
  public List<String> fieldNames() {
    return List.of("title", "text", "by");
  }

  @Override
  public int maxValueLength() {
    return 100;
  }

  @Override
  public Map<String, String> properties() {
    return Map.of();
  }

  static String key(long n) {
    return "note" + n;
  }

  static String value(long n, int field) {
    return "value \"" + field + "\" of " + n + "\\" + "~".repeat((int) (n % 20));
  }

  @Override
  public KeyValueRequest newRequest() {
    return new Request();
  }

  private final class Request implements KeyValueRequest {
    private KeyValueKind kind = KeyValueKind.READ;
    private long n = -1;

    @Override
    public void prepare(int operation, long number) {
      kind = kinds().get(operation);
      n = number;
    }

    @Override
    public KeyValueKind kind() {
      return kind;
    }

    @Override
    public String key() {
      return Notes.key(n);
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
      return kind == KeyValueKind.SCAN ? scanLength : 0;
    }

    @Override
    public boolean readsAllFields() {
      return readsAll;
    }

    @Override
    public int readField() {
      return 1;
    }

    @Override
    public int writtenFields() {
      return kind == KeyValueKind.INSERT ? 3 : 1;
    }

    @Override
    public int writtenField(int i) {
      return kind == KeyValueKind.INSERT ? i : 2;
    }

    @Override
    public int valueLength(int i) {
      return value(n, writtenField(i)).length();
    }

    @Override
    public void putValue(int i, ByteBuffer out) {
      out.put(value(n, writtenField(i)).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public boolean checksValues() {
      return checks && (kind == KeyValueKind.READ || kind == KeyValueKind.READ_MODIFY_WRITE);
    }

    @Override
    public boolean isRight(int field, ByteBuffer value) {
      return StandardCharsets.ISO_8859_1
          .decode(value.duplicate())
          .toString()
          .equals(value(n, field));
    }

    @Override
    public void ended(boolean succeeded) {
      told.add(kind.operationName() + " " + n + (succeeded ? " succeeded" : " failed"));
    }
  }
}
