package dev.takt.load.wire;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A protocol with streams whose peers can end connections, and which cancels operations. Requests
/// are counted on each connection.
final class FrameDriver implements WireDriver {

  /// Its name in ALPN.
  static final String PROTOCOL = "frames";

  static final int FRAME = 1 + 2 * Integer.BYTES + Long.BYTES;

  /// A request, and the end of an answer.
  static final byte DATA = 'D';

  /// A part of an answer.
  static final byte PART = 'P';

  /// To be acknowledged with the same number.
  static final byte PING = '!';

  static final byte ACK = 'A';

  /// The peer takes no new operations, and has not processed those with a greater number.
  static final byte GOAWAY = 'G';

  /// The client has given up an operation.
  static final byte CANCEL = 'X';

  /// The first frame of each side, if the connection has a setup.
  static final byte HELLO = 'H';

  /// @param count how many requests have been sent on the connection before
  record Frame(byte type, int stream, int count, long n) {

    static Frame read(TestServer.Peer peer) throws IOException {
      DataInputStream in = new DataInputStream(peer.in());
      return new Frame(in.readByte(), in.readInt(), in.readInt(), in.readLong());
    }

    static void send(TestServer.Peer peer, Frame... frames) throws IOException {
      ByteBuffer all = ByteBuffer.allocate(frames.length * FRAME);
      for (Frame frame : frames) {
        frame.put(all);
      }
      peer.send(all.array(), 0, all.capacity());
    }

    static Frame goaway(long last) {
      return new Frame(GOAWAY, -1, 0, last);
    }

    Frame as(byte other) {
      return new Frame(other, stream, count, n);
    }

    private void put(ByteBuffer out) {
      out.put(type).putInt(stream).putInt(count).putLong(n);
    }
  }

  final List<Outcome> partial = new CopyOnWriteArrayList<>();
  final AtomicInteger repeated = new AtomicInteger();
  final AtomicInteger codecs = new AtomicInteger();

  /// How many frames of answers have been read.
  final AtomicInteger decoded = new AtomicInteger();

  private final Endpoint endpoint;
  private final int pipelining;
  private final int steps;

  /// Whether a connection begins with a [#HELLO] of both sides.
  boolean hasSetup;

  /// Whether the setup reads all frames that have arrived with its end.
  boolean readsAllInSetup;

  boolean isRepeatable;

  /// Whether sessions say that they have held back all requests.
  boolean isHeldBack;

  /// Sent as the session's output after each request, in pieces of [#PIECE].
  int bodyBytes;

  static final int PIECE = 60_000;

  /// @param steps how many requests an operation has
  FrameDriver(Endpoint endpoint, int pipelining, int steps) {
    this.endpoint = endpoint;
    this.pipelining = pipelining;
    this.steps = steps;
  }

  static FrameDriver to(TestServer server, int pipelining) {
    return new FrameDriver(Endpoint.of(server.address(), null), pipelining, 1);
  }

  @Override
  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public Session newSession() {
    return new FrameSession();
  }

  @Override
  public int pipelining() {
    return pipelining;
  }

  @Override
  public ByteBuffer sampleAnswer(int operation) {
    throw new AssertionError("not needed");
  }

  @Override
  public boolean isRepeatable(int operation) {
    return isRepeatable;
  }

  @Override
  public void repeated(int operation) {
    repeated.incrementAndGet();
  }

  @Override
  public String describe() {
    return "frames";
  }

  @Override
  public void close() {}

  private final class FrameSession implements Session {
    private final ByteBuffer frame = ByteBuffer.allocate(FRAME);
    private final Queue<Frame> own = new ArrayDeque<>();
    private long last = Long.MAX_VALUE;
    private boolean goesAway;
    private int count;
    private int bodyLeft;
    private boolean isSetUp = !hasSetup;
    private final List<FrameCodec> codecs = new ArrayList<>();

    @Override
    public Codec newCodec(int stream) {
      codecs.add(new FrameCodec(this, stream));
      FrameDriver.this.codecs.incrementAndGet();
      return codecs.getLast();
    }

