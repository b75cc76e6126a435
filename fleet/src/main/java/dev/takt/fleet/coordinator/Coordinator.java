package dev.takt.fleet.coordinator;

import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.protocol.Message;
import dev.takt.load.share.FleetSettings;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.clock.Moment;
import dev.takt.runs.text.Causes;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Runs a plan on the machines of a fleet: waits for them, shares the plan out, agrees on a start
/// on each machine's own clock, follows the run, and collects the files. All machines are ready, or
/// nothing is sent. Nothing is rebalanced when a machine is lost.
///
/// One thread, that of [#run], has the state; the engine's threads put messages into its queue,
/// except for clock readings.
public final class Coordinator implements Engine.Listener {

  /// The largest weight of a machine.
  public static final int MAX_WEIGHT = 100;

  /// So many agents that are refused are named.
  private static final int MAX_REFUSALS = 32;

  /// So many messages of a machine that something is wrong are shown while a run goes on.
  private static final int MAX_COMPLAINTS = 5;

  private static final String LATENCY_LOG = "latency.hdr";
  private static final long NEVER_NANOS = Long.MAX_VALUE / 2;

  /// How often the machines are asked for more of their logs, and the live figures are shown: an
  /// interval is shown within three times as long.
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /// The same for each machine: so many are asked less often.
  private static final long TICK_NANOS_EACH = TimeUnit.MICROSECONDS.toNanos(500);

  /// If events are not handled for so long, this process or this machine was stopped.
  private static final long SUSPENDED_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// After the orphans have stopped: for what they still send.
  private static final Duration GRACE = Duration.ofSeconds(2);

  /// When a machine is not ready, others can fail for the same reason, and are named, too.
  private static final Duration MORE_FAILURES = Duration.ofSeconds(1);

  /// A machine that sends nothing of its files for so long hangs, if it is the only thing that is
  /// waited for.
  private static final Duration MAX_SILENCE = Duration.ofMinutes(5);

  /// The start is agreed on so long before it at most: the further away it is, the less is known of
  /// where it is on other clocks.
  private static final Duration MAX_LEAD = Duration.ofSeconds(5);

  private enum Phase {
    JOINING,
    PREPARING,
    RUNNING,
    COLLECTING
  }

  private final FleetSettings settings;
  private final Duration maxSilence;
  private final FleetListener listener;
  private final RunDirectory directory;
  private final LiveLogs live;
  private final Clocks clocks;
  private final Mailbox mailbox;
  private final Roster roster;
  private final Set<String> refused = new HashSet<>();
  private final LateMachines late = new LateMachines();
  private final long id = ThreadLocalRandom.current().nextLong();

  private volatile boolean stopRequested;
  private final Queue<String> abandoned = new ConcurrentLinkedQueue<>();
  private boolean isCheck;
  private int missing;
  private boolean stopSent;
  private Phase phase = Phase.JOINING;
  private String unknownClocks = "";
  private long start;
  private @Nullable Long failedNanos;
  private SinceStart sinceStart = new SinceStart(System.nanoTime());

  /// A coordinator of one run.
  ///
  /// @param directory of the whole run; the machines' files come into `machines` in it
  /// @param live adds up the machines' logs
  public Coordinator(
      FleetSettings settings, RunDirectory directory, LiveLogs live, FleetListener listener) {
    this(settings, MAX_SILENCE, new Clocks(), directory, live, listener);
  }

  Coordinator(
      FleetSettings settings,
      Duration maxSilence,
      Clocks clocks,
      RunDirectory directory,
      LiveLogs live,
      FleetListener listener) {
    this.settings = settings;
    this.maxSilence = maxSilence;
    this.clocks = clocks;
    this.mailbox = new Mailbox(clocks);
    this.directory = directory;
    this.live = live;
    this.listener = listener;
    this.roster =
        new Roster(
            Objects.requireNonNull(settings.machines(), "how many machines"), settings.watchers());
  }

  /// Ends the run on all machines in good order. May be called by any thread.
  public void stop() {
    stopRequested = true;
  }

  /// Ends the run before it has begun: a machine will not come. Without effect afterwards. May be
  /// called by any thread.
  ///
  /// @param reason for people
  public void abandon(String reason) {
    abandoned.add(reason);
  }

