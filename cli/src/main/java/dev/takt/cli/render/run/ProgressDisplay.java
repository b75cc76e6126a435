package dev.takt.cli.render.run;

import dev.takt.load.engine.recording.Progress;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Shows the latest progress on a thread of its own. The reporting thread also writes the log, and
/// must not wait for a terminal that a user has stopped with Ctrl-S.
public final class ProgressDisplay implements Progress.Listener, AutoCloseable {

  private static final long TIMEOUT_MILLIS = 500;

  private final View view;
  private final AtomicReference<@Nullable Progress> newest = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean closed;

  private ProgressDisplay(View view) {
    this.view = view;
    this.thread = Thread.ofPlatform().daemon().name("takt-display").start(this::show);
  }

  /// A live view that is redrawn in place, on a terminal.
  public static ProgressDisplay live(PrintStream out, String target, int width) {
    return new ProgressDisplay(new Live(out, target, width));
  }

  /// One line a second, for logs.
  public static ProgressDisplay lines(PrintStream out) {
    return new ProgressDisplay(new Lines(out));
  }

  @Override
  public void progressed(Progress progress) {
    newest.set(progress);
    LockSupport.unpark(thread);
  }

  /// Shows pending progress and removes the live view from the terminal.
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void show() {
    while (true) {
      boolean last = closed;
      Progress progress = newest.getAndSet(null);
      if (progress != null) {
        view.show(progress);
      } else if (last) {
        view.end();
        return;
      } else {
        LockSupport.park(this);
      }
    }
  }

  /// A display of progress; used by one thread.
  private interface View {
    void show(Progress progress);

    default void end() {}
  }

  private static final class Lines implements View {
    private static final long SECOND = 1_000_000_000L;

    /// How many lines stand below each head.
    private static final int LINES_PER_HEAD = 30;

    private final PrintStream out;
    private int lines;
    private long lastSecond = -1;
    private Progress.@Nullable Phase lastPhase;

    Lines(PrintStream out) {
      this.out = out;
    }

    /// Skips intervals shorter than a second: they would flood a log.
    @Override
    public void show(Progress progress) {
      long second = Math.round((double) progress.elapsedNanos() / SECOND);
      if (second == lastSecond && progress.phase() == lastPhase) {
        return;
      }
      lastSecond = second;
      lastPhase = progress.phase();
      if (lastPhase != Progress.Phase.SELF_WARMUP && lines++ % LINES_PER_HEAD == 0) {
        out.println(StatusLine.head(progress));
      }
      out.println(StatusLine.of(progress));
      out.flush();
    }
  }

  private static final class Live implements View {
    private final Redrawn screen;
    private final String target;
    private final int width;

    Live(PrintStream out, String target, int width) {
      this.screen = new Redrawn(out);
      this.target = target;
      this.width = width;
    }

    @Override
    public void show(Progress progress) {
      screen.draw(LiveFrame.lines(target, progress, width));
    }

    @Override
    public void end() {
      screen.clear();
    }
  }
}
