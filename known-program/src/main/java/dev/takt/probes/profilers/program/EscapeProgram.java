package dev.takt.probes.profilers.program;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// The main class of a program whose garbage is known: none, where escape analysis works. It loops
/// over a list, and the iterator of each loop need not be allocated.
///
/// Arguments: how to record (see [Recorder#of]), the file of the recording, and `plain` or
/// `instrumented`. After a warm-up and again at the end, a line (`ready`, `end`) is printed and a
/// byte is read. In between, the bytes of each round are measured and printed: `bytes N LOOPS`.
public final class EscapeProgram {

  private static final int ELEMENTS = 16;
  private static final int ROUNDS = 20;
  private static final int LOOPS = 100_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Written, so that the compilers have to keep what is written.
  @SuppressWarnings("UnusedVariable")
  private static volatile Object traced = "";

  @SuppressWarnings("UnusedVariable")
  private static volatile long sink;

  private EscapeProgram() {}

  /// Runs the program.
  public static void main(String[] args) throws Exception {
    Recorder recorder = Recorder.of(args[0], Path.of(args[1]));
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < ELEMENTS; i++) {
      values.add(i);
    }
    Iterable<Integer> list = args[2].equals("instrumented") ? new Instrumented(values) : values;
    rounds(list, new long[ROUNDS]);
    KnownProgram.meet("ready");
    recorder.start();
    // Code may be compiled anew once something observes it.
    rounds(list, new long[ROUNDS]);
    long[] bytes = new long[ROUNDS];
    rounds(list, bytes);
    recorder.stop();
    for (long each : bytes) {
      System.out.println("bytes " + each + " " + LOOPS);
    }
    KnownProgram.meet("end");
  }

  private static void rounds(Iterable<Integer> list, long[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      long unused = allocated();
      long before = allocated();
      long sum = round(list);
      long after = allocated();
      bytes[i] = Math.max(0, after - before - (before - unused));
      sink = sum;
    }
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static long round(Iterable<Integer> list) {
    long sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += sum(list);
    }
    return sum;
  }

  private static long sum(Iterable<Integer> list) {
    long sum = 0;
    for (int each : list) {
      sum += each;
    }
    return sum;
  }

  /// A list whose iterator is as tools leave it that count allocations by instrumentation: its
  /// constructor passes the new object to the tool.
  private record Instrumented(List<Integer> values) implements Iterable<Integer> {

    @Override
    public Iterator<Integer> iterator() {
      return new Position();
    }

    private final class Position implements Iterator<Integer> {
      private int next;

      Position() {
        traced = this;
      }

      @Override
      public boolean hasNext() {
        return next < values.size();
      }

      @Override
      public Integer next() {
        return values.get(next++);
      }
    }
  }
}
