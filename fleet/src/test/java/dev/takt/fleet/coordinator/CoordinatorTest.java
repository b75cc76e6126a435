package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.fleet.agent.Agent;
import dev.takt.fleet.agent.AgentSettings;
import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.protocol.MalformedMessageException;
import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import dev.takt.load.share.FleetSettings;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.Offset;
import dev.takt.runs.model.Fleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The coordinator and its agents over a network in memory, with generators that are processes.
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class CoordinatorTest {

  @TempDir Path folder;

  private final MemoryNetwork network = new MemoryNetwork();
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Map<String, CompletableFuture<Agent.Result>> agents = new ConcurrentHashMap<>();
  private final Map<String, Agent> running = new ConcurrentHashMap<>();
  private final CountDownLatch started = new CountDownLatch(1);

  @AfterEach
  void close() {
    running.values().forEach(Agent::stop);
    network.close();
  }

  private static FleetSettings settings(int machines) {
    return settings(machines, 0, Duration.ofSeconds(10));
  }

  private static FleetSettings settings(int machines, int watchers, Duration joinTimeout) {
    return new FleetSettings(
        machines,
        watchers,
        FleetSettings.OnLoss.CONTINUE,
        Duration.ofSeconds(2),
        joinTimeout,
        Duration.ofMillis(300),
        FleetSettings.Collect.ALL);
  }

  private Coordinator coordinator(FleetSettings settings) throws IOException {
    return coordinator(settings, Duration.ofMinutes(2));
  }

  private Coordinator coordinator(FleetSettings settings, Duration maxSilence) throws IOException {
    return new Coordinator(
        settings,
        maxSilence,
        new Clocks(),
        RunDirectory.create(folder.resolve("whole")),
        new LiveLogs(1_000_000_000, Long.MAX_VALUE, true, List.of()),
        new RecordingFleetListener(messages) {
          @Override
          public void progressed(long sinceStartNanos, List<LiveInterval> intervals) {
            if (sinceStartNanos > 0) {
              started.countDown();
            }
          }
        });
  }

  private void startAgent(String name, int weight) {
    startAgent(name, weight, List.of());
  }

  private void startWatcher(String name) {
    startAgent(name, 0, List.of("watch", "4711"));
  }

  private void startAgent(String name, int weight, List<String> watch) {
    AgentSettings settings =
        new AgentSettings(
            name,
            weight,
            folder.resolve("agent-" + name),
            true,
            Duration.ofSeconds(1),
            FakeGenerator.words(),
            watch);
    Agent agent = new Agent(settings, each -> messages.add(name + ": " + each));
    running.put(name, agent);
    CompletableFuture<Agent.Result> result = new CompletableFuture<>();
    agents.put(name, result);
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            result.complete(agent.run(listener -> network.join(name, listener)));
          } catch (IOException | InterruptedException | RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
  }

  private FleetOutcome run(Coordinator coordinator, String plan)
      throws IOException, InterruptedException {
    try (Engine engine = network.member(Engine.COORDINATOR, coordinator)) {
      return coordinator.run(plan, engine);
    }
  }

  private Agent.Result result(String name) throws Exception {
    return Objects.requireNonNull(agents.get(name)).get(15, TimeUnit.SECONDS);
  }

  private List<String> linesOf(String machine) throws IOException {
    return Files.readAllLines(folder.resolve("whole/machines").resolve(machine + "/latency.hdr"));
  }

  @Test
  void sharesStartsAndCollects() throws Exception {
    Coordinator coordinator = coordinator(settings(3));
    CompletableFuture<FleetOutcome> outcome =
        inOwnThread(() -> runUnchecked(coordinator, "rate: 60"));
    startAgent("b", 3);
    startAgent("a", 1);
    startAgent("c", 1);
    FleetOutcome ended = outcome.get(30, TimeUnit.SECONDS);

    assertThat(ended.machines()).extracting(each -> each.name()).containsExactly("a", "b", "c");
    assertThat(ended.machines())
        .extracting(each -> String.valueOf(each.share()))
        .containsExactly("1/5", "2-4/5", "5/5");
    for (FleetOutcome.MachineOutcome each : ended.machines()) {
      assertThat(each.isLost()).isFalse();
      assertThat(each.isComplete()).isTrue();
      assertThat(each.ended().exitCode()).isZero();
      assertThat(linesOf(each.name())).hasSize(60);
      Path its = folder.resolve("whole/machines").resolve(each.name());
      assertThat(its.resolve("share")).hasContent(String.valueOf(each.share()));
      assertThat(its.resolve("failures/empty")).isEmptyFile();
      long late = Long.parseLong(Files.readString(its.resolve("started")).strip());
      assertThat(late).as("ns after the agreed start").isBetween(-2_000_000L, 200_000_000L);
      assertThat(Math.abs(each.startNanos() - ended.startNanos()))
          .as("one clock, so the offset is the error of the bounds alone")
          .isLessThan(50_000_000L);
      assertThat(result(each.name())).isEqualTo(Agent.Result.COLLECTED);
    }
    assertThat(folder.resolve("whole/clocks.bin")).isNotEmptyFile();
  }

  /// On a thread of its own: the common pool has only one where there are two processors.
  private static CompletableFuture<FleetOutcome> inOwnThread(Supplier<FleetOutcome> run) {
    return CompletableFuture.supplyAsync(run, task -> Thread.ofVirtual().start(task));
  }

  private FleetOutcome runUnchecked(Coordinator coordinator, String plan) {
    try {
      return run(coordinator, plan);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /// The watcher joins first, so that it does not depend on chance that it takes part.
  @Test
  void watcherHasNoShareAndWatchesFromBeforeTheStartUntilAfterTheEnd() throws Exception {
    Coordinator coordinator = coordinator(settings(1));
    startWatcher("a-target");
    var outcome = inOwnThread(() -> runUnchecked(coordinator, "rate: 20"));
    while (!messages.contains("a-target joined, only watches")) {
      Thread.sleep(10);
    }
    startAgent("m", 1);
    FleetOutcome ended = outcome.get(30, TimeUnit.SECONDS);

    assertThat(ended.machines()).extracting(each -> each.name()).containsExactly("m", "a-target");
    assertThat(ended.machines().getFirst().share()).hasToString("1/1");
    FleetOutcome.MachineOutcome watcher = ended.machines().getLast();
    assertThat(watcher.share()).isNull();
    assertThat(watcher.isComplete()).isTrue();
    assertThat(watcher.ended().exitCode()).isZero();
    assertThat(result("a-target")).isEqualTo(Agent.Result.COLLECTED);
    List<String> seen = Files.readAllLines(watcher.directory().resolve("watched"));
    assertThat(seen.getFirst()).isEqualTo("watch 4711");
    assertThat(Long.parseLong(seen.get(1))).isLessThan(ended.startNanos());
    long lasted = 20 * 50_000_000L;
    assertThat(Long.parseLong(seen.get(2))).isGreaterThan(ended.startNanos() + lasted);
  }

  @Test
  void watchersThatAreExpectedAreWaitedFor() throws Exception {
    Coordinator coordinator = coordinator(settings(1, 1, Duration.ofSeconds(1)));
    startAgent("a", 1);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> run(coordinator, "rate: 1"))
        .withMessage(
            "1 of 1 machines and 0 of 1 that only watch joined within 1 s: a; nothing was sent");
  }

  @Test
  void nothingIsSentUnlessAllAreReady() throws Exception {
    Coordinator coordinator = coordinator(settings(2));
    startAgent("a", 1);
    startAgent("b", 1);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> run(coordinator, "rate: refuse"))
        .withMessageContaining("its generator ended before the start")
        .withMessageContaining("the target does not answer")
        .withMessageEndingWith("nothing was sent");
    assertThat(result("a")).isEqualTo(Agent.Result.REFUSED);
    assertThat(result("b")).isEqualTo(Agent.Result.REFUSED);
  }

  /// As those do whose tables the first machine makes.
  @Test
  void othersDoNotWaitForAMachineThatHasFailed() throws Exception {
    Coordinator coordinator = coordinator(settings(2, 0, Duration.ofSeconds(50)));
    startAgent("a", 1);
    startAgent("b", 1);
    long begin = System.nanoTime();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> run(coordinator, "rate: others wait"))
        .withMessage(
            "a: its generator ended before the start:\ntakt: the keyspace cannot be made\n"
                + "nothing was sent");
    assertThat(result("b")).isEqualTo(Agent.Result.REFUSED);
    assertThat(System.nanoTime() - begin).isLessThan(Duration.ofSeconds(30).toNanos());
    assertThat(messages).anyMatch(each -> each.matches("(?s)b: .*the keyspace cannot be made.*"));
  }

  @Test
  void saysWhichMachinesAreThereWhenOthersAreMissing() throws Exception {
    Coordinator coordinator = coordinator(settings(2, 0, Duration.ofSeconds(1)));
    startAgent("a", 1);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> run(coordinator, "rate: 1"))
        .withMessage("1 of 2 machines joined within 1 s: a; nothing was sent");
  }

  /// An agent that is ready, and gone, before the coordinator looks.
  @Test
  void nothingIsSentIfAnAgentLeavesWhenItIsReady() throws Exception {
    CompletableFuture<Coordinator> made = new CompletableFuture<>();
    Coordinator coordinator =
        new Coordinator(
            settings(1),
            RunDirectory.create(folder.resolve("whole")),
            new LiveLogs(1_000_000_000, Long.MAX_VALUE, true, List.of()),
            new RecordingFleetListener(messages) {
              @Override
              public void warning(String message) {
                super.warning(message);
                made.join().message("a", bytes(new Message.Ready()), 0);
                made.join().left("a");
              }
            });
    made.complete(coordinator);
    AtomicInteger pings = new AtomicInteger();
    network.member(
        "a",
        new Engine.Listener() {
          @Override
          public void message(String from, byte[] body, long now) {
            if (read(body) instanceof Message.Ping(long sent)) {
              coordinator.message("a", bytes(new Message.Pong(sent, now, now)), System.nanoTime());
              if (pings.incrementAndGet() == 60) {
                coordinator.message("a", bytes(new Message.Done()), 0); // not expected
              }
            }
          }

          @Override
          public void joined(String member) {}

          @Override
          public void left(String member) {}
        });
    coordinator.message("a", hello(Message.VERSION, 1), 0);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> run(coordinator, "rate: 1"))
        .withMessage("a: it left before the run had begun\nnothing was sent");
  }

  @Test
  void checkFindsOutWhatTheMachinesAreAndSendsNothing() throws Exception {
    Coordinator coordinator = coordinator(settings(2));
    startAgent("b", 3);
    startAgent("a", 1);
    startWatcher("w");
    List<CheckedMachine> machines = check(coordinator, "rate: 60");
    assertThat(machines)
        .extracting(each -> each.name() + " " + each.share())
        .startsWith("a 1/4", "b 2-4/4");
    assertThat(machines).allMatch(CheckedMachine::isReady);
    assertThat(machines)
        .allMatch(each -> each.cores() == Runtime.getRuntime().availableProcessors());
    for (CheckedMachine each : machines) {
      Offset clock = each.clock().orElseThrow();
      assertThat(Math.abs(clock.nanos())).as("one clock").isLessThanOrEqualTo(clock.errorNanos());
      assertThat(clock.errorNanos()).isLessThan(50_000_000);
      assertThat(result(each.name())).isEqualTo(Agent.Result.CHECKED);
      assertThat(folder.resolve("agent-" + each.name())).isEmptyDirectory();
    }
    assertThat(started.getCount()).as("not started").isOne();
    assertThat(folder.resolve("whole/machines")).doesNotExist();
  }

  @Test
  void checkSaysWhyAMachineIsNotReady() throws Exception {
    Coordinator coordinator = coordinator(settings(2));
    startAgent("a", 1);
    startAgent("b", 1);
    List<CheckedMachine> machines = check(coordinator, "rate: refuse 2/2");
    assertThat(machines).extracting(CheckedMachine::isReady).containsExactly(true, false);
    assertThat(machines.getLast().problem())
        .startsWith("its generator ended before the start:")
        .endsWith("the target does not answer");
    assertThat(result("a")).isEqualTo(Agent.Result.CHECKED);
    assertThat(result("b")).isEqualTo(Agent.Result.CHECKED);
  }

  /// All is well but its clock: its answers to the coordinator's questions are lost.
  @Test
  void machineWhoseClockIsNotKnownIsNotReadyAndItSaysWhy() throws Exception {
    Coordinator coordinator = coordinator(settings(2, 0, Duration.ofSeconds(5)));
    network.damage(
        "b",
        body -> {
          try {
            return MessageFormat.read(body) instanceof Message.Pong
                ? MessageFormat.bytes(new Message.Ready())
                : body;
          } catch (MalformedMessageException e) {
            throw new IllegalStateException(e);
          }
        });
    startAgent("a", 1);
    startAgent("b", 1);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> run(coordinator, "rate: 1"))
        .withMessage("b: clock not known within 5 s: 0 of 50 readings\nnothing was sent");
    assertThat(messages).contains("clock not known yet: b");
    assertThat(result("a")).isEqualTo(Agent.Result.REFUSED);
  }

  @Test
  void checkLooksAtTheMachinesThatAreThere() throws Exception {
    Coordinator coordinator = coordinator(settings(2, 0, Duration.ofSeconds(1)));
    startAgent("a", 1);
    assertThat(check(coordinator, "rate: 1")).extracting(each -> each.name()).containsExactly("a");
    assertThat(messages).contains("warning: 1 of 2 machines joined within 1 s: a");
  }

  @Test
  void checkGoesOnWithoutMachinesThatWillNotCome() throws Exception {
    Coordinator coordinator = coordinator(settings(3));
    coordinator.abandon("b: ssh ended");
    coordinator.abandon("c: ssh ended");
    startAgent("a", 1);
    List<CheckedMachine> machines = check(coordinator, "rate: 1");
    assertThat(machines).extracting(each -> each.name() + each.share()).containsExactly("anull");
    assertThat(messages)
        .contains(
            "warning: b: ssh ended", "warning: c: ssh ended", "warning: 1 of 3 machines joined: a");
  }

  @Test
  void agentsThatTheCoordinatorHasStartedEndAfterACheck() throws Exception {
    Coordinator coordinator = coordinator(settings(1));
    startAgent("a", 1);
    try (Engine engine = network.member(Engine.COORDINATOR, coordinator)) {
      assertThat(coordinator.check("rate: 1", engine, false)).hasSize(1);
    }
    assertThat(result("a")).isEqualTo(Agent.Result.DISMISSED);
    assertThat(folder.resolve("agent-a")).isEmptyDirectory();
  }

  /// A coordinator whose messages the test writes.
  private Engine scripted(BlockingQueue<Message> received) {
    return network.member(Engine.COORDINATOR, listener(received));
  }

  private static Engine.Listener listener(BlockingQueue<Message> received) {
    return new Engine.Listener() {
      @Override
      public void message(String from, byte[] body, long receivedNanos) {
        received.add(read(body));
      }

      @Override
      public void joined(String member) {}

      @Override
      public void left(String member) {}
    };
  }

  private static <M extends Message> M await(BlockingQueue<Message> received, Class<M> kind)
      throws InterruptedException {
    Message next = received.poll(10, TimeUnit.SECONDS);
    while (next != null && !kind.isInstance(next)) {
      next = received.poll(10, TimeUnit.SECONDS);
    }
    return kind.cast(Objects.requireNonNull(next, kind.getSimpleName()));
  }

  /// Its coordinator was killed, and another one has come to the same address.
  @Test
  void agentDoesNotRunThePlanOfAnotherCoordinator() throws Exception {
    BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    Engine coordinator = scripted(received);
    startAgent("a", 1);
    var _ = await(received, Message.Hello.class);
    coordinator.send("a", prepare("rate: 1", 1));
    coordinator.send("a", prepare("rate: 1", 1));
    coordinator.send("a", prepare("rate: 2", 1));
    assertThat(await(received, Message.Refusal.class).reason())
        .isEqualTo("it is prepared for another run; start its agent again");
    assertThat(result("a")).isEqualTo(Agent.Result.REFUSED);
    assertThat(folder.resolve("agent-a")).isEmptyDirectory();
  }

  @Test
  void agentStopsItsLoadForAnotherRunOfTheSamePlan() throws Exception {
    BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    Engine coordinator = scripted(received);
    startAgent("a", 1);
    var _ = await(received, Message.Hello.class);
    coordinator.send("a", prepare("rate: 1000", 1));
    var _ = await(received, Message.Ready.class);
    coordinator.send("a", bytes(new Message.Start(System.nanoTime())));
    Message.Piece piece = new Message.Piece("", 0, new byte[0]);
    for (int i = 0; i < 200 && piece.bytes().length == 0; i++) {
      Thread.sleep(50);
      coordinator.send("a", bytes(new Message.Pull("latency.hdr", 0, 10)));
      piece = await(received, Message.Piece.class);
    }
    assertThat(piece.bytes()).as("its load goes on").isNotEmpty();
    coordinator.send("a", prepare("rate: 1000", 2));
    assertThat(await(received, Message.Refusal.class).reason())
        .isEqualTo(
            "it is prepared for another run, whose load is stopped now; start its agent again");
    assertThat(result("a")).isEqualTo(Agent.Result.REFUSED);
    assertThat(messages).anyMatch(each -> each.startsWith("a: all files are kept in "));
    Path log = logOfAgent("a");
    long size = Files.size(log);
    Thread.sleep(300);
    assertThat(Files.size(log)).as("its load was stopped").isEqualTo(size);
  }

  @Test
  void runsOfTheSamePlanAreToldApart() throws Exception {
    assertThat(prepared("one").run()).isNotEqualTo(prepared("another").run());
  }

  /// What a machine gets that refuses.
  private Message.Prepare prepared(String directory) throws Exception {
    BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    Coordinator coordinator =
        new Coordinator(
            settings(1),
            RunDirectory.create(folder.resolve(directory)),
            new LiveLogs(1_000_000_000, Long.MAX_VALUE, true, List.of()),
            new RecordingFleetListener(messages));
    network.member("a", listener(received));
    coordinator.message("a", hello(Message.VERSION, 1), 0);
    coordinator.message("a", bytes(new Message.Refusal("no")), 0);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> run(coordinator, "rate: 1"))
        .withMessage("a: no\nnothing was sent");
    return await(received, Message.Prepare.class);
  }

  private Path logOfAgent(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("agent-" + name))) {
      return files.filter(each -> each.endsWith("latency.hdr")).findFirst().orElseThrow();
    }
  }

  private static byte[] prepare(String plan, long run) {
    return bytes(new Message.Prepare(plan, "1/2", 1_000_000_000L, run));
  }

  /// A watch reads its recordings when it ends, which can take longer than a load's end.
  @Test
  @Tag("slow")
  void watchOfAStoppedAgentEndsInGoodOrder() throws Exception {
    BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    Engine coordinator = scripted(received);
    startAgent("w", 0, List.of("watch", "4711", "ends-slowly"));
    var _ = await(received, Message.Hello.class);
    coordinator.send("w", prepare("", 1));
    var _ = await(received, Message.Ready.class);
    Objects.requireNonNull(running.get("w")).stop();
    var _ = Objects.requireNonNull(agents.get("w")).get(40, TimeUnit.SECONDS);
    try (Stream<Path> files = Files.walk(folder.resolve("agent-w"))) {
      assertThat(files).anyMatch(each -> each.endsWith("watched"));
    }
  }

  @Test
  void checkOfNoMachineFails() throws Exception {
    Coordinator coordinator = coordinator(settings(2, 0, Duration.ofMillis(100)));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> check(coordinator, "rate: 1"))
        .withMessage("0 of 2 machines joined within 0 s");
  }

  private List<CheckedMachine> check(Coordinator coordinator, String plan)
      throws IOException, InterruptedException {
    try (Engine engine = network.member(Engine.COORDINATOR, coordinator)) {
      return coordinator.check(plan, engine, true);
    }
  }

  @Test
  void abandonedRunEndsBeforeItHasBegun() throws Exception {
    Coordinator coordinator = coordinator(settings(2));
    var outcome = inOwnThread(() -> runUnchecked(coordinator, "rate: 1"));
    startAgent("a", 1);
    while (messages.stream().noneMatch(each -> each.startsWith("a joined"))) {
      Thread.sleep(10);
    }
    coordinator.abandon("b: it will not come");
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> outcome.get(5, TimeUnit.SECONDS))
        .havingCause()
        .withMessage("b: it will not come\nnothing was sent");
    assertThat(result("a")).isEqualTo(Agent.Result.REFUSED);
  }

  @Test
  void runThatHasBegunIsNotAbandoned() throws Exception {
    Coordinator coordinator = coordinator(settings(1));
    startAgent("a", 1);
    var outcome = inOwnThread(() -> runUnchecked(coordinator, "rate: 40"));
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    coordinator.abandon("b: it will not come");
    FleetOutcome ended = outcome.get(30, TimeUnit.SECONDS);
    assertThat(ended.machines().getFirst().isComplete()).isTrue();
    assertThat(linesOf("a")).hasSize(40);
  }

  @Test
  void machineThatIsCutOffRunsOnAndItsFilesComeLater() throws Exception {
    Coordinator coordinator = coordinator(settings(2));
    startAgent("a", 1);
    startAgent("b", 1);
    var outcome = inOwnThread(() -> runUnchecked(coordinator, "rate: 40"));
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    network.cut("b");
    Thread.sleep(700);
    network.mend("b");
    FleetOutcome ended = outcome.get(30, TimeUnit.SECONDS);
    assertThat(ended.machines()).noneMatch(FleetOutcome.MachineOutcome::isLost);
    assertThat(linesOf("b")).hasSize(40).isEqualTo(linesOf("a"));
    assertThat(messages).contains("warning: b (share 2/2) cannot be reached", "b is back");
  }

  @Test
  void lostMachineIsNamedAndTheOthersGoOn() throws Exception {
    Coordinator coordinator = coordinator(settings(2));
    startAgent("a", 1);
    startAgent("b", 1);
    var outcome = inOwnThread(() -> runUnchecked(coordinator, "rate: 60"));
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    Thread.sleep(1_500);
    network.cut("b");
    FleetOutcome ended = outcome.get(30, TimeUnit.SECONDS);
    assertThat(ended.machines().get(0).isComplete()).isTrue();
    assertThat(linesOf("a")).hasSize(60);
    assertThat(ended.machines().get(1).isLost()).isTrue();
    assertThat(linesOf("b")).hasSizeBetween(1, 59);
    assertThat(result("b")).isEqualTo(Agent.Result.ORPHANED);
    assertThat(messages).anyMatch(each -> each.startsWith("b: all files are kept in "));
  }

  @Test
  void machineWhoseAgentIsStartedAnewIsLost() throws Exception {
    Coordinator coordinator = coordinator(settings(2));
    startAgent("a", 1);
    startAgent("b", 1);
    var outcome = inOwnThread(() -> runUnchecked(coordinator, "rate: 60"));
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    Objects.requireNonNull(running.get("b")).stop();
    assertThat(result("b")).isEqualTo(Agent.Result.STOPPED);
    startAgent("b", 1);
    assertThat(result("b")).isEqualTo(Agent.Result.REFUSED);
    FleetOutcome ended = outcome.get(30, TimeUnit.SECONDS);
    assertThat(ended.machines().get(0).isComplete()).isTrue();
    assertThat(ended.machines().get(1).isLost()).isTrue();
    assertThat(messages).contains("warning: b: it was started again, and has nothing of this run");
  }

  @Test
  void runEndsAlthoughAnAgentIsStartedAnewAgainAndAgain() throws Exception {
    Coordinator coordinator = coordinator(settings(2));
    startAgent("a", 1);
    startAgent("b", 1);
    var outcome = inOwnThread(() -> runUnchecked(coordinator, "rate: 20"));
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    Objects.requireNonNull(running.get("b")).stop();
    assertThat(result("b")).isEqualTo(Agent.Result.STOPPED);
    for (int i = 0; i < 20 && !outcome.isDone(); i++) {
      startAgent("b", 1);
      Thread.sleep(1_000);
    }
    assertThat(outcome).isDone();
    FleetOutcome ended = outcome.join();
    assertThat(ended.machines().get(0).isComplete()).isTrue();
    assertThat(ended.machines().get(1).isLost()).isTrue();
  }

  @Test
  void stopEndsAnAgentThatWaitsForItsCoordinator() {
    startAgent("a", 1);
    Objects.requireNonNull(running.get("a")).stop();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> result("a"))
        .withCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void stopsAllInGoodOrder() throws Exception {
    Coordinator coordinator = coordinator(settings(2));
    startAgent("a", 1);
    startAgent("b", 1);
    var outcome = inOwnThread(() -> runUnchecked(coordinator, "rate: 1000"));
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    Thread.sleep(500);
    coordinator.stop();
    FleetOutcome ended = outcome.get(10, TimeUnit.SECONDS);
    assertThat(ended.stopped()).isTrue();
    assertThat(ended.machines()).allMatch(each -> each.ended().exitCode() == 130);
    assertThat(ended.machines()).allMatch(FleetOutcome.MachineOutcome::isComplete);
  }

  @Test
  void generatorThatDiesIsReportedWithItsExitCode() throws Exception {
    Coordinator coordinator = coordinator(settings(1));
    startAgent("a", 1);
    FleetOutcome ended = run(coordinator, "rate: crash");
    assertThat(ended.machines().getFirst().ended())
        .isEqualTo(new Message.Ended(7, "takt: no memory"));
    assertThat(messages)
        .contains("warning: a: its generator failed (exit code 7):\ntakt: no memory");
    assertThat(ended.machines().getFirst().isLost()).isFalse();
  }

  @Test
  void generatorThatHangsIsStoppedWhenOthersHaveEnded() throws Exception {
    Coordinator coordinator = coordinator(settings(2), Duration.ofSeconds(2));
    startAgent("a", 1);
    startAgent("b", 1);
    FleetOutcome ended = run(coordinator, "rate: hang 2/2");
    assertThat(ended.machines())
        .extracting(each -> each.ended().exitCode())
        .containsExactly(0, 130);
    assertThat(ended.state(ended.machines().getLast())).isEqualTo(Fleet.State.LOST);
    assertThat(messages)
        .contains(
            "warning: b hangs: it has recorded nothing for 2 s, and others have ended; it is"
                + " stopped");
  }

  @Test
  void refusesHostileNamesAndOtherVersions() throws Exception {
    Coordinator coordinator = coordinator(settings(1));
    List<String> answers = new ArrayList<>();
    for (String name : List.of("../up", "a/b", ".", "", "x".repeat(65), "a\nb")) {
      network.member(name, listener(name, answers));
      coordinator.message(name, hello(Message.VERSION, 1), 0);
    }
    network.member("old", listener("old", answers));
    coordinator.message("old", hello(Message.VERSION + 1, 1), 0);
    network.member("heavy", listener("heavy", answers));
    coordinator.message("heavy", hello(Message.VERSION, 101), 0);
    coordinator.message("unknown", new byte[] {99, 1, 2}, 0);
    for (int i = 0; i < 100; i++) {
      coordinator.message("old", hello(Message.VERSION + 1, 1), 0);
      coordinator.message("old" + i, hello(Message.VERSION + 1, 1), 0);
    }
    coordinator.connectionRejected("10.0.0.9", "it does not speak TLS");
    startAgent("a", 1);
    FleetOutcome ended = run(coordinator, "rate: 1");
    assertThat(ended.machines()).extracting(each -> each.name()).containsExactly("a");
    assertThat(messages)
        .anyMatch(each -> each.contains("../up was refused"))
        .anyMatch(each -> each.contains("old was refused: it speaks version 2"))
        .anyMatch(each -> each.contains("heavy was refused: its weight"));
    assertThat(messages)
        .contains("warning: a connection from 10.0.0.9 was refused: it does not speak TLS")
        .filteredOn(each -> each.contains("it speaks version"))
        .hasSizeLessThan(32)
        .doesNotHaveDuplicates();
    assertThat(folder.resolve("up")).doesNotExist();
  }

  /// It has the key, but is no agent.
  @Test
  void machineThatSendsNonsenseDoesNotFloodTheTerminal() throws Exception {
    Coordinator coordinator = coordinator(settings(1));
    startAgent("a", 1);
    var outcome = inOwnThread(() -> runUnchecked(coordinator, "rate: 20"));
    assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < 1_000; i++) {
      coordinator.message("a", bytes(new Message.Prepare("a plan " + i, "1/1", 0, 1)), 0);
      coordinator.message("a", bytes(new Message.Refusal("no " + i)), 0);
      coordinator.message("a", new byte[] {99, 1, (byte) i}, 0);
    }
    assertThat(outcome.get(30, TimeUnit.SECONDS).isComplete()).isTrue();
    assertThat(messages).filteredOn(each -> each.startsWith("warning: a: ")).hasSize(5);
    assertThat(messages)
        .filteredOn(each -> each.startsWith("warning: unexpected"))
        .containsExactly(
            "warning: unexpected message from a: Prepare; this and any further ones are ignored");
  }

  private static Engine.Listener listener(String name, List<String> answers) {
    return new Engine.Listener() {
      @Override
      public void message(String from, byte[] body, long receivedNanos) {
        answers.add(name);
      }

      @Override
      public void joined(String member) {}

      @Override
      public void left(String member) {}
    };
  }

  private static byte[] hello(int version, int weight) {
    return bytes(new Message.Hello(version, "1", "h", 2, weight, 1));
  }

  private static byte[] bytes(Message message) {
    return MessageFormat.bytes(message);
  }

  private static Message read(byte[] body) {
    try {
      return MessageFormat.read(body);
    } catch (MalformedMessageException e) {
      throw new AssertionError(e);
    }
  }
}
