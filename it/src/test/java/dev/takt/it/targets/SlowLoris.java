package dev.takt.it.targets;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/// Answers correctly, one byte at a time.
public final class SlowLoris extends SocketTarget {

  private final Duration gap;

  /// A byte every 100 ms: an answer takes about eight seconds.
  public SlowLoris() {
    this(Duration.ofMillis(100));
  }

  /// A byte in every `gap`.
  public SlowLoris(Duration gap) {
    this.gap = gap;
  }

  /// How many bytes an answer has.
  public int answerLength() {
    return Answers.OK.length;
  }

  @Override
  boolean answer(Socket socket, OutputStream out, long n) throws IOException, InterruptedException {
    for (byte b : Answers.OK) {
      out.write(b);
      Thread.sleep(gap);
    }
    return true;
  }
}
