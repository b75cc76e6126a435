package dev.takt.driver.redis;

import dev.takt.load.keyvalue.KeyValues;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// The storage format of records. It is that of YCSB's Redis binding, so each tool can read what
/// the other has loaded. A record is a hash under its key; the table is ignored. All keys are in
/// one sorted set, with the hash code of the key as score. Scans follow these scores rather than
/// the order of the keys.
final class Records {

  /// The sorted set of all keys.
  static final String INDEX = "_indices";

  private static final byte[] ADDED = Resp.bytes(":1\r\n");

  final KeyValues keyValues;

  /// The fields' names, plain and encoded as words of a command.
  final byte[][] names;

  final byte[][] nameWords;

  /// Beginnings of commands. [#write] has no word count, because that depends on the number of
  /// written fields.
  final byte[] readAll = Resp.head(2, "HGETALL");

  final byte[] readOne = Resp.head(3, "HMGET");
  final byte[] write = Resp.word(Resp.bytes("HMSET"));
  final byte[] index = Resp.head(4, "ZADD", INDEX);
  final byte[] scan = Resp.head(7, "ZRANGEBYSCORE", INDEX);
  final byte[] scanLimit = scanLimit();

  Records(KeyValues keyValues) {
    this.keyValues = keyValues;
    int fields = keyValues.fieldNames().size();
    this.names = new byte[fields][];
    this.nameWords = new byte[fields][];
    for (int i = 0; i < fields; i++) {
      names[i] = Resp.bytes(keyValues.fieldNames().get(i));
      nameWords[i] = Resp.word(names[i]);
    }
  }

  private static byte[] scanLimit() {
    ByteArrayOutputStream limit = new ByteArrayOutputStream();
    limit.writeBytes(Resp.word(Resp.bytes("+inf")));
    limit.writeBytes(Resp.word(Resp.bytes("LIMIT")));
    limit.writeBytes(Resp.word(Resp.bytes("0")));
    return limit.toByteArray();
  }

  /// The field whose name is in the buffer, or -1. Tries `guess` first, because records usually
  /// return their fields in order.
  int fieldOf(ByteBuffer in, int from, int to, int guess) {
    for (int i = 0; i < names.length; i++) {
      int field = (guess + i) % names.length;
      if (isName(in, from, to, names[field])) {
        return field;
      }
    }
    return -1;
  }

  private static boolean isName(ByteBuffer in, int from, int to, byte[] name) {
    if (to - from != name.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (in.get(from + i) != name[i]) {
        return false;
      }
    }
    return true;
  }

  /// A sample reply to a step of an operation; a scan finds one record.
  byte[] sample(int operation, int step) {
    return switch (keyValues.kinds().get(operation)) {
      case READ -> record();
      case UPDATE -> stored();
      case INSERT -> step == 0 ? stored() : ADDED;
      case READ_MODIFY_WRITE -> step == 0 ? record() : stored();
      case SCAN -> step == 0 ? Resp.head(1, "user1") : record();
    };
  }

  private static byte[] stored() {
    return Resp.bytes("+OK\r\n");
  }

  private byte[] record() {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(Resp.head(2 * names.length));
    byte[] value = Resp.word(Resp.bytes("x".repeat(keyValues.maxValueLength())));
    for (byte[] name : nameWords) {
      record.writeBytes(name);
      record.writeBytes(value);
    }
    return record.toByteArray();
  }
}
