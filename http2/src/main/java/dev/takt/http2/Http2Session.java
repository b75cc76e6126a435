package dev.takt.http2;

import dev.takt.http2.hpack.Decoder;
import dev.takt.http2.hpack.FieldList;
import dev.takt.http2.hpack.HpackException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A connection of HTTP/2 (RFC 9113), whose streams carry operations. The setup sends the preface
/// and waits for the server's SETTINGS. The server may send 1 GB on each stream before it has to
/// wait, so that flow control never slows an answer. Push is refused, priorities are ignored.
///
/// Whatever a server sends costs bounded memory. What breaks the protocol ends the connection, or
/// the operation if only its stream is concerned, with a failure that names the error.
public final class Http2Session implements WireDriver.Session {

  /// The name of the protocol in TLS (RFC 9113, section 3.2).
  public static final String ALPN = "h2";

  /// How many bytes the server may send, on each stream and on the connection.
  static final int WINDOW = 1 << 30;

  private static final int MAX_HEADER_LIST_SIZE = 64 * 1024;

  private static final Outcome NOT_NEGOTIATED =
      Outcome.failed("the server does not offer HTTP/2 (ALPN)");
  private static final Outcome NOT_HTTP2 = Outcome.failed("the server does not speak HTTP/2");
  private static final Outcome ANSWER_IN_SETUP =
      Outcome.failed("HTTP/2 PROTOCOL_ERROR: an answer before any request");

  private static final Outcome SHORTER = Outcome.failed("the file to send has become shorter");

  private static final Outcome ZERO_INCREMENT =
      Outcome.failed("HTTP/2 PROTOCOL_ERROR: a window update of 0 bytes");
  private static final Outcome WINDOW_TOO_LARGE =
      Outcome.failed("HTTP/2 FLOW_CONTROL_ERROR: a window is larger than allowed");

  private final Supplier<? extends Exchange> exchanges;
  private final boolean isWarmup;

  private final FrameReader frame = new FrameReader();
  private final PeerSettings settings = new PeerSettings();
  private final OwnFrames ownFrames = new OwnFrames();
  private final GoAway goAway = new GoAway();
  private final FloodGuard guard = new FloodGuard();
  private final Streams streams;
  private final ReceivedBlock block = new ReceivedBlock();
  private final Decoder decoder = new Decoder(Decoder.DEFAULT_TABLE_SIZE);
  private final FieldList fields = new FieldList(MAX_HEADER_LIST_SIZE);
  private @Nullable RequestWriter request;

  /// What was received, while a frame of it is read.
  private @Nullable ByteBuffer received;

  /// How much the server may still send on the connection.
  private int receiveWindow = WINDOW;

  /// What the codec that [#nextStream] has named is to read: why its stream has failed, or else
  /// fields, or else data.
  private @Nullable Outcome streamFailure;

  private int resetCode;
  private boolean hasFields;
  private boolean isStreamEnd;

  private @Nullable Outcome failure;

  /// A session for connections to a server.
  ///
  /// @param exchanges makes an exchange for each codec
  public Http2Session(Supplier<? extends Exchange> exchanges) {
    this(exchanges, false);
  }

  private Http2Session(Supplier<? extends Exchange> exchanges, boolean isWarmup) {
    this.exchanges = exchanges;
    this.isWarmup = isWarmup;
    this.streams = new Streams(isWarmup, settings, ownFrames, goAway);
  }

  /// A session for warming up the generator without a server: see [SampleAnswer]. It has no setup
  /// and sends nothing of its own. Windows do not limit it, and each codec always uses the same
  /// stream.
  public static Http2Session forWarmup(Supplier<? extends Exchange> exchanges) {
    return new Http2Session(exchanges, true);
  }

  /// How many requests the server takes at once on a connection; [Integer#MAX_VALUE] if it has set
  /// no limit. Known when the setup is complete.
  public int maxConcurrentStreams() {
    return settings.maxConcurrentStreams();
  }

