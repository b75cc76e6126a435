package dev.takt.load.wire;

import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/// TLS between a codec's bytes and a socket, through an [SSLEngine]. The server's name and
/// certificate are checked as the context and the host name require.
///
/// The engine allocates. This is the only path on which operations create garbage.
final class TlsLayer implements AutoCloseable {

  /// An IPv4 address, which has no name to send as SNI.
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");

  private static final int NO_BYTES_YET = -SocketErrors.EAGAIN;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final Outcome CLOSED_IN_HANDSHAKE =
      Outcome.failed("TLS: connection closed in the handshake");

  private final Arena arena = Arena.ofConfined();
  private final Sockets sockets;
  private final int socket;
  private final SSLEngine engine;
  private final List<String> protocols;
  private final MemorySegment netInSegment;
  private final ByteBuffer netIn;
  private final MemorySegment netOutSegment;
  private final ByteBuffer netOut;
  private boolean established;
  private boolean peerClosed;
  private @Nullable Outcome failure;

  TlsLayer(WireDriver.Tls tls, Sockets sockets, int socket) {
    this.sockets = sockets;
    this.socket = socket;
    this.protocols = tls.protocols();
    this.engine = tls.context().createSSLEngine(tls.host(), -1);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    if (tls.checkHost()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    nameServer(tls.host(), parameters);
    parameters.setApplicationProtocols(protocols.toArray(String[]::new));
    engine.setSSLParameters(parameters);
    int size = engine.getSession().getPacketBufferSize() * 2;
    this.netInSegment = arena.allocate(size);
    this.netIn = netInSegment.asByteBuffer();
    this.netOutSegment = arena.allocate(size);
    this.netOut = netOutSegment.asByteBuffer();
    netOut.flip();
  }

  /// Names without a dot are sent too, which the JDK leaves out. A name with an underscore is not
  /// sent: Java servers abort the handshake if they receive one.
  private static void nameServer(String host, SSLParameters parameters) {
    boolean isAddress = host.indexOf(':') >= 0 || ADDRESS.matcher(host).matches();
    if (!isAddress && !host.isEmpty() && host.indexOf('_') < 0) {
      String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
      parameters.setServerNames(List.of(new SNIHostName(name)));
    }
  }

  boolean isEstablished() {
    return established;
  }

  /// Whether it offers protocols by ALPN.
  boolean offers() {
    return !protocols.isEmpty();
  }

  /// The protocol that the server has chosen, once established; empty if it has chosen none.
  String protocol() {
    return Objects.requireNonNullElse(engine.getApplicationProtocol(), "");
  }

  /// Whether encrypted bytes wait for room in the socket's buffer.
  boolean wantsWrite() {
    return netOut.hasRemaining();
  }

  /// The TLS failure when [#send] or [#receive] failed; null if the socket failed.
  @Nullable Outcome failure() {
    return failure;
  }

  /// How much room [#receive] needs to decrypt a record.
  int recordRoom() {
    return engine.getSession().getApplicationBufferSize();
  }

  /// Advances the handshake as far as possible without waiting.
  ///
  /// @return the failure, or null if there is none so far
  @Nullable Outcome handshake() {
    try {
      int unsent = drain();
      if (unsent < 0) {
        return SocketErrors.outcome(-unsent);
      }
      if (netOut.hasRemaining()) {
        return null;
      }
      HandshakeStatus status = engine.getHandshakeStatus();
      if (status == HandshakeStatus.NOT_HANDSHAKING) {
        engine.beginHandshake();
        status = engine.getHandshakeStatus();
      }
      while (true) {
        switch (status) {
          case NEED_TASK -> status = runTasks();
          case NEED_WRAP -> {
            int result = wrap(NOTHING);
            if (result < 0) {
              return SocketErrors.outcome(-result);
            }
            if (netOut.hasRemaining()) {
              return null;
            }
            status = engine.getHandshakeStatus();
          }
          case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
            SSLEngineResult result = unwrap(NOTHING);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
              return CLOSED_IN_HANDSHAKE;
            }
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
              int received = fill();
              if (received == NO_BYTES_YET) {
                return null;
              }
              if (received <= 0) {
                return received == 0 ? CLOSED_IN_HANDSHAKE : SocketErrors.outcome(-received);
              }
            }
            status = engine.getHandshakeStatus();
          }
          case FINISHED, NOT_HANDSHAKING -> {
            established = true;
            return null;
          }
        }
      }
    } catch (SSLException e) {
      return Outcome.failed("TLS: " + reason(e));
    }
  }

  private int broken(SSLException e) {
    failure = Outcome.failed("TLS: " + reason(e));
    return -SocketErrors.ECONNRESET;
  }

  private String reason(SSLException e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    if (message != null && message.contains("plaintext connection")) {
      return "the target does not speak TLS on this port";
    }
    if (message != null && message.contains("no_application_protocol")) {
      return "the target speaks no " + String.join(" and no ", protocols) + " (ALPN)";
    }
    if (message != null && message.contains("certificate_required")) {
      return "the target wants a certificate of the client (certificate_required); --cert names it";
    }
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  private HandshakeStatus runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
    return engine.getHandshakeStatus();
  }

  /// Encrypts and sends as much as the socket takes.
  ///
  /// @return 0, or a negative errno
  int send(ByteBuffer plain) {
    try {
      int result = drain();
      while (result == 0 && plain.hasRemaining() && !netOut.hasRemaining()) {
        result = wrap(plain);
      }
      return result;
    } catch (SSLException e) {
      return broken(e);
    }
  }

  /// Encrypts and sends as much of a segment as the socket takes.
  ///
  /// @return how much was taken, or a negative errno; `-EAGAIN` if the socket takes no more
  long send(MemorySegment plain) {
    ByteBuffer buffer = plain.asByteBuffer();
    try {
      int result = send(buffer);
      return result < 0 ? result : buffer.position() > 0 ? buffer.position() : -SocketErrors.EAGAIN;
    } catch (InternalError e) {
      // The JVM reports a mapped file that has become shorter as an InternalError.
      return -SocketErrors.EFAULT;
    }
  }

  private int wrap(ByteBuffer plain) throws SSLException {
    netOut.compact();
    boolean closed;
    try {
      closed = engine.wrap(plain, netOut).getStatus() == SSLEngineResult.Status.CLOSED;
    } finally {
      netOut.flip();
    }
    int result = drain();
    return closed && result == 0 ? -SocketErrors.EPIPE : result;
  }

  private int drain() {
    while (netOut.hasRemaining()) {
      int sent =
          sockets.send(socket, netOutSegment.asSlice(netOut.position()), netOut.remaining(), false);
      if (sent == -SocketErrors.EAGAIN) {
        return 0;
      }
      if (sent < 0 && sent != -SocketErrors.EINTR) {
        return sent;
      }
      netOut.position(netOut.position() + Math.max(0, sent));
    }
    return 0;
  }

  /// Decrypts received bytes into `plain`.
  ///
  /// @return the number of plain bytes, 0 for the end of the stream, or a negative errno; `-EAGAIN`
  ///   if there is nothing yet
  int receive(ByteBuffer plain) {
    if (peerClosed) {
      return 0; // the socket itself may stay open until this side closes it
    }
    int received = netIn.hasRemaining() ? fill() : NO_BYTES_YET;
    if (received <= 0 && netIn.position() == 0) {
      return received;
    }
    try {
      int before = plain.position();
      boolean more = true;
      while (more) {
        more = unwrapSome(plain);
      }
      if (plain.position() > before) {
        return plain.position() - before;
      }
      return peerClosed ? 0 : received > 0 ? NO_BYTES_YET : received;
    } catch (SSLException e) {
      return broken(e);
    }
  }

  private boolean unwrapSome(ByteBuffer plain) throws SSLException {
    SSLEngineResult result = unwrap(plain);
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      peerClosed = true;
    }
    HandshakeStatus status = engine.getHandshakeStatus();
    if (status == HandshakeStatus.NEED_TASK) {
      status = runTasks();
    }
    if (status == HandshakeStatus.NEED_WRAP && !peerClosed) {
      // The peer may request new keys at any time, and expects an answer. Whatever part of it the
      // socket does not take now is sent before the next request.
      int ignored = wrap(NOTHING);
    }
    return result.getStatus() == SSLEngineResult.Status.OK && result.bytesConsumed() > 0;
  }

  private SSLEngineResult unwrap(ByteBuffer plain) throws SSLException {
    netIn.flip();
    try {
      return engine.unwrap(netIn, plain);
    } finally {
      netIn.compact();
    }
  }

  private int fill() {
    int received =
        sockets.receiveOrErrno(socket, netInSegment.asSlice(netIn.position()), netIn.remaining());
    if (received > 0) {
      netIn.position(netIn.position() + received);
    }
    return received == -SocketErrors.EINTR ? NO_BYTES_YET : received;
  }

  /// Releases the buffers. Sends nothing to the peer, because the socket is closed next.
  @Override
  public void close() {
    arena.close();
  }
}
