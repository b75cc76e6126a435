package dev.takt.it.targets;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/// Answers each k-th request, over all connections, with status 503.
public final class WrongStatus extends SocketTarget {

  private static final byte[] WRONG = Answers.of("503 Service Unavailable", "later");

  private final int every;
  private final AtomicLong seen = new AtomicLong();

  /// One wrong answer in `every`.
  public WrongStatus(int every) {
    this.every = every;
  }

  /// How many answers were wrong.
  public long wrong() {
    return seen.get() / every;
  }

  @Override
  boolean answer(Socket socket, OutputStream out, long n) throws IOException {
    out.write(seen.incrementAndGet() % every == 0 ? WRONG : Answers.OK);
    return true;
  }
}
