package dev.takt.report.explore;

import com.sun.net.httpserver.HttpExchange;
import dev.takt.report.page.OpenSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;

/// Tells pages when there is more to fetch, as server-sent events.
final class Events {

  private static final int MOST_LISTENERS = 64;
  private static final long LOOK_MILLIS = 1_000;

  /// After so long without a word, one is sent that says nothing: so it is noticed who has gone.
  private static final int QUIET_LOOKS = 15;

  private final Sources sources;
  private final Semaphore listeners = new Semaphore(MOST_LISTENERS);

  Events(Sources sources) {
    this.sources = sources;
  }

  /// Tells until the page has gone.
  void stream(HttpExchange exchange, String id) throws Refusal, IOException, InterruptedException {
    if (!listeners.tryAcquire()) {
      throw new Refusal(503, "Too many pages listen already.");
    }
    try {
      OpenSource source = sources.get(id);
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.sendResponseHeaders(200, -1);
        return;
      }
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        tell(out, source, id);
      }
    } finally {
      listeners.release();
    }
  }

  private void tell(OutputStream out, OpenSource first, String id)
      throws Refusal, IOException, InterruptedException {
    OpenSource source = first;
    boolean running = source.isRunning();
    long seen = source.version();
    send(out, ": takt\n\n");
    int quiet = 0;
    while (true) {
      long now = source.await(seen, LOOK_MILLIS);
      OpenSource current = sources.get(id);
      if (now != seen || current != source) {
        event(out, "growth");
        quiet = 0;
      } else if (++quiet % QUIET_LOOKS == 0) {
        send(out, ": \n\n");
      }
      seen = current == source ? now : current.version();
      source = current;
      if (running && !source.isRunning()) {
        event(out, "end");
      }
      running = source.isRunning();
    }
  }

  private static void event(OutputStream out, String name) throws IOException {
    send(out, "event: " + name + "\ndata: {}\n\n");
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
