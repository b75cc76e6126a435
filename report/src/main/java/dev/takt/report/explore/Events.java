package dev.takt.report.explore;

import com.sun.net.httpserver.HttpExchange;
import dev.takt.report.page.OpenSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Notifies pages of new data by server-sent events.
final class Events {

  private static final long LOOK_MILLIS = 1_000;

  /// After this many polls without a change, a comment is sent as a keep-alive: a failed write
  /// shows that the page has gone.
  private static final int QUIET_LOOKS = 3;

  private final Sources sources;
  private final Listeners listeners = new Listeners();

  Events(Sources sources) {
    this.sources = sources;
  }

  /// Sends events until the page disconnects.
  void stream(HttpExchange exchange, String id) throws Refusal, IOException, InterruptedException {
    listeners.add(id);
    try (Told followed = new Told(sources.lease(id))) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.sendResponseHeaders(200, -1);
        return;
      }
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        tell(out, followed, id);
      }
    } finally {
      listeners.remove(id);
    }
  }

  /// The source that a page follows; replaced when its files were read again.
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

  /// Sends events for one page. The first `growth` (and `end`) are sent at once, because changes
  /// between the page's last request and this one were not announced to it.
  private void tell(OutputStream out, Told followed, String id)
      throws Refusal, IOException, InterruptedException {
    long seen = followed.source().version();
    boolean growing = followed.source().isGrowing();
    send(out, ": takt\n\n");
    event(out, "growth");
    if (!growing) {
      event(out, "end");
    }
    int quiet = 0;
    while (true) {
      OpenSource before = followed.source();
      long now = before.await(seen, LOOK_MILLIS);
      followed.become(sources.lease(id));
      OpenSource current = followed.source();
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
