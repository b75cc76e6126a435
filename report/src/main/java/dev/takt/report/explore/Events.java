package dev.takt.report.explore;

import com.sun.net.httpserver.HttpExchange;
import dev.takt.report.page.OpenSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Tells pages when there is more to fetch, as server-sent events.
final class Events {

  private static final long LOOK_MILLIS = 1_000;

  /// After so long without a word, one is sent that says nothing: so it is noticed who has gone.
  private static final int QUIET_LOOKS = 3;

  private final Sources sources;
  private final Listeners listeners = new Listeners();

  Events(Sources sources) {
    this.sources = sources;
  }

  /// Tells until the page has gone.
  void stream(HttpExchange exchange, String id) throws Refusal, IOException, InterruptedException {
    listeners.add(id);
    try (Told told = new Told(sources.lease(id))) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.sendResponseHeaders(200, -1);
        return;
      }
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        tell(out, told, id);
      }
    } finally {
      listeners.remove(id);
    }
  }

  /// What a page is told of: another source, when that was read anew.
  private static final class Told implements AutoCloseable {

    private Lease lease;

    Told(Lease lease) {
      this.lease = lease;
    }

    OpenSource source() {
      return lease.source();
    }

    void become(Lease newer) throws IOException {
      Lease older = lease;
      lease = newer;
      older.close();
    }

    @Override
    public void close() throws IOException {
      lease.close();
    }
  }

  /// What came between the page's last question and now, it learns at once: it may not have
  /// listened when it should have been told.
  private void tell(OutputStream out, Told told, String id)
      throws Refusal, IOException, InterruptedException {
    long seen = told.source().version();
    boolean growing = told.source().isGrowing();
    send(out, ": takt\n\n");
    event(out, "growth");
    if (!growing) {
      event(out, "end");
    }
    int quiet = 0;
    while (true) {
      OpenSource before = told.source();
      long now = before.await(seen, LOOK_MILLIS);
      told.become(sources.lease(id));
      OpenSource current = told.source();
      if (now != seen || current != before) {
        event(out, "growth");
        quiet = 0;
      } else if (++quiet % QUIET_LOOKS == 0) {
        send(out, ": \n\n");
      }
      seen = current == before ? now : current.version();
      boolean goesOn = current.isGrowing();
      if (growing && !goesOn) {
        event(out, "end");
      }
      growing = goesOn;
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
