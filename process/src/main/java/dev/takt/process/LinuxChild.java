package dev.takt.process;

import dev.takt.process.linux.ChildStatus;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// A child on Linux: what both forms have in common.
///
/// Whatever happens is marked, by any thread, as bits; a child with marks is scheduled once, and
/// then acts on all of them, in one thread at a time: its pump's, or an executor's.
abstract sealed class LinuxChild extends AwaitedChild implements Runnable
    permits LinuxCallbackChild, LinuxStreamChild {

  /// Standard output can be read.
  static final int STDOUT = 1;

  /// Standard error can be read.
  static final int STDERR = 2;

  /// Standard input can be written.
  static final int STDIN = 4;

  /// The process has ended.
  static final int EXIT = 8;

  /// Somebody has asked for something.
  static final int POKE = 16;

  /// What [#STDOUT] and [#STDERR] are shifted by to say that nobody writes there any more.
  static final int HANG_UP_SHIFT = 5;

  private static final int SCHEDULED = 1 << 31;

  private static final VarHandle MARKS;

  static {
    try {
      MARKS = MethodHandles.lookup().findVarHandle(LinuxChild.class, "marks", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// How soon to look again for a child that has ended and cannot be waited for yet, as when a
  /// debugger is to be told first.
  private static final long LOOK_AGAIN_NANOS = 1_000_000;

  final LinuxLauncher launcher;
  final Reactor pump;
  private final int pid;
  private final ParentDeathPipe lifeLine;
  private final @Nullable Executor executor;

  /// What its events carry; the pump's.
  long key;

  /// The next one in a list of the pump's.
  @Nullable LinuxChild next;

  /// When it wants to act although nothing happens; guarded by the pump.
  long alarm = Long.MAX_VALUE;

  /// It is not to act before all of it is watched; see [#origin].
  @SuppressWarnings("unused") // through MARKS
  private int marks = SCHEDULED;

  private volatile boolean startFailed;

  /// Whether all is over; of the thread that acts.
  private boolean released;

  // Guarded by this.
  private int pidfd;
  private boolean unreaped = true;
  private long killAt = Long.MAX_VALUE;

  LinuxChild(
      LinuxLauncher launcher,
      Reactor pump,
      Command command,
      int pid,
      int pidfd,
      ParentDeathPipe lifeLine,
      @Nullable Executor executor) {
    super(command);
    this.launcher = launcher;
    this.pump = pump;
    this.pid = pid;
    this.pidfd = pidfd;
    this.lifeLine = lifeLine;
    this.executor = executor;
  }

  /// Has the pump report what happens. The end of the process is the last to be watched: only after
  /// that can the child be over.
  ///
  /// @return 0 or `-errno`
  int watch(NativeMemory memory) {
    return pump.watch(memory, this, pidfd, Libc.EPOLLIN, EXIT);
  }

  /// All of it is watched: it may act.
  final void begin() {
    if (!MARKS.compareAndSet(this, SCHEDULED, 0)) {
      schedule();
    }
  }

  /// The most that its handler is shown at once: memory that others use too may have more.
  final int capacity() {
    return executor == null ? launcher.bufferBytes : launcher.buffers.size();
  }

  /// Nobody is to be told what still comes: its launcher is closed.
  void giveUp() {
    kill();
  }

  /// It cannot be watched, so its start has failed; a part of it may be watched already, though.
  final void abortStart() {
    startFailed = true;
    kill();
    mark(POKE);
    schedule();
  }

  /// Waits without being told for the end of a child that was killed.
  private boolean reapFailed(NativeMemory memory) {
    closePipes(memory);
    Exit found = findExit(memory);
    if (found != null) {
      release(memory);
      notifyExit(found);
    }
    return false;
  }

  /// Closes all that is open, without a word.
  abstract void closePipes(NativeMemory memory);

  /// Does what has to be done. Not called any more after [#releaseIf] was true.
  ///
  /// @param happened bits since the last time
  /// @param memory to read into and to call with; of [Launcher.Builder#bufferBytes]
  /// @return whether there is more to do at once
  abstract boolean advance(int happened, NativeMemory memory);

  /// Any thread: `bits` have happened.
  final void mark(int bits) {
    int before = (int) MARKS.getAndBitwiseOr(this, bits | SCHEDULED);
    if (before >= 0) {
      schedule();
    }
  }

  private void schedule() {
    if (executor != null) {
      try {
        executor.execute(this);
        return;
      } catch (Throwable _) {
        // It is full, has been shut down or has no thread left: better on the pump than never.
      }
    }
    pump.schedule(this);
  }

  /// On the pump.
  ///
  /// @return whether it wants another turn
  final boolean act(NativeMemory memory) {
    int happened = (int) MARKS.getAndBitwiseAnd(this, SCHEDULED) & ~SCHEDULED;
    boolean more = false;
    try {
      more = !released && (startFailed ? reapFailed(memory) : advance(happened, memory));
    } catch (Throwable e) {
      // Handlers are dealt with where they are called, so this is want of memory, or a defect. The
      // others go on, and this one is not left running with nobody to look after it.
      try {
        kill();
        HandlerCalls.report(e);
      } catch (Throwable _) {
        // There is no memory for that either.
      }
      pump.alarm(this, System.nanoTime() + LOOK_AGAIN_NANOS);
    }
    return more || !MARKS.compareAndSet(this, SCHEDULED, 0);
  }

  /// On an executor.
  @Override
  public final void run() {
    NativeMemory memory;
    try {
      memory = launcher.buffers.take();
    } catch (OutOfMemoryError _) {
      pump.schedule(this); // which has memory of its own
      return;
    }
    try {
      while (act(memory)) {
        Thread.onSpinWait();
      }
    } finally {
      launcher.buffers.give(memory);
    }
  }

  /// After the process is said to have ended: how. A leader of a group is left a zombie until
  /// [#release], so that the number of its group stays its own.
  ///
  /// @return null if it cannot be known yet; there will be another turn then
  final @Nullable Exit findExit(NativeMemory memory) {
    ChildStatus status;
    synchronized (this) {
      status = ChildStatus.of(memory, pidfd, !command().leadsGroup());
      boolean gone = !command().leadsGroup() || status.outcome() == ChildStatus.Outcome.LOST;
      if (status.outcome() != ChildStatus.Outcome.RUNNING && gone) {
        unreaped = false;
        Libc.close(memory, pidfd);
      }
    }
    if (status.outcome() == ChildStatus.Outcome.RUNNING) {
      pump.alarm(this, System.nanoTime() + LOOK_AGAIN_NANOS);
      return null;
    }
    return exitOf(status);
  }

  @Override
  final void requireMayWait() {
    if (pump.isCurrentThread()) {
      throw new IllegalStateException(
          "a handler cannot wait for an exit in the thread that would notice it; see Launcher.Builder.handlers");
    }
  }

  @Override
  final void notifyExit(Exit found) {
    synchronized (this) {
      if (!command().leadsGroup()) {
        killAt = Long.MAX_VALUE;
      }
    }
    super.notifyExit(found);
  }

  /// Kills it if its time is over, and lets go of it if nothing will happen any more. A group that
  /// was asked to end keeps its leader, even a dead one, until its time is over: its number has to
  /// stay its own.
  ///
  /// @param over whether the exit is told and the outputs have ended
  /// @return whether it was let go of
  final boolean releaseIf(boolean over, NativeMemory memory) {
    keepDeadline();
    boolean release;
    synchronized (this) {
      release = over && (killAt == Long.MAX_VALUE || !command().leadsGroup());
    }
    if (release) {
      release(memory);
    }
    return release;
  }

  private void release(NativeMemory memory) {
    released = true;
    synchronized (this) {
      if (unreaped) {
        unreaped = false;
        var _ = ChildStatus.of(memory, pidfd, true);
        Libc.close(memory, pidfd);
      }
      lifeLine.release(memory);
    }
    pump.forget(this);
  }

  private void keepDeadline() {
    boolean over;
    synchronized (this) {
      over = killAt != Long.MAX_VALUE && System.nanoTime() - killAt >= 0;
      if (over) {
        killAt = Long.MAX_VALUE;
      }
    }
    if (over) {
      kill();
    }
  }

  private static Exit exitOf(ChildStatus status) {
    ResourceUsage usage =
        new ResourceUsage(
            Duration.of(status.userMicros(), ChronoUnit.MICROS),
            Duration.of(status.systemMicros(), ChronoUnit.MICROS),
            status.peakKibibytes() << 10);
    return switch (status.outcome()) {
      case EXITED -> new Exit.Code(status.value(), usage);
      case KILLED -> new Exit.Killed(status.value(), false, usage);
      case DUMPED -> new Exit.Killed(status.value(), true, usage);
      case LOST, RUNNING -> new Exit.Unknown();
    };
  }

  public final long pid() {
    return pid;
  }

  public final boolean kill() {
    if (command().leadsGroup()) {
      synchronized (this) {
        killAt = Long.MAX_VALUE; // nobody is left to wait for
      }
      mark(POKE);
    }
    return send(Signal.KILL.number(), command().leadsGroup());
  }

  public final boolean terminate() {
    return send(Signal.TERM.number(), command().leadsGroup());
  }

  public final boolean signal(int number) {
    return send(number, false);
  }

  public final boolean signalGroup(int number) {
    if (!command().leadsGroup()) {
      throw new IllegalStateException(
          "process " + pid + " leads no group: see Command.Builder.leadGroup");
    }
    return send(number, true);
  }

  private boolean send(int number, boolean toGroup) {
    NativeMemory memory = launcher.small.take();
    try {
      int result;
      synchronized (this) {
        if (!unreaped || (!toGroup && exit().isPresent())) {
          return false;
        }
        result =
            toGroup ? Libc.kill(memory, -pid, number) : Libc.pidfdSignal(memory, pidfd, number);
        if (toGroup && exit().isEmpty() && Libc.processGroup(memory, pid) != pid) {
          // A leader that has gone into another group is still the child.
          result = Libc.pidfdSignal(memory, pidfd, number);
        }
      }
      if (result == -Errno.EINVAL) {
        throw new IllegalArgumentException("there is no signal " + number);
      }
      return result == 0;
    } finally {
      launcher.small.give(memory);
    }
  }

  public final boolean terminate(Duration patience) {
    Objects.requireNonNull(patience, "patience");
    boolean sent = terminate();
    if (sent) {
      long at = Durations.after(System.nanoTime(), patience);
      synchronized (this) {
        killAt = Math.min(killAt, at);
      }
      pump.alarm(this, at);
    }
    return sent;
  }
}
