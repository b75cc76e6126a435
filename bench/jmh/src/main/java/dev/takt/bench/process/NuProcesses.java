package dev.takt.bench.process;

import com.zaxxer.nuprocess.NuAbstractProcessHandler;
import com.zaxxer.nuprocess.NuProcess;
import com.zaxxer.nuprocess.NuProcessBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// NuProcess 3 or 4, whichever is on the class path.
final class NuProcesses implements Contender {

  @Override
  public void startAndWait(List<String> words) throws IOException, InterruptedException {
    NuProcess process = start(words, new NuAbstractProcessHandler() {});
    requireSuccess(process.waitFor(0, TimeUnit.SECONDS));
  }

  @Override
  public void startMany(List<String> words, int total, int atOnce) throws InterruptedException {
    Semaphore free = new Semaphore(atOnce);
    Starters.share(
        total,
        () -> {
          free.acquire();
          start(
              words,
              new NuAbstractProcessHandler() {
                @Override
                public void onExit(int code) {
                  requireSuccess(code);
                  free.release();
                }
              });
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

  private static long[] startAndSum(List<String> words, int children, @Nullable ByteBuffer input)
      throws IOException, InterruptedException {
    Semaphore ended = new Semaphore(0);
    List<Summing> handlers = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      Summing handler = new Summing(input, ended);
      handlers.add(handler);
      NuProcess process = start(words, handler);
      if (input != null) {
        process.wantWrite();
      }
    }
    ended.acquire(children);
    return handlers.stream().mapToLong(handler -> handler.crc.getValue()).toArray();
  }

  @Override
  public Held hold(List<String> words, int children) throws IOException, InterruptedException {
    Semaphore ended = new Semaphore(0);
    List<NuProcess> held = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      held.add(start(words, new Summing(null, ended)));
    }
    return () -> {
      for (NuProcess process : held) {
        process.closeStdin(false);
      }
      ended.acquire(children);
    };
  }

  @Override
  public Trips trips(List<String> words) throws IOException {
    Tripping handler = new Tripping();
    NuProcess process = start(words, handler);
    return new Trips() {
      @Override
      public void go(int times) throws InterruptedException {
        handler.left = times;
        process.wantWrite();
        handler.back.pass();
      }

      @Override
      public void end() throws InterruptedException {
        process.closeStdin(false);
        requireSuccess(process.waitFor(0, TimeUnit.SECONDS));
      }
    };
  }

  private static NuProcess start(List<String> words, NuAbstractProcessHandler handler)
      throws IOException {
    NuProcess process = new NuProcessBuilder(handler, words).start();
    if (process == null) {
      throw new IOException("no child");
    }
    return process;
  }

  private static void requireSuccess(int code) {
    Abort.unless(code == 0, code);
  }

  /// Sums up the output; releases a permit at the exit, which comes after it.
  private static final class Summing extends NuAbstractProcessHandler {

    private final CRC32 crc = new CRC32();
    private final @Nullable ByteBuffer input;
    private final Semaphore ended;
    private @Nullable NuProcess process;

    Summing(@Nullable ByteBuffer input, Semaphore ended) {
      this.input = input == null ? null : input.duplicate();
      this.ended = ended;
    }

    @Override
    public void onPreStart(NuProcess starting) {
      process = starting;
    }

    @Override
    public void onStdout(ByteBuffer bytes, boolean closed) {
      crc.update(bytes);
    }

    @Override
    public boolean onStdinReady(ByteBuffer room) {
      if (input == null || process == null) {
        return false;
      }
      boolean more = Pieces.move(input, room);
      room.flip();
      if (!more) {
        process.closeStdin(false);
      }
      return more;
    }

    @Override
    public void onExit(int code) {
      requireSuccess(code);
      ended.release();
    }
  }

  /// Sends a byte as soon as the one before has come back.
  private static final class Tripping extends NuAbstractProcessHandler {

    private final Gate back = new Gate();

    private volatile int left;

    private @Nullable NuProcess process;

    @Override
    public void onPreStart(NuProcess starting) {
      process = starting;
    }

    @Override
    public boolean onStdinReady(ByteBuffer room) {
      room.put((byte) 0);
      room.flip();
      return false;
    }

    @Override
    public void onStdout(ByteBuffer bytes, boolean closed) {
      if (!bytes.hasRemaining() || process == null) {
        return;
      }
      bytes.position(bytes.limit());
      int still = left - 1;
      left = still;
      if (still > 0) {
        process.wantWrite();
      } else {
        back.open();
      }
    }
  }
}
