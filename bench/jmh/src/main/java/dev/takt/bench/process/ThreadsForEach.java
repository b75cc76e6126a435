package dev.takt.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;

/// Blocking streams: for each child a thread that reads, and one that writes where there is
/// something to write.
final class ThreadsForEach implements Contender {

  /// As much as a pipe holds; a larger one brings nothing.
  private static final int READ_BYTES = 1 << 16;

  private final ThreadFactory threads;
  private final Piped.Starter starter;

  ThreadsForEach(ThreadFactory threads, Piped.Starter starter) {
    this.threads = threads;
    this.starter = starter;
  }

  @Override
  public void startAndWait(List<String> words) throws IOException, InterruptedException {
    requireSuccess(starter.start(words).awaitExit());
  }

  @Override
  public void startMany(List<String> words, int total, int atOnce)
      throws IOException, InterruptedException {
    AtomicInteger left = new AtomicInteger(total);
    inThreads(
        atOnce,
        _ -> {
          while (left.getAndDecrement() > 0) {
            startAndWait(words);
          }
          return 0L;
        });
  }

  @Override
  public long[] read(List<String> words, int children) throws IOException, InterruptedException {
    return inThreads(
        children,
        _ -> {
          Piped child = starter.start(words);
          long crc = crcOf(child.stdout());
          requireSuccess(child.awaitExit());
          return crc;
        });
  }

  @Override
  public long[] feed(List<String> words, int children, ByteBuffer input)
      throws IOException, InterruptedException {
    byte[] bytes = new byte[input.remaining()];
    input.duplicate().get(bytes);
    return inThreads(
        children,
        _ -> {
          Piped child = starter.start(words);
          Future<Long> writing = inThread(() -> write(child.stdin(), bytes));
          long crc = crcOf(child.stdout());
          requireSuccess(child.awaitExit());
          result(writing);
          return crc;
        });
  }

  @Override
  public Held hold(List<String> words, int children) throws IOException, InterruptedException {
    List<Piped> held = new ArrayList<>();
    List<Future<Long>> readers = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      Piped child = starter.start(words);
      held.add(child);
      readers.add(inThread(() -> crcOf(child.stdout())));
    }
    return () -> {
      for (Piped child : held) {
        child.stdin().close();
      }
      for (Future<Long> reader : readers) {
        result(reader);
      }
      for (Piped child : held) {
        requireSuccess(child.awaitExit());
      }
    };
  }

  @Override
  public Trips trips(List<String> words) throws IOException {
    Piped child = starter.start(words);
    byte[] one = new byte[1];
    return new Trips() {
      @Override
      public void go(int times) throws IOException {
        for (int i = 0; i < times; i++) {
          child.stdin().write(one);
          child.stdin().flush();
          if (child.stdout().read(one) != 1) {
            throw new IOException("no byte came back");
          }
        }
      }

      @Override
      public void end() throws IOException, InterruptedException {
        child.stdin().close();
        requireSuccess(child.awaitExit());
      }
    };
  }

  private static long crcOf(InputStream stdout) throws IOException {
    CRC32 crc = new CRC32();
    byte[] buffer = new byte[READ_BYTES];
    try (stdout) {
      for (int n = stdout.read(buffer); n >= 0; n = stdout.read(buffer)) {
        crc.update(buffer, 0, n);
      }
    }
    return crc.getValue();
  }

  private static long write(OutputStream stdin, byte[] bytes) throws IOException {
    try (stdin) {
      stdin.write(bytes);
    }
    return bytes.length;
  }

  private static void requireSuccess(int code) {
    if (code != 0) {
      throw new IllegalStateException("a child ended with code " + code);
    }
  }

  private interface Task {
    long run(int number) throws IOException, InterruptedException;
  }

  private long[] inThreads(int count, Task task) throws InterruptedException {
    List<Future<Long>> running = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      running.add(inThread(() -> task.run(number)));
    }
    long[] results = new long[count];
    for (int i = 0; i < count; i++) {
      results[i] = result(running.get(i));
    }
    return results;
  }

  private Future<Long> inThread(Callable<Long> task) {
    FutureTask<Long> future = new FutureTask<>(task);
    threads.newThread(future).start();
    return future;
  }

  private static long result(Future<Long> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
