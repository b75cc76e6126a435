package dev.takt.metrics;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A fake collector that answers with given statuses and keeps the requests.
final class FakeCollector implements AutoCloseable {

  /// Never answers.
  static final int HANG = -1;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final LinkedBlockingQueue<Integer> answered = new LinkedBlockingQueue<>();
  final List<WireReader> taken = new CopyOnWriteArrayList<>();
  final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
  final List<String> paths = new CopyOnWriteArrayList<>();

  FakeCollector(Supplier<Integer> status) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          int answer = status.get();
          headers.add(exchange.getRequestHeaders());
          paths.add(exchange.getRequestURI().getPath());
          if (answer == HANG) {
            answered.add(answer);
            try {
              closed.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          } else {
            if (answer == 200) {
              taken.add(new WireReader(body));
            }
            exchange.sendResponseHeaders(answer, -1);
            answered.add(answer);
          }
          exchange.close();
        });
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void awaitAnswer() throws InterruptedException {
    if (answered.poll(20, TimeUnit.SECONDS) == null) {
      throw new AssertionError("no request arrived");
    }
  }

  /// The data points of a metric, push by push.
  List<WireReader> points(String metric, int kind) {
    List<WireReader> points = new ArrayList<>();
    for (WireReader push : taken) {
      for (WireReader each : push.message(1).message(2).messages(2)) {
        if (each.text(1).equals(metric)) {
          points.addAll(each.message(kind).messages(1));
        }
      }
    }
    return points;
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
