package dev.takt.driver.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShopTest {

  private static Shop shop;

  @BeforeAll
  static void open() throws Exception {
    shop = Shop.open();
  }

  @AfterAll
  static void close() throws Exception {
    shop.close();
  }

  @Test
  void itemPageContainsItsNeighbours() throws Exception {
    Answer answer = get("/items/7");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("application/json");
    assertThat(answer.body())
        .startsWith("{\"item\":{\"id\":7,\"name\":\"Item 7\",\"shelf\":\"shelf-8\"")
        .contains("\"neighbours\":[{\"id\":");
    assertThat(get("/items/7").body()).isEqualTo(answer.body());
  }

  @Test
  void searchReturnsTheCheapestItemsOfAShelf() throws Exception {
    String found = get("/search?q=shelf-17").body();

    assertThat(found.split("\"shelf\":\"shelf-17\"", -1)).hasSize(21);
    assertThat(get("/search?q=nothing").body()).isEqualTo("{\"items\":[]}");
  }

  @Test
  void eachOrderReducesTheStockOnce() throws Exception {
    int before = stock(99);
    List<Future<Answer>> orders = new ArrayList<>();
    try (ExecutorService customers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        orders.add(customers.submit(() -> order("item=99&quantity=2")));
      }
    }
    assertThat(orders).extracting(order -> order.get().status()).containsOnly(201);
    assertThat(orders).extracting(order -> order.get().body()).doesNotHaveDuplicates();
    assertThat(stock(99)).isEqualTo(before - 100);
  }

  @ParameterizedTest
  @CsvSource({
    "item=5&quantity=100000000, 409",
    "item=0&quantity=1, 409",
    "item=5&quantity=0, 400",
    "quantity=1, 400",
    "item=x, 400"
  })
  void invalidOrderIsRefused(String form, int status) throws Exception {
    assertThat(order(form).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"/items/0, 404", "/items/x, 400", "/nowhere, 404", "/orders, 405"})
  void invalidRequestGetsAnErrorStatus(String path, int status) throws Exception {
    assertThat(get(path).status()).isEqualTo(status);
  }

  @Test
  void newVisitorGetsACookie() throws Exception {
    String cookie = get("/items/1").cookie();

    assertThat(cookie).matches("visitor=[0-9a-f-]{36}");
    assertThat(request("/items/2", null, cookie).cookie()).isEqualTo(cookie);
    assertThat(request("/items/2", null, "visitor=nobody").cookie())
        .matches("visitor=[0-9a-f-]{36}")
        .isNotEqualTo(cookie);
  }

  private static int stock(int item) throws Exception {
    String page = get("/items/" + item).body();
    return Integer.parseInt(page.replaceAll("^.*?\"stock\":(\\d+).*$", "$1"));
  }

  @Test
  void anOrderOfACartNeedsTheTokenAndTheCookieOfItsSession() throws Exception {
    Reply one = send("/login", "user=anna&password=x");
    Reply other = send("/login", "user=bert&password=x");
    assertThat(one.statusCode()).isEqualTo(200);
    String cart = one.location() + "/order";
    String mine = "Bearer " + one.body().split("\"", -1)[3];
    String theirs = "Bearer " + other.body().split("\"", -1)[3];
    String cookie = sessionOf(one);
    String form = "item=100&quantity=1";

    Reply ordered = send(cart, form, "Authorization", mine, "Cookie", "visitor=1; " + cookie);
    assertThat(ordered.statusCode()).isEqualTo(201);
    assertThat(ordered.body()).startsWith("{\"status\":\"ok\",\"order\":");
    assertThat(send(cart, form).statusCode()).isEqualTo(401);
    assertThat(send(cart, form, "Authorization", mine).statusCode()).isEqualTo(401);
    assertThat(send(cart, form, "Cookie", cookie).statusCode()).isEqualTo(401);
    assertThat(send(cart, form, "Authorization", theirs, "Cookie", cookie).statusCode())
        .isEqualTo(401);
    assertThat(send(cart, form, "Authorization", theirs, "Cookie", sessionOf(other)).statusCode())
        .isEqualTo(404);
    assertThat(send("/login", "user=&password=x").statusCode()).isEqualTo(403);
    assertThat(get("/login").status()).isEqualTo(405);
  }

  private static String sessionOf(Reply login) {
    return login.cookies().stream()
        .filter(each -> each.startsWith("session="))
        .map(each -> each.split(";", -1)[0])
        .findFirst()
        .orElseThrow();
  }

  private record Reply(int statusCode, String location, List<String> cookies, String body) {}

  private static Reply send(String path, String form, String... headers) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + shop.port() + path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    for (int i = 0; i < headers.length; i += 2) {
      connection.setRequestProperty(headers[i], headers[i + 1]);
    }
    connection.setDoOutput(true);
    connection.getOutputStream().write(form.getBytes(StandardCharsets.UTF_8));
    int status = connection.getResponseCode();
    try (InputStream body =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Reply(
          status,
          String.valueOf(connection.getHeaderField("Location")),
          connection.getHeaderFields().entrySet().stream()
              .filter(each -> "Set-Cookie".equalsIgnoreCase(each.getKey()))
              .flatMap(each -> each.getValue().stream())
              .toList(),
          new String(body.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Answer get(String path) throws IOException {
    return request(path, null, null);
  }

  private static Answer order(String form) throws IOException {
    return request("/orders", form, null);
  }

  private static Answer request(String path, @Nullable String form, @Nullable String cookie)
      throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + shop.port() + path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    if (cookie != null) {
      connection.setRequestProperty("Cookie", cookie);
    }
    if (form != null) {
      connection.setDoOutput(true);
      connection.getOutputStream().write(form.getBytes(StandardCharsets.UTF_8));
    }
    int status = connection.getResponseCode();
    try (InputStream body =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Answer(
          status,
          connection.getContentType(),
          connection.getHeaderField("Set-Cookie"),
          new String(body.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private record Answer(int status, String contentType, String cookie, String body) {}
}
