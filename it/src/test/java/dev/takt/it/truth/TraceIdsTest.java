package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The trace id of an operation in the run is the one that its request had. The server answers late
/// if a trace id begins with 0, and only then: with a wrong id, such an operation would have been
/// fast.
class TraceIdsTest {

  private static final long DELAY_MILLIS = 20;

  @TempDir private Path directory;

  private final Queue<String> received = new ConcurrentLinkedQueue<>();

  private void answer(HttpExchange exchange) throws IOException {
    String context = exchange.getRequestHeaders().getFirst("traceparent");
    received.add(String.valueOf(context));
    try (exchange) {
      if (context != null && context.startsWith("00-0")) {
        Thread.sleep(DELAY_MILLIS);
      }
      exchange.sendResponseHeaders(204, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--schedule=poisson --rate=500/s --duration=3s --warmup=1s --threads=2 --connections=8",
        "--mode=throughput --count=1000 --threads=3 --connections=6",
      })
  void eachOperationHasTheTraceIdOfItsRequest(String flags) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(flags.split(" ")));
    Ran run;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(threads);
      server.createContext("/", this::answer);
      server.start();
      arguments.add("--target=http://127.0.0.1:" + server.getAddress().getPort() + "/");
      arguments.add("--header=traceparent: {traceparent}");
      arguments.add("--trace-link=http://127.0.0.1:16686/trace/{id}");
      arguments.add("--seed=7");
      run = Takt.measure(directory, arguments.toArray(String[]::new));
      server.stop(0);
    }
    List<JsonNode> rows = operations(run);

    assertThat(received).allMatch(each -> each.matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01"));
    List<String> sent = received.stream().map(each -> each.substring(3, 35)).toList();
    assertThat(sent).doesNotHaveDuplicates();
    assertThat(rows).hasSizeGreaterThan(500);
    List<String> delayed = new ArrayList<>();
    for (JsonNode each : rows) {
      String id = each.get("trace_id").asString();
      assertThat(sent).contains(id);
      if (id.startsWith("0")) {
        delayed.add(id);
        assertThat(each.get("end_ns").asLong() - each.get("start_ns").asLong())
            .isGreaterThanOrEqualTo(DELAY_MILLIS * 1_000_000);
      }
    }
    assertThat(delayed).hasSizeGreaterThan(10).doesNotHaveDuplicates();
  }

  /// Any driver with templates sends it. Two runs with the same seed have no id in common.
  @Test
  void commandsGetTheTraceContextToo() throws Exception {
    Path file = directory.resolve("contexts");
    List<String> recorded = new ArrayList<>();
    for (String name : List.of("first", "second")) {
      Ran run =
          Takt.measure(
              Files.createDirectory(directory.resolve(name)),
              "--target=exec:sh -c 'echo {traceparent} >> " + file + "'",
              "--rate=100/s",
              "--count=50");
      operations(run).forEach(each -> recorded.add(each.get("trace_id").asString()));
    }

    assertThat(Files.readAllLines(file).stream().map(each -> each.substring(3, 35)))
        .containsExactlyInAnyOrderElementsOf(recorded);
    assertThat(recorded).hasSize(100).doesNotHaveDuplicates();
  }

  private List<JsonNode> operations(Ran run) {
    Ran rows =
        Takt.command(directory, List.of("operations", run.path().toString(), "--format", "jsonl"));
    assertThat(rows.code()).as(run.err() + rows.err()).isZero();
    return rows.out().lines().map(each -> new JsonMapper().readTree(each)).toList();
  }
}