  /// Whether new operations may be sent on the connection: not after the server has announced its
  /// end by GOAWAY, and not when all ids of streams have been used.
  @Override
  public boolean takesOperations() {
    return !goAway.isReceived() && streams.hasIds();
  }

  /// Whether the server has said that it will not process the operation of a codec, so that it can
  /// be sent again on another connection.
  @Override
  public boolean isUnprocessed(int stream) {
    return streams.isUnprocessed(streams.codec(stream));
  }

  /// Whether the request of a codec has been sent, and does not wait until the server takes more.
  @Override
  public boolean isSent(int stream) {
    return !streams.codec(stream).isHeld();
  }

  /// The error that the server closes the connection for; null if it has sent no GOAWAY, or one
  /// without an error.
  @Override
  public @Nullable Outcome goAway() {
    return goAway.failure();
  }

  /// Whether an operation that is abandoned ends at once. The session then has output that cancels
  /// it, and passes nothing of its answer to the codec.
  @Override
  public boolean cancelsAbandoned() {
    return true;
  }

  /// The socket was closed, or could not be opened. Requests that are encoded from now on are for
  /// another one. All streams are forgotten.
  @Override
  public void disconnected() {
    frame.reset();
    settings.reset();
    ownFrames.clear();
    goAway.reset();
    guard.reset();
    streams.reset();
    block.reset();
    decoder.reset();
    receiveWindow = WINDOW;
    failure = null;
  }

  /// TLS has been established.
  ///
  /// @param protocol that the server has chosen by ALPN; empty if it has chosen none
  /// @return why the connection cannot be used, or null
  @Override
  public @Nullable Outcome negotiated(String protocol) {
    return protocol.equals(ALPN) ? null : NOT_NEGOTIATED;
  }

  @Override
  public WireDriver.Codec newCodec(int stream) {
    StreamCodec codec = new StreamCodec(this, streams, stream, exchanges.get());
    streams.add(codec);
    return codec;
  }

  @Override
  public boolean needsSetup() {
    return !isWarmup && !settings.isKnown();
  }

  @Override
  public void encodeSetup(ByteBuffer out) {
    OwnFrames.putPreface(WINDOW, MAX_HEADER_LIST_SIZE, out);
  }

  @Override
  public @Nullable Outcome decodeSetup(ByteBuffer in) {
    int stream = nextStream(in);
    while (stream == OWN) {
      stream = nextStream(in);
    }
    if (stream >= 0) {
      return ANSWER_IN_SETUP;
    }
    if (stream == BROKEN) {
      return failure();
    }
    return settings.isKnown() && !in.hasRemaining() ? Outcome.OK : null;
  }

  @Override
  public boolean hasStreams() {
    return true;
  }

  @Override
  public ByteBuffer frame() {
    return Objects.requireNonNull(received);
  }

  @Override
  public Outcome failure() {
    return Objects.requireNonNull(failure);
  }

  @Override
  public boolean hasOutput() {
    return !ownFrames.isEmpty() || streams.canSendBodies() || streams.canSendHeld();
  }

  @Override
  public void encodeOutput(ByteBuffer out) {
    int next = Math.max(streams.nextFrameBytes(), streams.nextHeldBytes());
    if (out.remaining() < ownFrames.bytes() + next) {
      throw new BufferOverflowException();
    }
    ownFrames.put(out);
    ownFrames.sent();
    streams.putHeld(out);
    streams.putBodies(out);
  }

  /// Begins to write a request. What the session has to send is sent before it: the server has to
  /// read the end of a cancelled stream before the request that has its place.
  RequestWriter request(StreamCodec codec, ByteBuffer out) {
    ownFrames.put(out);
    RequestWriter writer = request;
    if (writer == null) {
      writer = new RequestWriter(streams, codec);
      request = writer;
    }
    writer.begin(codec, out);
    return writer;
  }

  /// The request that was begun last has been written.
  void requestWritten() {
    ownFrames.sent();
  }

  /// Why the stream of the codec that was named last has failed; null if it has not.
  @Nullable Outcome streamFailure() {
    return streamFailure;
  }