  // By the engine's threads.

  @Override
  public void joined(String member) {}

  @Override
  public void left(String member) {
    mailbox.left(member);
  }

  @Override
  public void connectionRejected(String address, String reason) {
    mailbox.connectionRejected(address, reason);
  }

  @Override
  public void refused(String name, String reason) {
    mailbox.refused(name, reason);
  }

  @Override
  public void message(String from, byte[] body, long receivedNanos) {
    mailbox.receive(from, body, receivedNanos);
  }

  private void broadcast(Message message) {
    roster.all().forEach(each -> mailbox.send(each.name, message));
  }

  // The phases of a run.

  /// Runs the plan. When it returns, the machines' files are in the directory, as far as they could
  /// be collected.
  ///
  /// @param plan of the whole, in YAML
  /// @param opened the engine, which notifies this object
  /// @throws IOException with a message for people, if nothing was sent
  public FleetOutcome run(String plan, Engine opened) throws IOException, InterruptedException {
    mailbox.open(opened);
    try (clocks) {
      clocks.open(directory.resolve(ClockLog.FILE_NAME), mailbox::send);
      if (!areAllJoined()) {
        throw new IOException(missing() + "; nothing was sent");
      }
      prepare(plan);
      requireReady();
      awaitStart();
      start();
      drive();
      long ended = sinceStart.nanos();
      collect();
      live.rest(intervals -> listener.progressed(ended, intervals));
      live.warnings().forEach(listener::warning);
      roster.all().forEach(this::release);
      return outcome();
    } catch (IOException | RuntimeException e) {
      broadcast(new Message.Refusal(String.valueOf(e.getMessage())));
      throw e;
    } finally {
      mailbox.close();
      live.close();
    }
  }

  /// Does what [#run] does before the start. A machine that will not come does not end it.
  ///
  /// @param stays whether the agents wait for a run afterwards
  /// @return the machines that have joined, in the order of their names
  /// @throws IOException with a message for people, if none has joined
  public List<CheckedMachine> check(String plan, Engine opened, boolean stays)
      throws IOException, InterruptedException {
    isCheck = true;
    mailbox.open(opened);
    try (clocks) {
      clocks.open(directory.resolve(ClockLog.FILE_NAME), mailbox::send);
      boolean areAll = areAllJoined() && missing == 0;
      if (roster.all().isEmpty()) {
        throw new IOException(missing());
      }
      if (!areAll) {
        listener.warning(missing());
      }
      prepare(plan);
      handleUntil(
          () -> false, settings.startLead().toNanos(), () -> {}); // for more readings of the clocks
      broadcast(new Message.Checked(stays));
      return roster.all().stream().map(each -> checked(each, areAll)).toList();
    } catch (IOException | RuntimeException e) {
      broadcast(new Message.Refusal(String.valueOf(e.getMessage())));
      throw e;
    } finally {
      mailbox.close();
      live.close();
    }
  }

  private CheckedMachine checked(Machine machine, boolean areAll) {
    return new CheckedMachine(
        machine.name,
        machine.facts.host(),
        machine.facts.takt(),
        machine.facts.cores(),
        machine.onlyWatches(),
        areAll ? machine.share : null,
        machine.clock.at(System.nanoTime()),
        problem(machine));
  }

  private void release(Machine machine) {
    boolean isLeft = machine.files.problem() != null;
    mailbox.send(
        machine.name,
        isLeft ? new Message.Refusal("its files could not be collected") : new Message.Done());
  }

  private boolean areAllJoined() throws IOException, InterruptedException {
    return handleUntil(() -> roster.isFullBut(missing), settings.joinTimeout().toNanos(), () -> {});
  }

  private String missing() {
    String there = roster.names(_ -> true);
    return roster.countOfAll()
        + " joined"
        + (missing > 0 ? "" : " within " + settings.joinTimeout().toSeconds() + " s")
        + (there.isEmpty() ? "" : ": " + there);
  }

