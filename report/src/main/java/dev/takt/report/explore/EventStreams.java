package dev.takt.report.explore;

import com.sun.net.httpserver.HttpExchange;
import dev.takt.report.page.SourceSession;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Notifies pages of new data by server-sent events.
final class EventStreams {

  private static final long POLL_MILLIS = 1_000;

  /// After this many polls without a change, a comment is sent as a keep-alive: a failed write
  /// shows that the page has gone.
  private static final int POLLS_PER_KEEP_ALIVE = 3;

  private final SourceCache sources;
  private final ListenerLimit listeners = new ListenerLimit();

  EventStreams(SourceCache sources) {
    this.sources = sources;
  }

  /// Sends events until the page disconnects.
  void stream(HttpExchange exchange, String id)
      throws HttpError, IOException, InterruptedException {
    listeners.add(id);
    try (FollowedSource followed = new FollowedSource(sources.acquire(id))) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.sendResponseHeaders(200, -1);
        return;
      }
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        sendEvents(out, followed, id);
      }
    } finally {
      listeners.remove(id);
    }
  }

  /// The source that a page follows; replaced when its files were read again.
  private static final class FollowedSource implements AutoCloseable {

    private SourceHandle lease;

    FollowedSource(SourceHandle lease) {
      this.lease = lease;
    }

    SourceSession source() {
      return lease.source();
    }

    void replaceBy(SourceHandle newer) throws IOException {
      SourceHandle older = lease;
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
  private void sendEvents(OutputStream out, FollowedSource followed, String id)
      throws HttpError, IOException, InterruptedException {
    long seen = followed.source().version();
    boolean growing = followed.source().isGrowing();
    send(out, ": takt\n\n");
    event(out, "growth");
    if (!growing) {
      event(out, "end");
    }
    int quiet = 0;
    while (true) {
      SourceSession before = followed.source();
      long now = before.await(seen, POLL_MILLIS);
      followed.replaceBy(sources.acquire(id));
      SourceSession current = followed.source();
      if (now != seen || current != before) {
        event(out, "growth");
        quiet = 0;
      } else if (++quiet % POLLS_PER_KEEP_ALIVE == 0) {
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
