package dev.takt.it.targets;

import java.io.OutputStream;
import java.net.Socket;

/// Accepts connections and requests, and never answers.
public final class Silent extends SocketTarget {

  @Override
  boolean answer(Socket socket, OutputStream out, long n) {
    return true;
  }
}
