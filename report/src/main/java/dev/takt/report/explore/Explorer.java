package dev.takt.report.explore;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A server that shows runs and logs in a browser, also while they are written. It only reads, and
/// only what lies in the folders that it was given.
public final class Explorer implements AutoCloseable {

  private static final int WAITING_CONNECTIONS = 64;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Sources sources;

  private Explorer(HttpServer server, Catalog catalog) {
    this.server = server;
    this.sources = new Sources(catalog);
    InetSocketAddress address = server.getAddress();
    Gate gate = new Gate(address.getAddress(), address.getPort());
    Answers answers = new Answers(gate, catalog, sources);
    server.setExecutor(threads);
    var _ = server.createContext("/", answers::handle);
  }

  /// Begins to serve.
  ///
  /// @param shown folders, runs and logs
  /// @param address to listen on; loopback, unless somebody means to show it to others
  /// @param port 0 for any that is free
  /// @throws IOException with a message for people, if it cannot listen there
  public static Explorer start(List<Path> shown, InetAddress address, int port) throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(address, port), WAITING_CONNECTIONS);
    } catch (BindException e) {
      throw new IOException(
          "cannot listen on %s, port %d: %s; take another --port, or none for any that is free"
              .formatted(address.getHostAddress(), port, e.getMessage()),
          e);
    }
    Explorer explorer = new Explorer(server, new Catalog(shown));
    server.start();
    return explorer;
  }

  /// The port that it listens on.
  public int port() {
    return server.getAddress().getPort();
  }

  /// Where a browser on this machine finds it.
  public String url() {
    InetAddress address = server.getAddress().getAddress();
    String host = address.getHostAddress().replaceAll("%.*", "");
    if (address.isAnyLocalAddress()) {
      host = "127.0.0.1";
    }
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/";
  }

  /// Ends it at once.
  @Override
  public void close() throws IOException {
    server.stop(0);
    threads.shutdownNow();
    sources.close();
  }
}
