package dev.takt.cli.command;

import dev.takt.cli.flags.WatchFlags;
import dev.takt.cli.render.run.WatchDisplay;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.watch.Watch;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Waits for the end of a watch, and shows its progress.
final class WatchProgress {

  private static final long TICK_NANOS = 1_000_000_000L;

  /// The line for the program that started the watch.
  private static final String READY = "ready";

  private final CliContext context;
  private final WatchFlags flags;
  private final CountDownLatch interrupted = new CountDownLatch(1);

  WatchProgress(CliContext context, WatchFlags flags) {
    this.context = context;
    this.flags = flags;
  }

  /// The first signal ends the watch gracefully, which takes time if the target does not respond.
  /// The second one ends the process.
  void interrupt() {
    if (interrupted.getCount() == 0) {
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    interrupted.countDown();
  }

  /// Says that the watch has begun, and ends it when standard input ends.
  void endWithInput() {
    context.out().println(READY);
    context.out().flush();
    Thread.ofPlatform().daemon().name("takt-watch-end").start(this::readToEnd);
  }

  private void readToEnd() {
    try {
      var _ = context.in().transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // It is the end as well.
    }
    interrupted.countDown();
  }

  /// Shows the progress until the watch is to end.
  ///
  /// @return whether a signal ended the watch early
  boolean show(Watch watch) throws InterruptedException {
    long begin = System.nanoTime();
    Duration time = flags.end().after();
    long length = time == null ? Long.MAX_VALUE : time.toNanos();
    WatchDisplay display = display();
    boolean signalled = false;
    long elapsed = 0;
    while (!signalled && elapsed < length && isThere()) {
      long tick = Math.min(TICK_NANOS, length - elapsed);
      signalled = interrupted.await(tick, TimeUnit.NANOSECONDS);
      elapsed = System.nanoTime() - begin;
      if (!flags.quiet()) {
        display.show(elapsed, watch.live());
      }
    }
    display.end();
    if (!isThere()) {
      if (!flags.quiet()) {
        context.message("process " + flags.pid() + " has ended");
      }
    }
    return signalled && time != null;
  }

  private boolean isThere() {
    Long pid = flags.pid();
    return pid == null || isAlive(pid);
  }

  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private WatchDisplay display() {
    CliContext.Terminal terminal = context.terminal();
    return terminal.isErr() && !flags.quiet()
        ? WatchDisplay.live(context.err(), subject(), terminal.width())
        : WatchDisplay.lines(context.err(), subject());
  }

  private String subject() {
    return flags.pid() == null ? "the host" : "process " + flags.pid();
  }
}