  /// Until each machine is ready or has a problem, or that takes too long.
  private void prepare(String plan) throws IOException, InterruptedException {
    phase = Phase.PREPARING;
    roster.share();
    long orphan = settings.orphan().toNanos();
    for (Machine each : roster.all()) {
      mailbox.send(
          each.name,
          each.onlyWatches()
              ? new Message.Prepare("", "", orphan, id)
              : new Message.Prepare(plan, String.valueOf(each.share), orphan, id));
    }
    handleUntil(
        () -> hasFailed() || roster.all().stream().allMatch(this::isDecided),
        settings.joinTimeout().toNanos(),
        this::reportClocks);
    handleAll();
  }

  /// Says which machines wait only for their clocks.
  private void reportClocks() {
    String names = roster.names(each -> each.problem == null && each.isReady && !isReady(each));
    if (!names.isEmpty() && !names.equals(unknownClocks)) {
      listener.info("clock not known yet: " + names);
    }
    unknownClocks = names;
  }

  /// Whether a machine cannot take part: the others need not go on, except in a check.
  private boolean hasFailed() {
    Long since = failedNanos;
    return !isCheck && since != null && System.nanoTime() - since > MORE_FAILURES.toNanos();
  }

  private void requireReady() throws IOException {
    List<String> problems =
        roster.all().stream()
            .flatMap(each ->
                Optional.ofNullable(problem(each)).map(it -> each.name + ": " + it).stream())
            .toList();
    if (!problems.isEmpty()) {
      throw new IOException(String.join("\n", problems) + "\nnothing was sent");
    }
  }

  /// Why a machine is not ready; null if it is.
  private @Nullable String problem(Machine machine) {
    if (isDecided(machine) || hasFailed()) {
      return machine.problem;
    }
    String late = " within " + settings.joinTimeout().toSeconds() + " s";
    return machine.isReady
        ? "clock not known" + late + ": " + clocks.progress(machine.name)
        : "not ready" + late;
  }

  private boolean isDecided(Machine machine) {
    return machine.problem != null || isReady(machine);
  }

  private boolean isReady(Machine machine) {
    return machine.isReady && clocks.isKnown(machine.name);
  }

  /// Waits if there is more time than clocks can be computed ahead. A machine that is lost
  /// meanwhile is not ready.
  private void awaitStart() throws IOException, InterruptedException {
    long wait = settings.startLead().minus(MAX_LEAD).toNanos();
    if (wait > 0) {
      handleUntil(
          () -> roster.all().stream().anyMatch(each -> each.problem != null), wait, () -> {});
      requireReady();
    }
  }

  /// Sends each machine the start on its own clock.
  private void start() throws IOException {
    Duration lead = settings.startLead().compareTo(MAX_LEAD) < 0 ? settings.startLead() : MAX_LEAD;
    start = System.nanoTime() + lead.toNanos();
    for (Machine each : roster.all()) {
      Moment theirs =
          each.clock
              .toTheirs(start)
              .orElseThrow(() ->
                  new IOException(
                      "the clock of " + each.name + " does not run evenly; nothing was sent"));
      each.startNanos = theirs.nanos();
    }
    listener.starting(start);
    sinceStart = new SinceStart(start);
    live.startsAt(sinceStart);
    roster
        .generators()
        .forEach(each -> mailbox.send(each.name, new Message.Start(each.startNanos)));
    phase = Phase.RUNNING;
    clocks.slowDown();
  }

  private void drive() throws IOException, InterruptedException {
    handleUntil(
        () -> roster.generators().stream().noneMatch(this::isAwaited),
        NEVER_NANOS,
        this::followLogs);
  }

  /// A machine that is lost is awaited for as long as it may go on by itself.
  private boolean isAwaited(Machine machine) {
    return machine.isRunning() && !machine.isLostFor(settings.orphan().plus(GRACE));
  }

  private void followLogs() {
    roster.generators().stream()
        .filter(each -> each.isThere() && !each.isLogComplete)
        .forEach(each -> onFiles(each, files -> follow(each, files)));
    if (roster.generators().stream().anyMatch(each -> !each.isRunning())) {
      stopSilent();
    }
    showLive();
  }

  private static void follow(Machine machine, FileCollector files) throws IOException {
    if (files.follow(LATENCY_LOG)) {
      machine.isLastPull = !machine.isRunning();
    }
  }

