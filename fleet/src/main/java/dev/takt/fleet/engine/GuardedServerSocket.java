package dev.takt.fleet.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.jgroups.Address;
import org.jgroups.stack.IpAddress;

/// Accepts connections up to a limit, and keeps the socket of each, beneath TLS, so that it can be
/// closed at any time. A connection that is silent for too long ends by its read timeout.
final class GuardedServerSocket extends ServerSocket {

  /// As many handshakes as may go on before further connections are accepted more slowly.
  private static final int MAX_HANDSHAKES = 32;

  private static final int BACKLOG = 1024;
  private static final int PAUSE_MILLIS = 10;

  private final Map<Address, Line> lines;
  private final Optional<FleetKey> key;
  private final Limits limits;
  private final RejectedConnections rejected;

  GuardedServerSocket(
      Map<Address, Line> lines, Optional<FleetKey> key, Limits limits, RejectedConnections rejected)
      throws IOException {
    this.rejected = rejected;
    this.lines = lines;
    this.key = key;
    this.limits = limits;
  }

  @Override
  public void bind(SocketAddress endpoint) throws IOException {
    bind(endpoint, BACKLOG);
  }

  @Override
  public Socket accept() throws IOException {
    while (true) {
      AcceptedSocket socket = new AcceptedSocket();
      try {
        implAccept(socket);
        awaitHandshakes();
        if (lines.size() < limits.connections()) {
          return guard(socket);
        }
        rejected.add(socket.getInetAddress(), RejectedConnections.Reason.TOO_MANY);
      } catch (IOException e) {
        if (isClosed()) {
          throw e;
        }
        pause();
      }
      socket.close();
    }
  }

  private Socket guard(AcceptedSocket socket) throws IOException {
    socket.setSoTimeout(limits.registrationMillis());
    Optional<SSLSocket> secured =
        key.isPresent() ? Optional.of(key.get().serverSocket(socket)) : Optional.empty();
    IpAddress peer = new IpAddress((InetSocketAddress) socket.getRemoteSocketAddress());
    Line replaced = lines.put(peer, new Line(socket, secured));
    if (replaced != null) {
      replaced.close();
    }
    return secured.isPresent() ? secured.get() : socket;
  }

  /// Hundreds of handshakes at the same time would keep the processors from the heartbeats of the
  /// members. The wait is short, so that peers that never speak do not keep others out.
  private void awaitHandshakes() throws IOException {
    if (lines.values().stream().filter(line -> !line.isAdmitted()).count() >= MAX_HANDSHAKES) {
      pause();
    }
  }

  /// Where the process has no file descriptors left, accepting fails at once, again and again.
  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