  /// What to reset a failed stream with; [ErrorCode#NO_ERROR] for not at all.
  int resetCode() {
    return resetCode;
  }

  /// Whether the codec that was named last is to read [#fields], not data.
  boolean hasFields() {
    return hasFields;
  }

  FieldList fields() {
    return fields;
  }

  /// Whether the answer ends with what the codec reads.
  boolean isStreamEnd() {
    return isStreamEnd;
  }

  /// An operation has got a part of its answer.
  void progressed() {
    guard.reset();
  }

  @Override
  public int nextStream(ByteBuffer in) {
    StreamCodec broken = streams.takeBroken();
    if (broken != null) {
      received = in;
      return fail(broken, SHORTER, ErrorCode.NO_ERROR);
    }
    try {
      ownFrames.checkOverflow();
      if (!settings.isKnown() && !isWarmup && !isHttp2(in)) {
        failure = NOT_HTTP2;
        return BROKEN;
      }
      if (!frame.next(in)) {
        return INCOMPLETE;
      }
      received = in;
      if (frame.type() != FrameType.DATA || frame.length() == 0) {
        guard.count();
      }
      return read(in);
    } catch (ConnectionError e) {
      failure = e.outcome();
    } catch (HpackException e) {
      String text = Objects.requireNonNullElse(e.getMessage(), "");
      failure = new ConnectionError(ErrorCode.COMPRESSION_ERROR, text).outcome();
    }
    return BROKEN;
  }

  /// Whether the first bytes of a connection are, or can become, the header of SETTINGS.
  private static boolean isHttp2(ByteBuffer in) {
    int known = Math.min(in.remaining(), FrameReader.HEADER_BYTES);
    int start = in.position();
    return (known < 1 || in.get(start) == 0)
        && (known < 4 || in.get(start + 3) == FrameType.SETTINGS)
        && (known < 5 || (in.get(start + 4) & FrameType.ACK) == 0);
  }

  /// Reads a frame.
  ///
  /// @return the result of [#nextStream]
  private int read(ByteBuffer in) {
    if (block.isIncomplete()
        && (frame.type() != FrameType.CONTINUATION || frame.stream() != block.stream())) {
      throw ConnectionError.protocol("a header block is interrupted");
    }
    return switch (frame.type()) {
      case FrameType.DATA -> data(in);
      case FrameType.HEADERS -> headers(in);
      case FrameType.CONTINUATION -> continuation(in);
      case FrameType.RST_STREAM -> reset(in);
      case FrameType.WINDOW_UPDATE -> windowUpdate(in);
      default -> {
        readOwn(in);
        yield OWN;
      }
    };
  }

  /// Reads a frame that belongs to no answer.
  private void readOwn(ByteBuffer in) {
    switch (frame.type()) {
      case FrameType.SETTINGS -> settings(in);
      case FrameType.PING -> ping(in);
      case FrameType.GOAWAY -> {
        frame.requireStream(false);
        goAway.read(in);
      }
      case FrameType.PRIORITY -> {
        frame.requireStream(true);
        frame.requireLength(5);
      }
      case FrameType.PUSH_PROMISE ->
          throw ConnectionError.protocol("the server pushes although push is disabled");
      default -> {
        // Unknown types are ignored (RFC 9113, section 5.5).
      }
    }
  }

  private void settings(ByteBuffer in) {
    frame.requireStream(false);
    if (frame.has(FrameType.ACK)) {
      frame.requireLength(0);
      return;
    }
    int windowBefore = settings.initialWindow();
    settings.read(in);
    streams.changeWindows((long) settings.initialWindow() - windowBefore);
    ownFrames.addSettingsAck();
  }

  private void ping(ByteBuffer in) {
    frame.requireStream(false);
    frame.requireLength(Long.BYTES);
    if (!frame.has(FrameType.ACK)) {
      ownFrames.addPingAck(in.getLong());
    }
  }

