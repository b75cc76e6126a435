package dev.takt.fleet.engine;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSocket;
import org.jgroups.blocks.cs.Connection;
import org.jspecify.annotations.Nullable;

/// A connection that the coordinator has accepted. It is ended by closing the socket beneath TLS:
/// closing that of TLS, as JGroups does, waits for locks that a peer can hold by not reading.
final class Line {

  /// The first byte of a handshake.
  private static final int TLS_HANDSHAKE = 0x16;

  private final AcceptedSocket socket;
  private final Optional<SSLSocket> secured;
  private final AtomicBoolean isCounted = new AtomicBoolean();
  private final long acceptedNanos = System.nanoTime();
  private volatile @Nullable Connection connection;
  private volatile @Nullable Member member;

  /// @param secured the end of TLS on it
  Line(AcceptedSocket socket, Optional<SSLSocket> secured) {
    this.socket = socket;
    this.secured = secured;
  }

  /// Ends the connection for a reason, which is counted once.
  void refuse(RejectedConnections rejected, RejectedConnections.Reason reason) {
    count(rejected, reason);
    close();
  }

  /// Counts the connection, once.
  void count(RejectedConnections rejected, RejectedConnections.Reason reason) {
    if (isCounted.compareAndSet(false, true)) {
      rejected.add(socket.getInetAddress(), reason);
    }
  }

  /// The connection is counted otherwise.
  void isCounted() {
    isCounted.set(true);
  }

  /// Counts a connection that has ended before it said who it is. One that sent nothing does not
  /// count: a probe of an open port does that. Nor does one that its peer ended during the
  /// handshake: an agent of this fleet does that when it is stopped.
  void ended(RejectedConnections rejected) {
    close();
    if (socket.firstByte() == AcceptedSocket.NOTHING) {
      return;
    }
    if (secured.isPresent() && socket.firstByte() != TLS_HANDSHAKE) {
      refuse(rejected, RejectedConnections.Reason.NO_TLS);
    } else if (secured.isPresent() && !isProven(secured.get())) {
      if (!socket.isEndedByPeer()) {
        refuse(rejected, RejectedConnections.Reason.NO_KEY);
      }
    } else {
      refuse(rejected, RejectedConnections.Reason.MALFORMED);
    }
  }

  /// Whether the handshake has come to its end, for which the peer needs the key.
  private static boolean isProven(SSLSocket closed) {
    return closed.getSession().isValid();
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
