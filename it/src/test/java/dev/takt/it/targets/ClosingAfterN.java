package dev.takt.it.targets;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/// Closes each connection after so many answers, without having said `Connection: close`.
public final class ClosingAfterN extends SocketTarget {

  private final int answers;

  /// `answers` on each connection.
  public ClosingAfterN(int answers) {
    this.answers = answers;
  }

  @Override
  boolean answer(Socket socket, OutputStream out, long n) throws IOException {
    out.write(Answers.OK);
    return n < answers;
  }
}