  /// The codec of the frame's stream; null if the stream is closed.
  private @Nullable StreamCodec codec() {
    frame.requireStream(true);
    if (!streams.isOpened(frame.stream())) {
      throw ConnectionError.protocol("a frame of a stream that was never opened");
    }
    return streams.find(frame.stream());
  }

  private int data(ByteBuffer in) {
    StreamCodec codec = codec();
    frame.removePadding(in);
    receive(frame.length());
    if (codec == null) {
      return OWN;
    }
    isStreamEnd = frame.has(FrameType.END_STREAM);
    int increment = codec.receive(frame.length());
    if (increment > 0 && !isStreamEnd && !isWarmup) {
      ownFrames.addWindowUpdate(codec.id(), increment);
    }
    return pass(codec, false);
  }

  /// Data have used a part of the connection's window. It is renewed when half of it is used, so
  /// that the server never has to wait; more than it allows can then not arrive.
  private void receive(int bytes) {
    if (isWarmup) {
      return;
    }
    receiveWindow -= bytes;
    if (receiveWindow <= WINDOW / 2) {
      ownFrames.addWindowUpdate(0, WINDOW - receiveWindow);
      receiveWindow = WINDOW;
    }
  }

  private int headers(ByteBuffer in) {
    StreamCodec codec = codec();
    frame.removePadding(in);
    if (frame.has(FrameType.HAS_PRIORITY)) {
      if (in.remaining() < 5) {
        throw ConnectionError.frameSize("a frame has the wrong length for its type");
      }
      in.position(in.position() + 5);
    }
    boolean isEnd = frame.has(FrameType.END_STREAM);
    if (!frame.has(FrameType.END_HEADERS)) {
      block.begin(frame.stream(), isEnd, in);
      return OWN;
    }
    return decode(codec, isEnd, in);
  }

  private int continuation(ByteBuffer in) {
    if (!block.isIncomplete()) {
      throw ConnectionError.protocol("a CONTINUATION without HEADERS");
    }
    block.add(in);
    if (!frame.has(FrameType.END_HEADERS)) {
      return OWN;
    }
    return decode(codec(), block.isEnd(), block.end());
  }

  /// Decodes a header block. Also that of a closed stream, because it may change the table.
  private int decode(@Nullable StreamCodec codec, boolean isEnd, ByteBuffer whole) {
    fields.clear();
    decoder.decode(whole, fields);
    if (codec == null) {
      return OWN;
    }
    isStreamEnd = isEnd;
    return pass(codec, true);
  }

  private int reset(ByteBuffer in) {
    frame.requireLength(Integer.BYTES);
    StreamCodec codec = codec();
    if (codec == null) {
      return OWN;
    }
    progressed();
    return fail(codec, ErrorCode.reset(in.getInt()), ErrorCode.NO_ERROR);
  }

  private int windowUpdate(ByteBuffer in) {
    frame.requireLength(Integer.BYTES);
    int increment = in.getInt() & Integer.MAX_VALUE;
    if (frame.stream() == 0) {
      if (increment == 0) {
        throw ConnectionError.protocol("a window update of 0 bytes");
      }
      streams.addToWindow(increment);
    } else {
      StreamCodec codec = codec();
      if (codec == null) {
        return OWN;
      }
      if (increment == 0) {
        return fail(codec, ZERO_INCREMENT, ErrorCode.PROTOCOL_ERROR);
      }
      codec.addToWindow(increment);
      if (Streams.isTooLarge(codec.window())) {
        return fail(codec, WINDOW_TOO_LARGE, ErrorCode.FLOW_CONTROL_ERROR);
      }
    }
    if (streams.canSendBodies()) {
      progressed();
    }
    return OWN;
  }

  /// The codec is to read fields or data.
  private int pass(StreamCodec codec, boolean areFields) {
    streamFailure = null;
    hasFields = areFields;
    return codec.number();
  }

  /// The codec's operation fails.
  private int fail(StreamCodec codec, Outcome reason, int code) {
    streamFailure = reason;
    resetCode = code;
    return codec.number();
  }
}
