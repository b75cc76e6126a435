package dev.takt.driver.http;

import dev.takt.driver.http.h2.TextCodec;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.KeyValueOutcomes;
import dev.takt.load.driver.Outcome;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueRequest;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Sends the operations of a key-value workload. A read-modify-write is a read followed by a write;
/// every other operation is one request.
final class RecordCodec implements TextCodec {

  private static final byte[] GET = Records.ascii("GET ");
  private static final byte[] POST = Records.ascii("POST ");
  private static final byte[] PUT = Records.ascii("PUT ");
  private static final byte[] COUNT = Records.ascii("?count=");
  private static final byte[] FIELDS = Records.ascii("?fields=");
  private static final byte[] AND_FIELDS = Records.ascii("&fields=");
  private static final byte[] HEAD_END = Records.ascii("\r\n\r\n");

  private static final Outcome NOT_FOUND =
      Outcome.failed(KeyValueOutcomes.NOT_FOUND.label(), ResponseReader.NOT_FOUND.status());
  private static final Outcome CLOSED = Outcome.failed("connection closed between read and write");

  private final Records records;
  private final KeyValueRequest request;
  private final ResponseReader answers;
  private final RecordBody body;
  private ByteBuffer key = ByteBuffer.allocate(64);
  private ByteBuffer content = ByteBuffer.allocate(0);
  private ByteBuffer value = ByteBuffer.allocate(0);
  private KeyValueKind kind = KeyValueKind.READ;
  private boolean checks;

  /// Why the read failed. The write follows anyway; then the operation fails with this outcome.
  private @Nullable Outcome failedRead;

  /// Whether the read of a read-modify-write was answered and the write is next.
  private boolean writesNext;

  private boolean secondStep;

  /// @param isStream whether it is on a stream of HTTP/2
  RecordCodec(
      Records records, RedirectOutcomes redirects, FailedResponses failures, boolean isStream) {
    this.answers = new ResponseReader(redirects, failures, false, isStream);
    this.records = records;
    this.request = records.keyValues.newRequest();
    this.body = new RecordBody(records.names);
  }

  @Override
  public void encode(int operation, long n, ByteBuffer out) {
    request.prepare(operation, n);
    kind = request.kind();
    failedRead = null;
    secondStep = false;
    writesNext = false;
    switch (kind) {
      case READ, READ_MODIFY_WRITE, SCAN -> read(out);
      case INSERT -> write(POST, out);
      case UPDATE -> write(PUT, out);
    }
  }

  @Override
  public boolean isSecure() {
    return records.isSecure;
  }

  private void read(ByteBuffer out) {
    out.put(GET).put(records.path);
    putKey(out);
    if (kind == KeyValueKind.SCAN) {
      out.put(COUNT);
      Bytes.putDecimal(request.scanLength(), out);
    }
    if (!request.readsAllFields()) {
      out.put(kind == KeyValueKind.SCAN ? AND_FIELDS : FIELDS);
      out.put(records.names[request.readField()]);
    }
    out.put(records.end);
    // The expected values of a scan's other records are unknown.
    checks = kind != KeyValueKind.SCAN && request.checksValues();
    body.begin();
    answers.begin(records.expected, ResponseReader.RequestKind.OTHER, checks ? body : null);
  }

  private void write(byte[] method, ByteBuffer out) {
    if (content.capacity() < out.capacity()) {
      content = ByteBuffer.allocate(out.capacity());
      value = ByteBuffer.allocate(out.capacity());
    }
    content.clear();
    putFields();
    content.flip();
    out.put(method).put(records.path);
    putKey(out);
    out.put(records.endWithBody);
    Bytes.putDecimal(content.remaining(), out);
    out.put(HEAD_END).put(content);
    checks = false;
    answers.begin(records.expected, ResponseReader.RequestKind.OTHER, null);
  }

  private void putFields() {
    content.put((byte) '{');
    for (int i = 0; i < request.writtenFields(); i++) {
      if (i > 0) {
        content.put((byte) ',');
      }
      content.put((byte) '"').put(records.names[request.writtenField(i)]).put((byte) '"');
      content.put((byte) ':').put((byte) '"');
      value.clear();
      request.putValue(i, value);
      value.flip();
      putEscaped(value, content);
      content.put((byte) '"');
    }
    content.put((byte) '}');
  }

  private static void putEscaped(ByteBuffer text, ByteBuffer out) {
    while (text.hasRemaining()) {
      byte b = text.get();
      if (b == '"' || b == '\\') {
        out.put((byte) '\\').put(b);
      } else if (b >= 0 && b < ' ') {
        out.put((byte) '\\').put((byte) 'u').put((byte) '0').put((byte) '0');
        putHexadecimal(b, out);
      } else {
        out.put(b);
      }
    }
  }

  private static void putHexadecimal(byte b, ByteBuffer out) {
    out.put((byte) Character.forDigit((b >> 4) & 0xF, 16));
    out.put((byte) Character.forDigit(b & 0xF, 16));
  }

  /// Characters with a meaning in URLs (RFC 3986) are percent-encoded.
  private void putKey(ByteBuffer out) {
    if (key.capacity() < request.keyLength()) {
      key = ByteBuffer.allocate(request.keyLength());
    }
    key.clear();
    request.putKey(key);
    key.flip();
    while (key.hasRemaining()) {
      byte b = key.get();
      if (isUnreserved(b)) {
        out.put(b);
      } else {
        out.put((byte) '%');
        putHexadecimal(b, out);
      }
    }
  }

  private static boolean isUnreserved(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '-'
        || b == '.'
        || b == '_'
        || b == '~';
  }

  @Override
  public @Nullable Outcome decode(ByteBuffer in) {
    return judged(answers.decode(in), in);
  }

  @Override
  public @Nullable Outcome decodeEnd() {
    return judged(answers.decodeEnd(), null);
  }

  @Override
  public void failed(Outcome outcome, ByteBuffer in) {
    answers.keepFailure(outcome.label(), in);
  }

  private @Nullable Outcome judged(@Nullable Outcome outcome, @Nullable ByteBuffer in) {
    if (outcome == null) {
      return null;
    }
    Outcome judged = ofRecord(outcome);
    if (!judged.isOk()) {
      answers.keepFailure(judged.label(), in);
    }
    if (kind == KeyValueKind.READ_MODIFY_WRITE && !secondStep) {
      failedRead = judged.isOk() ? null : judged;
      writesNext = answers.isReusable();
      return writesNext ? null : ended(failedRead == null ? CLOSED : failedRead);
    }
    return ended(failedRead == null ? judged : failedRead);
  }

  private Outcome ofRecord(Outcome outcome) {
    if (outcome == ResponseReader.NOT_FOUND) {
      return NOT_FOUND;
    }
    return outcome.isOk() && checks && !body.isRight(request)
        ? Outcome.failed(KeyValueOutcomes.UNEXPECTED_STATE.label(), outcome.status())
        : outcome;
  }

  private Outcome ended(Outcome outcome) {
    request.ended(outcome.isOk());
    return outcome;
  }

  @Override
  public void abandoned() {
    request.ended(false);
  }

  @Override
  public boolean hasNext() {
    return writesNext;
  }

  @Override
  public void encodeNext(ByteBuffer out) {
    write(PUT, out);
    writesNext = false;
    secondStep = true;
  }

  @Override
  public boolean isReusable() {
    return answers.isReusable();
  }

  @Override
  public void reset() {
    answers.reset();
  }
}