  private void showLive() {
    live.warnings().forEach(listener::warning);
    List<LiveInterval> intervals =
        live.next(
            roster.generators().stream()
                .filter(each -> each.isThere() && !each.files.isDone())
                .map(each -> each.name)
                .toList());
    late.changes(intervals).forEach(listener::warning);
    listener.progressed(sinceStart.nanos(), intervals);
  }

  /// A generator that hangs would hold up the run without end.
  private void stopSilent() {
    for (Machine each : roster.generators()) {
      if (each.isRunning() && each.isThere() && each.isSilentFor(maxSilence)) {
        listener.warning(
            each.name
                + " hangs: it has recorded nothing for "
                + maxSilence.toSeconds()
                + " s, and others have ended; it is stopped");
        mailbox.send(each.name, new Message.Stop());
        each.heardNanos = System.nanoTime();
      }
    }
  }

  private void collect() throws IOException, InterruptedException {
    phase = Phase.COLLECTING;
    CollectionTurns turns =
        new CollectionTurns(
            roster.all(), (machine, pieces) -> onFiles(machine, files -> files.setWindow(pieces)));
    for (Machine each : roster.all()) {
      each.heardNanos = System.nanoTime();
      askForFiles(each);
    }
    handleUntil(() -> !turns.give(this::isCollecting), NEVER_NANOS, this::showLive);
  }

  /// A watch is ended first: it has all of its files then.
  private void askForFiles(Machine machine) {
    boolean isWatching = machine.onlyWatches() && machine.isRunning();
    mailbox.send(machine.name, isWatching ? new Message.Stop() : new Message.ListFiles());
  }

  private boolean isCollecting(Machine machine) {
    FileCollector files = machine.files;
    if (files.isDone()) {
      return false;
    }
    if (machine.isSilentFor(maxSilence)) {
      files.fail("its files do not come");
    }
    return files.problem() == null && !machine.isLostFor(GRACE);
  }

  private FleetOutcome outcome() {
    List<FleetOutcome.MachineOutcome> outcomes = new ArrayList<>();
    List<Machine> machines = new ArrayList<>(roster.generators());
    machines.addAll(roster.watchers());
    for (Machine each : machines) {
      outcomes.add(
          new FleetOutcome.MachineOutcome(
              each.name,
              each.facts.host(),
              each.share,
              each.clock,
              each.startNanos,
              Objects.requireNonNullElse(each.ended, FleetOutcome.LOST),
              each.files.directory(),
              whyIncomplete(each)));
    }
    return new FleetOutcome(start, stopSent, outcomes);
  }

  private static @Nullable String whyIncomplete(Machine machine) {
    String problem = machine.files.problem();
    return problem != null || machine.files.isDone() ? problem : "it cannot be reached";
  }

  // Events, by the coordinator's thread.

  /// Handles what happens until a condition holds.
  ///
  /// @param timeoutNanos for that
  /// @param tick called several times a second
  /// @return false if that takes too long
  private boolean handleUntil(BooleanSupplier condition, long timeoutNanos, Runnable tick)
      throws IOException, InterruptedException {
    long before = System.nanoTime();
    long nextTick = before;
    long deadline = before + timeoutNanos;
    while (!condition.getAsBoolean()) {
      long now = System.nanoTime();
      if (now - before > SUSPENDED_NANOS) {
        wasSuspended();
      }
      before = now;
      if (now - deadline > 0) {
        return false;
      }
      if (now - nextTick >= 0) {
        warnOfClocks();
        tick.run();
        nextTick = Math.max(nextTick, now - tickNanos()) + tickNanos();
      }
      stopIfRequested();
      endIfAbandoned();
      Mailbox.Event event = mailbox.poll(50);
      if (event != null) {
        handle(event);
      }
    }
    return true;
  }

  private long tickNanos() {
    return Math.max(TICK_NANOS, TICK_NANOS_EACH * roster.all().size());
  }

  /// Nothing could come meanwhile, so no machine was silent.
  private void wasSuspended() {
    roster.all().forEach(each -> each.heardNanos = System.nanoTime());
    live.wasSuspended();
  }

