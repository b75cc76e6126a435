package dev.takt.faults;

import dev.takt.faults.shop.ShopHttp2Session;
import dev.takt.faults.shop.ShopSqlSession;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// A small server with a thread for each connection, on two ports: HTTP and PostgreSQL's protocol.
/// HTTP/2 and gRPC are on the port of HTTP, with a thread for each request. Depending on its path,
/// a request uses a resource that can be made faulty (a monitor, a lock or a file), or waits for a
/// backend store.
final class ShopServer {

  /// The class of the faulty monitor, which is all that a report can name.
  static final class FaultyMonitor {}

  /// A request to this path enters the monitor.
  static final String MONITOR = "/monitor";

  /// A request to this path takes the lock.
  static final String LOCK = "/lock";

  /// A request to this path is written and forced to disk while another thread writes heavily.
  static final String FILE = "/file";

  /// A request to this path waits for the store.
  static final String STORE = "/store";

  private static final int BACKLOG = 256;
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int BLOCKS_BETWEEN_FORCES = 8;
  private static final long MILLI = 1_000_000;
  private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket web;
  private final ServerSocket database;
  private final FileChannel orders;
  private final Path storm;
  private final FaultyMonitor monitor = new FaultyMonitor();
  private final ReentrantLock lock = new ReentrantLock();

  /// Handle requests over HTTP/2.
  private final ExecutorService workers =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("shop-worker-", 1).factory());

  private volatile StoreTimes store = new StoreTimes(0);
  private volatile boolean isStorming;
  private volatile long lastHeldAt;

  private ShopServer(ServerSocket web, ServerSocket database, FileChannel orders, Path storm) {
    this.web = web;
    this.database = database;
    this.orders = orders;
    this.storm = storm;
  }

  /// Opens the server on free ports of loopback.
  ///
  /// @param folder the directory that it writes to
  static ShopServer open(Path folder) throws IOException {
    ServerSocket web = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    ServerSocket database = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    FileChannel orders =
        FileChannel.open(
            folder.resolve(FaultyServer.ORDERS),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    ShopServer shop = new ShopServer(web, database, orders, folder.resolve("storm.tmp"));
    accept(web, "shop-", shop::serve);
    accept(database, "shop-sql-", shop::serveDatabase);
    return shop;
  }

  int port() {
    return web.getLocalPort();
  }

  int databasePort() {
    return database.getLocalPort();
  }

  private static void accept(ServerSocket server, String name, Consumer<Socket> serve) {
    var _ =
        Thread.ofPlatform()
            .daemon()
            .name(name + "acceptor")
            .start(() -> acceptAll(server, name, serve));
  }

  private static void acceptAll(ServerSocket server, String name, Consumer<Socket> serve) {
    try {
      for (int i = 1; true; i++) {
        Socket socket = server.accept();
        var _ = Thread.ofPlatform().daemon().name(name + i).start(() -> serve.accept(socket));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not expected on loopback
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      for (String path = pathOf(in); !path.isEmpty(); path = pathOf(in)) {
        if (path.equals(ShopHttp2Session.PREFACE_TARGET)) {
          ShopHttp2Session.serve(in, out, this::handle, workers);
        }
        handle(path);
        out.write(ANSWER);
      }
    } catch (IOException e) {
      // The client has disconnected, so the thread ends.
    }
  }

  private void serveDatabase(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      ShopSqlSession.serve(socket.getInputStream(), socket.getOutputStream(), this::handle);
    } catch (IOException e) {
      // The client has disconnected, so the thread ends.
    }
  }

  /// The path of the next request; empty if there is none.
  private static String pathOf(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    boolean first = true;
    int matched = 0;
    while (matched < END_OF_HEAD.length) {
      int c = in.read();
      if (c < 0) {
        return "";
      }
      matched = c == END_OF_HEAD[matched] ? matched + 1 : c == END_OF_HEAD[0] ? 1 : 0;
      first &= c != '\r';
      if (first) {
        line.append((char) c);
      }
    }
    String[] words = line.toString().split(" ", 3);
    return words.length < 2 ? "" : words[1];
  }

  private void handle(String path) throws IOException {
    switch (path) {
      case MONITOR -> enterMonitor();
      case LOCK -> enterLock();
      case FILE -> writeOrder();
      case STORE -> awaitStore();
      default -> {}
    }
  }

  private void enterMonitor() {
    synchronized (monitor) {
      lastHeldAt = System.nanoTime();
    }
  }

  private void enterLock() {
    lock.lock();
    try {
      lastHeldAt = System.nanoTime();
    } finally {
      lock.unlock();
    }
  }

  /// Writes only during a storm; else the speed of the disk would be measured.
  private void writeOrder() throws IOException {
    if (isStorming) {
      orders.write(ByteBuffer.wrap(ANSWER), 0);
      orders.force(true);
    }
  }

  /// Waits for the store, which is simulated as remote: a stall of this process does not delay it.
  private void awaitStore() throws IOException {
    try {
      Thread.sleep(Duration.ofNanos(store.next()));
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted while waiting for the store");
    }
  }

  /// Starts a new sequence of the store's times.
  void startStoreTimes(long seed) {
    store = new StoreTimes(seed);
  }

  /// Code that holds a resource for a given time.
  interface Hold {
    void until(CountDownLatch held) throws InterruptedException;
  }

  List<Fault> holdMonitor(int millis) throws InterruptedException {
    return hold(
        FaultKind.MONITOR,
        held -> {
          synchronized (monitor) {
            held.countDown();
            Thread.sleep(millis);
          }
        });
  }

  List<Fault> holdLock(int millis, Runnable meanwhile) throws InterruptedException {
    return hold(
        FaultKind.LOCK,
        held -> {
          lock.lock();
          try {
            held.countDown();
            Thread.sleep(millis / 2);
            meanwhile.run();
            Thread.sleep(millis / 2);
          } finally {
            lock.unlock();
          }
        });
  }

  private static List<Fault> hold(FaultKind ailment, Hold hold) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    String holder = ailment.lowerCase() + "-holder";
    Thread thread =
        Thread.ofPlatform()
            .name(holder)
            .start(() -> {
              try {
                hold.until(held);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    held.await();
    long begin = System.nanoTime();
    thread.join();
    return List.of(new Fault(ailment, begin, System.nanoTime(), null, holder));
  }

  /// Writes large blocks and forces them to disk, repeatedly.
  List<Fault> storm(int millis) throws IOException, InterruptedException {
    List<Fault> faults = new ArrayList<>();
    Thread thread =
        Thread.ofPlatform()
            .name(FaultyServer.STORM_THREAD)
            .start(() -> {
              try {
                faults.add(stormUntil(millis * MILLI));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    thread.join();
    return faults;
  }

  private Fault stormUntil(long nanos) throws IOException {
    try (FileChannel channel =
        FileChannel.open(storm, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
      long begin = System.nanoTime();
      isStorming = true;
      while (System.nanoTime() - begin < nanos) {
        for (int i = 0; i < BLOCKS_BETWEEN_FORCES; i++) {
          channel.write(block.clear());
        }
        channel.force(true);
      }
      isStorming = false;
      return new Fault(FaultKind.FSYNC, begin, System.nanoTime(), null, null);
    } finally {
      isStorming = false;
      Files.deleteIfExists(storm);
    }
  }

  /// When a request last held the monitor or the lock. Read so that the compiler keeps the work in
  /// the critical sections.
  long lastHeldAt() {
    return lastHeldAt;
  }
}
