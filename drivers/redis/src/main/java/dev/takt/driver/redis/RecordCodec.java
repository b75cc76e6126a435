package dev.takt.driver.redis;

import dev.takt.driver.redis.RespReader.Token;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.KeyValueOutcomes;
import dev.takt.load.driver.Outcome;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueRequest;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Sends the operations of a key-value workload. An insert stores the record and then adds its key
/// to the index. A scan requests keys from the index, and then all of their records at once. A
/// read-modify-write is a read followed by a write. Other operations have one step.
final class RecordCodec extends RedisCodec {

  private static final Outcome UNEXPECTED = Expectation.UNEXPECTED;

  /// The kinds of expected replies.
  private enum Reply {
    /// All fields of a record: names and values alternate.
    RECORD,
    /// The value of one field, as the only element of a list.
    FIELD,
    /// The confirmation that a record was written.
    STORED,
    /// The number of keys added to the index.
    INDEXED,
    /// Keys from the index.
    KEYS
  }

  private final Records records;
  private final KeyValueRequest request;
  private ByteBuffer key = ByteBuffer.allocate(64);

  /// The keys that a scan has found, encoded as words of commands.
  private ByteBuffer found = ByteBuffer.allocate(1024);

  private int foundKeys;
  private KeyValueKind kind = KeyValueKind.READ;
  private int step;
  private boolean steppedOn;

  /// Whether the operation was abandoned, so that its outcome is not needed.
  private boolean abandoned;

  private Reply reply = Reply.RECORD;
  private boolean checks;

  /// Elements received so far of the current reply.
  private int elements;

  /// The field whose value comes next; -1 for an unknown field.
  private int field;

  /// Why the read failed. The write follows anyway; then the operation fails with this outcome.
  private @Nullable Outcome failedRead;

  RecordCodec(Records records, FailedResponses failures) {
    super(failures);
    this.records = records;
    this.request = records.keyValues.newRequest();
  }

  @Override
  public void encode(int operation, long n, ByteBuffer out) {
    request.prepare(operation, n);
    kind = request.kind();
    step = 0;
    abandoned = false;
    failedRead = null;
    takeKey();
    switch (kind) {
      case READ, READ_MODIFY_WRITE -> read(out);
      case UPDATE, INSERT -> write(out);
      case SCAN -> askIndex(out);
    }
  }

  private void takeKey() {
    if (key.capacity() < request.keyLength()) {
      key = ByteBuffer.allocate(request.keyLength());
    }
    key.clear();
    request.putKey(key);
    key.flip();
  }

  /// [String#hashCode] of the key.
  private int score() {
    int hash = 0;
    for (int i = 0; i < key.limit(); i++) {
      hash = 31 * hash + key.get(i);
    }
    return hash;
  }

  private void putKey(ByteBuffer out) {
    Resp.putLength(key.limit(), out);
    out.put(key.rewind());
    Resp.putEnd(out);
  }

  private void read(ByteBuffer out) {
    if (request.readsAllFields()) {
      out.put(records.readAll);
      putKey(out);
      await(Reply.RECORD, 1, request.checksValues());
    } else {
      out.put(records.readOne);
      putKey(out);
      out.put(records.nameWords[request.readField()]);
      await(Reply.FIELD, 1, request.checksValues());
    }
  }

  private void write(ByteBuffer out) {
    int fields = request.writtenFields();
    Resp.putHead(2 + 2 * fields, out);
    out.put(records.write);
    putKey(out);
    for (int i = 0; i < fields; i++) {
      out.put(records.nameWords[request.writtenField(i)]);
      Resp.putLength(request.valueLength(i), out);
      request.putValue(i, out);
      Resp.putEnd(out);
    }
    await(Reply.STORED, 1, false);
  }

  private void addToIndex(ByteBuffer out) {
    out.put(records.index);
    Resp.putNumber(score(), out);
    putKey(out);
    await(Reply.INDEXED, 1, false);
  }

  private void askIndex(ByteBuffer out) {
    out.put(records.scan);
    Resp.putNumber(score(), out);
    out.put(records.scanLimit);
    Resp.putNumber(request.scanLength(), out);
    found.clear();
    foundKeys = 0;
    await(Reply.KEYS, 1, false);
    reader.keepStrings(true);
  }

  private void readFound(ByteBuffer out) {
    boolean all = request.readsAllFields();
    int from = 0;
    for (int i = 0; i < foundKeys; i++) {
      int length = found.getInt(from);
      out.put(all ? records.readAll : records.readOne);
      Resp.putLength(length, out);
      out.put(found.array(), from + Integer.BYTES, length);
      Resp.putEnd(out);
      if (!all) {
        out.put(records.nameWords[request.readField()]);
      }
      from += Integer.BYTES + length;
    }
    await(all ? Reply.RECORD : Reply.FIELD, foundKeys, false);
  }

