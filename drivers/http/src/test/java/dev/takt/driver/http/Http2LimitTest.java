package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.wire.WireTransport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Connections that allow fewer streams than the first one.
@Timeout(60)
class Http2LimitTest {

  @TempDir private Path folder;

  /// Answers two requests at a time, later than both.
  private static void inPairs(Http2Server.Peer peer) throws java.io.IOException {
    while (true) {
      int first = peer.next().stream();
      int second = peer.next().stream();
      peer.answer(second, 200, "b");
      peer.answer(first, 200, "a");
    }
  }

  @Test
  void requestsWaitForTheStreamsOfTheirConnection() throws Exception {
    try (Http2Server server = new Http2Server(Http2LimitTest::inPairs)) {
      WireDriver driver =
          HttpDriver.open(
              Requests.of(
                  server.url("/"),
                  Map.of("http", "2", "streams", 6L),
                  Map.of("path", "/n{seq}"),
                  folder));
      server.settings.put(Http2Server.MAX_CONCURRENT_STREAMS, 2);
      List<Outcome> ended = new ArrayList<>();
      AsyncDriver.Completions completions = (slot, outcome, nanos) -> ended.add(outcome);
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        transport.begin(completions);
        for (int slot = 0; slot < 6; slot++) {
          transport.send(slot, 0, slot, completions);
        }
        transport.cancel(5); // it has never been sent
        transport.cancel(0);
        transport.send(0, 0, 6, completions);
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (ended.size() < 5) {
          assertThat(System.nanoTime()).as("%s", ended).isLessThan(deadline);
          transport.poll(System.nanoTime() + 100_000_000, completions);
        }
      }
      assertThat(ended).containsOnly(Outcome.ok(200));
      assertThat(server.resets).hasSize(1);
      assertThat(server.requests.stream().map(each -> each.field(":path")))
          .containsExactly("/n0", "/n1", "/n2", "/n3", "/n4", "/n6");
    }
  }
}
