package dev.takt.it.targets;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// A server with a virtual thread for each connection, for targets that need not be fast.
abstract class SocketTarget implements Target {

  private static final int BACKLOG = 1024;

  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicInteger connections = new AtomicInteger();

  SocketTarget() {
    this(plainListener());
  }

  SocketTarget(ServerSocket listener) {
    this.listener = listener;
    // Nobody can connect before the subclass is made: its port is not known.
    Thread.ofVirtual().name(getClass().getSimpleName()).start(this::acceptAll);
  }

  private static ServerSocket plainListener() {
    try {
      return new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Answers one request.
  ///
  /// @param n the number of the request on this connection, from 1
  /// @return whether the connection stays open
  abstract boolean answer(Socket socket, OutputStream out, long n)
      throws IOException, InterruptedException;

  /// Serves one connection to its end.
  void serve(Socket socket) throws IOException, InterruptedException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    for (long n = 1; Requests.read(in); n++) {
      requests.incrementAndGet();
      if (!answer(socket, socket.getOutputStream(), n)) {
        return;
      }
    }
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().start(() -> run(socket));
      } catch (IOException _) {
        // Closed, or a client that left at once.
      }
    }
  }

  private void run(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      serve(socket);
    } catch (IOException _) {
      // The client has left, or the test is over.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  @Override
  public final int port() {
    return listener.getLocalPort();
  }

  /// How many requests were read.
  public final long requests() {
    return requests.get();
  }

  /// How many connections were accepted.
  public final int connections() {
    return connections.get();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
