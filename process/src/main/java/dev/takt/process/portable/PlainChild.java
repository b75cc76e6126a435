package dev.takt.process.portable;

import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Signal;
import dev.takt.process.child.AwaitedChild;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/// A child of a plain launcher: the common base of both forms.
abstract sealed class PlainChild extends AwaitedChild permits PlainCallbackChild, PlainStreamChild {

  private static final int MAX_SIGNALS = 64;

  final PlainLauncher launcher;
  final Process process;

  PlainChild(PlainLauncher launcher, Command command, Process process) {
    super(command);
    this.launcher = launcher;
    this.process = process;
  }

  /// Starts reading, and waiting for the exit.
  abstract void begin();

  /// Always allowed: threads that call handlers do not detect exits here.
  @Override
  protected final void requireNotNotifyingThread() {}

  /// The process has ended.
  abstract void ended(Exit exit);

  final void watch() {
    launcher.light.execute(this::waitForEnd);
  }

  private void waitForEnd() {
    Exit exit = null;
    while (exit == null) {
      try {
        exit = new Exit.Code(process.waitFor(), null);
      } catch (InterruptedException _) {
        // No code interrupts this thread on purpose: continue.
      }
    }
    ended(exit);
  }

  @Override
  protected final void notifyExit(Exit found) {
    super.notifyExit(found);
    launcher.forget(this);
  }

  public final long pid() {
    return process.pid();
  }

  public final boolean signal(int number) {
    if (number < 1 || number > MAX_SIGNALS) {
      throw new IllegalArgumentException("there is no signal " + number);
    }
    if (number == Signal.TERM.number()) {
      return terminate();
    }
    if (number == Signal.KILL.number()) {
      return kill();
    }
    throw new UnsupportedOperationException(
        "a plain launcher can send SIGTERM and SIGKILL only, not " + Signal.nameOf(number));
  }

  public final boolean signalGroup(int number) {
    throw new IllegalStateException("process " + pid() + " leads no group");
  }

  // Through the process handle: Process.destroy would also close the streams, and so lose what the
  // child has written.

  public final boolean terminate() {
    return process.isAlive() && process.toHandle().destroy();
  }

  public final boolean kill() {
    return process.isAlive() && process.toHandle().destroyForcibly();
  }

  public final boolean terminate(Duration timeout) {
    Objects.requireNonNull(timeout, "timeout");
    boolean sent = terminate();
    if (sent) {
      launcher.light.execute(() -> killAfter(timeout));
    }
    return sent;
  }

  private void killAfter(Duration timeout) {
    try {
      Optional<Exit> _ = awaitExit(timeout);
    } catch (InterruptedException _) {
      // No code interrupts this thread on purpose; killing too early is better than never.
    }
    kill();
  }
}