  private void warnOfClocks() {
    for (Machine each : roster.all()) {
      OptionalLong error = each.clock.refutedErrorNanos();
      if (error.isPresent() && !each.isClockRefuted) {
        each.isClockRefuted = true;
        listener.warning(
            EnglishText.format(
                "%s: the kernels say that its wall clock and ours differ by at most %.3f ms,"
                    + " which contradicts other readings of its clocks: it is ignored",
                each.name, error.getAsLong() / 1e6));
      }
    }
  }

  /// Handles what has happened.
  private void handleAll() throws InterruptedException {
    for (Mailbox.Event each = mailbox.poll(0); each != null; each = mailbox.poll(0)) {
      handle(each);
    }
  }

  private void stopIfRequested() throws InterruptedException {
    if (stopRequested && !stopSent) {
      if (!hasBegun()) {
        broadcast(new Message.Refusal("it was stopped before it had begun"));
        throw new InterruptedException("stopped before the run had begun");
      }
      stopSent = true;
      roster.generators().forEach(each -> mailbox.send(each.name, new Message.Stop()));
    }
  }

  private void endIfAbandoned() throws IOException {
    if (abandoned.isEmpty() || hasBegun()) {
      return;
    }
    List<String> reasons = new ArrayList<>();
    for (String each = abandoned.poll(); each != null; each = abandoned.poll()) {
      reasons.add(each);
    }
    if (!isCheck) {
      throw new IOException(String.join("\n", reasons) + "\nnothing was sent");
    }
    missing += reasons.size();
    reasons.forEach(listener::warning);
  }

  private boolean hasBegun() {
    return phase == Phase.RUNNING || phase == Phase.COLLECTING;
  }

  private void handle(Mailbox.Event event) {
    Machine machine = roster.get(event.from());
    switch (event) {
      case Mailbox.Event.ConnectionRejected(String address, String reason) ->
          listener.warning("a connection from " + address + " was refused: " + reason);
      case Mailbox.Event.Refused(String name, String reason) ->
          listener.warning("an agent named " + name + " was refused: " + reason);
      case Mailbox.Event.Received(String name, Message.Hello hello) when machine == null ->
          admit(name, hello);
      case Mailbox.Event.Received(_, Message message) when machine != null ->
          handle(machine, message);
      case Mailbox.Event.Left _ when machine != null -> left(machine);
      case Mailbox.Event.Received _, Mailbox.Event.Left _ -> {
        // It was not admitted.
      }
    }
  }

  private void admit(String name, Message.Hello hello) {
    Optional<String> refusal = roster.refusal(name, hello);
    if (refusal.isPresent()) {
      if (refused.size() < MAX_REFUSALS && refused.add(name)) {
        listener.warning(name + " was refused: " + refusal.get());
      }
      mailbox.send(name, new Message.Refusal(refusal.get()));
      return;
    }
    FileCollector files =
        new FileCollector(
            directory.resolve("machines").resolve(name), pull -> mailbox.send(name, pull));
    roster.add(new Machine(name, hello, clocks.add(name), files));
    listener.info(
        hello.weight() == 0
            ? name + " joined, only watches"
            : name + " joined, " + hello.cores() + " cores (" + roster.count() + ")");
  }

  /// An agent that was started again has nothing of the run: its machine stays lost.
  private void resume(Machine machine, long instance) {
    if (hasBegun() && instance != machine.instance) {
      String reason = "it was started again, and has nothing of this run";
      left(machine);
      fail(machine, reason);
      mailbox.send(machine.name, new Message.Refusal(reason));
      return;
    }
    machine.instance = instance;
    if (!machine.isThere()) {
      listener.info(machine.name + " is back");
    }
    machine.isBack();
    if (phase == Phase.COLLECTING) {
      askForFiles(machine);
    } else if (stopSent && !machine.onlyWatches()) {
      mailbox.send(machine.name, new Message.Stop());
    } else if (phase == Phase.RUNNING && !machine.onlyWatches()) {
      mailbox.send(machine.name, new Message.Start(machine.startNanos)); // it may have been lost
    }
  }

