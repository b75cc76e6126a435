package dev.takt.fleet.coordinator;

import dev.takt.fleet.clock.ClockLog;
import dev.takt.fleet.clock.Exchange;
import dev.takt.fleet.clock.Moment;
import dev.takt.fleet.clock.OffsetBounds;
import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.protocol.MalformedMessageException;
import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import dev.takt.load.share.Share;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs a plan on the machines of a fleet: waits for them, shares the plan out, agrees on a start
/// on each machine's own clock, follows the run, and collects the files. All machines are ready, or
/// nothing is sent. Nothing is rebalanced when a machine is lost.
///
/// One thread, that of [#run], has the state; the engine's threads put messages into its queue,
/// except for clock readings.
public final class Coordinator implements Engine.Listener {

  private static final String LATENCY_LOG = "latency.hdr";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,59}");

  private static final long NEVER_NANOS = Long.MAX_VALUE / 2;
  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long FAST_PING_MILLIS = 20;
  private static final long SLOW_PING_MILLIS = 500;

  /// So many exchanges bound a clock well enough for a start.
  private static final int MIN_EXCHANGES = 50;

  /// After the orphans have stopped: for what they still send.
  private static final Duration GRACE = Duration.ofSeconds(2);

  private record Event(String from, @Nullable Message message, boolean left) {}

  private final FleetSettings settings;
  private final FleetListener listener;
  private final RunDirectory directory;
  private final LiveLogs live;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

  /// By name, so that shares are given out in the order of the names.
  private final Map<String, Machine> machines = new TreeMap<>();

  private final Map<String, OffsetBounds> clocks = new ConcurrentHashMap<>();
  private final Map<String, Integer> exchanges = new ConcurrentHashMap<>();

  private volatile @Nullable Engine engine;
  private volatile @Nullable ClockLog clockLog;
  private volatile long pingMillis = FAST_PING_MILLIS;
  private volatile boolean stopRequested;
  private boolean stopSent;
  private boolean hasBegun;
  private long start;
  private @Nullable String failure;

  /// A coordinator of one run.
  ///
  /// @param directory of the whole run; the machines' files come into `machines` in it
  /// @param live adds up the machines' logs
  public Coordinator(
      FleetSettings settings, RunDirectory directory, LiveLogs live, FleetListener listener) {
    this.settings = settings;
    this.directory = directory;
    this.live = live;
    this.listener = listener;
  }

  /// Ends the run on all machines in good order. May be called by any thread.
  public void stop() {
    stopRequested = true;
  }

  @Override
  public void joined(String member) {}

  @Override
  public void left(String member) {
    events.add(new Event(member, null, true));
  }

  @Override
  public void message(String from, byte[] body, long receivedNanos) {
    try {
      Message message = MessageFormat.read(body);
      if (message instanceof Message.Pong(long sent, long received, long answered)) {
        exchanged(from, new Exchange(sent, received, answered, receivedNanos));
      } else {
        events.add(new Event(from, message, false));
      }
    } catch (MalformedMessageException | IllegalArgumentException e) {
      events.add(new Event(from, new Message.Refusal(String.valueOf(e.getMessage())), false));
    }
  }

  private void exchanged(String from, Exchange exchange) {
    OffsetBounds clock = clocks.get(from);
    if (clock == null) {
      return;
    }
    clock.add(exchange);
    exchanges.merge(from, 1, Integer::sum);
    ClockLog log = clockLog;
    if (log != null) {
      try {
        log.add(from, exchange);
      } catch (IOException _) {
        // The bounds in memory are those that are used; the file is for later.
      }
    }
  }

  /// Runs the plan. When it returns, the machines' files are in the directory, as far as they could
  /// be collected.
  ///
  /// @param plan of the whole, in YAML
  /// @param opened the engine, which notifies this object
  /// @throws IOException with a message for people, if nothing was sent
  public FleetOutcome run(String plan, Engine opened) throws IOException, InterruptedException {
    engine = opened;
    Thread pinging = Thread.ofVirtual().start(this::ping);
    try (ClockLog log = ClockLog.create(directory.resolve(ClockLog.FILE_NAME))) {
      clockLog = log;
      awaitMachines();
      prepare(plan);
      start();
      drive();
      collect();
      broadcast(new Message.Done());
      return outcome();
    } catch (IOException e) {
      broadcast(new Message.Refusal(String.valueOf(e.getMessage())));
      throw e;
    } finally {
      clockLog = null;
      live.close();
      pinging.interrupt();
      pinging.join();
    }
  }

  private void ping() {
    try {
      while (true) {
        for (String each : clocks.keySet()) {
          send(each, new Message.Ping(System.nanoTime()));
        }
        Thread.sleep(pingMillis);
      }
    } catch (InterruptedException _) {
      // The run has ended.
    }
  }

  private boolean send(String to, Message message) {
    Engine open = engine;
    try {
      if (open != null) {
        open.send(to, MessageFormat.bytes(message));
        return true;
      }
    } catch (IOException _) {
      // The engine reports that the machine has left.
    }
    return false;
  }

  private void broadcast(Message message) {
    machines.keySet().forEach(each -> send(each, message));
  }

  private Collection<Machine> all() {
    return machines.values();
  }

  /// Handles what happens until a condition holds.
  ///
  /// @param timeoutNanos for that
  /// @param tick called once a second
  /// @return false if that takes too long
  private boolean handleUntil(BooleanSupplier condition, long timeoutNanos, Runnable tick)
      throws IOException, InterruptedException {
    long nextTick = System.nanoTime();
    long deadline = nextTick + timeoutNanos;
    while (!condition.getAsBoolean()) {
      long now = System.nanoTime();
      if (now - deadline > 0) {
        return false;
      }
      if (now - nextTick >= 0) {
        tick.run();
        nextTick += TICK_NANOS;
      }
      stopIfRequested();
      Event event = events.poll(50, TimeUnit.MILLISECONDS);
      if (event != null) {
        handle(event);
      }
    }
    return true;
  }

  private void stopIfRequested() throws InterruptedException {
    if (stopRequested && !stopSent) {
      if (!hasBegun) {
        broadcast(new Message.Refusal("it was stopped before it had begun"));
        throw new InterruptedException("stopped before the run had begun");
      }
      stopSent = true;
      broadcast(new Message.Stop());
    }
  }

  private void handle(Event event) throws IOException {
    Machine machine = machines.get(event.from());
    Message message = event.message();
    if (message == null) {
      if (machine != null) {
        left(machine);
      }
      return;
    }
    if (message instanceof Message.Hello hello) {
      hello(event.from(), hello);
    } else if (machine != null) {
      handle(machine, message);
    }
  }

  private void hello(String name, Message.Hello hello) {
    Machine known = machines.get(name);
    if (known != null) {
      if (!known.isThere()) {
        known.lostSinceNanos = null;
        listener.info(name + " is back");
        resume(known);
      }
      return;
    }
    Optional<String> refusal = refusal(name, hello);
    if (refusal.isPresent()) {
      listener.warning(name + " was refused: " + refusal.get());
      send(name, new Message.Refusal(refusal.get()));
      return;
    }
    OffsetBounds clock = new OffsetBounds();
    Path files = directory.resolve("machines").resolve(name);
    machines.put(name, new Machine(name, hello, clock, files));
    clocks.put(name, clock);
    listener.info(
        name
            + " joined, "
            + hello.cores()
            + " cores ("
            + machines.size()
            + " of "
            + settings.machines()
            + ")");
  }

  private Optional<String> refusal(String name, Message.Hello hello) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of("its name may have letters, digits, '.', '_' and '-' only");
    }
    if (hello.version() != Message.VERSION) {
      return Optional.of(
          "it speaks version "
              + hello.version()
              + " of the fleet's protocol, this is version "
              + Message.VERSION
              + ": use one version of Takt");
    }
    if (hello.weight() < 1 || hello.weight() > MAX_WEIGHT) {
      return Optional.of("its weight is not from 1 to " + MAX_WEIGHT);
    }
    if (machines.size() >= settings.machines()) {
      return Optional.of("the run has its " + settings.machines() + " machines already");
    }
    return Optional.empty();
  }

  /// The largest weight.
  public static final int MAX_WEIGHT = 100;

  private void left(Machine machine) {
    if (!hasBegun) {
      machines.remove(machine.name);
      clocks.remove(machine.name);
      fail(machine.name + " left before the run had begun");
    } else if (machine.isThere()) {
      machine.lostSinceNanos = System.nanoTime();
      if (!machine.isCollected) {
        listener.warning(machine.name + " (share " + machine.share + ") cannot be reached");
      }
      if (settings.onLoss() == FleetSettings.OnLoss.STOP) {
        stopRequested = true;
      }
    }
  }

  private void fail(String reason) {
    if (isPreparing && failure == null) {
      failure = reason;
    } else {
      listener.warning(reason);
    }
  }

  private boolean isPreparing;

  private void handle(Machine machine, Message message) throws IOException {
    switch (message) {
      case Message.Ready() -> machine.isReady = true;
      case Message.Ended how -> ended(machine, how);
      case Message.Refusal(String reason) -> fail(machine.name + ": " + reason);
      case Message.Piece piece -> piece(machine, piece);
      case Message.Files(var files) -> {
        machine.files.collect(files.stream().filter(this::isWanted).toList());
        askNext(machine);
      }
      default -> listener.warning("unexpected from " + machine.name + ": " + message);
    }
  }

  private boolean isWanted(Message.FileFacts file) {
    return settings.collect() == FleetSettings.Collect.ALL
        || !(file.name().endsWith(".jfr") || file.name().equals("operations.bin"));
  }

  private void ended(Machine machine, Message.Ended how) {
    if (machine.ended == null) {
      machine.ended = how;
      if (!hasBegun) {
        fail(machine.name + ": its generator ended before the start:\n" + how.text());
      }
    }
  }

  private void awaitMachines() throws IOException, InterruptedException {
    long timeout = settings.joinTimeout().toNanos();
    if (!handleUntil(() -> machines.size() == settings.machines(), timeout, () -> {})) {
      throw new IOException(
          machines.size()
              + " of "
              + settings.machines()
              + " machines joined within "
              + settings.joinTimeout().toSeconds()
              + " s"
              + (machines.isEmpty() ? "" : ": " + names(all()))
              + "; nothing was sent");
    }
  }

  private static String names(Collection<Machine> some) {
    return some.stream().map(each -> each.name).collect(Collectors.joining(", "));
  }

  private void prepare(String plan) throws IOException, InterruptedException {
    isPreparing = true;
    int of = all().stream().mapToInt(each -> each.facts.weight()).sum();
    int first = 0;
    for (Machine each : all()) {
      each.share = new Share(first, each.facts.weight(), of);
      first += each.facts.weight();
      send(
          each.name, new Message.Prepare(plan, each.share.toString(), settings.orphan().toNanos()));
    }
    boolean isReady =
        handleUntil(
            () ->
                failure != null
                    || all().stream().allMatch(each -> each.isReady && isClockKnown(each)),
            settings.joinTimeout().toNanos(),
            () -> {});
    if (failure != null) {
      throw new IOException(failure + "\nnothing was sent");
    }
    if (!isReady) {
      List<Machine> missing = all().stream().filter(each -> !each.isReady).toList();
      throw new IOException(
          "not ready within "
              + settings.joinTimeout().toSeconds()
              + " s: "
              + names(missing)
              + "; nothing was sent");
    }
  }

  private boolean isClockKnown(Machine machine) {
    return exchanges.getOrDefault(machine.name, 0) >= MIN_EXCHANGES;
  }

  /// Sends each machine the start on its own clock.
  private void start() throws IOException {
    start = System.nanoTime() + settings.startLead().toNanos();
    for (Machine each : all()) {
      Moment theirs =
          each.clock
              .toTheirs(start)
              .orElseThrow(() ->
                  new IOException(
                      "the clock of " + each.name + " does not run evenly; nothing was sent"));
      each.startNanos = theirs.nanos();
    }
    listener.starting(start);
    all().forEach(each -> send(each.name, new Message.Start(each.startNanos)));
    isPreparing = false;
    hasBegun = true;
    pingMillis = SLOW_PING_MILLIS;
  }

  private void drive() throws IOException, InterruptedException {
    handleUntil(() -> all().stream().noneMatch(this::isAwaited), NEVER_NANOS, this::followLogs);
  }

  /// A machine that is lost is awaited for as long as it may go on by itself.
  private boolean isAwaited(Machine machine) {
    Long lostSince = machine.lostSinceNanos;
    return machine.isRunning()
        && (lostSince == null
            || System.nanoTime() - lostSince < settings.orphan().plus(GRACE).toNanos());
  }

  private void followLogs() {
    for (Machine each : all()) {
      if (each.isThere() && each.isRunning()) {
        pull(each, LATENCY_LOG);
      }
    }
    long sinceStart = System.nanoTime() - start;
    int present = (int) all().stream().filter(Machine::isThere).count();
    listener.progressed(sinceStart, live.next(sinceStart, present));
  }

  private void pull(Machine machine, String file) {
    try {
      send(machine.name, machine.files.more(file));
    } catch (IOException e) {
      listener.warning(machine.name + ": " + e.getMessage());
    }
  }

  private void piece(Machine machine, Message.Piece piece) throws IOException {
    boolean hasMore = machine.files.add(piece);
    if (piece.file().equals(LATENCY_LOG) && piece.bytes().length > 0 && !machine.isFollowed) {
      machine.isFollowed = true;
      live.follow(machine.name, machine.files.directory().resolve(LATENCY_LOG));
    }
    if (isCollecting) {
      askNext(machine);
    } else if (hasMore) {
      pull(machine, piece.file());
    }
  }

  private boolean isCollecting;

  private void collect() throws IOException, InterruptedException {
    isCollecting = true;
    all().forEach(each -> send(each.name, new Message.ListFiles()));
    handleUntil(
        () -> all().stream().allMatch(each -> each.isCollected || isGone(each)),
        NEVER_NANOS,
        () -> {});
  }

  private boolean isGone(Machine machine) {
    Long lostSince = machine.lostSinceNanos;
    return lostSince != null && System.nanoTime() - lostSince > GRACE.toNanos();
  }

  private void askNext(Machine machine) throws IOException {
    Optional<Message.Pull> next = machine.files.next();
    if (next.isPresent()) {
      send(machine.name, next.get());
    } else {
      machine.isCollected = true;
    }
  }

  private void resume(Machine machine) {
    if (isCollecting && !machine.isCollected) {
      send(machine.name, new Message.ListFiles());
    } else if (stopSent) {
      send(machine.name, new Message.Stop());
    }
  }

  private FleetOutcome outcome() {
    List<FleetOutcome.MachineOutcome> outcomes = new ArrayList<>();
    for (Machine each : all()) {
      outcomes.add(
          new FleetOutcome.MachineOutcome(
              each.name,
              each.facts.host(),
              each.share,
              each.clock,
              each.startNanos,
              Objects.requireNonNullElse(each.ended, FleetOutcome.LOST),
              each.isCollected,
              each.files.directory()));
    }
    return new FleetOutcome(start, stopSent, outcomes);
  }
}
