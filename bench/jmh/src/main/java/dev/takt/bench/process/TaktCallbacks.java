package dev.takt.bench.process;

import dev.takt.process.CallbackChild;
import dev.takt.process.ChildHandler;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Takt's callbacks.
final class TaktCallbacks implements Contender {

  private static final ChildHandler NOTHING = (_, exit) -> requireSuccess(exit);

  private final Launcher launcher;
  private final boolean queues;

  /// @param queues whether input is written as a whole, and not asked for piece by piece
  TaktCallbacks(UnaryOperator<Launcher.Builder> how, boolean queues) {
    launcher = how.apply(Launcher.builder()).build();
    this.queues = queues;
  }

  @Override
  public void startAndWait(List<String> words) throws IOException, InterruptedException {
    launcher.start(command(words), NOTHING).awaitExit();
  }

  @Override
  public void startMany(List<String> words, int total, int atOnce) throws InterruptedException {
    Semaphore free = new Semaphore(atOnce);
    ChildHandler handler =
        (_, exit) -> {
          requireSuccess(exit);
          free.release();
        };
    Starters.share(
        total,
        () -> {
          free.acquire();
          launcher.start(command(words), handler);
        });
    free.acquire(atOnce);
  }

  @Override
  public long[] read(List<String> words, int children) throws IOException, InterruptedException {
    return startAndSum(words, children, null);
  }

  @Override
  public long[] feed(List<String> words, int children, ByteBuffer input)
      throws IOException, InterruptedException {
    return startAndSum(words, children, input);
  }

  private long[] startAndSum(List<String> words, int children, @Nullable ByteBuffer input)
      throws IOException, InterruptedException {
    Semaphore ended = new Semaphore(0);
    List<Summing> handlers = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      Summing handler = new Summing(input, ended);
      handlers.add(handler);
      CallbackChild child = launcher.start(command(words), handler);
      if (input != null && queues) {
        child.write(input.duplicate());
        child.closeStdin();
      } else if (input != null) {
        child.wantStdin();
      }
    }
    ended.acquire(2 * children);
    return handlers.stream().mapToLong(handler -> handler.crc.getValue()).toArray();
  }

  @Override
  public Held hold(List<String> words, int children) throws IOException, InterruptedException {
    Semaphore ended = new Semaphore(0);
    List<CallbackChild> held = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      held.add(launcher.start(command(words), new Summing(null, ended)));
    }
    return () -> {
      held.forEach(CallbackChild::closeStdin);
      ended.acquire(2 * children);
    };
  }

  @Override
  public Trips trips(List<String> words) throws IOException {
    Tripping handler = new Tripping();
    CallbackChild child = launcher.start(command(words), handler);
    return new Trips() {
      @Override
      public void go(int times) throws InterruptedException {
        handler.left = times;
        child.wantStdin();
        handler.back.pass();
      }

      @Override
      public void end() throws InterruptedException {
        child.closeStdin();
        requireSuccess(child.awaitExit());
      }
    };
  }

  private static Command command(List<String> words) {
    return Command.builder(words).build();
  }

  private static void requireSuccess(Exit exit) {
    Abort.unless(exit.isSuccess(), exit);
  }

  /// Sums up the output; releases a permit at its end and one at the child's.
  private static final class Summing implements ChildHandler {

    private final CRC32 crc = new CRC32();
    private final @Nullable ByteBuffer input;
    private final Semaphore ended;

    Summing(@Nullable ByteBuffer input, Semaphore ended) {
      this.input = input == null ? null : input.duplicate();
      this.ended = ended;
    }

    @Override
    public void onStdout(CallbackChild child, ByteBuffer bytes, boolean end) {
      crc.update(bytes);
      if (end) {
        ended.release();
      }
    }

    @Override
    public boolean onStdin(CallbackChild child, ByteBuffer room) {
      if (input == null) {
        return false;
      }
      boolean more = Pieces.move(input, room);
      if (!more) {
        child.closeStdin();
      }
      return more;
    }

    @Override
    public void onExit(CallbackChild child, Exit exit) {
      requireSuccess(exit);
      ended.release();
    }
  }

  /// Sends a byte as soon as the one before has come back.
  private static final class Tripping implements ChildHandler {

    private final Gate back = new Gate();

    /// Handed over by asking for standard input, and by the gate.
    private int left;

    @Override
    public boolean onStdin(CallbackChild child, ByteBuffer room) {
      room.put((byte) 0);
      return false;
    }

    @Override
    public void onStdout(CallbackChild child, ByteBuffer bytes, boolean end) {
      if (end) {
        return;
      }
      bytes.position(bytes.limit());
      left--;
      if (left > 0) {
        child.wantStdin();
      } else {
        back.open();
      }
    }

    @Override
    public void onExit(CallbackChild child, Exit exit) {}
  }
}
