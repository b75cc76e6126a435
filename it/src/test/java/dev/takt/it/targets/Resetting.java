package dev.takt.it.targets;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/// Resets the connection in the middle of each answer.
public final class Resetting extends SocketTarget {

  @Override
  boolean answer(Socket socket, OutputStream out, long n) throws IOException {
    out.write(Answers.OK, 0, Answers.OK.length / 2);
    // With no time to linger, close sends a RST in place of a FIN.
    socket.setSoLinger(true, 0);
    return false;
  }
}
