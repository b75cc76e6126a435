package dev.takt.report.explore;

import com.sun.net.httpserver.HttpExchange;
import dev.takt.report.page.PageManifest;
import dev.takt.report.page.ServedPage;
import dev.takt.report.page.SourceSession;
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
final class RequestHandler {

  private static final String JSON = "application/json; charset=utf-8";
  private static final String PACK = "application/octet-stream";
  private static final Pattern SOURCE =
      Pattern.compile("/api/sources/([0-9a-f]{16})(?:/(pack|columns|events))?");
  private static final Set<String> NO_PARAMETERS = Set.of();
  private static final int MAX_COLUMNS = 20_000;

  private final HostCheck hostCheck;
  private final Catalog catalog;
  private final SourceCache sources;
  private final EventStreams events;

  RequestHandler(HostCheck hostCheck, Catalog catalog, SourceCache sources) {
    this.hostCheck = hostCheck;
    this.catalog = catalog;
    this.sources = sources;
    this.events = new EventStreams(sources);
  }

  /// Handles a request. Each failure is answered with a one-sentence JSON error.
  void handle(HttpExchange exchange) {
    try (exchange) {
      try {
        hostCheck.check(exchange);
        route(exchange);
      } catch (HttpError e) {
        sendError(exchange, e.status(), e.text());
      } catch (InterruptedException e) {
        sendError(exchange, 503, "The explorer is ending.");
      } catch (UncheckedIOException | IOException e) {
        sendError(exchange, 500, String.valueOf(e.getMessage()));
      } catch (RuntimeException | Error e) {
        sendError(exchange, 500, "This is a defect of Takt: " + e);
      }
    } catch (IOException e) {
      // The client has disconnected.
    }
  }

  private void route(HttpExchange exchange) throws HttpError, IOException, InterruptedException {
    String path = exchange.getRequestURI().getRawPath();
    String query = exchange.getRequestURI().getRawQuery();
    switch (String.valueOf(path)) {
      case "/" -> text(exchange, "text/html; charset=utf-8", ServedPage.html(catalog.scan()));
      case "/page.js" -> text(exchange, "text/javascript; charset=utf-8", ServedPage.script());
      case "/page.css" -> text(exchange, "text/css; charset=utf-8", ServedPage.style());
      case "/api/sources" -> {
        var _ = Query.of(query, NO_PARAMETERS);
        text(exchange, JSON, PageManifest.json(true, catalog.scan()));
      }
      default -> source(exchange, String.valueOf(path), query);
    }
  }

  private void source(HttpExchange exchange, String path, @Nullable String query)
      throws HttpError, IOException, InterruptedException {
    Matcher matcher = SOURCE.matcher(path);
    if (!matcher.matches()) {
      throw new HttpError(404, "There is nothing at this address.");
    }
    String id = matcher.group(1);
    switch (matcher.group(2)) {
      case null -> {
        var _ = Query.of(query, NO_PARAMETERS);
        document(exchange, id);
      }
      case "pack" -> pack(exchange, id, Query.of(query, Set.of("after")));
      case "columns" -> columns(exchange, id, Query.of(query, Set.of("tag", "from", "to", "most")));
      default -> {
        var _ = Query.of(query, NO_PARAMETERS);
        events.stream(exchange, id);
      }
    }
  }

  // A source is released before the response is sent, so that a slow client does not hold it.

  private void document(HttpExchange exchange, String id)
      throws HttpError, IOException, InterruptedException {
    byte[] document;
    try (SourceHandle lease = sources.acquire(id)) {
      document = lease.source().document();
    }
    send(exchange, 200, JSON, document);
  }

  private void pack(HttpExchange exchange, String id, Query query)
      throws HttpError, IOException, InterruptedException {
    int after = query.integer("after", 0, 0, 999_999_999);
    byte[] pack;
    try (SourceHandle lease = sources.acquire(id)) {
      SourceSession source = lease.source();
      if (source.isQueried()) {
        throw new HttpError(409, "This log is too large to send whole; request its columns.");
      }
      if (after > 0 && source.isMerged()) {
        throw new HttpError(
            409,
            "Intervals were merged since the last request; fetch the document and the whole pack again.");
      }
      pack = source.pack(after);
    }
    send(exchange, 200, PACK, pack);
  }

  private void columns(HttpExchange exchange, String id, Query query)
      throws HttpError, IOException, InterruptedException {
    String tag = query.text("tag");
    long from = query.nanos("from");
    long to = query.nanos("to");
    int most = query.integer("most", 1, 1, MAX_COLUMNS);
    if (from > to) {
      throw new HttpError(400, "The span ends before it begins.");
    }
    byte[] columns;
    try (SourceHandle lease = sources.acquire(id)) {
      columns = lease.source().columns(tag, from, to, most);
    }
    send(exchange, 200, PACK, columns);
  }

  private static void text(HttpExchange exchange, String type, String text) throws IOException {
    send(exchange, 200, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void sendError(HttpExchange exchange, int status, String sentence)
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