  private void await(Reply awaited, int replies, boolean check) {
    reply = awaited;
    checks = check;
    elements = 0;
    field = 0;
    steppedOn = false;
    reader.keepStrings(check);
    expect(replies);
  }

  @Override
  @Nullable Outcome decodeReplies(ByteBuffer in) {
    while (!isAnswered()) {
      Token token = next(in);
      if (token == Token.INCOMPLETE) {
        return null;
      }
      if (token != Token.ERROR && token != Token.MALFORMED) {
        take(token, in);
      }
    }
    if (!steppedOn && hasAnotherStep()) {
      steppedOn = true;
      step++;
      failedRead = failure() == null ? failedRead : failure();
    }
    return steppedOn ? null : verdict();
  }

  private Outcome verdict() {
    Outcome now = failure() == null ? Outcome.OK : failure();
    boolean isRead = step == 0 && !now.isOk();
    Outcome outcome = failedRead == null || isRead ? now : failedRead;
    if (!abandoned) {
      request.ended(outcome.isOk());
    }
    return outcome;
  }

  @Override
  @Nullable Outcome stepFailure() {
    return failure() == null ? failedRead : failure();
  }

  private boolean hasAnotherStep() {
    return step == 0
        && switch (kind) {
          case READ, UPDATE -> false;
          case INSERT, SCAN -> failure() == null;
          case READ_MODIFY_WRITE -> isReusable();
        };
  }

  @Override
  public void abandoned() {
    abandoned = true;
    request.ended(false);
  }

  @Override
  public boolean hasNext() {
    return steppedOn;
  }

  @Override
  public void encodeNext(ByteBuffer out) {
    switch (kind) {
      case INSERT -> addToIndex(out);
      case READ_MODIFY_WRITE -> write(out);
      case SCAN -> readFound(out);
      case READ, UPDATE -> throw new IllegalStateException(kind + " has one step");
    }
  }

  private void take(Token token, ByteBuffer in) {
    switch (reply) {
      case STORED -> expectToken(token, Token.STRING);
      case INDEXED -> expectToken(token, Token.INTEGER);
      case KEYS -> takeKeys(token, in);
      case FIELD -> takeField(token, in);
      case RECORD -> takeRecord(token, in);
    }
    if (reader.isComplete()) {
      complete();
    }
  }

  private void expectToken(Token token, Token expected) {
    if (token != expected || reader.level() != 0) {
      fail(UNEXPECTED);
    }
  }

  private void takeKeys(Token token, ByteBuffer in) {
    if (reader.level() == 0) {
      expectToken(token, Token.ARRAY);
    } else if (token != Token.STRING) {
      fail(UNEXPECTED);
    } else {
      elements++;
      remember(in, reader.start(), reader.end());
    }
  }

  private void remember(ByteBuffer in, int from, int to) {
    int needed = found.position() + Integer.BYTES + to - from;
    if (needed > found.capacity()) {
      found = ByteBuffer.allocate(Math.max(needed, 2 * found.capacity())).put(found.flip());
    }
    found.putInt(to - from);
    found.put(found.position(), in, from, to - from);
    found.position(needed);
    foundKeys++;
  }

  private void takeField(Token token, ByteBuffer in) {
    if (reader.level() == 0) {
      expectToken(token, Token.ARRAY);
    } else if (token == Token.STRING) {
      elements++;
      if (checks) {
        check(request.readField(), in);
      }
    } else if (token != Token.NULL) {
      fail(UNEXPECTED);
    }
  }

  private void takeRecord(Token token, ByteBuffer in) {
    if (reader.level() == 0) {
      if (token != Token.MAP) {
        expectToken(token, Token.ARRAY);
      }
    } else if (token != Token.STRING) {
      fail(UNEXPECTED);
    } else {
      boolean isName = elements % 2 == 0;
      elements++;
      if (checks && isName) {
        field = records.fieldOf(in, reader.start(), reader.end(), elements / 2);
      } else if (checks) {
        check(field, in);
      }
    }
  }

  private void check(int checked, ByteBuffer in) {
    int position = in.position();
    int limit = in.limit();
    in.limit(reader.end()).position(reader.start());
    if (checked < 0 || !request.isRight(checked, in)) {
      failedRead = KeyValueOutcomes.UNEXPECTED_STATE;
    }
    in.limit(limit).position(position);
  }

  /// Ends one complete reply.
  private void complete() {
    boolean finds = reply == Reply.RECORD || reply == Reply.FIELD || reply == Reply.KEYS;
    if (finds && elements == 0) {
      fail(KeyValueOutcomes.NOT_FOUND);
    }
    if (checks && reply == Reply.RECORD && elements != 2 * records.names.length) {
      failedRead = KeyValueOutcomes.UNEXPECTED_STATE;
    }
    elements = 0;
  }
}
