package dev.takt.it.targets;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/// Answers each request after the same time, however many there are.
public final class Delayed extends SocketTarget {

  private final Duration delay;

  public Delayed(Duration delay) {
    this.delay = delay;
  }

  @Override
  boolean answer(Socket socket, OutputStream out, long n) throws IOException, InterruptedException {
    Thread.sleep(delay);
    out.write(Answers.OK);
    return true;
  }
}
