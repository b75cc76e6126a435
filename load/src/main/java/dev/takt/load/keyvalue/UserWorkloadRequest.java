package dev.takt.load.keyvalue;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// One operation of a user's workload.
final class UserWorkloadRequest implements KeyValueRequest {

  private static final long NONE = -1;

  private final UserWorkloadAdapter all;
  private final KeyValueWorkload workload;
  private final @Nullable RecordList load;
  private final KeyValueDraft draft = new KeyValueDraft();
  private KeyValueKind kind = KeyValueKind.READ;
  private long number = NONE;
  private int operation = -1;
  private boolean inFlight;

  UserWorkloadRequest(
      UserWorkloadAdapter all, KeyValueWorkload workload, @Nullable RecordList load) {
    this.all = all;
    this.workload = workload;
    this.load = load;
  }

  @Override
  public void prepare(int newOperation, long n) {
    if (n == number && newOperation == operation) {
      return;
    }
    ended(false);
    number = NONE; // the draft may fail
    kind = all.kinds().get(newOperation);
    draft.clear();
    try {
      if (load == null) {
        workload.draft(kind, n, draft);
      } else {
        workload.draftRecord(load.record(n), draft);
      }
    } catch (AssertionError | LinkageError | StackOverflowError e) {
      // The user's class is at fault: fail this operation, not the run.
      throw new IllegalStateException(e.getMessage() == null ? e.toString() : e.getMessage(), e);
    }
    draft.check(kind, all.fieldNames().size(), all.maxValueLength());
    number = n;
    operation = newOperation;
    inFlight = true;
  }

  @Override
  public KeyValueKind kind() {
    return kind;
  }

  @Override
  public String key() {
    return draft.key();
  }

  @Override
  public void putKey(ByteBuffer out) {
    String key = draft.key();
    for (int i = 0; i < key.length(); i++) {
      out.put((byte) key.charAt(i));
    }
  }

  @Override
  public int keyLength() {
    return draft.key().length();
  }

  @Override
  public int scanLength() {
    return kind == KeyValueKind.SCAN ? draft.scanLength() : 0;
  }

  @Override
  public boolean readsAllFields() {
    return draft.readField() == KeyValueDraft.ALL;
  }

  @Override
  public int readField() {
    return Math.max(0, draft.readField());
  }

  @Override
  public int writtenFields() {
    return draft.written().size();
  }

  @Override
  public int writtenField(int i) {
    return draft.written().get(i).field();
  }

  @Override
  public int valueLength(int i) {
    return draft.written().get(i).value().length;
  }

  @Override
  public void putValue(int i, ByteBuffer out) {
    out.put(draft.written().get(i).value());
  }

  @Override
  public boolean checksValues() {
    return workload.checksValues();
  }

  @Override
  public boolean isRight(int field, ByteBuffer value) {
    return workload.isRight(draft.key(), field, value);
  }

  @Override
  public void ended(boolean succeeded) {
    if (!inFlight) {
      return;
    }
    inFlight = false;
    if (load == null) {
      workload.ended(kind, number, succeeded);
    } else {
      load.ended(number, succeeded);
    }
  }
}
