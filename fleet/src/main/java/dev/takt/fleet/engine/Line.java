package dev.takt.fleet.engine;

import java.io.IOException;
import java.net.Socket;
import org.jgroups.blocks.cs.Connection;
import org.jspecify.annotations.Nullable;

/// A connection that the coordinator has accepted. It is ended by closing the socket beneath TLS:
/// closing that of TLS, as JGroups does, waits for locks that a peer can hold by not reading.
final class Line {

  private final Socket socket;
  private final long acceptedNanos = System.nanoTime();
  private volatile @Nullable Connection connection;
  private volatile @Nullable Member member;

  Line(Socket socket) {
    this.socket = socket;
  }

  /// Called when JGroups has made its connection, before anything is read from it.
  void start(Connection made) {
    connection = made;
    try {
      // JGroups sets it to 0 with TLS, which discards what was sent last.
      socket.setSoLinger(false, 0);
    } catch (IOException e) {
      close();
    }
  }

  /// Sends a frame. Blocks while the peer does not read.
  void send(byte[] frame) throws Exception {
    Connection to = connection;
    if (to == null || socket.isClosed()) {
      throw new IOException("the connection is closed");
    }
    to.send(frame, 0, frame.length);
  }

  @Nullable Member member() {
    return member;
  }

  void admit(Member admitted, int silenceMillis) throws IOException {
    socket.setSoTimeout(silenceMillis);
    member = admitted;
  }

  boolean isLate(long registrationNanos) {
    return member == null && System.nanoTime() - acceptedNanos > registrationNanos;
  }

  boolean isAdmitted() {
    return member != null;
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }
}
