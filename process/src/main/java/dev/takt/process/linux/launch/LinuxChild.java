package dev.takt.process.linux.launch;

import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.ResourceUsage;
import dev.takt.process.Signal;
import dev.takt.process.child.AwaitedChild;
import dev.takt.process.child.HandlerCalls;
import dev.takt.process.internal.Durations;
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

/// A child on Linux: the common base of both forms.
///
/// Any thread records events as bits of `marks`. A marked child is scheduled once, and then handles
/// all its marks, in one thread at a time: its reactor or an executor's thread.
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

  /// A caller has requested something.
  static final int REQUESTED = 16;

  /// Shift of [#STDOUT] and [#STDERR] for the bits that mean: all writers have closed it.
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

  /// Retry interval for a child that has ended and cannot be reaped yet, for example because a
  /// debugger is notified first.
  private static final long REAP_RETRY_NANOS = 1_000_000;

  final LinuxLauncher launcher;
  final Reactor reactor;
  private final int pid;
  private final ParentDeathPipe parentDeathPipe;
  private final @Nullable Executor executor;

  /// Key of its epoll events; managed by the reactor.
  long key;

  /// The next child in a list of the reactor.
  @Nullable LinuxChild next;

  /// When it must act even without an event; guarded by the reactor.
  long wakeAt = Long.MAX_VALUE;

  /// Initially SCHEDULED: it must not act before all its descriptors are watched; see [#begin].
  @SuppressWarnings("unused") // through MARKS
  private int marks = SCHEDULED;

  private volatile boolean startFailed;

  /// Whether it has been released; used only by the thread that acts.
  private boolean released;

  // Guarded by this.
  private int pidfd;
  private boolean unreaped = true;
  private long killAt = Long.MAX_VALUE;

  LinuxChild(
      LinuxLauncher launcher,
      Reactor reactor,
      Command command,
      int pid,
      int pidfd,
      ParentDeathPipe parentDeathPipe,
      @Nullable Executor executor) {
    super(command);
    this.launcher = launcher;
    this.reactor = reactor;
    this.pid = pid;
    this.pidfd = pidfd;
    this.parentDeathPipe = parentDeathPipe;
    this.executor = executor;
  }

  /// Registers its descriptors with the reactor. The process descriptor comes last: only after that
  /// can the child be released.
  ///
  /// @return 0 or `-errno`
  int watch(NativeMemory memory) {
    return reactor.watch(memory, this, pidfd, Libc.EPOLLIN, EXIT);
  }

  /// All descriptors are watched: it may act from now on.
  final void begin() {
    if (!MARKS.compareAndSet(this, SCHEDULED, 0)) {
      schedule();
    }
  }

  /// The maximum size of the handler's buffer: shared memory may be larger.
  final int capacity() {
    int asked = command().bufferBytes();
    return asked > 0 ? asked : launcher.handlerBytes();
  }

  /// Called when the launcher is closed: no further events are reported.
  void launcherClosed() {
    kill();
  }

  /// It cannot be watched, so its start has failed; some of its descriptors may be watched already.
  final void abortStart() {
    startFailed = true;
    kill();
    mark(REQUESTED);
    schedule();
  }

  /// Polls for the exit of a killed child, because no event may come.
  private boolean reapFailed(NativeMemory memory) {
    closePipes(memory);
    Exit found = findExit(memory);
    if (found != null) {
      release(memory);
      notifyExit(found);
    }
    return false;
  }

  /// Closes all open descriptors without calling the handler.
  abstract void closePipes(NativeMemory memory);

  /// Handles events. Not called any more after [#releaseIf] was true.
  ///
  /// @param happened bits since the last call
  /// @param memory to read into and for calls; size as in [Launcher.Builder#bufferBytes]
  /// @return whether there is more to do at once
  abstract boolean advance(int happened, NativeMemory memory);

  /// Any thread: records the events in `bits`.
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
        // The executor is full, shut down or out of threads; the reactor is the fallback.
      }
    }
    reactor.schedule(this);
  }

  /// Called by the reactor or by [#run]: handles the marks.
  ///
  /// @return whether it needs another turn
  final boolean handleEvents(NativeMemory memory) {
    int happened = (int) MARKS.getAndBitwiseAnd(this, SCHEDULED) & ~SCHEDULED;
    boolean more = false;
    try {
      more = !released && (startFailed ? reapFailed(memory) : advance(happened, memory));
    } catch (Throwable e) {
      // Failures of handlers are caught where they are called, so this is lack of memory, or a bug.
      // Other children continue; this one is killed, so that it does not run unsupervised.
      try {
        kill();
        HandlerCalls.report(e);
      } catch (Throwable _) {
        // There is no memory for that either.
      }
      reactor.scheduleWake(this, System.nanoTime() + REAP_RETRY_NANOS);
    }
    return more || !MARKS.compareAndSet(this, SCHEDULED, 0);
  }

  /// Called by an executor.
  @Override
  public final void run() {
    NativeMemory memory;
    try {
      memory = launcher.buffers.take();
    } catch (OutOfMemoryError _) {
      reactor.schedule(this); // the reactor has memory of its own
      return;
    }
    try {
      while (handleEvents(memory)) {
        Thread.onSpinWait();
      }
    } finally {
      launcher.buffers.release(memory);
    }
  }

  /// The exit, after an event says that the process has ended. The leader of a group is left a
  /// zombie until [#release], so that the group's id is not reused.
  ///
  /// @return null if it is not available yet; there will be another turn then
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
      reactor.scheduleWake(this, System.nanoTime() + REAP_RETRY_NANOS);
      return null;
    }
    return exitOf(status);
  }

  @Override
  protected final void requireNotNotifyingThread() {
    if (reactor.isCurrentThread()) {
      throw new IllegalStateException(
          "a handler cannot wait for an exit in the thread that would notice it; see Launcher.Builder.handlers");
    }
  }

  @Override
  protected final void notifyExit(Exit found) {
    synchronized (this) {
      if (!command().leadsGroup()) {
        killAt = Long.MAX_VALUE;
      }
    }
    super.notifyExit(found);
  }

  /// Kills it if its deadline has passed, and releases it if no further events can come. A group
  /// that was sent SIGTERM keeps its leader, even as a zombie, until the deadline: its id must not
  /// be reused.
  ///
  /// @param over whether the exit has been reported and the outputs have ended
  /// @return whether it was released
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
      parentDeathPipe.release(memory);
    }
    reactor.forget(this);
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
        killAt = Long.MAX_VALUE; // SIGKILL is sent now, so no deadline is left
      }
      mark(REQUESTED);
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
          // A leader that has moved into another group is still the child.
          result = Libc.pidfdSignal(memory, pidfd, number);
        }
      }
      if (result == -Errno.EINVAL) {
        throw new IllegalArgumentException("there is no signal " + number);
      }
      return result == 0;
    } finally {
      launcher.small.release(memory);
    }
  }

  public final boolean terminate(Duration timeout) {
    Objects.requireNonNull(timeout, "timeout");
    long at = Durations.after(System.nanoTime(), timeout);
    long before;
    // Before the signal: a group without a deadline is released as soon as its leader has ended.
    synchronized (this) {
      before = killAt;
      killAt = Math.min(before, at);
    }
    boolean sent = false;
    try {
      sent = terminate();
    } finally {
      if (sent) {
        reactor.scheduleWake(this, at);
      } else {
        withdrawDeadline(at, before);
      }
    }
    return sent;
  }

  /// Restores the deadline, unless it was set again since.
  private void withdrawDeadline(long at, long before) {
    synchronized (this) {
      if (killAt == at) {
        killAt = before;
      }
    }
    mark(REQUESTED);
  }
}
