package dev.takt.load.wire;

import dev.takt.load.driver.Outcome;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads and writes the bytes of connections, through TLS if they use it. Never blocks.
final class SocketIo {

  /// How much of an attachment is sent before the other connections are served.
  private static final long MAX_ATTACHED_BYTES = 1 << 20;

  private final Sockets sockets;

  SocketIo(Sockets sockets) {
    this.sockets = sockets;
  }

  /// Sends as much of the pending bytes as the socket takes.
  ///
  /// @return the failure, or null if there is none so far
  @Nullable Outcome flush(Connection connection) {
    WriteBuffer out = connection.outgoing();
    int result =
        connection.tls == null ? flushPlain(connection, out) : connection.tls.send(out.buffer);
    boolean attached = connection.state == Connection.State.OPEN;
    if (attached && result == 0 && !out.buffer.hasRemaining() && connection.hasUnsentAttachment()) {
      result = flushAttachment(connection);
    }
    if (result < 0) {
      return outcomeOfLoss(connection, result);
    }
    boolean more =
        out.buffer.hasRemaining()
            || (attached && connection.hasUnsentAttachment())
            || (connection.tls != null && connection.tls.wantsWrite());
    setInterest(connection, more);
    return null;
  }

  /// Returns 0, or a negative errno.
  private int flushPlain(Connection connection, WriteBuffer out) {
    ByteBuffer buffer = out.buffer;
    while (buffer.hasRemaining()) {
      int sent =
          sockets.send(
              connection.socket,
              buffer.position() == 0 ? out.segment : out.segment.asSlice(buffer.position()),
              buffer.remaining(),
              connection.attachment != null);
      if (sent == -SocketErrors.EAGAIN) {
        return 0;
      }
      if (sent < 0 && sent != -SocketErrors.EINTR) {
        return sent;
      }
      buffer.position(buffer.position() + Math.max(0, sent));
      InFlightRequest last = connection.pipeline.last();
      if (last != null && sent > 0) {
        connection.connector.sent(connection, last, buffer.hasRemaining());
      }
    }
    return 0;
  }

  /// Sends some of the attachment. The other connections are served before the rest.
  ///
  /// @return 0, or a negative errno
  private int flushAttachment(Connection connection) {
    MemorySegment all = Objects.requireNonNull(connection.attachment);
    long end = Math.min(all.byteSize(), connection.attachmentSent + MAX_ATTACHED_BYTES);
    while (connection.attachmentSent < end) {
      MemorySegment rest = all.asSlice(connection.attachmentSent, end - connection.attachmentSent);
      long sent =
          connection.tls == null
              ? sockets.send(connection.socket, rest, rest.byteSize(), false)
              : connection.tls.send(rest);
      if (sent == -SocketErrors.EAGAIN) {
        return 0;
      }
      if (sent < 0 && sent != -SocketErrors.EINTR) {
        return (int) sent;
      }
      connection.attachmentSent += Math.max(0, sent);
    }
    return 0;
  }

  /// Starts or stops watching for room in the socket's buffer.
  void setInterest(Connection connection, boolean write) {
    if (write != connection.wantsWrite) {
      connection.wantsWrite = write;
      sockets.modify(connection.socket, write, connection.key);
    }
  }

  /// Returns the number of bytes received, 0 for the end of the stream, or a negative errno.
  int receive(Connection connection) {
    if (connection.tls != null) {
      return connection.tls.receive(connection.in);
    }
    int position = connection.in.position();
    MemorySegment to =
        position == 0 ? connection.inSegment : connection.inSegment.asSlice(position);
    int room = connection.in.remaining();
    int received =
        connection.hasError || connection.state != Connection.State.OPEN
            ? sockets.receiveOrErrno(connection.socket, to, room)
            : sockets.receive(connection.socket, to, room);
    if (received > 0) {
      connection.in.position(position + received);
    }
    return received;
  }

  /// Why a connection is lost.
  ///
  /// @param received 0 for the end of the stream, or a negative errno
  static Outcome outcomeOfLoss(Connection connection, int received) {
    Outcome tlsFailure = connection.tls == null ? null : connection.tls.failure();
    if (tlsFailure != null) {
      return tlsFailure;
    }
    if (received < 0) {
      return SocketErrors.outcome(-received);
    }
    return SocketErrors.CLOSED_BEFORE_ANSWER;
  }

  /// Closes the socket, if there is one, and discards what was received on it.
  void close(Connection connection) {
    boolean hasSocket =
        connection.state != Connection.State.CLOSED
            && connection.state != Connection.State.RESOLVING;
    connection.state = Connection.State.CLOSED;
    connection.hasError = false;
    if (hasSocket) {
      if (connection.tls != null) {
        connection.tls.close();
        connection.tls = null;
      }
      connection.in.clear();
      sockets.close(connection.socket);
    }
  }
}
