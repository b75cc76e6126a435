package dev.takt.driver.http.h2;

import dev.takt.http2.Exchange;
import dev.takt.http2.Request;
import dev.takt.http2.hpack.FieldList;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.driver.WireDriver.Codec;
import dev.takt.load.journey.User;
import java.lang.foreign.MemorySegment;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Carries a codec of HTTP/1.1 over a stream: its request becomes fields and data, and fields and
/// data become the answer that it reads. To the codec, the end of the stream is that of a
/// connection which ends with its answer.
///
/// The first line of an answer is `HTTP/2 200`. All its fields follow. Trailers are dropped.
final class TextExchange implements Exchange {

  private static final int FIRST_BYTES = 1024;

  /// The limit of a request that is not sent from a file.
  private static final int MAX_REQUEST_BYTES = 64 << 20;

  private static final byte[] VERSION = "HTTP/2 ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] COLON = {':', ' '};
  private static final Outcome UNEXPECTED_DATA = Outcome.failed("data in an answer without a body");
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /// Changes places with that of the exchange that it takes over from.
  private TextCodec own;

  /// The same, or what watches it.
  private Codec codec;

  private final RequestText text = new RequestText();
  private ByteBuffer request = ByteBuffer.allocate(FIRST_BYTES);
  private ByteBuffer head = ByteBuffer.allocate(FIRST_BYTES);

  /// Whether [#request] has been encoded, but did not fit into what is sent.
  private boolean isWaiting;

  /// Whether the codec has read a whole answer, which then has no body, and its result. The end of
  /// the stream may still be missing.
  private boolean isRead;

  private @Nullable Outcome result;

  /// Whether the stream has ended.
  private boolean isEnded;

  /// @param own writes requests and reads answers
  /// @param codec passes everything to it
  TextExchange(TextCodec own, Codec codec) {
    this.own = own;
    this.codec = codec;
  }

  @Override
  public void actFor(User user) {
    codec.actFor(user);
  }

  @Override
  public void encode(int operation, long n, Request out) {
    begin();
    while (!isWaiting) {
      try {
        codec.encode(operation, n, request.clear());
        isWaiting = true;
      } catch (BufferOverflowException e) {
        grow(e);
      }
    }
    send(out);
  }

  @Override
  public void encodeNext(Request out) {
    begin();
    while (!isWaiting) {
      try {
        codec.encodeNext(request.clear());
        isWaiting = true;
      } catch (BufferOverflowException e) {
        grow(e);
      }
    }
    send(out);
  }

  private void begin() {
    isRead = false;
    isEnded = false;
    result = null;
  }

  private void grow(BufferOverflowException e) {
    if (request.capacity() >= MAX_REQUEST_BYTES) {
      throw new IllegalStateException("request larger than 64 MiB", e);
    }
    request = ByteBuffer.allocate(2 * request.capacity());
  }

  /// If there is no room in `out`, it throws, and the same request is sent again.
  private void send(Request out) {
    if (request.position() > 0) {
      request.flip();
    }
    text.write(request, own.isSecure(), out);
    MemorySegment file = codec.attachment();
    if (file != null) {
      out.body(file);
    }
    isWaiting = false;
  }

  @Override
  public @Nullable Outcome fields(FieldList fields, boolean isEnd) {
    return fields.status() == 0 ? read(NOTHING, isEnd) : read(textOf(fields), isEnd);
  }

  private ByteBuffer textOf(FieldList fields) {
    int needed = VERSION.length + 2 * LINE_END.length;
    for (int i = 0; i < fields.count(); i++) {
      needed += fields.nameLength(i) + fields.valueLength(i) + COLON.length + LINE_END.length;
    }
    if (head.capacity() < needed) {
      head = ByteBuffer.allocate(Math.max(needed, 2 * head.capacity()));
    }
    head.clear().put(VERSION);
    fields.putValue(0, head);
    head.put(LINE_END);
    for (int i = 1; i < fields.count(); i++) {
      fields.putName(i, head);
      head.put(COLON);
      fields.putValue(i, head);
      head.put(LINE_END);
    }
    return head.put(LINE_END).flip();
  }

  @Override
  public @Nullable Outcome data(ByteBuffer in, boolean isEnd) {
    return read(in, isEnd);
  }

  private @Nullable Outcome read(ByteBuffer in, boolean isEnd) {
    if (isRead && in.hasRemaining()) {
      return UNEXPECTED_DATA;
    }
    if (!isRead && in.hasRemaining()) {
      result = codec.decode(in);
      isRead = result != null || codec.hasNext();
    }
    if (isEnd) {
      isEnded = true;
      return isRead ? result : codec.decodeEnd();
    }
    boolean isBroken = result != null && result.status() == 0;
    return isBroken ? result : null;
  }

  @Override
  public boolean hasNext() {
    return isEnded && codec.hasNext();
  }

  @Override
  public @Nullable PendingEndpoint nextEndpoint() {
    return codec.nextEndpoint();
  }

  @Override
  public void takeOver(Exchange other) {
    if (!(other instanceof TextExchange from)) {
      throw new IllegalArgumentException("an exchange of another protocol");
    }
    TextCodec freeOwn = own;
    Codec free = codec;
    own = from.own;
    codec = from.codec;
    from.own = freeOwn;
    from.codec = free;
    isWaiting = false;
    from.isWaiting = false;
  }

  /// For the codec, an operation whose result it has returned has ended.
  @Override
  public void abandoned() {
    isWaiting = false;
    if (result == null) {
      codec.abandoned();
    }
  }

  /// A codec that has read a whole head has not copied it.
  @Override
  public void failed(Outcome outcome) {
    codec.failed(outcome, isRead ? head : NOTHING);
  }

  @Override
  public void reset() {
    isWaiting = false;
    codec.reset();
  }
}
