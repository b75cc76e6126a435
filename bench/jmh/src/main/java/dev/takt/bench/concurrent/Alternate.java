package dev.takt.bench.concurrent;

import com.sun.management.ThreadMXBean;
import dev.takt.bench.concurrent.contest.Work;
import java.io.PrintStream;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Lets contenders run in turn, in short slices and in another order each round, each slice between
/// two probes of how far apart the cores are. Prints a line for each slice: the round, the
/// contender, the probes before and after, and ns, CPU ns, CPU ns of the first thread while it only
/// waited for the others, and bytes for each operation.
///
/// What to make of the slices is for who reads them: see `bench/queues`.
public final class Alternate {

  private static final int PROBE_TRIPS = 400;
  private static final int WARM_UP_PROBES = 40;
  private static final long WARM_UP_NANOS = 4_000_000;

  /// A slice that takes so many times as long as it should was interrupted.
  private static final int LONGEST = 4;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
  private final PrintStream out = System.out;
  private final PingPong pingPong = new PingPong();
  private final List<Contender> contenders = new ArrayList<>();
  private final long sliceNanos;
  private final Crew crew;

  /// A contender, and how many operations a slice of it should have.
  private static final class Contender {
    final String name;
    final Contest contest;
    long operations = 500;

    Contender(String name, Contest contest) {
      this.name = name;
      this.contest = contest;
    }
  }

  private Alternate(String contest, String parameter, List<String> names, long sliceNanos) {
    this.sliceNanos = sliceNanos;
    for (String name : names) {
      contenders.add(new Contender(name, OwnClasses.contest(contest, name, parameter)));
    }
    crew =
        new Crew(
            Math.max(
                2, contenders.stream().mapToInt(each -> each.contest.threads()).max().orElse(2)));
  }

  /// @param args the contest, its parameter (that many nanoseconds of work if it ends with `ns`),
  ///   microseconds of a slice, rounds to warm up, rounds to measure, seconds after which neither
  ///   of the two goes on (on a busy machine a slice may take a hundred times as long as it
  ///   should), a seed, and the contenders
  public static void main(String[] args) throws InterruptedException {
    List<String> names = Arrays.asList(args).subList(7, args.length);
    String parameter = args[1];
    if (parameter.endsWith("ns")) {
      long nanos = Long.parseLong(parameter.substring(0, parameter.length() - 2));
      parameter = String.valueOf(Work.steps(nanos)); // once: it must be the same for all
    }
    Alternate alternate = new Alternate(args[0], parameter, names, Long.parseLong(args[2]) * 1_000);
    Random random = new Random(Long.parseLong(args[6]));
    long longest = TimeUnit.SECONDS.toNanos(Long.parseLong(args[5]));
    alternate.warmUp(Integer.parseInt(args[3]), longest, random);
    alternate.measure(Integer.parseInt(args[4]), longest, random);
    alternate.crew.close();
  }

  private void warmUp(int rounds, long longest, Random random) throws InterruptedException {
    long start = System.nanoTime();
    for (int i = 0; i < WARM_UP_PROBES; i++) {
      probe();
    }
    for (int round = 0; round < rounds && System.nanoTime() - start < longest; round++) {
      for (Contender each : shuffled(random)) {
        for (long nanos = 0; nanos < WARM_UP_NANOS; nanos += sliceNanos) {
          slice(each);
        }
        probe();
      }
    }
  }

  private void measure(int rounds, long longest, Random random) throws InterruptedException {
    StringBuilder lines = new StringBuilder();
    long collections = collections();
    long compiled = compiler.getTotalCompilationTime();
    long start = System.nanoTime();
    for (int round = 0; round < rounds && System.nanoTime() - start < longest; round++) {
      double before = probe();
      for (Contender each : shuffled(random)) {
        long bytes = threads.getTotalThreadAllocatedBytes();
        long operations = each.operations;
        long nanos = slice(each);
        double perOperation = 1.0 / operations;
        bytes = threads.getTotalThreadAllocatedBytes() - bytes;
        long cpu = crew.cpuNanos();
        long waiting = crew.waitingCpuNanos();
        double after = probe();
        lines.append(round).append('\t').append(each.name);
        for (double value :
            new double[] {
              before,
              after,
              nanos * perOperation,
              cpu * perOperation,
              waiting * perOperation,
              bytes * perOperation
            }) {
          lines.append('\t').append(Math.round(value * 1e3) / 1e3);
        }
        lines.append('\n');
        before = after;
      }
    }
    out.print(lines);
    out.println("#collections\t" + (collections() - collections));
    out.println("#compiled ms\t" + (compiler.getTotalCompilationTime() - compiled));
    out.flush();
  }

  /// Runs a slice, and lets the next one of the same contender have the right length.
  private long slice(Contender contender) throws InterruptedException {
    long nanos = crew.run(contender.contest, contender.operations);
    if (nanos < LONGEST * sliceNanos) { // else a thread lost its core, which says nothing of it
      double wanted = contender.operations * (sliceNanos / (double) Math.max(1, nanos));
      contender.operations = Math.round(Math.min(2.0 * contender.operations, Math.max(20, wanted)));
    }
    return nanos;
  }

  private double probe() throws InterruptedException {
    return crew.run(pingPong, PROBE_TRIPS) / (double) PROBE_TRIPS;
  }

  private List<Contender> shuffled(Random random) {
    List<Contender> order = new ArrayList<>(contenders);
    Collections.shuffle(order, random);
    return order;
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(each -> Math.max(0, each.getCollectionCount()))
        .sum();
  }
}
