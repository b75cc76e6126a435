package dev.takt.process;

import dev.takt.process.internal.Durations;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs one child to its end and captures its outputs.
final class Capture implements ChildHandler {

  private static final Duration KILLED_TIMEOUT = Duration.ofSeconds(5);

  private final RunOptions options;

  // Guarded by this.
  private final Kept stdout;
  private final Kept stderr;
  private int open;
  private @Nullable Exit exit;
  private long exitNanos;
  private @Nullable Throwable failure;

  Capture(RunOptions options) {
    this.options = options;
    stdout = new Kept(options.limit());
    stderr = new Kept(options.limit());
  }

  /// The bytes of one output, up to a limit.
  private static final class Kept {
    private final int limit;
    private byte[] bytes = new byte[0];
    private int length;
    private boolean truncated;

    Kept(int limit) {
      this.limit = limit;
    }

    void add(ByteBuffer more) {
      int taken = Math.min(more.remaining(), limit - length);
      if (length + taken > bytes.length) {
        long doubled = Math.max(2L * bytes.length, length + taken);
        bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, limit));
      }
      more.get(bytes, length, taken);
      length += taken;
      truncated |= more.hasRemaining();
      more.position(more.limit());
    }

    Bytes toBytes() {
      return Bytes.owned(bytes.length == length ? bytes : Arrays.copyOf(bytes, length));
    }
  }

  RunResult run(Launcher launcher, Command command) throws StartException, InterruptedException {
    if (options.input().size() > 0 && !(command.descriptors().get(0) instanceof Redirect.Pipe)) {
      throw new IllegalArgumentException("there is input, but standard input is not a pipe");
    }
    open =
        (command.descriptors().get(1) instanceof Redirect.Pipe ? 1 : 0)
            + (command.descriptors().get(2) instanceof Redirect.Pipe ? 1 : 0);
    long start = System.nanoTime();
    CallbackChild child = launcher.start(command, this);
    child.write(options.input().toBuffer());
    child.closeStdin();
    boolean ended = false;
    try {
      RunResult result = await(child, start);
      ended = !result.timedOut();
      return result;
    } finally {
      // Processes that a normally ended child has left in its group keep running.
      if (!ended) {
        child.kill();
      }
      child.closeOutputs();
    }
  }

  private RunResult await(CallbackChild child, long start) throws InterruptedException {
    boolean timedOut = false;
    long deadline = Durations.after(start, options.timeout());
    synchronized (this) {
      while (exit == null && deadline - System.nanoTime() > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
      }
      timedOut = exit == null;
    }
    if (timedOut) {
      boolean sent = child.terminate(options.killAfter());
      awaitTermination(child, sent ? options.killAfter() : Duration.ZERO);
    }
    synchronized (this) {
      long last = Durations.after(exitNanos, options.grace());
      while (open > 0 && last - System.nanoTime() > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, last - System.nanoTime());
      }
      if (failure != null) {
        throw new IllegalStateException(
            "cannot keep what " + child.command().program() + " writes: " + failure, failure);
      }
      return new RunResult(
          Objects.requireNonNull(exit),
          stdout.toBytes(),
          stderr.toBytes(),
          stdout.truncated || stderr.truncated,
          timedOut,
          open == 0,
          Duration.ofNanos(exitNanos - start));
    }
  }

  /// A killed child ends, unless it hangs in the kernel or runs as another user.
  private synchronized void awaitTermination(CallbackChild child, Duration timeout)
      throws InterruptedException {
    long deadline = Durations.after(Durations.after(System.nanoTime(), timeout), KILLED_TIMEOUT);
    while (exit == null) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new IllegalStateException(
            "process "
                + child.pid()
                + " ("
                + child.command().program()
                + ") does not end: does it run as another user?");
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  @Override
  public synchronized void onStdout(CallbackChild child, ByteBuffer bytes, boolean ended) {
    take(stdout, bytes, ended);
  }

  @Override
  public synchronized void onStderr(CallbackChild child, ByteBuffer bytes, boolean ended) {
    take(stderr, bytes, ended);
  }

  private void take(Kept kept, ByteBuffer bytes, boolean ended) {
    kept.add(bytes);
    if (ended) {
      open--;
      notifyAll();
    }
  }

  @Override
  public synchronized void onExit(CallbackChild child, Exit how) {
    exit = how;
    exitNanos = System.nanoTime();
    notifyAll();
  }

  /// Out of memory for the output; the exit follows soon.
  @Override
  public synchronized void onFailure(CallbackChild child, Throwable thrown) {
    failure = thrown;
  }
}
