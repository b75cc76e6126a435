package dev.takt.http2;

import dev.takt.http2.hpack.FieldList;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.journey.User;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A codec of the session: the stream of its current operation, and the exchange that runs on it.
final class StreamCodec implements WireDriver.Codec {

  private static final Outcome MALFORMED = Outcome.failed("malformed answer");
  private static final Outcome TOO_LARGE = Outcome.failed("header list larger than 64 KB");
  private static final Outcome ENDED_TOO_EARLY = Outcome.failed("answer ended too early");
  private static final int FIRST_FINAL_STATUS = 200;
  private static final int MIN_HELD_BYTES = 512;

  private final Http2Session session;
  private final Streams streams;
  private final int number;
  private final Exchange exchange;
  private final PendingBody body = new PendingBody();

  /// The stream's id; 0 if none is open.
  private int id;

  private boolean hasHead;

  /// How much the server takes on the stream.
  private long window;

  /// How much the server may still send on the stream.
  private int receiveWindow;

  private boolean isPending;

  /// Whether the request waits until the server takes more streams, and its frames, which have no
  /// stream yet.
  private boolean isHeld;

  private ByteBuffer held = ByteBuffer.allocate(0);

  StreamCodec(Http2Session session, Streams streams, int number, Exchange exchange) {
    this.session = session;
    this.streams = streams;
    this.number = number;
    this.exchange = exchange;
  }

  int number() {
    return number;
  }

  int id() {
    return id;
  }

  boolean isOpen() {
    return id != 0;
  }

  PendingBody body() {
    return body;
  }

  /// Whether a part of the body is to be sent later.
  boolean isPending() {
    return isPending;
  }

  void setPending(boolean pending) {
    isPending = pending;
  }

  long window() {
    return window;
  }

  void addToWindow(long difference) {
    window += difference;
  }

  /// A stream has been opened for the next request.
  void begin(int newId, int sendWindow) {
    id = newId;
    window = sendWindow;
    receiveWindow = Http2Session.WINDOW;
    hasHead = false;
  }

  /// The next request waits.
  void hold() {
    isHeld = true;
  }

  boolean isHeld() {
    return isHeld;
  }

  int heldBytes() {
    return held.limit();
  }

  /// Keeps the request that has just been written, which waits.
  ///
  /// @param start where it begins in `out`
  private void keep(int start, ByteBuffer out) {
    int length = out.position() - start;
    if (held.capacity() < length) {
      held = ByteBuffer.allocate(Math.max(MIN_HELD_BYTES, 2 * length));
    }
    held.clear().put(0, out, start, length).limit(length);
    out.position(start);
  }

  /// Appends the request that has waited. The stream is open now.
  void putHeld(ByteBuffer out) {
    int start = out.position();
    int end = start + held.limit();
    out.put(start, held, 0, held.limit()).position(end);
    int at = start;
    while (at < end) {
      at = OwnFrames.setStream(at, id, out);
    }
    isHeld = false;
  }

  /// The stream is not open any more.
  void forget() {
    id = 0;
    isHeld = false;
    isPending = false;
    body.clear();
  }

  /// The server has sent a part of the data.
  ///
  /// @return how much to add to its window now; 0 for nothing
  int receive(int bytes) {
    receiveWindow -= bytes;
    int missing = Http2Session.WINDOW - receiveWindow;
    if (missing < Http2Session.WINDOW / 2) {
      return 0;
    }
    receiveWindow = Http2Session.WINDOW;
    return missing;
  }

  @Override
  public void actFor(User user) {
    exchange.actFor(user);
  }

  @Override
  public void encode(int operation, long n, ByteBuffer out) {
    open();
    try {
      RequestWriter request = session.request(this, out);
      int start = request.start();
      exchange.encode(operation, n, request);
      end(request, start, out);
    } catch (RuntimeException e) {
      streams.undoOpen(this);
      throw e;
    }
  }

  @Override
  public void encodeNext(ByteBuffer out) {
    open();
    try {
      RequestWriter request = session.request(this, out);
      int start = request.start();
      exchange.encodeNext(request);
      end(request, start, out);
    } catch (RuntimeException e) {
      streams.undoOpen(this);
      throw e;
    }
  }

