package dev.takt.driver.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.sim.SimDriverProvider;
import dev.takt.driver.sim.SimDrivers;
import dev.takt.load.config.LoadSettings;
import dev.takt.load.config.PlanReader;
import dev.takt.load.engine.LoadRun;
import dev.takt.load.schedule.Durations;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.workload.Workload;
import dev.takt.record.ClockAnchor;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Queues with known results, in virtual time through the real schedule, engine and recorder. One
/// connection: the queue is the engine's own backlog.
class EngineTruthTest {

  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final int RUNS = 10;

  /// The 0.9995 quantile of Student's distribution with `RUNS - 1` degrees of freedom.
  private static final double STUDENT = 4.78;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {500, 800, 900})
  void mm1(int rate) throws Exception {
    Distribution[] responses = new Distribution[RUNS];
    for (int seed = 0; seed < RUNS; seed++) {
      responses[seed] = poisson(rate, seed, ServiceTime.exponential(1000 + seed, MS));
    }
    assertAgree(responses, ClosedForms.mm1(rate, MS));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 800, 900})
  void md1(int rate) throws Exception {
    Distribution[] responses = new Distribution[RUNS];
    for (int seed = 0; seed < RUNS; seed++) {
      responses[seed] = poisson(rate, seed, ServiceTime.constant(MS));
    }
    assertAgree(responses, ClosedForms.md1(rate, MS));
  }

  @Test
  void overloadOfADeterministicServer() throws Exception {
    Schedule schedule =
        Schedules.limited(Schedules.constant(Rate.perSecond(1000)), Long.MAX_VALUE, 5000);
    RunSummary summary = run("dd1", schedule, ServiceTime.constant(4 * MS));
    Distribution response = Objects.requireNonNull(summary.results().total().response());
    assertThat(response.count()).isEqualTo(5000);
    assertNear(response.p50(), ClosedForms.dd1Response(2500, 4 * MS, MS));
    assertNear(response.p99(), ClosedForms.dd1Response(4950, 4 * MS, MS));
    assertNear(response.max(), ClosedForms.dd1Response(5000, 4 * MS, MS));
    assertNear(summary.results().total().service().p50(), 4 * MS);
    assertNear(summary.results().total().service().max(), 4 * MS);
  }

  private Distribution poisson(int rate, int seed, ServiceTime service) throws Exception {
    Schedule endless = Schedules.poisson(Rate.perSecond(rate), seed);
    Schedule schedule = Schedules.limited(endless, 400 * SECOND, Long.MAX_VALUE);
    return Objects.requireNonNull(
        run("run" + seed, schedule, service).results().total().response());
  }

  private RunSummary run(String name, Schedule schedule, ServiceTime service) throws Exception {
    boolean isEndless = schedule.durationNanos() == Long.MAX_VALUE;
    Map<String, List<String>> flags =
        Map.of(
            "target",
            List.of("sim:delay=1ms"),
            isEndless ? "count" : "duration",
            List.of(isEndless ? "5000" : Durations.format(schedule.durationNanos())),
            "drain",
            List.of("60s"),
            "timeout",
            List.of("off"),
            "trace-limit",
            List.of("1000"),
            "connections",
            List.of("1"),
            "self-warmup",
            List.of("off"));
    LoadSettings settings =
        new LoadSettings(
            new PlanReader(List.of(new SimDriverProvider())).read(null, flags),
            schedule,
            new Workload(1, 1.0),
            SimDrivers.virtual(SimulatedSystems.delay(service)),
            null,
            null,
            ClockAnchor.now());
    RunDirectory run = RunDirectory.create(directory.resolve(name));
    return new LoadRun(settings, run, progress -> {}).run();
  }

  private static void assertAgree(Distribution[] runs, QueueDistribution law) {
    assertAgree("mean", runs, Distribution::mean, law.meanResponse());
    assertAgree("p50", runs, Distribution::p50, law.responsePercentile(50));
    assertAgree("p90", runs, Distribution::p90, law.responsePercentile(90));
    assertAgree("p99", runs, Distribution::p99, law.responsePercentile(99));
    assertAgree("p99.9", runs, Distribution::p999, law.responsePercentile(99.9));
  }

  /// Within the confidence interval of independent runs, and a thousandth for the histogram and the
  /// pacing, which may be a microsecond late.
  private static void assertAgree(
      String what, Distribution[] runs, ToDoubleFunction<Distribution> statistic, double truth) {
    double sum = 0;
    double squares = 0;
    for (Distribution run : runs) {
      sum += statistic.applyAsDouble(run);
      squares += Math.pow(statistic.applyAsDouble(run), 2);
    }
    double mean = sum / RUNS;
    double error = Math.sqrt(Math.max(0, squares / RUNS - mean * mean) / (RUNS - 1));
    assertThat(error / truth).as("relative standard error of %s", what).isLessThan(0.05);
    double tolerance = STUDENT * error + truth / 1000;
    assertThat(mean)
        .as("%s: %.0f ns, truth %.0f, standard error %.0f", what, mean, truth, error)
        .isBetween(truth - tolerance, truth + tolerance);
  }

  /// Within the precision of the histogram.
  private static void assertNear(long actual, long truth) {
    assertThat(actual).isBetween(truth - truth / 1000, truth + truth / 1000);
  }
}
