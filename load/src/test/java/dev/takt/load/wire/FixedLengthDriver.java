package dev.takt.load.wire;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A driver of a protocol with requests and answers of fixed lengths. A request begins with its
/// number, and so does its answer, whose other bytes are computed from the number.
record FixedLengthDriver(
    InetSocketAddress address,
    @Nullable Tls tls,
    int requestSize,
    int answerSize,
    boolean consumesAtOnce,
    boolean repeatable,
    AtomicInteger abandoned)
    implements WireDriver {

  static final Outcome WRONG = Outcome.failed("wrong answer");

  static FixedLengthDriver to(InetSocketAddress address, int requestSize, int answerSize) {
    return new FixedLengthDriver(
        address, null, requestSize, answerSize, true, false, new AtomicInteger());
  }

  FixedLengthDriver repeating() {
    return new FixedLengthDriver(
        address, tls, requestSize, answerSize, consumesAtOnce, true, abandoned);
  }

  FixedLengthDriver over(Tls secure) {
    return new FixedLengthDriver(
        address, secure, requestSize, answerSize, consumesAtOnce, repeatable, abandoned);
  }

  /// Leaves bytes in the buffer until the answer is complete.
  FixedLengthDriver lazy() {
    return new FixedLengthDriver(
        address, tls, requestSize, answerSize, false, repeatable, abandoned);
  }

  @Override
  public Endpoint endpoint() {
    return Endpoint.of(address, tls);
  }

  static void fill(ByteBuffer out, long n, int size) {
    out.putLong(n);
    for (int i = Long.BYTES; i < size; i++) {
      out.put((byte) (n + i));
    }
  }

  @Override
  public Session newSession() {
    return stream -> new FixedLengthCodec();
  }

  @Override
  public ByteBuffer sampleAnswer(int operation) {
    ByteBuffer answer = ByteBuffer.allocate(answerSize);
    fill(answer, 0, answerSize);
    return answer.flip();
  }

  @Override
  public boolean isRepeatable(int operation) {
    return repeatable;
  }

  @Override
  public String describe() {
    return "a test server at " + address;
  }

  @Override
  public void close() {}

  private final class FixedLengthCodec implements Codec {
    private static final int OF_NO_REQUEST = -1;
    private int at;
    private long expected = OF_NO_REQUEST;
    private boolean wrong;

    @Override
    public void encode(int operation, long n, ByteBuffer out) {
      if (out.remaining() < requestSize) {
        throw new java.nio.BufferOverflowException();
      }
      fill(out, n, requestSize);
      expected = n;
    }

    @Override
    public @Nullable Outcome decode(ByteBuffer in) {
      if (!consumesAtOnce && in.remaining() < answerSize) {
        return null;
      }
      while (at < answerSize && in.hasRemaining()) {
        byte b = in.get();
        wrong |= at >= Long.BYTES ? b != (byte) (answered() + at) : b != byteOf(answered(), at);
        at++;
      }
      if (at < answerSize) {
        return null;
      }
      at = 0;
      return wrong ? WRONG : Outcome.OK;
    }

    /// A transport to itself answers every request with the sample.
    private long answered() {
      return address.getPort() == 0 ? 0 : expected;
    }

    private static byte byteOf(long n, int index) {
      return (byte) (n >>> (Long.SIZE - Byte.SIZE * (index + 1)));
    }

    @Override
    public void abandoned() {
      abandoned.incrementAndGet();
    }

    /// Also discards what was encoded last: after a reset, the caller encodes again.
    @Override
    public void reset() {
      at = 0;
      expected = OF_NO_REQUEST;
      wrong = false;
    }
  }
}