    @Override
    public void disconnected() {
      own.clear();
      last = Long.MAX_VALUE;
      goesAway = false;
      count = 0;
      bodyLeft = 0;
      isSetUp = !hasSetup;
    }

    @Override
    public boolean needsSetup() {
      return !isSetUp;
    }

    @Override
    public void encodeSetup(ByteBuffer out) {
      new Frame(HELLO, -1, 0, 0).put(out);
    }

    @Override
    public @Nullable Outcome decodeSetup(ByteBuffer in) {
      if (in.remaining() < FRAME) {
        return null;
      }
      in.position(in.position() + FRAME);
      isSetUp = true;
      own.add(new Frame(ACK, -1, 0, 0));
      while (readsAllInSetup && nextStream(in) == OWN) {}
      return Outcome.OK;
    }

    @Override
    public boolean hasStreams() {
      return true;
    }

    @Override
    public int nextStream(ByteBuffer in) {
      if (in.remaining() < FRAME) {
        return INCOMPLETE;
      }
      in.get(frame.array());
      frame.clear();
      long n = frame.getLong(FRAME - Long.BYTES);
      return switch (frame.get(0)) {
        case DATA, PART -> frame.getInt(1);
        case PING -> {
          own.add(new Frame(ACK, -1, 0, n));
          yield OWN;
        }
        case GOAWAY -> {
          goesAway = true;
          last = n;
          yield OWN;
        }
        default -> BROKEN;
      };
    }

    @Override
    public ByteBuffer frame() {
      return frame;
    }

    @Override
    public Outcome failure() {
      return Outcome.failed("unknown type of frame");
    }

    @Override
    public boolean takesOperations() {
      return !goesAway;
    }

    @Override
    public boolean isUnprocessed(int stream) {
      return codecs.get(stream).n + codecs.get(stream).step > last;
    }

    @Override
    public boolean isSent(int stream) {
      return !isHeldBack;
    }

    @Override
    public boolean cancelsAbandoned() {
      return true;
    }

    @Override
    public boolean hasOutput() {
      return bodyLeft > 0 || !own.isEmpty();
    }

    @Override
    public void encodeOutput(ByteBuffer out) {
      if (bodyLeft > 0) {
        if (out.position() > 0) {
          throw new AssertionError("output piles up");
        }
        int bytes = Math.min(PIECE, bodyLeft);
        out.put(new byte[bytes]);
        bodyLeft -= bytes;
      }
      for (Frame each : own) {
        each.put(out);
      }
      own.clear();
    }

    @Override
    public @Nullable Outcome negotiated(String protocol) {
      return protocol.equals(PROTOCOL) ? null : Outcome.failed("negotiated <" + protocol + ">");
    }
  }

  private final class FrameCodec implements Codec {
    private final FrameSession session;
    private final int stream;
    private long n;
    private int step;
    private boolean next;

    FrameCodec(FrameSession session, int stream) {
      this.session = session;
      this.stream = stream;
    }

    @Override
    public void encode(int operation, long number, ByteBuffer out) {
      n = number;
      step = 0;
      request(out);
    }

    private void request(ByteBuffer out) {
      new Frame(DATA, stream, session.count, n + step).put(out);
      session.count++;
      session.bodyLeft += bodyBytes;
      next = false;
    }

    @Override
    public @Nullable Outcome decode(ByteBuffer in) {
      decoded.incrementAndGet();
      if (in.getLong(FRAME - Long.BYTES) != n + step) {
        return FixedLengthDriver.WRONG;
      }
      if (in.get(0) == PART) {
        return null;
      }
      step++;
      next = step < steps;
      return next ? null : Outcome.OK;
    }

    @Override
    public boolean hasNext() {
      return next;
    }

    @Override
    public void encodeNext(ByteBuffer out) {
      request(out);
    }

    @Override
    public void failed(Outcome outcome, ByteBuffer in) {
      partial.add(outcome);
    }

    @Override
    public void abandoned() {
      session.own.add(new Frame(CANCEL, stream, 0, n));
    }

    @Override
    public void takeOver(Codec other) {
      FrameCodec from = (FrameCodec) other;
      n = from.n;
      step = from.step;
      next = from.next;
    }

    @Override
    public void reset() {}
  }
}
