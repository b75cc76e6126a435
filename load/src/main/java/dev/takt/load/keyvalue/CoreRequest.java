package dev.takt.load.keyvalue;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// One operation of the core workload.
final class CoreRequest implements KeyValueRequest {

  private static final long NONE = -1;
  private static final int NOT_ONE = -1;

  private final CoreWorkload workload;
  private final CoreProperties.Fields fields;
  private final InsertedRecords inserted;
  private final @Nullable RecordList load;
  private final Key key;
  private final FieldValues values;

  private long number = NONE;
  private int operation = -1;
  private KeyValueKind kind = KeyValueKind.READ;
  private long source;
  private int writtenFields;

  /// Lengths of the written values. Chosen in [#prepare], not while sending.
  private final int[] valueLengths;

  private int oneWritten;
  private int readField;
  private int scanLength;

  /// The record whose insert is in flight.
  private long inserting = NONE;

  CoreRequest(
      CoreWorkload workload,
      CoreProperties core,
      InsertedRecords inserted,
      @Nullable RecordList load) {
    this.workload = workload;
    this.fields = core.fields();
    this.inserted = inserted;
    this.load = load;
    this.key = new Key(core.keys().hashed(), core.keys().digits());
    this.values = new FieldValues(fields.names(), workload.maxValueLength());
    this.valueLengths = new int[fields.names().size()];
  }

  @Override
  public void prepare(int newOperation, long n) {
    if (n == number && newOperation == operation) {
      return;
    }
    ended(false);
    number = n;
    operation = newOperation;
    kind = workload.kinds().get(newOperation);
    source = workload.valueSource(n);
    key.of(record(n));
    scanLength = kind == KeyValueKind.SCAN ? workload.chooseScanLength(n) : 0;
    readField = reads() && !fields.readsAll() ? workload.chooseReadField(n) : 0;
    prepareWriting(n);
  }

  private long record(long n) {
    if (load != null) {
      inserting = n;
      return load.record(n);
    }
    if (kind != KeyValueKind.INSERT) {
      return workload.chooseRecord(n, inserted);
    }
    inserting = inserted.take();
    return inserting;
  }

  private boolean reads() {
    return kind != KeyValueKind.UPDATE && kind != KeyValueKind.INSERT;
  }

  private void prepareWriting(long n) {
    boolean updates = kind == KeyValueKind.UPDATE || kind == KeyValueKind.READ_MODIFY_WRITE;
    boolean one = updates && !fields.writesAll();
    boolean none = !updates && kind != KeyValueKind.INSERT;
    writtenFields = none ? 0 : one ? 1 : fields.names().size();
    oneWritten = one ? workload.chooseWrittenField(n) : NOT_ONE;
    for (int i = 0; i < writtenFields; i++) {
      valueLengths[i] = lengthOf(writtenField(i));
    }
  }

  @Override
  public KeyValueKind kind() {
    return kind;
  }

  @Override
  public String key() {
    return key.text();
  }

  @Override
  public void putKey(ByteBuffer out) {
    key.put(out);
  }

  @Override
  public int keyLength() {
    return key.length();
  }

  @Override
  public int scanLength() {
    return scanLength;
  }

  @Override
  public boolean readsAllFields() {
    return fields.readsAll();
  }

  @Override
  public int readField() {
    return readField;
  }

  @Override
  public int writtenFields() {
    return writtenFields;
  }

  @Override
  public int writtenField(int i) {
    return oneWritten == NOT_ONE ? i : oneWritten;
  }

  @Override
  public int valueLength(int i) {
    return valueLengths[i];
  }

  private int lengthOf(int field) {
    return (int) fields.lengths().choose(FieldValues.lengthBits(source, field));
  }

  @Override
  public void putValue(int i, ByteBuffer out) {
    int field = writtenField(i);
    if (fields.checked()) {
      values.putRight(key, field, valueLengths[i], out);
    } else {
      values.putRandom(source, field, valueLengths[i], out);
    }
  }

  @Override
  public boolean checksValues() {
    return fields.checked()
        && (kind == KeyValueKind.READ || kind == KeyValueKind.READ_MODIFY_WRITE);
  }

  @Override
  public boolean isRight(int field, ByteBuffer value) {
    return values.isRight(key, field, lengthOf(field), value);
  }

  @Override
  public void ended(boolean succeeded) {
    if (inserting == NONE) {
      return;
    }
    long record = inserting;
    inserting = NONE;
    if (load != null) {
      load.ended(record, succeeded);
    } else {
      inserted.ended(record, succeeded);
    }
  }
}
