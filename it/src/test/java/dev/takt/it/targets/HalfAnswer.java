package dev.takt.it.targets;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/// Closes the connection in an orderly way after half of each answer's body.
public final class HalfAnswer extends SocketTarget {

  @Override
  boolean answer(Socket socket, OutputStream out, long n) throws IOException {
    out.write(Answers.OK, 0, Answers.OK.length - Answers.BODY.length() / 2);
    return false;
  }
}
