package dev.takt.load.handover;

import dev.takt.load.driver.AsyncDriver.Completions;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.load.driver.AsyncDriver.Viewer;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.Answer;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.Subject;
import dev.takt.load.journey.User;
import dev.takt.queues.MpscArrayQueue;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Executes the steps of one event loop in blocking calls: each slot has a thread and a session.
/// The thread takes the times of a call, right before and after it. The event loop reads the
/// answer, because users belong to it.
///
/// A slot whose user has ended within a transaction, and one whose call was given up, cannot be
/// used until the transaction has been rolled back. Meanwhile it is withdrawn, so that users who
/// wait for it have that as their wait; a closed population that does not think has no wait times,
/// and only a lower rate. So it is after a step that leaves something to do. With a connection for
/// each user that is done before the user's next step, which may have been handed over by then: its
/// lateness counts from when the connection is ready. Used only by the thread that created it.
public final class SessionTransport implements Transport {

  /// How long calls and rollbacks may take at the end of the run before they are aborted.
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final StepSession.Source sessions;
  private final boolean isPerUser;
  private final SessionThread[] threads;

  /// Which slots are withdrawn.
  private final boolean[] isWithdrawn;

  /// The users of the next steps.
  private final @Nullable User[] users;

  /// The last step of each slot; null before the first one.
  private final @Nullable Task[] last;

  private final MpscArrayQueue<Task> done;
  private @Nullable Completions completions;
  private @Nullable Viewer viewer;

  private SessionTransport(StepSession.Source sessions, int first, int slots, boolean isPerUser) {
    this.sessions = sessions;
    this.isPerUser = isPerUser;
    this.threads = new SessionThread[slots];
    this.isWithdrawn = new boolean[slots];
    this.users = new User[slots];
    this.last = new Task[slots];
    this.done = new MpscArrayQueue<>(slots);
    Thread loop = Thread.currentThread();
    for (int i = 0; i < slots; i++) {
      threads[i] = new SessionThread(first + i, sessions.newSession(), done, loop);
    }
  }

  /// Opens all connections.
  ///
  /// @param first the number of the first thread
  public static SessionTransport connect(StepSession.Source sessions, int first, int slots)
      throws DriverException {
    SessionTransport transport = new SessionTransport(sessions, first, slots, false);
    BlockingQueue<Optional<DriverException>> connected = new ArrayBlockingQueue<>(slots);
    for (SessionThread each : transport.threads) {
      each.start(session -> connected.add(connect(session)));
    }
    try {
      for (int i = 0; i < slots; i++) {
        Optional<DriverException> failure = connected.take();
        if (failure.isPresent()) {
          transport.close();
          throw failure.get();
        }
      }
      return transport;
    } catch (InterruptedException e) {
      transport.close();
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while connecting", e);
    }
  }

  private static Optional<DriverException> connect(StepSession session) {
    try {
      session.connect();
      return Optional.empty();
    } catch (DriverException e) {
      return Optional.of(e);
    } catch (RuntimeException e) {
      return Optional.of(new DriverException(String.valueOf(Outcome.failedBy(e).label()), e));
    } catch (Error e) {
      // The event loop waits for a result of each thread.
      return Optional.of(new DriverException(e.toString(), e));
    }
  }

  /// Opens no connection: each user has its own, from its first step to its end.
  ///
  /// @param first the number of the first thread
  public static SessionTransport perUser(StepSession.Source sessions, int first, int slots) {
    SessionTransport transport = new SessionTransport(sessions, first, slots, true);
    for (SessionThread each : transport.threads) {
      each.start(_ -> {});
    }
    return transport;
  }

  @Override
  public boolean handsOver() {
    return true;
  }

  @Override
  public long startOf(int slot) {
    Task task = last[slot];
    return task == null ? Long.MAX_VALUE : task.start();
  }

  @Override
  public long readyOf(int slot) {
    // Before it is known whether the step was taken up: otherwise it could be of after the step.
    long ready = threads[slot].readySince();
    Task task = last[slot];
    return task == null || task.start() == Long.MAX_VALUE ? ready : task.ready();
  }

  @Override
  public void show(Viewer to) {
    viewer = to;
  }

  @Override
  public void begin(Completions to) {
    completions = to;
  }

  @Override
  public void actFor(int slot, User user) {
    users[slot] = user;
  }

