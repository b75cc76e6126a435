package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.takt.load.config.RunSettings;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.LoadRun;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.wire.StreamsTest.Frame;
import dev.takt.load.wire.StreamsTest.Streams;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two servers, one of which goes down and comes back.
@Timeout(60)
@Timing
class ServerDownTest extends EachTransport {

  private static final long MS = 1_000_000;

  /// Slots are on the servers in turn.
  private static final int ON_A = 0;

  private static final int ON_B = 1;

  @TempDir private Path temp;

  private static TestServer echoing() {
    return new TestServer(ServerDownTest::echo);
  }

  private static TestServer echoing(InetSocketAddress address) {
    return new TestServer(ServerDownTest::echo, null, address);
  }

  private static void echo(TestServer.Peer peer) throws IOException {
    while (true) {
      Frame.send(peer, List.of(Frame.read(peer)));
    }
  }

  private static Streams driver(int pipelining, TestServer... servers) {
    List<Endpoint> endpoints = new ArrayList<>();
    for (TestServer server : servers) {
      endpoints.add(Endpoint.of(server.address(), null));
    }
    return new Streams(endpoints, pipelining, 1);
  }

  /// One that does not answer while it holds what it reads.
  private static final class HoldingServer {
    final TestServer server = new TestServer(this::serve);
    final Set<Long> held = ConcurrentHashMap.newKeySet();
    final AtomicInteger answered = new AtomicInteger();
    volatile boolean holds;

    private void serve(TestServer.Peer peer) throws IOException {
      while (true) {
        Frame frame = Frame.read(peer);
        if (holds) {
          held.add(frame.n());
        } else {
          answered.incrementAndGet();
          Frame.send(peer, List.of(frame));
        }
      }
    }
  }

  /// 1,000/s on 8 connections to each server, with two slots on each. When the second one goes
  /// down, all of its slots are in flight.
  @Test
  void exactlyTheOperationsInFlightFail() throws Exception {
    HoldingServer b = new HoldingServer();
    try (TestServer a = echoing()) {
      Streams driver = driver(2, a, b.server);
      RunSettings settings = new RunSettings();
      settings.driver = driver;
      settings.transport = kind.toString();
      settings.schedule = Schedules.constant(Rate.perSecond(1000));
      settings.durationNanos = 3500 * MS;
      LoadRun run =
          new LoadRun(settings.build(), RunDirectory.create(temp.resolve("run")), progress -> {});
      FutureTask<RunSummary> task = new FutureTask<>(run::run);
      Thread.ofPlatform().start(task);
      await().until(() -> b.answered.get() >= 300);
      b.holds = true;
      await().until(() -> b.held.size() == 16);
      b.server.close();
      Thread.sleep(1000);
      try (TestServer again = echoing(b.server.address())) {
        RunSummary summary = task.get();
        assertThat(summary.results().balance()).isEqualTo(new Balance(3500, 3484, 16, 0, 0, 0));
        assertThat(summary.failures().counts())
            .isEqualTo(Map.of("connection closed before the answer", 16L));
        assertThat(again.connections).as("both servers have all connections again").hasValue(8);
        assertThat(summary.warnings())
            .filteredOn(each -> !each.contains("--warmup")) // on a slow start
            .singleElement()
            .asString()
            .startsWith(Endpoint.text(again.address()) + " was not reachable for ")
            .endsWith(" (connection refused): up to 16 of 32 slots were missing");
        assertThat(driver.endpoints().getLast().outages().nanos()).isBetween(1000 * MS, 4000 * MS);
      }
    }
  }

  @Test
  void operationsReturnToAServerThatIsBack() throws Exception {
    TestServer b = echoing();
    try (TestServer a = echoing();
        Caller caller = caller(driver(2, a, b), 2)) {
      assertThat(caller.withdrawn).isEmpty();
      assertThat(caller.call(ON_B, 1)).isEqualTo(Outcome.OK);
      b.close();
      caller.idle(100 * MS);
      assertThat(caller.withdrawn).as("both slots of its connection").containsExactly(1, 3);
      assertThat(caller.call(ON_A, 2)).isEqualTo(Outcome.OK);
      try (TestServer again = echoing(b.address())) {
        caller.idle(2 * LostConnections.PAUSE_NANOS);
        assertThat(caller.withdrawn).isEmpty();
        assertThat(caller.call(ON_B, 3)).isEqualTo(Outcome.OK);
        assertThat(again.connections).hasValue(1);
      }
    }
  }

  @Test
  void aServerThatIsNotThereAtTheStartIsAWarning() throws Exception {
    TestServer b = echoing();
    b.close();
    try (TestServer a = echoing()) {
      RunSettings settings = new RunSettings();
      settings.driver = driver(1, a, b);
      settings.durationNanos = 200 * MS;
      List<String> warnings = new CopyOnWriteArrayList<>();
      Progress.Listener listener =
          new Progress.Listener() {
            @Override
            public void progressed(Progress progress) {}

            @Override
            public void warned(String text) {
              warnings.add(text);
            }
          };
      RunSummary summary =
          new LoadRun(settings.build(), RunDirectory.create(temp.resolve("run")), listener).run();
      assertThat(summary.results().balance()).isEqualTo(new Balance(200, 200, 0, 0, 0, 0));
      String name = Endpoint.text(b.address());
      assertThat(warnings)
          .containsExactly(
              name + " is not reachable (connection refused): 8 of 16 slots are missing");
      assertThat(summary.warnings())
          .singleElement()
          .asString()
          .startsWith(name + " was not reachable for ");
    }
  }

  @Test
  void theStartFailsIfNoServerIsThere() {
    TestServer a = echoing();
    TestServer b = echoing();
    a.close();
    b.close();
    assertThatThrownBy(() -> connect(driver(1, a, b), 4))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("cannot connect to streams: connection refused; is the target");
  }

  /// As with one server.
  @Test
  void operationsFailForTheReasonIfNoServerIsLeft() throws Exception {
    TestServer a = echoing();
    TestServer b = echoing();
    try (Caller caller = caller(driver(1, a, b), 2)) {
      assertThat(caller.call(ON_A, 1)).isEqualTo(Outcome.OK);
      assertThat(caller.call(ON_B, 1)).isEqualTo(Outcome.OK);
      a.close();
      b.close();
      caller.idle(100 * MS);
      assertThat(caller.withdrawn).isEmpty();
      assertThat(caller.call(ON_A, 2).label()).isEqualTo("connection refused");
      assertThat(caller.call(ON_B, 2).label()).isEqualTo("connection refused");
      try (TestServer again = echoing(a.address())) {
        assertThat(caller.call(ON_A, 3)).isEqualTo(Outcome.OK);
        assertThat(again.connections).hasValue(1);
        assertThat(caller.withdrawn).containsExactly(ON_B);
      }
    }
  }

  /// A server that closes each connection as soon as it is open.
  @Test
  void attemptsHaveAPause() throws Exception {
    TestServer b = echoing();
    try (TestServer a = echoing();
        Caller caller = caller(driver(1, a, b), 2)) {
      b.close();
      try (TestServer closing = new TestServer(peer -> {}, null, b.address())) {
        caller.idle(2 * LostConnections.PAUSE_NANOS + 100 * MS);
        assertThat(closing.connections.get()).isBetween(2, 3);
        assertThat(caller.call(ON_A, 2)).isEqualTo(Outcome.OK);
      }
    }
  }
}
