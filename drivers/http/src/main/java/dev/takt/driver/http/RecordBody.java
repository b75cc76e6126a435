package dev.takt.driver.http;

import dev.takt.load.keyvalue.KeyValueRequest;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// The body of a response that should be a record: a JSON object with the fields' values as
/// strings. It is buffered until complete, and then compared with the expected values. Other
/// members of the object are ignored.
final class RecordBody implements ResponseReader.Body {

  private static final int LONGEST = 64 * 1024 * 1024;

  private final byte[][] names;
  private final boolean[] right;
  private byte[] text = new byte[4096];
  private int length;
  private boolean tooLong;

  /// The current position in the text.
  private int at;

  /// The last string, without quotes and with escapes resolved.
  private ByteBuffer string = ByteBuffer.allocate(4096);

  RecordBody(byte[][] names) {
    this.names = names;
    this.right = new boolean[names.length];
  }

  void begin() {
    length = 0;
    tooLong = false;
  }

  @Override
  public void take(ByteBuffer in, int bytes) {
    if (tooLong || bytes > LONGEST - length) {
      tooLong = true;
      return;
    }
    if (text.length < length + bytes) {
      text = Arrays.copyOf(text, Math.max(length + bytes, 2 * text.length));
    }
    in.get(in.position(), text, length, bytes);
    length += bytes;
  }

  /// Whether it has all requested fields with the expected values.
  boolean isRight(KeyValueRequest request) {
    Arrays.fill(right, false);
    at = 0;
    if (string.capacity() < length) {
      string = ByteBuffer.allocate(text.length);
    }
    return !tooLong && object(request) && isEnd() && hasAll(request);
  }

  private boolean isEnd() {
    skipBlanks();
    return at == length;
  }

  private boolean hasAll(KeyValueRequest request) {
    if (!request.readsAllFields()) {
      return right[request.readField()];
    }
    for (boolean each : right) {
      if (!each) {
        return false;
      }
    }
    return true;
  }

  private boolean object(KeyValueRequest request) {
    if (!isNext('{')) {
      return false;
    }
    if (isNext('}')) {
      return true;
    }
    do {
      if (!string()) {
        return false;
      }
      int field = fieldOfString();
      if (!isNext(':') || !(field < 0 ? skipValue() : value(field, request))) {
        return false;
      }
    } while (isNext(','));
    return isNext('}');
  }

  private boolean value(int field, KeyValueRequest request) {
    right[field] = string() && request.isRight(field, string);
    return right[field];
  }

  private int fieldOfString() {
    for (int i = 0; i < names.length; i++) {
      if (string.limit() == names[i].length
          && Arrays.equals(string.array(), 0, string.limit(), names[i], 0, names[i].length)) {
        return i;
      }
    }
    return -1;
  }

  private void skipBlanks() {
    while (at < length && text[at] <= ' ' && text[at] >= 0) {
      at++;
    }
  }

  /// Consumes the character if it is the next one that is not blank.
  private boolean isNext(char c) {
    skipBlanks();
    if (at < length && text[at] == c) {
      at++;
      return true;
    }
    return false;
  }

  private boolean string() {
    if (!isNext('"')) {
      return false;
    }
    string.clear();
    while (at < length && text[at] != '"') {
      if (text[at] != '\\') {
        string.put(text[at++]);
      } else if (!escape()) {
        return false;
      }
    }
    string.flip();
    return isNext('"');
  }

  /// Expected values are ASCII, so any other character can be represented by any wrong one.
  private boolean escape() {
    if (at + 1 >= length) {
      return false;
    }
    byte kind = text[at + 1];
    at += 2;
    switch (kind) {
      case 'b' -> string.put((byte) '\b');
      case 'f' -> string.put((byte) '\f');
      case 'n' -> string.put((byte) '\n');
      case 'r' -> string.put((byte) '\r');
      case 't' -> string.put((byte) '\t');
      case 'u' -> {
        return unicode();
      }
      default -> string.put(kind);
    }
    return true;
  }

  private boolean unicode() {
    if (at + 4 > length) {
      return false;
    }
    int character = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(text[at + i], 16);
      if (digit < 0) {
        return false;
      }
      character = 16 * character + digit;
    }
    at += 4;
    string.put((byte) (character < 128 ? character : 0x80));
    return true;
  }

  /// Skips a value of any type, by counting brackets and parsing strings.
  private boolean skipValue() {
    skipBlanks();
    int open = 0;
    while (at < length) {
      byte b = text[at];
      if (b == '"') {
        if (!string()) {
          return false;
        }
        continue;
      }
      if (open == 0 && (b == ',' || b == '}')) {
        return true;
      }
      open += b == '{' || b == '[' ? 1 : b == '}' || b == ']' ? -1 : 0;
      if (open < 0) {
        return false;
      }
      at++;
    }
    return false;
  }
}
