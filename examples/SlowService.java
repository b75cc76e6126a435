import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/// A service with a fault, to practise on: every 500th request archives the journal for 40 ms, and
/// all other requests wait for its lock meanwhile.
///
///     java examples/SlowService.java 8080
void main(String[] args) throws IOException {
  InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
  HttpServer server = HttpServer.create(address, 1024);
  server.setExecutor(Executors.newFixedThreadPool(16));
  server.createContext("/", this::serve);
  server.start();
  IO.println("listening on http://127.0.0.1:" + args[0] + "/");
}

final Journal journal = new Journal();

void serve(HttpExchange exchange) throws IOException {
  journal.append();
  exchange.sendResponseHeaders(200, 3);
  exchange.getResponseBody().write("ok\n".getBytes());
  exchange.close();
}

static class Journal {

  private int entries;

  synchronized void append() {
    entries++;
    if (entries % 500 == 0) {
      archive();
    }
  }

  private void archive() {
    try {
      Thread.sleep(40);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
