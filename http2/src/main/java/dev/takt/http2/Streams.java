package dev.takt.http2;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// The streams of a connection, as far as sending is concerned: which are open, their ids, and what
/// the server's windows allow (RFC 9113, sections 5.1 and 5.2).
final class Streams {

  /// How much of bodies is appended at a time, so that other operations are not held up.
  static final int MAX_BODY_BYTES = 64 * 1024;

  private static final long MAX_WINDOW = Integer.MAX_VALUE;

  private final boolean isWarmup;
  private final PeerSettings settings;
  private final OwnFrames frames;
  private final GoAway goAway;
  private final List<StreamCodec> codecs = new ArrayList<>();
  private final StreamTable table = new StreamTable();

  /// Those whose requests wait until the server takes more streams.
  private final Queue<StreamCodec> held = new ArrayDeque<>();

  /// The id of the next stream; beyond the largest id if all are used up.
  private long nextId = 1;

  /// How much the server takes on all streams together.
  private long window = PeerSettings.DEFAULT_WINDOW;

  /// The same before the stream that was opened last.
  private long windowBefore;

  /// How many streams have a body that is not sent as a whole.
  private int pendingCount;

  /// Codecs whose request cannot be sent as a whole, and whose operation has not failed yet.
  private final List<StreamCodec> broken = new ArrayList<>(0);

  /// The codec whose body is continued first, so that all have a turn.
  private int turn;

  Streams(boolean isWarmup, PeerSettings settings, OwnFrames frames, GoAway goAway) {
    this.isWarmup = isWarmup;
    this.settings = settings;
    this.frames = frames;
    this.goAway = goAway;
  }

  void add(StreamCodec codec) {
    codecs.add(codec);
  }

  /// Forgets all streams. The next ones are on a new connection.
  void reset() {
    for (StreamCodec codec : codecs) {
      codec.forget();
    }
    table.clear();
    held.clear();
    broken.clear();
    nextId = 1;
    window = PeerSettings.DEFAULT_WINDOW;
    pendingCount = 0;
  }

  boolean hasIds() {
    return nextId <= FrameReader.MAX_STREAM;
  }

  /// Whether the server may send frames on a stream.
  boolean isOpened(int id) {
    return isWarmup || (id < nextId && (id & 1) == 1);
  }

  /// The codec of an open stream; null if it is closed.
  @Nullable StreamCodec find(int id) {
    return table.get(id);
  }

  /// The codec with a number.
  StreamCodec codec(int number) {
    return codecs.get(number);
  }

  /// Opens a stream for the request that is encoded next. If the server takes no more streams now,
  /// the request is held until one has ended.
  void open(StreamCodec codec) {
    if (!takesStreams()) {
      throw new IllegalStateException("the connection takes no more requests");
    }
    windowBefore = window;
    if (held.isEmpty() && hasRoom()) {
      begin(codec);
    } else {
      codec.hold();
      held.add(codec);
    }
  }

  private boolean takesStreams() {
    return !goAway.isReceived() && hasIds();
  }

  private boolean hasRoom() {
    return isWarmup || table.size() < settings.openLimit();
  }

  private void begin(StreamCodec codec) {
    int id = isWarmup ? 2 * codec.number() + 1 : (int) nextId;
    nextId += isWarmup ? 0 : 2;
    codec.begin(id, settings.initialWindow());
    table.add(codec);
  }

  /// Whether a request that is held can be sent.
  boolean canSendHeld() {
    return !held.isEmpty() && settings.isKnown() && takesStreams() && hasRoom();
  }

  /// How long the request is that is sent next; 0 if none can be sent.
  int nextHeldBytes() {
    return canSendHeld() ? held.element().heldBytes() : 0;
  }

  /// Appends requests that were held, as many as the server takes and the buffer has room for.
  void putHeld(ByteBuffer out) {
    int end = out.position() + MAX_BODY_BYTES;
    while (canSendHeld() && out.position() < end && out.remaining() >= held.element().heldBytes()) {
      StreamCodec codec = held.remove();
      begin(codec);
      codec.putHeld(out);
    }
  }

  /// The request could not be encoded: the stream that was opened last was not opened.
  void undoOpen(StreamCodec codec) {
    boolean wasOpen = codec.isOpen();
    close(codec);
    if (wasOpen) {
      window = windowBefore;
      nextId -= isWarmup ? 0 : 2;
    }
  }

  /// A stream has ended, or its request is not sent any more.
  void close(StreamCodec codec) {
    setPending(codec, false);
    if (codec.isOpen()) {
      table.remove(codec);
    } else {
      held.remove(codec);
    }
    codec.forget();
  }

  /// Ends a stream before its end, so that the server stops.
  void cancel(StreamCodec codec, int errorCode) {
    if (!isWarmup) {
      frames.addReset(codec.id(), errorCode);
    }
    close(codec);
  }

  /// Whether a codec's operation is on a stream that the server will not process.
  boolean isUnprocessed(StreamCodec codec) {
    return codec.isHeld() || (codec.isOpen() && goAway.excludes(codec.id()));
  }

  int maxFrameSize() {
    return settings.maxFrameSize();
  }

  boolean hasShrunkTable() {
    return settings.hasShrunkTable();
  }

  /// How many bytes of its body a stream may send now. Nothing before the server's settings are
  /// known: they may allow less than both sides begin with.
  long allowance(StreamCodec codec) {
    if (isWarmup) {
      return Integer.MAX_VALUE;
    }
    return settings.isKnown() && codec.isOpen() ? Math.max(0, Math.min(window, codec.window())) : 0;
  }

