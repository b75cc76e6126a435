package dev.takt.it.targets;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// The same as [SquareWave] over HTTP/2 with prior knowledge, for plain requests or for gRPC. A
/// thread for each connection answers its requests in their order.
public final class Http2SquareWave extends SocketTarget {

  private static final int PREFACE_BYTES = 24;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int ACK = 1;

  private static final int WINDOW_UPDATE = 8;
  private static final int END_HEADERS = 4;

  /// END_STREAM and END_HEADERS.
  private static final int WHOLE = 5;

  /// The field `:status: 200` in the static table.
  private static final byte[] OK = {(byte) 0x88};

  /// The same, and `content-type`, whose name is in the static table.
  private static final byte[] GRPC_HEAD =
      "\u0088\u000f\u0010\u0010application/grpc".getBytes(StandardCharsets.ISO_8859_1);

  private static final byte[] GRPC_TRAILERS =
      "\0\u000bgrpc-status\u00010".getBytes(StandardCharsets.ISO_8859_1);

  /// A message without fields.
  private static final byte[] EMPTY_MESSAGE = new byte[5];

  private final boolean isGrpc;
  private final long period;
  private final long freeze;
  private final long origin = System.nanoTime();
  private final AtomicLong answers = new AtomicLong();

  /// Frozen for `freeze` of every `period`, from now on.
  ///
  /// @param isGrpc whether requests are calls, which are answered with a message without fields
  public Http2SquareWave(boolean isGrpc, Duration period, Duration freeze) {
    this.isGrpc = isGrpc;
    this.period = period.toNanos();
    this.freeze = freeze.toNanos();
  }

  /// The start of the first freeze, on the monotonic clock.
  public long originNanoTime() {
    return origin;
  }

  /// How many requests were answered.
  public long answers() {
    return answers.get();
  }

  @Override
  boolean answer(Socket socket, OutputStream out, long n) {
    throw new AssertionError("serve does it");
  }

  @Override
  void serve(Socket socket) throws IOException, InterruptedException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    OutputStream out = socket.getOutputStream();
    in.skipNBytes(PREFACE_BYTES);
    out.write(frame(SETTINGS, 0, 0, new byte[0]));
    while (true) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      in.skipNBytes(length);
      if (type == HEADERS) {
        awaitAnswer(System.nanoTime());
        out.write(isGrpc ? grpcAnswer(stream) : frame(HEADERS, WHOLE, stream, OK));
        answers.incrementAndGet();
      } else if (type == DATA && length > 0) {
        byte[] more = {0, 0, (byte) (length >> 8), (byte) length};
        out.write(frame(WINDOW_UPDATE, 0, 0, more));
      } else if (type == SETTINGS && flags != ACK) {
        out.write(frame(SETTINGS, ACK, 0, new byte[0]));
      }
    }
  }

  private void awaitAnswer(long received) throws InterruptedException {
    long phase = (received - origin) % period;
    if (phase < freeze) {
      TimeUnit.NANOSECONDS.sleep(freeze - phase);
    }
  }

  private static byte[] grpcAnswer(int stream) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    answer.writeBytes(frame(HEADERS, END_HEADERS, stream, GRPC_HEAD));
    answer.writeBytes(frame(DATA, 0, stream, EMPTY_MESSAGE));
    answer.writeBytes(frame(HEADERS, WHOLE, stream, GRPC_TRAILERS));
    return answer.toByteArray();
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    byte[] frame = new byte[9 + payload.length];
    frame[2] = (byte) payload.length;
    frame[3] = (byte) type;
    frame[4] = (byte) flags;
    for (int i = 0; i < Integer.BYTES; i++) {
      frame[5 + i] = (byte) (stream >> (8 * (3 - i)));
    }
    System.arraycopy(payload, 0, frame, 9, payload.length);
    return frame;
  }
}
