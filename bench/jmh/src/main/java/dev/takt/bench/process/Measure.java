package dev.takt.bench.process;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Measures one contender at one row and prints a line for each figure: its name and its value.
public final class Measure {

  private static final List<String> TRUE = List.of("/bin/true");
  private static final List<String> CAT = List.of("cat");
  private static final int BATCH = 1_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final int threadsAtFirst = threads.getThreadCount();
  private final Contender contender;

  private long nanos;
  private long ownCpu;
  private long childrensCpu;
  private long bytes;

  private Measure(Contender contender) {
    this.contender = contender;
  }

  /// Measures.
  ///
  /// @param args the contender, the row, and what the row needs
  public static void main(String[] args) throws Exception {
    Measure measure = new Measure(Contender.of(args[0]));
    switch (args[1]) {
      case "bulk" ->
          measure.bulk(args[2], Long.parseLong(args[3]), number(args[4]), number(args[5]));
      case "spawn" -> {
        if (args[0].endsWith("-vt")) {
          onVirtualThread(() -> measure.spawn(number(args[2]), number(args[3]), number(args[4])));
        } else {
          measure.spawn(number(args[2]), number(args[3]), number(args[4]));
        }
      }
      case "together" -> measure.together(number(args[2]), number(args[3]), number(args[4]));
      case "feed" -> measure.feed(number(args[2]), number(args[3]), number(args[4]));
      case "ready" -> measure.ready(number(args[2]));
      case "trip" -> measure.trip(number(args[2]));
      case "alive" -> measure.alive(number(args[2]));
      default -> throw new IllegalArgumentException("no row " + args[1]);
    }
    System.exit(0); // NuProcess leaves threads behind that wait for a while
  }

  private interface Task {
    void run() throws Exception;
  }