  private void open() {
    cancel();
    streams.open(this);
  }

  private void end(RequestWriter request, int start, ByteBuffer out) {
    request.end();
    session.requestWritten();
    if (isHeld) {
      keep(start, out);
    }
  }

  private void cancel() {
    if (isOpen()) {
      streams.cancel(this, ErrorCode.CANCEL);
    } else if (isHeld) {
      streams.close(this);
    }
  }

  @Override
  public @Nullable Outcome decode(ByteBuffer in) {
    Outcome failure = session.streamFailure();
    if (failure != null) {
      boolean isReset = session.resetCode() == ErrorCode.NO_ERROR;
      return fail(isReset ? exchange.streamReset(failure) : failure, session.resetCode());
    }
    return session.hasFields() ? head(session.fields()) : data(in);
  }

  private @Nullable Outcome head(FieldList fields) {
    boolean isEnd = session.isStreamEnd();
    if (fields.isTooLarge()) {
      return fail(TOO_LARGE, ErrorCode.PROTOCOL_ERROR);
    }
    boolean isValid = hasHead ? isEnd && AnswerRules.areTrailers(fields) : isHead(fields, isEnd);
    return isValid
        ? settle(exchange.fields(fields, isEnd), isEnd)
        : fail(MALFORMED, ErrorCode.PROTOCOL_ERROR);
  }

  private boolean isHead(FieldList fields, boolean isEnd) {
    if (!AnswerRules.isHead(fields)) {
      return false;
    }
    hasHead = fields.status() >= FIRST_FINAL_STATUS;
    if (hasHead) {
      session.progressed();
    }
    return hasHead || !isEnd;
  }

  private @Nullable Outcome data(ByteBuffer in) {
    boolean isEnd = session.isStreamEnd();
    if (in.hasRemaining()) {
      session.progressed();
    }
    return hasHead
        ? settle(exchange.data(in, isEnd), isEnd)
        : fail(MALFORMED, ErrorCode.PROTOCOL_ERROR);
  }

  /// Closes the stream if the answer, or what the exchange reads of it, is complete.
  private @Nullable Outcome settle(@Nullable Outcome outcome, boolean isEnd) {
    boolean hasNext = outcome == null && exchange.hasNext();
    if (outcome == null && !hasNext && !isEnd) {
      return null;
    }
    if (outcome == null && !hasNext) {
      return fail(ENDED_TOO_EARLY, body.isEmpty() ? ErrorCode.NO_ERROR : ErrorCode.CANCEL);
    }
    if (isEnd && body.isEmpty()) {
      streams.close(this);
    } else {
      streams.cancel(this, ErrorCode.CANCEL);
    }
    return outcome;
  }

  /// @param resetCode what to reset the stream with; [ErrorCode#NO_ERROR] if the server has reset
  ///   it
  private Outcome fail(Outcome failure, int resetCode) {
    if (isOpen() && resetCode == ErrorCode.NO_ERROR) {
      streams.close(this);
    } else if (isOpen()) {
      streams.cancel(this, resetCode);
    }
    exchange.failed(failure);
    exchange.abandoned();
    return failure;
  }

  @Override
  public boolean hasNext() {
    return !isOpen() && exchange.hasNext();
  }

  @Override
  public @Nullable PendingEndpoint nextEndpoint() {
    return exchange.nextEndpoint();
  }

  /// Takes over the operation of a codec of another session, for which its stream is of no use any
  /// more.
  @Override
  public void takeOver(WireDriver.Codec other) {
    if (!(other instanceof StreamCodec from)) {
      throw new IllegalArgumentException("a codec of another protocol");
    }
    if (from.isOpen() || from.isHeld) {
      from.streams.close(from);
    }
    exchange.takeOver(from.exchange);
  }

  @Override
  public void abandoned() {
    streams.forgetBroken(this);
    cancel();
    exchange.abandoned();
  }

  @Override
  public long expiry() {
    return exchange.expiry();
  }

  @Override
  public Outcome expired() {
    return exchange.expired();
  }

  @Override
  public void failed(Outcome outcome, ByteBuffer in) {
    exchange.failed(outcome);
  }

  @Override
  public void reset() {
    exchange.reset();
  }
}
