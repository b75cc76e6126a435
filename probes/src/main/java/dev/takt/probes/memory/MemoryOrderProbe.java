package dev.takt.probes.memory;

import dev.takt.probes.CostMeter;
import dev.takt.probes.Disturbance;
import dev.takt.probes.FiveNumberSummary;
import dev.takt.probes.ForkedJvm;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.Processors;
import dev.takt.process.Exit;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Measures the cost of stores, loads and atomic operations in each of Java's memory orders, alone
/// and while another thread stores nearby.
///
/// Each fork is a new JVM that runs all cases in a random order. The result is the cost of an
/// operation in a loop of nothing else, which is a throughput: not the latency until its effect is
/// visible. A superscalar processor overlaps operations, so cheap ones seem cheaper than they are
/// alone. Logged values are the cost of a thousand operations.
///
/// [#run] is called once; [#stop] may be called by any thread at any time.
public final class MemoryOrderProbe {

  private final MemoryOrderSettings settings;
  private final Map<MemoryCase, List<Double>> costs = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<MemoryCase> disturbed = new LinkedHashSet<>();
  private Disturbance disturbance = Disturbance.NONE;
  private volatile boolean stopped;
  private volatile @Nullable ForkedJvm child;

  /// A probe that has not run.
  public MemoryOrderProbe(MemoryOrderSettings settings) {
    this.settings = settings;
    MemoryCase.all(true).forEach(each -> costs.put(each, new ArrayList<>()));
  }

  /// Ends the probe early, with the values measured so far.
  public void stop() {
    stopped = true;
    ForkedJvm running = child;
    if (running != null) {
      running.kill();
    }
  }

  /// Measures.
  ///
  /// @throws IOException if no JVM can be started, or one fails
  /// @throws InterruptedException if the calling thread is interrupted; nothing is left running
  public MemoryOrderResult run(ProbeSink sink) throws IOException, InterruptedException {
    List<Integer> allowed = Processors.allowed();
    List<Integer> pair = allowed.size() > 1 ? allowed.subList(0, 2) : List.of();
    if (pair.isEmpty()) {
      notes.add(
          Runtime.getRuntime().availableProcessors() > 1
              ? "threads could not be pinned: contended figures are of any two processors"
              : "contention is not measured: it needs two processors, and there is one");
    }
    int done = 0;
    while (done < settings.forks() && !stopped) {
      sink.progress(EnglishText.format("JVM %d of %d", done + 1, settings.forks()));
      fork(done, pair, sink);
      done += stopped ? 0 : 1;
    }
    return new MemoryOrderResult(results(), done, pair, disturbance, lost(), List.copyOf(notes));
  }

  private List<String> lost() {
    return disturbed.stream()
        .filter(each -> costs.getOrDefault(each, List.of()).isEmpty())
        .map(MemoryCase::tag)
        .toList();
  }

  private List<MemoryOrderResult.Cost> results() {
    List<MemoryOrderResult.Cost> results = new ArrayList<>();
    costs.forEach((which, figures) -> {
      if (!figures.isEmpty()) {
        results.add(
            new MemoryOrderResult.Cost(
                which.access().text(), which.contention().text(), FiveNumberSummary.of(figures)));
      }
    });
    return results;
  }

  private void fork(int number, List<Integer> processors, ProbeSink sink)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    MemoryRounds.Length length =
        new MemoryRounds.Length(settings.rounds(), settings.roundNanos(), settings.warmupNanos());
    List<String> command = new ArrayList<>(java());
    command.addAll(MemoryOrderFork.arguments(length, begin + number, processors));
    Map<MemoryCase, LatencyHistogram> values = new LinkedHashMap<>();
    List<String> others = new ArrayList<>();
    try (ForkedJvm jvm = ForkedJvm.start(command)) {
      child = jvm;
      if (stopped) {
        jvm.kill();
      }
      for (String line = jvm.readLine(); line != null; line = jvm.readLine()) {
        if (!take(line, values)) {
          others.add(line);
        }
      }
      Exit exit = jvm.awaitExit();
      if (!exit.isSuccess() && !stopped) {
        throw new IOException(
            "a JVM of the probe failed with " + exit.describe() + ": " + String.join("; ", others));
      }
    }
    others.stream()
        .filter(each -> each.startsWith("note "))
        .forEach(each -> notes.add(each.substring(5)));
    long end = System.nanoTime();
    values.forEach(
        (which, histogram) -> sink.interval(which.tag(), begin, end, histogram.toCounts()));
  }

  /// Parses a line of a fork's output.
  ///
  /// @return false if the line is not the result of a round
  boolean take(String line, Map<MemoryCase, LatencyHistogram> values) {
    int space = line.indexOf(' ');
    MemoryCase which = space < 0 ? null : MemoryCase.ofTag(line.substring(0, space)).orElse(null);
    if (which != null && line.substring(space + 1).equals(MemoryOrderFork.DISTURBED)) {
      disturbance = disturbance.plus(new Disturbance(1, 1));
      disturbed.add(which);
      return true;
    }
    if (which == null || !line.substring(space + 1).matches("\\d{1,18}")) {
      return false;
    }
    disturbance = disturbance.plus(new Disturbance(1, 0));
    long cost = Long.parseLong(line.substring(space + 1));
    costs.computeIfAbsent(which, _ -> new ArrayList<>()).add((double) cost / CostMeter.OPERATIONS);
    values.computeIfAbsent(which, _ -> new LatencyHistogram()).record(cost);
    return true;
  }

  /// The command of a new JVM with the same classes, without this JVM's flags.
  private static List<String> java() {
    String program = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String modules = System.getProperty("jdk.module.path");
    List<String> command =
        new ArrayList<>(List.of(program, "-XX:+UseSerialGC", "-Xmx64m", "-Xlog:disable"));
    if (MemoryOrderFork.class.getModule().isNamed() && modules != null) {
      command.addAll(
          List.of(
              "--enable-native-access=dev.takt.process",
              "-p",
              modules,
              "-m",
              MemoryOrderFork.class.getModule().getName() + "/" + MemoryOrderFork.class.getName()));
    } else {
      command.addAll(
          List.of(
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              System.getProperty("java.class.path"),
              MemoryOrderFork.class.getName()));
    }
    return command;
  }
}