  @Override
  public void send(int slot, int operation, long n, Completions to) {
    User user = users[slot];
    if (user == null) {
      throw new IllegalStateException("an operation that is no step");
    }
    StepSpec step = user.step();
    Viewer seeing = viewer;
    StepCall call =
        new StepCall(
            operation,
            n,
            values(operation, user),
            seeing != null || step.body() == Subject.BodyUse.CONTENT,
            seeing != null);
    if (seeing != null) {
      seeing.requested(sessions.show(call));
    }
    Task task = new Task(slot, Task.Kind.CALL, call, user);
    last[slot] = task;
    threads[slot].hand(task);
  }

  private byte[][] values(int operation, User user) {
    int[] variables = sessions.variablesOf(operation);
    if (variables.length == 0) {
      return StepCall.NO_VALUES;
    }
    byte[][] values = new byte[variables.length][];
    Arrays.setAll(values, i -> user.value(variables[i]));
    return values;
  }

  @Override
  public void poll(long deadlineNanos, Completions to) {
    boolean isChanged = reportDone(to);
    while (!isChanged && !Thread.currentThread().isInterrupted()) {
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0) {
        return;
      }
      LockSupport.parkNanos(this, left);
      isChanged = reportDone(to);
    }
  }

  private boolean reportDone(Completions to) {
    boolean isChanged = false;
    // Bounded, because each completion may be followed by another task.
    for (int left = threads.length; left > 0; left--) {
      Task task = done.relaxedPoll();
      if (task == null) {
        break;
      }
      isChanged = true;
      if (task.kind != Task.Kind.CALL) {
        restore(task.slot, to);
      } else if (!task.isAbandoned) {
        complete(task, to);
      } else if (isPerUser || task.isInTransaction()) {
        threads[task.slot].hand(end(task.slot));
      } else if (!task.isSettled()) {
        settle(task.slot);
      } else {
        restore(task.slot, to);
      }
    }
    return isChanged;
  }

  /// Reports the end of a step. If it leaves something to do, no user gets the slot before that.
  private void complete(Task task, Completions to) {
    if (!task.isSettled() && !isPerUser) {
      withdraw(task.slot);
      settle(task.slot);
    }
    to.completed(task.slot, outcome(task), task.end());
  }

  /// The thread settles by itself right after the step. This comes back after that.
  private void settle(int slot) {
    threads[slot].hand(new Task(slot, Task.Kind.SETTLE, null, null));
  }

  private void restore(int slot, Completions to) {
    isWithdrawn[slot] = false;
    last[slot] = null;
    to.restored(slot, System.nanoTime());
  }

  private Task end(int slot) {
    return new Task(slot, isPerUser ? Task.Kind.DISCONNECT : Task.Kind.ROLL_BACK, null, null);
  }

  /// Lets the user of a step extract and check.
  private Outcome outcome(Task task) {
    StepCall.Result result = task.result();
    Viewer seeing = viewer;
    if (seeing != null) {
      seeing.reading(task.start(), task.end());
    }
    Outcome outcome = judged(task.user, result);
    if (seeing != null) {
      seeing.answered(result.shown());
    }
    return outcome;
  }

  private static Outcome judged(@Nullable User user, StepCall.Result result) {
    Answer answer = result.answer();
    if (user == null || answer == null || !result.outcome().isOk() || !user.readsAnswer()) {
      return result.outcome();
    }
    String failure = user.judge(answer);
    return failure == null ? result.outcome() : Outcome.failed(failure);
  }

  @Override
  public void userEnded(int slot) {
    Task task = last[slot];
    if (task == null || isWithdrawn[slot] || (!isPerUser && !task.isInTransaction())) {
      return;
    }
    withdraw(slot);
    threads[slot].hand(end(slot));
  }

  /// The call goes on until the driver's own time limit, or until the end of the run.
  @Override
  public void cancel(int slot) {
    Task task = last[slot];
    if (task != null) {
      task.isAbandoned = true;
      withdraw(slot);
    }
  }

  private void withdraw(int slot) {
    isWithdrawn[slot] = true;
    Completions to = completions;
    if (to != null) {
      to.withdrawn(slot);
    }
  }

  /// Ends all threads: what is open is rolled back. Calls that do not return are aborted.
  @Override
  public void close() {
    boolean isInterrupted = Thread.interrupted();
    for (SessionThread each : threads) {
      each.close();
    }
    try {
      if (!join(CLOSE_NANOS)) {
        for (SessionThread each : threads) {
          if (!each.join(0)) {
            each.abort();
          }
        }
        boolean _ = join(CLOSE_NANOS);
      }
    } catch (InterruptedException _) {
      isInterrupted = true;
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean join(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    boolean all = true;
    for (SessionThread each : threads) {
      all &= each.join(deadline - System.nanoTime());
    }
    return all;
  }
}
