package dev.takt.process.linux.launch;

import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.StreamChild;
import dev.takt.process.linux.NativeMemory;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// A child on Linux with blocking streams. The reactor only detects its exit, and wakes threads
/// that wait for a pipe.
final class LinuxStreamChild extends LinuxChild implements StreamChild {

  private final WritingEnd stdin;
  private final ReadingEnd stdout;
  private final ReadingEnd stderr;

  // Used only by the thread that acts.
  private boolean ended;
  private @Nullable Exit found;

  LinuxStreamChild(
      LinuxLauncher launcher, Reactor reactor, Command command, int pid, int pidfd, Wiring wiring) {
    super(launcher, reactor, command, pid, pidfd, wiring.parentDeathPipe(), null);
    stdin = new WritingEnd(this, wiring.end(0), launcher.buffers);
    stdout = new ReadingEnd(this, wiring.end(1), STDOUT, launcher.buffers);
    stderr = new ReadingEnd(this, wiring.end(2), STDERR, launcher.buffers);
  }

  @Override
  boolean advance(int happened, NativeMemory memory) {
    if ((happened & STDOUT) != 0) {
      stdout.ring();
    }
    if ((happened & STDERR) != 0) {
      stderr.ring();
    }
    if ((happened & STDIN) != 0) {
      stdin.ring();
    }
    ended |= (happened & EXIT) != 0;
    if (ended && found == null) {
      found = findExit(memory);
      if (found != null) {
        stdin.childEnded(memory);
        notifyExit(found);
      }
    }
    if (found != null) {
      stdout.keepRest(memory);
      stderr.keepRest(memory);
    }
    releaseIf(found != null && !stdout.isOpen() && !stderr.isOpen(), memory);
    return false;
  }

  @Override
  void closePipes(NativeMemory memory) {
    stdin.close();
    stdout.close();
    stderr.close();
  }

  /// An output has ended or was closed.
  void streamClosed() {
    if (!stdout.isOpen() && !stderr.isOpen()) {
      mark(REQUESTED);
    }
  }

  @Override
  public OutputStream stdin() {
    return stdin;
  }

  @Override
  public InputStream stdout() {
    return stdout;
  }

  @Override
  public InputStream stderr() {
    return stderr;
  }

  @Override
  public void close() {
    stdin.close();
    stdout.close();
    stderr.close();
    if (isRunning()) {
      kill();
    }
  }
}
