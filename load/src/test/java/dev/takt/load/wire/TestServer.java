package dev.takt.load.wire;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;

/// A server on loopback with a thread for each connection.
final class TestServer implements Closeable {

  /// What the server does with a connection, which is closed when it returns.
  @FunctionalInterface
  interface Behaviour {
    void serve(Peer peer) throws IOException, InterruptedException;
  }

  private final ServerSocket listener;
  private final Behaviour behaviour;
  private final Thread accepting;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  final AtomicInteger connections = new AtomicInteger();
  final AtomicInteger requests = new AtomicInteger();

  TestServer(Behaviour behaviour) {
    this(behaviour, null);
  }

  TestServer(Behaviour behaviour, @Nullable SSLContext tls) {
    this(behaviour, tls, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  TestServer(Behaviour behaviour, @Nullable SSLContext tls, InetSocketAddress address) {
    this(behaviour, tls, address, _ -> {});
  }

  /// A TLS server that requires client certificates.
  static TestServer wantingCertificates(Behaviour behaviour, SSLContext tls) {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new TestServer(behaviour, tls, any, each -> each.setNeedClientAuth(true));
  }

  /// A server that receives little before it reads.
  static TestServer receivingLittle(Behaviour behaviour) {
    TestServer server = new TestServer(behaviour);
    try {
      server.listener.setReceiveBufferSize(1 << 16);
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
    return server;
  }

  /// A TLS server that chooses one of these protocols by ALPN.
  static TestServer choosing(Behaviour behaviour, SSLContext tls, String... protocols) {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new TestServer(
        behaviour,
        tls,
        any,
        listener -> {
          SSLParameters parameters = listener.getSSLParameters();
          parameters.setApplicationProtocols(protocols);
          listener.setSSLParameters(parameters);
        });
  }

  private TestServer(
      Behaviour behaviour,
      @Nullable SSLContext tls,
      InetSocketAddress address,
      Consumer<SSLServerSocket> settings) {
    this.behaviour = behaviour;
    try {
      listener =
          tls == null ? new ServerSocket() : tls.getServerSocketFactory().createServerSocket();
      if (listener instanceof SSLServerSocket secure) {
        settings.accept(secure);
      }
      listener.setReuseAddress(true);
      listener.bind(address, 1000);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    accepting = Thread.ofVirtual().start(this::accept);
  }

  /// Answers each request correctly.
  static Behaviour echoing(int requestSize, int answerSize) {
    return peer -> {
      while (true) {
        peer.answer(peer.request(requestSize), answerSize);
      }
    };
  }

  InetSocketAddress address() {
    return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        sockets.add(socket);
        int number = connections.getAndIncrement();
        Thread.ofVirtual().start(() -> serve(new Peer(socket, number)));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Peer peer) {
    try (Socket socket = peer.socket) {
      socket.setTcpNoDelay(true);
      behaviour.serve(peer);
    } catch (IOException | InterruptedException e) {
      // The client has closed the connection.
    } finally {
      sockets.remove(peer.socket);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      accepting.join();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// One connection, as the server sees it.
  final class Peer {
    private final Socket socket;
    final int number;

    Peer(Socket socket, int number) {
      this.socket = socket;
      this.number = number;
    }

    /// Reads a whole request, and returns its number.
    long request(int size) throws IOException {
      byte[] bytes = new byte[size];
      new DataInputStream(socket.getInputStream()).readFully(bytes);
      requests.incrementAndGet();
      return ByteBuffer.wrap(bytes).getLong();
    }

    InputStream in() throws IOException {
      return socket.getInputStream();
    }

    void answer(long n, int size) throws IOException {
      send(answerTo(n, size), 0, size);
    }

    static byte[] answerTo(long n, int size) {
      ByteBuffer answer = ByteBuffer.allocate(size);
      FixedLengthDriver.fill(answer, n, size);
      return answer.array();
    }

    void send(byte[] bytes, int from, int length) throws IOException {
      OutputStream out = socket.getOutputStream();
      out.write(bytes, from, length);
      out.flush();
    }

    /// Ends the output. With TLS the socket stays open.
    void endOutput() throws IOException {
      socket.shutdownOutput();
    }

    /// Makes the next close a reset.
    void resetOnClose() throws IOException {
      socket.setSoLinger(true, 0);
    }
  }
}