  /// A part of a body has been written.
  void consume(StreamCodec codec, int bytes) {
    if (!isWarmup) {
      window -= bytes;
      codec.addToWindow(-bytes);
    }
  }

  /// The window of a connection can only grow by window updates.
  void addToWindow(int increment) {
    window += increment;
    if (window > MAX_WINDOW) {
      throw ConnectionError.flowControl("a window is larger than allowed");
    }
  }

  /// The server has changed the window that streams begin with, by which those of open streams
  /// change, too. They may become negative (RFC 9113, section 6.9.2).
  void changeWindows(long difference) {
    for (int i = 0; i < codecs.size(); i++) {
      StreamCodec codec = codecs.get(i);
      if (codec.isOpen()) {
        codec.addToWindow(difference);
        if (codec.window() > MAX_WINDOW) {
          throw ConnectionError.flowControl("a window is larger than allowed");
        }
      }
    }
  }

  /// A stream's window is larger than allowed.
  static boolean isTooLarge(long streamWindow) {
    return streamWindow > MAX_WINDOW;
  }

  /// Whether a part of any body can be sent.
  boolean canSendBodies() {
    if (pendingCount == 0) {
      return false;
    }
    for (int i = 0; i < codecs.size(); i++) {
      StreamCodec codec = codecs.get(i);
      if (codec.isPending() && allowance(codec) > 0) {
        return true;
      }
    }
    return false;
  }

  /// Appends parts of bodies, as many as the windows and the buffer allow.
  void putBodies(ByteBuffer out) {
    int budget = MAX_BODY_BYTES;
    int count = codecs.size();
    for (int i = 0; i < count && pendingCount > 0 && budget > 0; i++) {
      StreamCodec codec = codecs.get((turn + i) % count);
      if (codec.isPending()) {
        budget -= putBody(codec, budget, out);
      }
    }
    turn = (turn + 1) % Math.max(1, count);
  }

  /// Appends parts of a body.
  ///
  /// @return how many bytes of it
  private int putBody(StreamCodec codec, int budget, ByteBuffer out) {
    int put = 0;
    int part = nextPart(codec, budget);
    int mark = out.position();
    try {
      while (part > 0 && out.remaining() >= FrameReader.HEADER_BYTES + part) {
        putPart(codec, part, out);
        put += part;
        mark = out.position();
        part = nextPart(codec, budget - put);
      }
    } catch (IllegalStateException e) {
      out.position(mark);
      breakOff(codec);
      return put;
    }
    setPending(codec, !codec.body().isEmpty());
    return put;
  }

  /// A request cannot be sent as a whole. Its stream is reset, and its operation fails when the
  /// server has answered a ping: a session can end operations only when it reads.
  private void breakOff(StreamCodec codec) {
    cancel(codec, ErrorCode.CANCEL);
    broken.add(codec);
    frames.addPing();
  }

  /// A codec whose operation fails because its request cannot be sent as a whole; null if there is
  /// none.
  @Nullable StreamCodec takeBroken() {
    return broken.isEmpty() ? null : broken.removeFirst();
  }

  /// The operation of a codec has ended otherwise.
  void forgetBroken(StreamCodec codec) {
    if (!broken.isEmpty()) {
      broken.remove(codec);
    }
  }

  /// Appends the first parts of a new request's body. What the windows do not allow is sent later.
  ///
  /// @throws BufferOverflowException if there is no room for what they allow
  void putFirstParts(StreamCodec codec, ByteBuffer out) {
    int budget = isWarmup ? Integer.MAX_VALUE : MAX_BODY_BYTES;
    int put = 0;
    int part = nextPart(codec, budget);
    while (part > 0) {
      if (out.remaining() < FrameReader.HEADER_BYTES + part) {
        throw new BufferOverflowException();
      }
      putPart(codec, part, out);
      put += part;
      part = nextPart(codec, budget - put);
    }
    setPending(codec, !codec.body().isEmpty());
  }

  /// The length of the next DATA frame of a body; 0 if none can be sent.
  private int nextPart(StreamCodec codec, int budget) {
    long most = Math.min(Math.min(budget, settings.maxFrameSize()), codec.body().remaining());
    return (int) Math.min(most, allowance(codec));
  }

  private void putPart(StreamCodec codec, int bytes, ByteBuffer out) {
    boolean isLast = bytes == codec.body().remaining();
    int flags = isLast ? FrameType.END_STREAM : 0;
    OwnFrames.putHeader(bytes, FrameType.DATA, flags, codec.id(), out);
    codec.body().put(bytes, out);
    consume(codec, bytes);
  }

  /// The longest DATA frame that would be sent next, with its header; 0 if there is none.
  int nextFrameBytes() {
    int longest = 0;
    for (int i = 0; i < codecs.size() && pendingCount > 0; i++) {
      StreamCodec codec = codecs.get(i);
      if (codec.isPending()) {
        longest = Math.max(longest, nextPart(codec, MAX_BODY_BYTES));
      }
    }
    return longest == 0 ? 0 : longest + FrameReader.HEADER_BYTES;
  }

  private void setPending(StreamCodec codec, boolean isPending) {
    if (codec.isPending() != isPending) {
      codec.setPending(isPending);
      pendingCount += isPending ? 1 : -1;
    }
  }
}
