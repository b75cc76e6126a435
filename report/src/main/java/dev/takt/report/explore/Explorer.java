package dev.takt.report.explore;

import com.sun.net.httpserver.HttpServer;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.IndexFolder;
import dev.takt.report.page.OpenSource;
import dev.takt.report.page.SourceEntry;
import dev.takt.runs.serve.OwnHost;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// A server that shows runs and logs in a browser, also while they are written. It only reads, and
/// only what lies in the folders that it was given.
public final class Explorer implements AutoCloseable {

  private static final int WAITING_CONNECTIONS = 64;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Catalog catalog;
  private final Sources sources;

  private Explorer(HttpServer server, Catalog catalog) {
    this.server = server;
    this.catalog = catalog;
    this.sources = new Sources(catalog);
    Answers answers = new Answers(new Gate(server.getAddress()), catalog, sources);
    server.setExecutor(threads);
    var _ = server.createContext("/", answers::handle);
  }

  /// Begins to serve.
  ///
  /// @param shown folders, runs and logs
  /// @param address to listen on; loopback, unless somebody means to show it to others
  /// @param port 0 for any that is free
  /// @param indexes where what was found in large logs is kept, so that it is found at once the
  ///   next time: made when it is needed; null to keep nothing
  /// @throws IOException with a message for people, if it cannot listen there
  public static Explorer start(
      List<Path> shown, InetAddress address, int port, @Nullable Path indexes) throws IOException {
    return start(shown, TimeColumns.AUTO, address, port, indexes);
  }

  /// The same of logs about whose times something is known.
  ///
  /// @param times what is known about the columns of times of all logs that are no runs'
  public static Explorer start(
      List<Path> shown, TimeColumns times, InetAddress address, int port, @Nullable Path indexes)
      throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(address, port), WAITING_CONNECTIONS);
    } catch (BindException e) {
      throw new IOException(
          EnglishText.format(
              "cannot listen on %s, port %d: %s; take another --port, or none for any that is free",
              address.getHostAddress(), port, e.getMessage()),
          e);
    }
    Explorer explorer = new Explorer(server, new Catalog(shown, folder(indexes), times));
    server.start();
    return explorer;
  }

  /// Reads a log for who will look at it later, if it is so large that this takes a while.
  ///
  /// @param indexes where what is found is kept
  /// @throws IOException if the log cannot be read
  public static void index(Path log, Path indexes) throws IOException {
    if (OpenSource.isLarge(log)) {
      folder(indexes).prepare(log);
    }
  }

  private static IndexFolder folder(@Nullable Path indexes) {
    return indexes == null ? IndexFolder.NONE : IndexFolder.at(indexes);
  }

  /// Begins to read what a page shows first, so that a large log is read while a browser starts.
  /// What is wrong with it is told to the page that asks.
  public void prepare() {
    var _ = threads.submit(this::openFirst);
  }

  /// How many runs and logs are open or being opened.
  int openSources() {
    return sources.count();
  }

  private void openFirst() {
    try {
      SourceEntry first = SourceEntry.first(catalog.scan());
      if (first != null) {
        try (Lease lease = sources.lease(first.id())) {
          if (!lease.source().isGrowing()) {
            var _ = lease.source().document();
          }
        }
      }
    } catch (Refusal | IOException e) {
      // Whoever asks for it is told.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The port that it listens on.
  public int port() {
    return server.getAddress().getPort();
  }

  /// Where a browser on this machine finds it.
  public String url() {
    InetAddress address = server.getAddress().getAddress();
    String host = address.isAnyLocalAddress() ? "127.0.0.1" : OwnHost.literal(address);
    return "http://" + host + ":" + port() + "/";
  }

  /// Ends it at once.
  @Override
  public void close() throws IOException {
    server.stop(0);
    threads.shutdownNow();
    sources.close();
  }
}