  private void left(Machine machine) {
    if (phase == Phase.JOINING) {
      roster.remove(machine);
      clocks.remove(machine.name);
      listener.warning(machine.name + " has left");
    } else if (phase == Phase.PREPARING) {
      fail(machine, "it left before the run had begun");
    } else if (machine.isThere()) {
      boolean stopsOthers =
          settings.onLoss() == FleetSettings.OnLoss.STOP
              && phase == Phase.RUNNING
              && !machine.onlyWatches();
      if (!machine.isCollected()) {
        listener.warning(
            machine.name
                + " ("
                + machine.part()
                + ") cannot be reached"
                + (stopsOthers ? "; the others are stopped (on-loss: stop)" : ""));
      }
      machine.lost();
      if (stopsOthers) {
        stopRequested = true;
      }
    }
  }

  /// Something is wrong with a machine: until all are ready, that ends the run.
  private void fail(Machine machine, String reason) {
    if (phase == Phase.PREPARING) {
      machine.problem = Objects.requireNonNullElse(machine.problem, reason);
      failedNanos = Objects.requireNonNullElse(failedNanos, System.nanoTime());
    } else if (machine.complaints++ < MAX_COMPLAINTS) {
      listener.warning(machine.name + ": " + reason);
    }
  }

  private void handle(Machine machine, Message message) {
    switch (message) {
      case Message.Hello hello -> resume(machine, hello.instance());
      case Message.Ready() -> machine.isReady = true;
      case Message.Ended how -> {
        machine.heardNanos = System.nanoTime();
        ended(machine, how);
      }
      case Message.Refusal(String reason) -> fail(machine, reason);
      case Message.Piece piece -> onFiles(machine, files -> keep(machine, files, piece));
      case Message.Files(var list) -> {
        machine.heardNanos = System.nanoTime();
        onFiles(machine, files -> files.collect(list.stream().filter(this::isWanted).toList()));
      }
      default -> {
        if (!machine.isOdd) {
          machine.isOdd = true;
          String what = message.getClass().getSimpleName();
          listener.warning(
              "unexpected message from "
                  + machine.name
                  + ": "
                  + what
                  + "; this and any further ones are ignored");
        }
      }
    }
  }

  private void ended(Machine machine, Message.Ended how) {
    if (machine.ended == null) {
      machine.ended = how;
      if (!hasBegun()) {
        String what = machine.onlyWatches() ? "watch" : "generator";
        fail(machine, "its " + what + " ended before the start:" + lines(how));
        return;
      }
      if (!machine.onlyWatches() && !FleetOutcome.hasResult(how)) {
        listener.warning(
            machine.name
                + ": its generator failed (exit code "
                + how.exitCode()
                + "):"
                + lines(how));
      }
      if (phase == Phase.COLLECTING) {
        mailbox.send(machine.name, new Message.ListFiles()); // it had none before
      }
    }
  }

  private static String lines(Message.Ended how) {
    return how.text().isEmpty() ? " it said nothing" : "\n" + how.text();
  }

  private boolean isWanted(Message.FileFacts file) {
    return settings.collect() == FleetSettings.Collect.ALL
        || !(file.name().endsWith(".jfr") || file.name().equals("operations.bin"));
  }

  private void keep(Machine machine, FileCollector files, Message.Piece piece) throws IOException {
    boolean isOfLog = files.isAnswer(piece) && piece.file().equals(LATENCY_LOG);
    int length = files.add(piece);
    if (length > 0) {
      machine.heardNanos = System.nanoTime();
    }
    if (!isOfLog) {
      return;
    }
    Path log = files.directory().resolve(LATENCY_LOG);
    if (length > 0) {
      live.grew(machine.name, log);
    } else if (machine.isLastPull) {
      machine.isLogComplete = true;
      live.ended(machine.name, log);
    } else {
      live.isUpToDate(machine.name, log);
    }
  }

  private interface FileAction {
    void on(FileCollector files) throws IOException;
  }

  /// What cannot be written ends the collection from that machine, not the run.
  private void onFiles(Machine machine, FileAction action) {
    if (machine.files.problem() != null) {
      return;
    }
    try {
      action.on(machine.files);
    } catch (IOException e) {
      machine.files.fail(Causes.of(e));
      listener.warning("the files of " + machine.name + ": " + machine.files.problem());
    }
  }
}
