package dev.takt.probes.profilers.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Samples as profilers did for long, and VisualVM does: dumps the stacks of all threads, for which
/// they are all stopped at safepoints.
final class ThreadDumps implements Recorder {

  private static final long PERIOD_MILLIS = 10;

  private final Path file;
  private final Predicate<String> isBurner;
  private final Map<String, Long> stacks = new TreeMap<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread sampler = new Thread(this::sample, "dumps");

  ThreadDumps(Path file) {
    this.file = file;
    this.isBurner = KnownProgram.burners(file);
  }

  @Override
  public void start() {
    sampler.setDaemon(true);
    sampler.start();
  }

  private void sample() {
    try {
      while (!end.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        Thread.getAllStackTraces()
            .forEach((thread, stack) -> {
              if (isBurner.test(thread.getName())) {
                stacks.merge(text(stack), 1L, Long::sum);
              }
            });
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String text(StackTraceElement[] stack) {
    StringBuilder text = new StringBuilder();
    for (int i = stack.length - 1; i >= 0; i--) {
      text.append(text.isEmpty() ? "" : ";");
      text.append(stack[i].getClassName()).append('.').append(stack[i].getMethodName());
      text.append(':').append(stack[i].getLineNumber());
    }
    return text.toString();
  }

  @Override
  public void stop() throws Exception {
    end.countDown();
    sampler.join();
    List<String> lines = new ArrayList<>();
    stacks.forEach((stack, count) -> lines.add(stack + " " + count));
    Files.write(file, lines);
  }
}
