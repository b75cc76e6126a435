package dev.takt.cli.render.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Samples;
import dev.takt.load.rules.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.testing.InEachLocale;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@InEachLocale
class StressResultsTest {

  private static final long MS = 1_000_000;

  private static final Balance NONE = new Balance(0, 0, 0, 0, 0, 0);

  private static final StressFormat SERVICE =
      new StressFormat(Measure.SERVICE, true, WorkCounter.ONE_ROW);

  /// Reads take 2 ms, 90 times, and 1,500 ms, 10 times, of which 4 failed and 1 timed out. Writes
  /// take 1 ms, 300 times. Response times are twice as long, with one that was not answered.
  private static final Distributions DISTRIBUTIONS =
      new Distributions() {
        @Override
        public LatencyHistogram of(@Nullable String operation, Measure measure) {
          LatencyHistogram times = new LatencyHistogram();
          long factor = measure == Measure.SERVICE ? MS : 2 * MS;
          if ("write".equals(operation)) {
            times.record(factor, 300);
          } else if ("read".equals(operation)) {
            times.record(2 * factor, 90);
            times.record(1500 * factor, 5);
          }
          if (measure == Measure.RESPONSE && "read".equals(operation)) {
            times.record(60_000 * MS);
          }
          return times;
        }

        @Override
        public LatencyHistogram failures(String operation, Measure measure) {
          LatencyHistogram times = new LatencyHistogram();
          if (operation.equals("read")) {
            times.record(1500 * (measure == Measure.SERVICE ? MS : 2 * MS), 5);
          }
          return times;
        }
      };

  /// 400 operations were answered in four seconds.
  private static RunSummary run(double achieved) {
    Balance reads = new Balance(101, 95, 4, 1, 1, 0);
    Balance writes = new Balance(300, 300, 0, 0, 0, 0);
    return Samples.with(
        Samples.run("fixed"),
        new RunSummary.Results(
            List.of(
                Samples.operation("write", true, writes),
                Samples.operation("read", true, reads),
                Samples.operation("counter_read", true, NONE)),
            Samples.operation("all", true, new Balance(401, 395, 4, 1, 1, 0)),
            new Balance(401, 395, 4, 1, 1, 0),
            NONE,
            new Rate(100.25, achieved)));
  }

  @Test
  void printsAllResults() {
    assertThat(StressResults.render(run(100), DISTRIBUTIONS, SERVICE, false))
        .isEqualTo(
            """


            Results:
            Op rate                   :      100 op/s  [READ: 25 op/s, WRITE: 75 op/s]
            Partition rate            :       99 pk/s  [READ: 24 pk/s, WRITE: 75 pk/s]
            Row rate                  :       99 row/s [READ: 24 row/s, WRITE: 75 row/s]
            Latency mean              :   38.7 ms [READ: 151.8 ms, WRITE: 1.0 ms]
            Latency median            :    1.0 ms [READ: 2.0 ms, WRITE: 1.0 ms]
            Latency 95th percentile   :    2.0 ms [READ: 1,500.5 ms, WRITE: 1.0 ms]
            Latency 99th percentile   : 1500.5 ms [READ: 1,500.5 ms, WRITE: 1.0 ms]
            Latency 99.9th percentile : 1500.5 ms [READ: 1,500.5 ms, WRITE: 1.0 ms]
            Latency max               : 1500.5 ms [READ: 1,500.5 ms, WRITE: 1.0 ms]
            Total partitions          :        395 [READ: 95, WRITE: 300]
            Total errors              :          5 [READ: 5, WRITE: 0]
            Total GC count            : 0
            Total GC memory           : 0.000 KiB
            Total GC time             :    0.0 seconds
            Avg GC time               :    NaN ms
            StdDev GC time            :    0.0 ms
            Total operation time      : 00:00:04

            END
            """);
  }

  @Test
  void latencyIsResponseTimeWithFixed() {
    String results =
        StressResults.render(
            run(100),
            DISTRIBUTIONS,
            new StressFormat(Measure.RESPONSE, false, WorkCounter.ONE_ROW),
            true);

    assertThat(results)
        .contains("Latency median            :    2.0 ms [read: 4.0 ms, write: 2.0 ms]\n")
        .containsPattern("Latency max +: 60\\d\\d\\d\\.\\d ms \\[read: 60,\\d\\d\\d\\.\\d ms, ")
        .endsWith("\n\nFAILURE\n");
  }

  @Test
  void profileCountsItsPartitionsAndRows() {
    WorkCounter counter =
        (operation, completed) ->
            operation.equals("write")
                ? new WorkCounter.Work(4 * completed, 100 * completed)
                : new WorkCounter.Work(completed, completed);

    assertThat(
            StressResults.render(
                run(100), DISTRIBUTIONS, new StressFormat(Measure.SERVICE, false, counter), false))
        .contains(
            "Partition rate            :      324 pk/s  [read: 24 pk/s, write: 300 pk/s]\n",
            "Row rate                  :    7,524 row/s [read: 24 row/s, write: 7,500 row/s]\n",
            "Total partitions          :      1,295 [read: 95, write: 1,200]\n");
  }

  @Test
  void runWithoutOperationsHasNoNames() {
    RunSummary run =
        Samples.with(
            Samples.run("throughput"),
            new RunSummary.Results(
                List.of(), Samples.operation("all", false, NONE), NONE, NONE, new Rate(null, 0)));

    assertThat(StressResults.render(run, DISTRIBUTIONS, SERVICE, true))
        .contains("Op rate                   :        0 op/s  []\n")
        .contains("Latency max               :    0.0 ms []\n")
        .contains("Total operation time      : 00:00:20\n");
  }

  @ParameterizedTest
  @CsvSource({"0.004, 27:46:40", "0.1, 01:06:40", "401, 00:00:00"})
  void timeIsInHoursMinutesAndSeconds(double achieved, String time) {
    assertThat(StressResults.render(run(achieved), DISTRIBUTIONS, SERVICE, false))
        .contains("Total operation time      : " + time + "\n");
  }

  /// As scylla-cluster-tests reads results: the first word after the colon, and both latencies of a
  /// mixed workload.
  @Test
  void scyllaClusterTestsReadThem() {
    Pattern mixed = Pattern.compile("\\[READ: ([\\d,]+\\.\\d+) ms, WRITE: ([\\d,]+\\.\\d) ms]");
    Map<String, String> read = new HashMap<>();
    for (String line :
        StressResults.render(run(100), DISTRIBUTIONS, SERVICE, false).lines().toList()) {
      int colon = line.indexOf(':');
      if (colon < 0 || line.startsWith("Results:")) {
        continue;
      }
      String name = line.substring(0, colon).strip();
      read.put(name, line.substring(colon + 1).strip().split("\\s+", -1)[0].replace(",", ""));
      Matcher both = mixed.matcher(line);
      if (both.find()) {
        read.put(name + " read", both.group(1));
        read.put(name + " write", both.group(2));
      }
    }

    assertThat(read)
        .containsEntry("Op rate", "100")
        .containsEntry("Latency 99th percentile", "1500.5")
        .containsEntry("Latency 99th percentile read", "1,500.5")
        .containsEntry("Latency mean write", "1.0")
        .containsEntry("Total errors", "5")
        .containsEntry("Total operation time", "00:00:04");
  }
}
