package dev.takt.it.targets;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// The same as [SquareWave] over HTTP/2 with prior knowledge. A thread for each connection answers
/// its requests in their order.
public final class Http2SquareWave extends SocketTarget {

  private static final int PREFACE_BYTES = 24;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int ACK = 1;

  /// END_STREAM and END_HEADERS.
  private static final int WHOLE = 5;

  /// The field `:status: 200` in the static table.
  private static final byte[] OK = {(byte) 0x88};

  private final long period;
  private final long freeze;
  private final long origin = System.nanoTime();
  private final AtomicLong answers = new AtomicLong();

  /// Frozen for `freeze` of every `period`, from now on.
  public Http2SquareWave(Duration period, Duration freeze) {
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
        out.write(frame(HEADERS, WHOLE, stream, OK));
        answers.incrementAndGet();
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
