package dev.takt.report.explore;

import com.sun.net.httpserver.HttpServer;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.IndexCache;
import dev.takt.report.page.SourceEntry;
import dev.takt.report.page.SourceSession;
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

/// HTTP server that shows runs and logs in a browser, also while they are being written. It only
/// reads, and only files in the folders that it was given.
public final class Explorer implements AutoCloseable {

  private static final int ACCEPT_BACKLOG = 64;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Catalog catalog;
  private final SourceCache sources;

  private Explorer(HttpServer server, Catalog catalog) {
    this.server = server;
    this.catalog = catalog;
    this.sources = new SourceCache(catalog);
    RequestHandler answers =
        new RequestHandler(new HostCheck(server.getAddress()), catalog, sources);
    server.setExecutor(threads);
    var _ = server.createContext("/", answers::handle);
  }

  /// Starts the server.
  ///
  /// @param shown folders, runs and logs
  /// @param address to listen on; loopback, unless other machines are meant to connect
  /// @param port 0 for any free port
  /// @param indexes folder for the cached indexes of large logs, created when needed; null to cache
  ///   nothing
  /// @throws IOException with a message for people, if it cannot listen there
  public static Explorer start(
      List<Path> shown, InetAddress address, int port, @Nullable Path indexes) throws IOException {
    return start(shown, TimeColumns.AUTO, address, port, indexes);
  }

  /// Starts the server for one run, which may not have begun.
  ///
  /// @param directory of the run
  /// @param indexes folder for the cached indexes of large logs, created when needed; null to cache
  ///   nothing
  /// @throws IOException with a message for people, if it cannot listen
  public static Explorer ofRun(Path directory, @Nullable Path indexes) throws IOException {
    return start(Catalog.ofRun(directory, folder(indexes)), InetAddress.getLoopbackAddress(), 0);
  }

  /// Starts the server for logs with given time columns.
  ///
  /// @param times how the time columns of all logs without a run are to be read
  public static Explorer start(
      List<Path> shown, TimeColumns times, InetAddress address, int port, @Nullable Path indexes)
      throws IOException {
    return start(new Catalog(shown, folder(indexes), times), address, port);
  }

  private static Explorer start(Catalog catalog, InetAddress address, int port) throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(address, port), ACCEPT_BACKLOG);
    } catch (BindException e) {
      throw new IOException(
          EnglishText.format(
              "cannot listen on %s, port %d: %s; use another --port, or none for any free port",
              address.getHostAddress(), port, e.getMessage()),
          e);
    }
    Explorer explorer = new Explorer(server, catalog);
    server.start();
    return explorer;
  }

  /// Indexes a large log in advance, so that it opens at once later. Does nothing for a small log.
  ///
  /// @param indexes folder for the cached indexes
  /// @throws IOException if the log cannot be read
  public static void index(Path log, Path indexes) throws IOException {
    if (SourceSession.isLarge(log)) {
      folder(indexes).prepare(log);
    }
  }

  private static IndexCache folder(@Nullable Path indexes) {
    return indexes == null ? IndexCache.NONE : IndexCache.at(indexes);
  }

  /// Opens the default source in the background, so that a large log is read while the browser
  /// starts. Failures are reported to the page that requests the source.
  public void prepare() {
    var _ = threads.submit(this::openFirst);
  }

  /// The number of runs and logs that are open or being opened.
  int openSources() {
    return sources.count();
  }

  private void openFirst() {
    try {
      SourceEntry first = SourceEntry.first(catalog.scan());
      if (first != null) {
        try (SourceHandle lease = sources.acquire(first.id())) {
          if (!lease.source().isGrowing()) {
            var _ = lease.source().document();
          }
        }
      }
    } catch (HttpError | IOException e) {
      // The page that requests the source gets the error.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The port that the server listens on.
  public int port() {
    return server.getAddress().getPort();
  }

  /// The address of the server for a browser on this machine.
  public String url() {
    InetAddress address = server.getAddress().getAddress();
    String host = address.isAnyLocalAddress() ? "127.0.0.1" : OwnHost.literal(address);
    return "http://" + host + ":" + port() + "/";
  }

  /// Stops the server immediately.
  @Override
  public void close() throws IOException {
    server.stop(0);
    threads.shutdownNow();
    sources.close();
  }
}
