package dev.takt.report.explore;

import com.sun.net.httpserver.HttpExchange;
import dev.takt.report.page.OpenSource;
import dev.takt.report.page.PageManifest;
import dev.takt.report.page.ServedPage;
import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Handles the explorer's HTTP requests, each in its own virtual thread.
final class Answers {

  private static final String JSON = "application/json; charset=utf-8";
  private static final String PACK = "application/octet-stream";
  private static final Pattern SOURCE =
      Pattern.compile("/api/sources/([0-9a-f]{16})(?:/(pack|columns|events))?");
  private static final Set<String> NONE = Set.of();
  private static final int MOST_COLUMNS = 20_000;

  private final Gate gate;
  private final Catalog catalog;
  private final Sources sources;
  private final Events events;

  Answers(Gate gate, Catalog catalog, Sources sources) {
    this.gate = gate;
    this.catalog = catalog;
    this.sources = sources;
    this.events = new Events(sources);
  }

  /// Handles a request. Each failure is answered with a one-sentence JSON error.
  void handle(HttpExchange exchange) {
    try (exchange) {
      try {
        gate.check(exchange);
        answer(exchange);
      } catch (Refusal e) {
        refuse(exchange, e.status(), e.sentence());
      } catch (InterruptedException e) {
        refuse(exchange, 503, "The explorer is ending.");
      } catch (UncheckedIOException | IOException e) {
        refuse(exchange, 500, String.valueOf(e.getMessage()));
      } catch (RuntimeException | Error e) {
        refuse(exchange, 500, "This is a defect of Takt: " + e);
      }
    } catch (IOException e) {
      // The client has disconnected.
    }
  }

  private void answer(HttpExchange exchange) throws Refusal, IOException, InterruptedException {
    String path = exchange.getRequestURI().getRawPath();
    String query = exchange.getRequestURI().getRawQuery();
    switch (String.valueOf(path)) {
      case "/" -> text(exchange, "text/html; charset=utf-8", ServedPage.html(catalog.scan()));
      case "/page.js" -> text(exchange, "text/javascript; charset=utf-8", ServedPage.script());
      case "/page.css" -> text(exchange, "text/css; charset=utf-8", ServedPage.style());
      case "/api/sources" -> {
        var _ = Query.of(query, NONE);
        text(exchange, JSON, PageManifest.json(true, catalog.scan()));
      }
      default -> source(exchange, String.valueOf(path), query);
    }
  }

  private void source(HttpExchange exchange, String path, @Nullable String query)
      throws Refusal, IOException, InterruptedException {
    Matcher matcher = SOURCE.matcher(path);
    if (!matcher.matches()) {
      throw new Refusal(404, "There is nothing at this address.");
    }
    String id = matcher.group(1);
    switch (matcher.group(2)) {
      case null -> {
        var _ = Query.of(query, NONE);
        document(exchange, id);
      }
      case "pack" -> pack(exchange, id, Query.of(query, Set.of("after")));
      case "columns" -> columns(exchange, id, Query.of(query, Set.of("tag", "from", "to", "most")));
      default -> {
        var _ = Query.of(query, NONE);
        events.stream(exchange, id);
      }
    }
  }

  // A source is released before the response is sent, so that a slow client does not hold it.

  private void document(HttpExchange exchange, String id)
      throws Refusal, IOException, InterruptedException {
    byte[] document;
    try (Lease lease = sources.lease(id)) {
      document = lease.source().document();
    }
    send(exchange, 200, JSON, document);
  }

  private void pack(HttpExchange exchange, String id, Query query)
      throws Refusal, IOException, InterruptedException {
    int after = query.whole("after", 0, 0, 999_999_999);
    byte[] pack;
    try (Lease lease = sources.lease(id)) {
      OpenSource source = lease.source();
      if (source.isQueried()) {
        throw new Refusal(409, "This log is too large to send whole; request its columns.");
      }
      if (after > 0 && source.isAddedUp()) {
        throw new Refusal(
            409,
            "Intervals have been merged meanwhile; fetch the document and the whole pack again.");
      }
      pack = source.pack(after);
    }
    send(exchange, 200, PACK, pack);
  }

  private void columns(HttpExchange exchange, String id, Query query)
      throws Refusal, IOException, InterruptedException {
    String tag = query.text("tag");
    long from = query.nanos("from");
    long to = query.nanos("to");
    int most = query.whole("most", 1, 1, MOST_COLUMNS);
    if (from > to) {
      throw new Refusal(400, "The span ends before it begins.");
    }
    byte[] columns;
    try (Lease lease = sources.lease(id)) {
      columns = lease.source().columns(tag, from, to, most);
    }
    send(exchange, 200, PACK, columns);
  }

  private static void text(HttpExchange exchange, String type, String text) throws IOException {
    send(exchange, 200, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void refuse(HttpExchange exchange, int status, String sentence)
      throws IOException {
    if (exchange.getResponseCode() >= 0) {
      return; // the response has been sent in part: only ending it remains
    }
    StringBuilder out = new StringBuilder();
    JsonWriter json = JsonWriter.compact(out);
    json.open('{');
    json.name("error").string(sentence);
    json.close('}');
    send(exchange, status, JSON, out.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }
}
