package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.WireDriver;
import dev.takt.load.keyvalue.KeyValueKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `--pipeline`: several operations in flight on one connection.
@Timeout(60)
class PipelineTest {

  private static final RedisDriverProvider PROVIDER = new RedisDriverProvider();

  private static WireDriver open(FakeServer server, String command, String expect)
      throws Exception {
    return (WireDriver)
        PROVIDER.open(
            Requests.of(
                "redis://:secret@127.0.0.1:" + server.port() + "/2",
                List.of(Requests.command(command, expect)),
                "pipeline",
                3L));
  }

  private static List<String> sendThree(Caller caller, long first) {
    for (int slot = 0; slot < 3; slot++) {
      caller.send(slot, 0, first + slot);
    }
    return IntStream.range(0, 3).mapToObj(caller::await).toList();
  }

  @Test
  void itIsOffUnlessAskedFor() throws Exception {
    try (FakeServer server = new FakeServer((connection, request) -> "+OK_");
        WireDriver driver =
            (WireDriver)
                PROVIDER.open(
                    Requests.of(
                        "redis://127.0.0.1:" + server.port(), List.of(Requests.command("PING"))));
        WireDriver pipelined = open(server, "PING", "any")) {
      assertThat(driver.pipelining()).isEqualTo(1);
      assertThat(pipelined.pipelining()).isEqualTo(3);
    }
  }

  /// No operation may be sent before the handshake is complete, however many are waiting.
  @Test
  void aConnectionIsGreetedBeforeAnyOfItsRequests() throws Exception {
    AtomicBoolean closing = new AtomicBoolean();
    try (FakeServer server =
            new FakeServer((connection, request) ->
                request.startsWith("ECHO") && closing.getAndSet(false)
                    ? null
                    : "+" + request + "_");
        WireDriver driver = open(server, "ECHO {seq}", "any");
        Caller caller = new Caller(driver)) {
      closing.set(true);
      assertThat(sendThree(caller, 0)).doesNotContain("ok");
      server.commands.clear();
      assertThat(sendThree(caller, 10)).containsOnly("ok");
      assertThat(server.commands)
          .containsExactly("AUTH secret", "SELECT 2", "ECHO 10", "ECHO 11", "ECHO 12");
    }
  }

  @Test
  void eachIsJudgedByItsOwnReply() throws Exception {
    try (FakeServer server =
            new FakeServer((connection, request) ->
                switch (request) {
                  case "GET 0" -> "$2_hi_";
                  case "GET 1" -> "$-1_";
                  case "GET 2" -> "-WRONGTYPE no_";
                  default -> "+OK_";
                });
        WireDriver driver = open(server, "GET {seq}", "found");
        Caller caller = new Caller(driver)) {
      assertThat(sendThree(caller, 0)).containsExactly("ok", "not found", "WRONGTYPE");
    }
  }

  @Test
  void whatFollowsNonsenseIsNotTakenForAnAnswer() throws Exception {
    try (FakeServer server =
            new FakeServer(
                (connection, request) -> request.equals("ECHO 1") ? "nonsense_" : "+OK_");
        WireDriver driver = open(server, "ECHO {seq}", "any");
        Caller caller = new Caller(driver)) {
      assertThat(sendThree(caller, 0))
          .containsExactly(
              "ok", "not a Redis reply", "connection given up because of another operation");
      assertThat(sendThree(caller, 10)).containsOnly("ok");
    }
  }

  /// Also if the operation's first request was answered only after the cancellation.
  @Test
  void listenerIsNotifiedOnceOfAbandonedOperation() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Notes notes = new Notes();
    try (FakeServer server =
            new FakeServer((connection, request) -> {
              if (request.startsWith("HMSET")) {
                await(go);
              }
              return request.startsWith("ZADD") ? ":1_" : "+OK_";
            });
        WireDriver driver =
            (WireDriver)
                PROVIDER.open(
                    Requests.of(
                        "redis://127.0.0.1:" + server.port(), notes, Map.of("pipeline", 2L)));
        Caller caller = new Caller(driver)) {
      caller.send(0, Notes.of(KeyValueKind.INSERT), 1);
      caller.send(1, Notes.of(KeyValueKind.INSERT), 2);
      caller.cancel(0);
      go.countDown();
      assertThat(caller.await(1)).isEqualTo("ok");
      assertThat(notes.told).containsExactly("insert 1 failed", "insert 2 succeeded");
      assertThat(server.commands.stream().filter(each -> each.startsWith("ZADD"))).hasSize(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
