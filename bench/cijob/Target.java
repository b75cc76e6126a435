import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/// A server of its own process: `/fast` answers after 2 ms, `/slow` after 32 ms. Prints its port.
public final class Target {

  private Target() {}

  public static void main(String[] arguments) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    answerAfter(server, "/fast", 2);
    answerAfter(server, "/slow", 32);
    server.start();
    System.out.println(server.getAddress().getPort());
  }

  private static void answerAfter(HttpServer server, String path, long millis) {
    byte[] body = "fine\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            Thread.sleep(millis);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
