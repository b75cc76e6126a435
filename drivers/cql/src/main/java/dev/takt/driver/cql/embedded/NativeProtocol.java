package dev.takt.driver.cql.embedded;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/// Asks a server whether it is ready for clients.
final class NativeProtocol {

  private static final int TIMEOUT_MILLIS = 1000;

  /// A request of version 4: no flags, stream 0, opcode OPTIONS, no body.
  private static final byte[] OPTIONS = {4, 0, 0, 0, 5, 0, 0, 0, 0};

  private static final byte ANSWER_OF_VERSION_4 = (byte) 0x84;
  private static final byte SUPPORTED = 6;

  private NativeProtocol() {}

  /// Whether the server answers OPTIONS with SUPPORTED.
  static boolean answers(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(OPTIONS);
      byte[] header = new byte[OPTIONS.length];
      new DataInputStream(socket.getInputStream()).readFully(header);
      return header[0] == ANSWER_OF_VERSION_4 && header[4] == SUPPORTED;
    } catch (IOException e) {
      return false;
    }
  }
}
