package dev.takt.process.linux.launch;

import dev.takt.process.CallbackChild;
import dev.takt.process.ChildHandler;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Output;
import dev.takt.process.child.HandlerCalls;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// A child on Linux with a handler.
final class LinuxCallbackChild extends LinuxChild implements CallbackChild {

  private final HandlerCalls handler;
  private final @Nullable OutputPipe stdout;
  private final @Nullable OutputPipe stderr;
  private final @Nullable InputPipe stdin;

  private volatile boolean outputsUnwanted;

  // Used only by the thread that acts.
  private boolean ended;
  private @Nullable Exit found;
  private boolean exitReported;

  LinuxCallbackChild(
      LinuxLauncher launcher,
      Reactor reactor,
      Command command,
      int pid,
      int pidfd,
      Wiring wiring,
      ChildHandler handler,
      @Nullable Executor executor) {
    super(launcher, reactor, command, pid, pidfd, wiring.parentDeathPipe(), executor);
    this.handler = new HandlerCalls(this, handler);
    stdout = output(Output.STDOUT, wiring.end(1));
    stderr = output(Output.STDERR, wiring.end(2));
    stdin = wiring.end(0) < 0 ? null : new InputPipe(this, wiring.end(0));
  }

  private @Nullable OutputPipe output(Output output, int fd) {
    return fd < 0 ? null : new OutputPipe(this, output, fd, capacity(), command().pipeBytes() == 0);
  }

  @Override
  int watch(NativeMemory memory) {
    int result = 0;
    if (stdout != null) {
      result = reactor.watch(memory, this, stdout.fd(), Libc.EPOLLIN, STDOUT);
    }
    if (stderr != null && result >= 0) {
      result = reactor.watch(memory, this, stderr.fd(), Libc.EPOLLIN, STDERR);
    }
    return result < 0 ? result : super.watch(memory);
  }

  @Override
  void launcherClosed() {
    super.launcherClosed();
    closeOutputs();
  }

  @Override
  boolean advance(int happened, NativeMemory memory) {
    ended |= (happened & EXIT) != 0;
    if (ended && found == null) {
      found = findExit(memory);
      if (found != null) {
        settle(memory);
      }
    }
    boolean more = read(stdout, happened, STDOUT, memory);
    more |= read(stderr, happened, STDERR, memory);
    more |= write(happened & STDIN, memory);
    if (outputsUnwanted) {
      abandon(stdout, memory);
      abandon(stderr, memory);
    }
    if (found != null && !exitReported && isSettled(stdout) && isSettled(stderr)) {
      exitReported = true;
      reportExit(found, memory);
    }
    boolean over = exitReported && isClosed(stdout) && isClosed(stderr);
    return !releaseIf(over, memory) && more;
  }

  @Override
  void closePipes(NativeMemory memory) {
    handler.mute();
    abandon(stdout, memory);
    abandon(stderr, memory);
    if (stdin != null) {
      stdin.shut(memory);
    }
  }

  private void settle(NativeMemory memory) {
    if (stdout != null) {
      stdout.childEnded(memory);
    }
    if (stderr != null) {
      stderr.childEnded(memory);
    }
  }

  private static boolean isSettled(@Nullable OutputPipe pipe) {
    return pipe == null || pipe.isSettled();
  }

  private static boolean isClosed(@Nullable OutputPipe pipe) {
    return pipe == null || !pipe.isOpen();
  }

  private static boolean read(
      @Nullable OutputPipe pipe, int happened, int kind, NativeMemory memory) {
    if (pipe == null) {
      return false;
    }
    if ((happened & kind) != 0) {
      pipe.becomeReady((happened & kind << HANG_UP_SHIFT) != 0);
    }
    return pipe.advance(memory);
  }

  private static void abandon(@Nullable OutputPipe pipe, NativeMemory memory) {
    if (pipe != null) {
      pipe.abandon(memory);
    }
  }

  private boolean write(int happened, NativeMemory memory) {
    InputPipe pipe = stdin;
    if (pipe == null || !pipe.isOpen()) {
      return false;
    }
    if (happened != 0) {
      pipe.becomeWritable();
    }
    InputPipe.Turn turn = pipe.advance(memory);
    boolean isUnwatchable =
        turn == InputPipe.Turn.FULL
            && reactor.watch(memory, this, pipe.fd(), Libc.EPOLLOUT, STDIN) < 0;
    if (turn == InputPipe.Turn.BROKEN || isUnwatchable) {
      lose(pipe, memory);
    }
    return turn == InputPipe.Turn.AGAIN;
  }

  private void lose(InputPipe pipe, NativeMemory memory) {
    handler.stdinClosed(pipe.shut(memory));
  }

  private void reportExit(Exit exit, NativeMemory memory) {
    InputPipe pipe = stdin;
    if (pipe != null && pipe.isOpen()) {
      if (pipe.isDone()) {
        pipe.shut(memory);
      } else {
        lose(pipe, memory);
      }
    }
    handler.exit(exit);
    notifyExit(exit);
  }

  void show(Output output, ByteBuffer bytes, boolean end) {
    handler.output(output, bytes, end);
  }

  boolean fill(ByteBuffer room) {
    return handler.stdin(room);
  }

  @Override
  public boolean write(ByteBuffer bytes) {
    Objects.requireNonNull(bytes, "bytes");
    boolean taken = stdin != null && stdin.add(bytes);
    if (taken) {
      mark(REQUESTED);
    }
    return taken;
  }

  @Override
  public void wantStdin() {
    if (stdin != null) {
      stdin.want();
      mark(REQUESTED);
    }
  }

  @Override
  public void closeStdin() {
    if (stdin != null) {
      stdin.close(false);
      mark(REQUESTED);
    }
  }

  @Override
  public void closeStdinNow() {
    if (stdin != null) {
      stdin.close(true);
      mark(REQUESTED);
    }
  }

  @Override
  public long queuedBytes() {
    return stdin == null ? 0 : stdin.queuedBytes();
  }

  @Override
  public void pause(Output output) {
    OutputPipe pipe = pipe(output);
    if (pipe != null) {
      pipe.pause();
    }
  }

  @Override
  public void resume(Output output) {
    OutputPipe pipe = pipe(output);
    if (pipe != null) {
      pipe.resume();
      mark(REQUESTED);
    }
  }

  @Override
  public void closeOutputs() {
    outputsUnwanted = true;
    mark(REQUESTED);
  }

  private @Nullable OutputPipe pipe(Output output) {
    Objects.requireNonNull(output, "output");
    return output == Output.STDOUT ? stdout : stderr;
  }
}
