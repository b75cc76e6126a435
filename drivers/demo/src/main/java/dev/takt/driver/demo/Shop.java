package dev.takt.driver.demo;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongFunction;

/// An HTTP server for a small shop on an in-memory database: `GET /items/ID`, `GET
/// /search?q=shelf-N` and `POST /orders` with the form `item=ID&quantity=N`.
///
/// Customers `POST /login` with the form `user=NAME&password=PASSWORD`. The answer has a token, a
/// session in a cookie and the place of a cart, `Location: /carts/N`. With both, they `POST
/// /carts/N/order` with the form of an order.
///
/// It has the usual structure of such services: a (virtual) thread per request, a pool of database
/// connections, a page cache. It has no deliberate pauses.
final class Shop implements AutoCloseable {

  private static final int CONNECTIONS = 8;
  private static final int MAX_NEIGHBOURS = 8;
  private static final int MAX_RESULTS = 20;
  private static final int MAX_CACHED_PAGES = 2_000;

  private final List<Catalogue> all = new ArrayList<>();
  private final BlockingQueue<Catalogue> free = new ArrayBlockingQueue<>(CONNECTIONS);
  private final VisitorHistory visitors = new VisitorHistory();
  private final Sessions sessions = new Sessions();
  private final PageCache cache = new PageCache(MAX_CACHED_PAGES);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  private Shop(HttpServer server, String url) throws SQLException {
    this.server = server;
    Connection first = DriverManager.getConnection(url);
    Catalogue.create(first);
    first.setAutoCommit(false);
    all.add(new Catalogue(first));
    while (all.size() < CONNECTIONS) {
      all.add(new Catalogue(DriverManager.getConnection(url)));
    }
    free.addAll(all);
    server.setExecutor(threads);
    server.createContext("/items/", handler(this::item));
    server.createContext("/search", handler(this::search));
    server.createContext("/orders", handler(this::order));
    server.createContext("/login", handler(this::login));
    server.createContext("/carts/", handler(this::cart));
    server.createContext("/", handler(exchange -> Answer.notFound()));
  }

  /// Opens the shop on a free port of 127.0.0.1.
  static Shop open() throws IOException, SQLException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    Shop shop = new Shop(server, "jdbc:h2:mem:" + UUID.randomUUID());
    server.start();
    return shop;
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() throws SQLException {
    server.stop(0);
    threads.shutdownNow();
    for (Catalogue catalogue : all) {
      catalogue.close();
    }
  }

  private Answer item(HttpExchange exchange) throws SQLException, InterruptedException {
    String path = exchange.getRequestURI().getPath();
    String cached = cache.get(path);
    if (cached != null) {
      return new Answer(200, cached);
    }
    int id = number(path.substring("/items/".length()));
    return withCatalogue(catalogue -> {
      Optional<Item> item = catalogue.item(id);
      if (item.isEmpty()) {
        return Answer.notFound();
      }
      List<Item> neighbours = catalogue.onShelf(item.get().shelf(), MAX_NEIGHBOURS);
      String page = Pages.item(item.get(), neighbours);
      cache.put(path, page);
      return new Answer(200, page);
    });
  }

  private Answer search(HttpExchange exchange) throws SQLException, InterruptedException {
    String query = Form.parse(exchange.getRequestURI().getRawQuery()).getOrDefault("q", "");
    return withCatalogue(
        catalogue -> new Answer(200, Pages.items(catalogue.onShelf(query, MAX_RESULTS))));
  }

  private Answer login(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      return Answer.POST_ONLY;
    }
    Map<String, String> form = form(exchange);
    if (form.getOrDefault("user", "").isEmpty() || form.getOrDefault("password", "").isEmpty()) {
      return new Answer(403, Pages.error("user and password are needed"));
    }
    Sessions.Session session = sessions.begin();
    Headers headers = exchange.getResponseHeaders();
    headers.add("Set-Cookie", Sessions.COOKIE + "=" + session.id() + "; Path=/; HttpOnly");
    headers.set("Location", "/carts/" + session.cart());
    return new Answer(200, Pages.login(session.token(), session.cart()));
  }

  private Answer cart(HttpExchange exchange)
      throws SQLException, InterruptedException, IOException {
    Sessions.Session session = sessions.of(exchange.getRequestHeaders());
    if (session == null) {
      return new Answer(401, Pages.error("log in first"));
    } else if (!exchange.getRequestURI().getPath().equals("/carts/" + session.cart() + "/order")) {
      return Answer.notFound();
    }
    return order(exchange, Pages::cartOrder);
  }

  private static Map<String, String> form(HttpExchange exchange) throws IOException {
    return Form.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
  }

  private Answer order(HttpExchange exchange)
      throws SQLException, InterruptedException, IOException {
    return order(exchange, Pages::order);
  }

  private Answer order(HttpExchange exchange, LongFunction<String> page)
      throws SQLException, InterruptedException, IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      return Answer.POST_ONLY;
    }
    Map<String, String> form = form(exchange);
    int item = number(form.getOrDefault("item", ""));
    int quantity = number(form.getOrDefault("quantity", "1"));
    if (quantity < 1) {
      return new Answer(400, Pages.error("quantity must be 1 or more"));
    }
    return withCatalogue(catalogue -> {
      Optional<Long> number = catalogue.order(item, quantity);
      cache.remove("/items/" + item);
      return number.isPresent()
          ? new Answer(201, page.apply(number.get()))
          : new Answer(409, Pages.error("not in stock"));
    });
  }

  private Answer withCatalogue(Query query) throws SQLException, InterruptedException {
    Catalogue catalogue = free.take();
    try {
      return query.answer(catalogue);
    } finally {
      free.add(catalogue);
    }
  }

  private HttpHandler handler(Handler handler) {
    return exchange -> {
      try (exchange) {
        Answer answer = answer(handler, exchange);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().add("Set-Cookie", cookie(exchange, answer));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
      }
    };
  }

  private String cookie(HttpExchange exchange, Answer answer) {
    String known = exchange.getRequestHeaders().getFirst("Cookie");
    String path = exchange.getRequestURI().toString();
    return VisitorHistory.COOKIE + "=" + visitors.record(known, path, answer.body());
  }

  private static Answer answer(Handler handler, HttpExchange exchange) throws IOException {
    try {
      return handler.answer(exchange);
    } catch (NumberFormatException e) {
      return new Answer(400, Pages.error("a number was expected"));
    } catch (SQLException e) {
      return new Answer(500, Pages.error("the database failed: SQLState " + e.getSQLState()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(503, Pages.error("closing"));
    }
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  private record Answer(int status, String body) {

    static final Answer POST_ONLY = new Answer(405, Pages.error("POST only"));

    static Answer notFound() {
      return new Answer(404, Pages.error("not found"));
    }
  }

  private interface Handler {
    Answer answer(HttpExchange exchange) throws SQLException, InterruptedException, IOException;
  }

  private interface Query {
    Answer answer(Catalogue catalogue) throws SQLException;
  }
}