  private static void onVirtualThread(Task task) throws Exception {
    FutureTask<@Nullable Void> future =
        new FutureTask<>(() -> {
          task.run();
          return null;
        });
    Thread.ofVirtual().start(future);
    future.get();
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  /// (a) `children` times `cat` of a file at once, repeated.
  private void bulk(String file, long expected, int children, int repetitions) throws Exception {
    List<String> words = List.of("cat", file);
    requireAll(contender.read(words, children), expected);
    for (int i = 0; i < repetitions; i++) {
      begin();
      long[] sums = contender.read(words, children);
      end();
      requireAll(sums, expected);
      printCosts(children);
    }
    printMemory();
  }

  /// (b) one after another, for as long as it takes or as there is time.
  private void spawn(int warmUp, int times, int seconds) throws Exception {
    long longest = TimeUnit.SECONDS.toNanos(seconds);
    long start = System.nanoTime();
    for (int i = 0; i < warmUp && System.nanoTime() - start < longest / 2; i++) {
      contender.startAndWait(TRUE);
    }
    long[] took = new long[times];
    int n = 0;
    begin();
    long before = System.nanoTime();
    start = before;
    while (n < times && before - start < longest) {
      contender.startAndWait(TRUE);
      long now = System.nanoTime();
      took[n++] = now - before;
      before = now;
    }
    end();
    long[] sorted = Arrays.copyOf(took, n);
    Arrays.sort(sorted);
    print("mean_us", Arrays.stream(sorted).average().orElse(0) / 1e3);
    print("p50_us", sorted[n / 2] / 1e3);
    print("p90_us", sorted[n * 9 / 10] / 1e3);
    print("p99_us", sorted[n * 99 / 100] / 1e3);
    print("times", n);
    printCosts(n);
    printMemory();
  }

  /// (b) many at a time.
  private void together(int atOnce, int total, int warmUp) throws Exception {
    contender.startMany(TRUE, warmUp, atOnce);
    threads.resetPeakThreadCount();
    begin();
    contender.startMany(TRUE, total, atOnce);
    end();
    printCosts(total);
    printMemory();
  }

  /// (c) many that are fed and read at once.
  private void feed(int children, int inputBytes, int repetitions) throws Exception {
    ByteBuffer input = ByteBuffer.allocateDirect(inputBytes);
    SplittableRandom random = new SplittableRandom(20_260_101);
    while (input.hasRemaining()) {
      input.put((byte) random.nextInt());
    }
    input.flip();
    CRC32 crc = new CRC32();
    crc.update(input.duplicate());
    requireAll(contender.feed(CAT, children, input), crc.getValue());
    threads.resetPeakThreadCount();
    for (int i = 0; i < repetitions; i++) {
      begin();
      long[] sums = contender.feed(CAT, children, input);
      end();
      requireAll(sums, crc.getValue());
      printCosts(children);
    }
    printMemory();
  }

  /// (d) the calls that the library makes for an event, without the library about them.
  private void ready(int rounds) throws Exception {
    inBatches(rounds, new Ready());
  }

  /// (d) a byte to a child and back, through all of the library.
  private void trip(int times) throws Exception {
    inBatches(times, contender.trips(CAT));
  }

  /// Half of the batches warm up.
  private void inBatches(int times, Contender.Trips trips) throws Exception {
    int batches = times / BATCH;
    long[] took = new long[batches];
    for (int i = 0; i < batches; i++) {
      trips.go(BATCH);
    }
    begin();
    for (int i = 0; i < batches; i++) {
      long start = System.nanoTime();
      trips.go(BATCH);
      took[i] = System.nanoTime() - start;
    }
    end();
    trips.end();
    Arrays.sort(took);
    print("round_ns", (double) took[batches / 2] / BATCH);
    print("heap_each", bytes / (double) (batches * BATCH));
  }

  /// (e) many that live and do nothing.
  private void alive(int children) throws Exception {
    contender.hold(CAT, 1).end();
    long before = status("VmRSS");
    threads.resetPeakThreadCount();
    begin();
    Contender.Held held = contender.hold(CAT, children);
    end();
    print("growth_mb", (double) (status("VmRSS") - before) / 1024);
    print("rss_mb", status("VmRSS") / 1024.0);
    print("all_threads", (double) status("Threads"));
    held.end();
    printCosts(children);
    printMemory();
  }

  private void begin() throws IOException {
    childrensCpu = childrensCpu();
    ownCpu = system.getProcessCpuTime();
    bytes = threads.getTotalThreadAllocatedBytes();
    nanos = System.nanoTime();
  }

  /// In the opposite order: what these calls allocate themselves is no part of it.
  private void end() throws IOException {
    nanos = System.nanoTime() - nanos;
    bytes = threads.getTotalThreadAllocatedBytes() - bytes;
    ownCpu = system.getProcessCpuTime() - ownCpu;
    childrensCpu = childrensCpu() - childrensCpu;
  }

  private void printCosts(int children) {
    print("wall_s", nanos / 1e9);
    print("wall_ms_each", nanos / 1e6 / children);
    print("cpu_s", (ownCpu + childrensCpu) / 1e9);
    print("own_cpu_s", ownCpu / 1e9);
    print("cpu_ms_each", (ownCpu + childrensCpu) / 1e6 / children);
    print("own_cpu_ms_each", ownCpu / 1e6 / children);
    print("heap_each", bytes / (double) children);
  }

  private void printMemory() throws IOException {
    print("threads", threads.getPeakThreadCount() - threadsAtFirst);
    print("peak_rss_mb", status("VmHWM") / 1024.0);
  }

  /// User and system time of the children that have been waited for, in steps of 10 ms.
  private static long childrensCpu() throws IOException {
    String line = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * 10_000_000;
  }

  /// A figure of this process, in kB where it is memory.
  private static long status(String key) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(key + ":")) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IOException("no " + key);
  }

  private static void requireAll(long[] sums, long expected) {
    for (long sum : sums) {
      if (sum != expected) {
        throw new IllegalStateException("a CRC is " + sum + " and should be " + expected);
      }
    }
  }

  private static void print(String name, double value) {
    System.out.println(name + "\t" + Math.round(value * 1e3) / 1e3);
  }
}
