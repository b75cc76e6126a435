package dev.takt.process.portable;

import dev.takt.process.CallbackChild;
import dev.takt.process.ChildHandler;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Output;
import dev.takt.process.Redirect;
import dev.takt.process.child.HandlerCalls;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A child of a plain launcher with a handler. Each event requests a turn; the turns, and so the
/// calls of the handler, run in one thread at a time.
final class PlainCallbackChild extends PlainChild implements CallbackChild {

  /// How long to wait for a read that was in progress when the child ended to return the child's
  /// last bytes. It normally returns at once; this covers a machine that does not schedule the
  /// thread.
  private static final long GRACE_MILLIS = 200;

  private final HandlerCalls handler;
  private final SerialExecutor serialExecutor;
  private final @Nullable PlainOutput stdout;
  private final @Nullable PlainOutput stderr;
  private final @Nullable PipeWriter stdin;

  private volatile boolean outputsUnwanted;
  private volatile @Nullable Exit found;
  private volatile boolean graceOver;

  // Used only by the thread whose turn it is.
  private boolean noticed;
  private boolean exitReported;
  private @Nullable ByteBuffer room;

  PlainCallbackChild(
      PlainLauncher launcher, Command command, Process process, ChildHandler handler) {
    super(launcher, command, process);
    this.handler = new HandlerCalls(this, handler);
    serialExecutor = new SerialExecutor(launcher.handlers, launcher.light, this::handleEvents);
    stdout = output(1, Output.STDOUT);
    stderr = output(2, Output.STDERR);
    stdin =
        command.descriptors().get(0) instanceof Redirect.Pipe
            ? new PipeWriter(process.getOutputStream(), launcher.waiting, serialExecutor::request)
            : null;
  }

  private @Nullable PlainOutput output(int number, Output output) {
    PipeReader reader = launcher.reader(command(), process, number, serialExecutor::request);
    return reader == null
        ? null
        : new PlainOutput(reader, launcher.bufferBytes(command()), handler, output);
  }

  @Override
  void begin() {
    if (stdout != null) {
      stdout.start();
    }
    if (stderr != null) {
      stderr.start();
    }
    watch();
  }

  @Override
  void ended(Exit exit) {
    found = exit;
    serialExecutor.request();
  }

  private void handleEvents() {
    try {
      advance();
    } catch (Throwable e) {
      // Failures of handlers are caught where they are called, so this is lack of memory, or a bug.
      // The child is killed, so that it does not run unsupervised.
      kill();
      HandlerCalls.report(e);
    }
  }

  private void advance() {
    Exit exit = found;
    if (exit != null && !noticed) {
      noticed = true;
      startExitGracePeriod();
    }
    if (graceOver) {
      endGrace(stdout);
      endGrace(stderr);
    }
    show(stdout);
    show(stderr);
    write();
    if (outputsUnwanted) {
      abandon(stdout);
      abandon(stderr);
    }
    if (exit != null && !exitReported && isSettled(stdout) && isSettled(stderr)) {
      exitReported = true;
      reportExit(exit);
    }
  }

  private void startExitGracePeriod() {
    if (stdout != null) {
      stdout.childEnded();
    }
    if (stderr != null) {
      stderr.childEnded();
    }
    if (!isSettled(stdout) || !isSettled(stderr)) {
      CompletableFuture.delayedExecutor(GRACE_MILLIS, TimeUnit.MILLISECONDS, launcher.light)
          .execute(() -> {
            graceOver = true;
            serialExecutor.request();
          });
    }
  }

  private static void endGrace(@Nullable PlainOutput output) {
    if (output != null) {
      output.graceOver();
    }
  }

  private static boolean isSettled(@Nullable PlainOutput output) {
    return output == null || output.isSettled();
  }

  private static void show(@Nullable PlainOutput output) {
    if (output != null) {
      output.advance();
    }
  }

  private static void abandon(@Nullable PlainOutput output) {
    if (output != null) {
      output.abandon();
    }
  }

  private void write() {
    PipeWriter pipe = stdin;
    if (pipe == null) {
      return;
    }
    if (pipe.isBroken()) {
      handler.stdinClosed(pipe.shut());
    } else if (pipe.takeWanted()) {
      fill(pipe);
    }
  }

  private void fill(PipeWriter pipe) {
    ByteBuffer bytes = room == null ? ByteBuffer.allocate(launcher.bufferBytes(command())) : room;
    room = bytes;
    boolean more = handler.stdin(bytes.clear());
    pipe.fill(bytes.flip(), more);
  }

  private void reportExit(Exit exit) {
    PipeWriter pipe = stdin;
    if (pipe != null && pipe.isOpen()) {
      handler.stdinClosed(pipe.shut());
    }
    handler.exit(exit);
    notifyExit(exit);
  }

  @Override
  public boolean write(ByteBuffer bytes) {
    Objects.requireNonNull(bytes, "bytes");
    return stdin != null && stdin.add(bytes);
  }

  @Override
  public void wantStdin() {
    if (stdin != null) {
      stdin.want();
      serialExecutor.request();
    }
  }

  @Override
  public void closeStdin() {
    if (stdin != null) {
      stdin.close();
    }
  }

  @Override
  public void closeStdinNow() {
    if (stdin != null) {
      var _ = stdin.shut();
    }
  }

  @Override
  public long queuedBytes() {
    return stdin == null ? 0 : stdin.queuedBytes();
  }

  @Override
  public void pause(Output output) {
    PlainOutput pipe = pipe(output);
    if (pipe != null) {
      pipe.pause();
    }
  }

  @Override
  public void resume(Output output) {
    PlainOutput pipe = pipe(output);
    if (pipe != null) {
      pipe.resume();
      serialExecutor.request();
    }
  }

  @Override
  public void closeOutputs() {
    outputsUnwanted = true;
    serialExecutor.request();
  }

  private @Nullable PlainOutput pipe(Output output) {
    Objects.requireNonNull(output, "output");
    return output == Output.STDOUT ? stdout : stderr;
  }
}
