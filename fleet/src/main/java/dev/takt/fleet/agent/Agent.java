package dev.takt.fleet.agent;

import dev.takt.fleet.clock.KernelClock;
import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.protocol.MalformedMessageException;
import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import dev.takt.load.server.Folders;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.WallReading;
import dev.takt.runs.model.Environment;
import dev.takt.runs.text.Causes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An agent: takes part in one run of a fleet. One thread, that of [#run], has the state; the
/// others only put events into its queue, except for clock readings, which are answered at once.
public final class Agent {

  private static final Duration REJOIN_PAUSE = Duration.ofMillis(500);

  /// As much as is kept of what the coordinator has sent; more is not read until there is room.
  static final int MAX_RECEIVED_BYTES = 16 << 20;

  private static final long MAX_ORPHAN_NANOS = TimeUnit.DAYS.toNanos(365);

  /// After a generator that is stopped has ended or was killed: for what it says then.
  private static final Duration GRACE = Duration.ofSeconds(2);

  /// How an agent's part in a run ended.
  public enum Result {
    /// The coordinator has all files.
    COLLECTED,
    /// The coordinator has checked this machine. Another agent can wait for the run.
    CHECKED,
    /// The same, and the coordinator starts other agents for the run.
    DISMISSED,
    /// The coordinator or this agent refused.
    REFUSED,
    /// The coordinator was gone, and did not come back. The files are kept.
    ORPHANED,
    /// The agent was stopped.
    STOPPED
  }

  /// Joins the coordinator.
  public interface Joining {
    /// @throws IOException with a message for people
    Engine join(Engine.Listener listener) throws IOException, InterruptedException;
  }

  /// What happens.
  private sealed interface Event {
    record Received(Message message, int bytes) implements Event {}

    record Gone() implements Event {}

    record GeneratorReady() implements Event {}

    record GeneratorEnded(Message.Ended how) implements Event {}

    record StopRequested() implements Event {}
  }

  private final AgentSettings settings;
  private final Consumer<String> messages;
  private final Generator.Starter generators;
  private final WallClockSender wallClock;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(MAX_RECEIVED_BYTES);
  private final long instance = ThreadLocalRandom.current().nextLong();

  /// The thread of [#run] while it waits for the coordinator.
  private volatile @Nullable Thread waiting;

  private volatile boolean isStopRequested;

  private volatile @Nullable Engine engine;
  private @Nullable Generator generator;
  private Message.@Nullable Ended ended;
  private @Nullable Path folder;
  private Message.@Nullable Prepare prepared;
  private boolean isReady;
  private boolean isStarted;
  private boolean isChecked;
  private long orphanNanos = TimeUnit.SECONDS.toNanos(10);

  /// An agent that has not joined.
  ///
  /// @param messages receives what a user should know, a line each
  public Agent(AgentSettings settings, Consumer<String> messages) {
    this(
        settings,
        messages,
        (folder, plan, share, listener) ->
            settings.onlyWatches()
                ? GeneratorProcess.watch(settings.takt(), settings.watch(), folder, listener)
                : GeneratorProcess.start(settings.takt(), folder, plan, share, listener));
  }

  /// An agent with generators of another kind than processes.
  public Agent(AgentSettings settings, Consumer<String> messages, Generator.Starter generators) {
    this(settings, messages, generators, new KernelClock()::read);
  }

  /// An agent with another wall clock than that of the kernel.
  public Agent(
      AgentSettings settings,
      Consumer<String> messages,
      Generator.Starter generators,
      Supplier<Optional<WallReading>> wallClock) {
    this.settings = settings;
    this.messages = messages;
    this.generators = generators;
    this.wallClock = new WallClockSender(wallClock, System::nanoTime);
  }

  /// Joins, takes part in one run, and ends.
  ///
  /// @throws IOException with a message for people, if the coordinator cannot be reached
  public Result run(Joining joining) throws IOException, InterruptedException {
    wallClock.prepare();
    awaitCoordinator();
    try (Engine joined = joining.join(listener())) {
      waiting = null;
      engine = joined;
      send(hello());
      messages.accept("joined as " + settings.name());
      Result result = takePart(joined);
      endGenerator();
      return result == Result.CHECKED && isStopRequested ? Result.STOPPED : result;
    } finally {
      waiting = null;
      room.release(MAX_RECEIVED_BYTES); // nothing more is handled
      endGenerator();
      if (isChecked || (!isStarted && !settings.onlyWatches())) {
        removeFiles(); // there is nothing in them but the plan
      }
    }
  }

  private void removeFiles() {
    Path own = folder;
    if (own == null) {
      return;
    }
    try {
      Folders.delete(own);
    } catch (IOException e) {
      messages.accept("cannot remove " + own + ": " + Causes.of(e));
    }
  }

  /// From now on [#stop] interrupts this thread.
  private void awaitCoordinator() throws InterruptedException {
    waiting = Thread.currentThread();
    if (isStopRequested) {
      throw new InterruptedException("stopped");
    }
  }

  /// Lets the generator write its files to the end.
  private void endGenerator() {
    Generator open = generator;
    if (open == null) {
      return;
    }
    open.stop();
    try {
      long deadline = System.nanoTime() + open.stopTimeout().plus(GRACE).toNanos();
      while (ended == null && System.nanoTime() - deadline < 0) {
        if (events.poll(50, TimeUnit.MILLISECONDS) instanceof Event.GeneratorEnded(var how)) {
          ended = how;
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    open.close();
    generator = null;
  }

  /// Ends the part of this agent in good order. May be called by any thread.
  public void stop() {
    events.add(new Event.StopRequested());
    isStopRequested = true;
    Thread thread = waiting;
    if (thread != null) {
      thread.interrupt();
    }
  }

  private Message hello() {
    Environment here = Environment.capture();
    return new Message.Hello(
        Message.VERSION,
        here.takt().version(),
        here.hostName(),
        Runtime.getRuntime().availableProcessors(),
        settings.weight(),
        instance);
  }

  private Engine.Listener listener() {
    return new Engine.Listener() {
      @Override
      public void message(String from, byte[] body, long receivedNanos) {
        receive(from, body, receivedNanos);
      }

      @Override
      public void joined(String member) {}

      @Override
      public void left(String member) {
        events.add(new Event.Gone());
      }
    };
  }

  private void receive(String from, byte[] body, long receivedNanos) {
    if (!from.equals(Engine.COORDINATOR)) {
      return; // only the coordinator says what to do
    }
    try {
      Message message = MessageFormat.read(body);
      if (message instanceof Message.Ping(long sent)) {
        send(new Message.Pong(sent, receivedNanos, System.nanoTime()));
        wallClock.after(sent).ifPresent(this::send);
      } else {
        room.acquireUninterruptibly(body.length);
        events.add(new Event.Received(message, body.length));
      }
    } catch (MalformedMessageException e) {
      messages.accept("from the coordinator: " + e.getMessage());
    }
  }

  /// Sends to the coordinator. What is lost with the connection is asked for again.
  private void send(Message message) {
    Engine open = engine;
    if (open != null) {
      try {
        open.send(Engine.COORDINATOR, MessageFormat.bytes(message));
      } catch (IOException _) {
        // The engine reports that the coordinator is gone.
      }
    }
  }

  private Result takePart(Engine joined) throws InterruptedException {
    while (true) {
      switch (events.take()) {
        case Event.Received(Message message, int bytes) -> {
          room.release(bytes);
          Optional<Result> result = handle(message);
          if (result.isPresent()) {
            return result.get();
          }
        }
        case Event.Gone() -> {
          if (!isBack(joined)) {
            return Result.ORPHANED;
          }
        }
        case Event.GeneratorReady() -> {
          isReady = true;
          send(new Message.Ready());
        }
        case Event.GeneratorEnded(Message.Ended how) -> {
          ended = how;
          send(how);
        }
        case Event.StopRequested() -> {
          send(new Message.Refusal("its agent was stopped"));
          if (isStarted) {
            messages.accept("all files are kept in " + folder);
          }
          return Result.STOPPED;
        }
      }
    }
  }

  private Optional<Result> handle(Message message) {
    switch (message) {
      case Message.Start _, Message.Stop _, Message.ListFiles _ when prepared == null -> {
        String reason = "it was started again, and has nothing of this run";
        messages.accept(reason);
        send(new Message.Refusal(reason));
        return Optional.of(Result.REFUSED);
      }
      case Message.Prepare prepare when prepared != null && !prepared.equals(prepare) -> {
        String other = isStarted ? ", whose load is stopped now" : "";
        String reason = "it is prepared for another run" + other + "; start its agent again";
        messages.accept(reason);
        send(new Message.Refusal(reason));
        if (isStarted) {
          messages.accept("all files are kept in " + folder);
        }
        return Optional.of(Result.REFUSED);
      }
      case Message.Prepare prepare -> prepare(prepare);
      case Message.Start(long nanoTime) -> start(nanoTime);
      case Message.Stop() -> stopGenerator();
      case Message.Pull asked -> serve(asked);
      case Message.ListFiles() -> list();
      case Message.Done() -> {
        return Optional.of(Result.COLLECTED);
      }
      case Message.Checked(boolean stays) -> {
        isChecked = true;
        messages.accept("checked");
        return Optional.of(stays ? Result.CHECKED : Result.DISMISSED);
      }
      case Message.Refusal(String reason) -> {
        messages.accept("the coordinator ended the run: " + reason);
        if (isStarted) {
          messages.accept("all files are kept in " + folder);
        }
        return Optional.of(Result.REFUSED);
      }
      default -> messages.accept("unexpected from the coordinator: " + message);
    }
    return Optional.empty();
  }

  private void prepare(Message.Prepare prepare) {
    if (generator != null) {
      return; // said again after the connection was lost
    }
    prepared = prepare;
    orphanNanos = Math.clamp(prepare.orphanNanos(), 0, MAX_ORPHAN_NANOS);
    Optional<String> refusal =
        settings.allowsAll() || settings.onlyWatches()
            ? Optional.empty()
            : PlanPolicy.refusal(prepare.plan());
    if (refusal.isPresent()) {
      messages.accept("refused: " + refusal.get());
      send(new Message.Refusal(refusal.get()));
      return;
    }
    try {
      Path own = RunDirectory.defaultPath(settings.folder(), Instant.now(), settings.name());
      Files.createDirectories(own);
      restrict(own); // the plan can have passwords
      folder = own;
      messages.accept(
          (settings.onlyWatches() ? "watches" : "share " + prepare.share()) + ", files in " + own);
      generator = generators.start(own, prepare.plan(), prepare.share(), generatorListener());
    } catch (IOException e) {
      send(new Message.Refusal(String.valueOf(e.getMessage())));
    }
  }

  /// Only the owner may read a folder, where the file system knows owners.
  private static void restrict(Path own) {
    PosixFileAttributeView view = Files.getFileAttributeView(own, PosixFileAttributeView.class);
    if (view != null) {
      try {
        view.setPermissions(PosixFilePermissions.fromString("rwx------"));
      } catch (IOException _) {
        // This file system has the same permissions for all.
      }
    }
  }

  private Generator.Listener generatorListener() {
    return new Generator.Listener() {
      @Override
      public void ready() {
        events.add(new Event.GeneratorReady());
      }

      @Override
      public void ended(int exitCode, String text) {
        events.add(new Event.GeneratorEnded(new Message.Ended(exitCode, text)));
      }
    };
  }

  private void start(long nanoTime) {
    Generator waiting = generator;
    if (waiting == null || isStarted) {
      return;
    }
    try {
      isStarted = true;
      waiting.startAt(nanoTime);
      messages.accept("starts in " + (nanoTime - System.nanoTime()) / 1_000_000 + " ms");
    } catch (IOException _) {
      // It has ended, which is reported.
    }
  }

  private void stopGenerator() {
    if (generator != null) {
      generator.stop();
    }
  }

  private void serve(Message.Pull asked) {
    Path own = folder;
    if (own == null) {
      return;
    }
    try {
      send(new ServedFiles(Generator.runDirectory(own)).piece(asked));
    } catch (IOException e) {
      messages.accept("cannot send " + asked.file() + ": " + e.getMessage());
      send(new Message.Piece(asked.file(), asked.offset(), new byte[0]));
    }
  }

  private void list() {
    Path own = folder;
    if (own == null || ended == null) {
      return;
    }
    try {
      send(new ServedFiles(Generator.runDirectory(own)).list());
    } catch (IOException e) {
      send(new Message.Refusal("its files cannot be read: " + e.getMessage()));
    }
  }

  /// Tries to join again. The generator goes on meanwhile, until it is an orphan.
  ///
  /// @return false if the coordinator did not come back in time
  private boolean isBack(Engine joined) throws InterruptedException {
    long began = System.nanoTime();
    messages.accept(
        "the coordinator is gone"
            + (generator == null || ended != null
                ? "; waiting for it"
                : "; the generator goes on"));
    // A thread of its own, since an attempt to join again can take longer than an orphan goes on.
    Thread orphan = Thread.ofVirtual().start(this::stopAsOrphan);
    try {
      awaitCoordinator();
      while (System.nanoTime() - began <= orphanNanos + settings.joinTimeout().toNanos()) {
        try {
          joined.rejoin();
          send(hello());
          repeatState();
          messages.accept("joined again");
          return true;
        } catch (IOException _) {
          Thread.sleep(REJOIN_PAUSE);
        }
      }
    } finally {
      waiting = null;
      orphan.interrupt();
    }
    if (folder != null) {
      messages.accept("all files are kept in " + folder);
    }
    return false;
  }

  private void stopAsOrphan() {
    try {
      TimeUnit.NANOSECONDS.sleep(orphanNanos);
      if (generator != null && ended == null) {
        messages.accept(
            "no coordinator for "
                + TimeUnit.NANOSECONDS.toSeconds(orphanNanos)
                + " s: the generator stops; "
                + settings.joinTimeout().toSeconds()
                + " s more for the coordinator to come back for its files");
        stopGenerator();
      }
    } catch (InterruptedException _) {
      // The coordinator is back.
    }
  }

  /// What may have been lost with the connection.
  private void repeatState() {
    if (ended != null) {
      send(ended);
    } else if (isReady && !isStarted) {
      send(new Message.Ready());
    }
  }
}
