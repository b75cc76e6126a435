import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkData;
import io.hyperfoil.api.statistics.StatisticsSnapshot;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.parser.BenchmarkParser;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// Runs a benchmark of Hyperfoil in this JVM, without its controller, and prints a line for each metric: requests,
/// answers with an error, p50, p99, p99.9 and the longest, in nanoseconds.
final class LocalHyperfoil {

  private LocalHyperfoil() {}

  public static void main(String[] arguments) throws Exception {
    Benchmark benchmark;
    try (InputStream in = Files.newInputStream(Path.of(arguments[0]))) {
      benchmark = BenchmarkParser.instance().buildBenchmark(in, BenchmarkData.EMPTY, Map.of());
    }
    Map<String, StatisticsSnapshot> all = new TreeMap<>();
    new LocalSimulationRunner(benchmark, (phase, step, metric, snapshot, countDown) -> {
      synchronized (all) {
        all.computeIfAbsent(metric, _ -> new StatisticsSnapshot()).add(snapshot);
      }
    }, null, null).run();
    all.forEach((metric, each) -> System.out.printf("%s %d %d %d %d %d %d%n", metric, each.requestCount,
        each.connectionErrors + each.requestTimeouts + each.internalErrors + each.invalid,
        each.histogram.getValueAtPercentile(50), each.histogram.getValueAtPercentile(99),
        each.histogram.getValueAtPercentile(99.9), each.histogram.getMaxValue()));
    System.exit(0);
  }
}
