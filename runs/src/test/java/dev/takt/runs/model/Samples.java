package dev.takt.runs.model;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.counters.EventCount;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Complete records for write and read tests.
public final class Samples {

  private Samples() {}

  public static RunSummary scheduled() {
    return summary("fixed", distribution(7), distribution(3), 1000.0, 12_345L);
  }

  public static RunSummary unscheduled() {
    return summary("throughput", null, null, null, null);
  }

  /// A closed population of 100 users who do not think.
  public static RunSummary closed() {
    return summary("closed", null, null, null, null);
  }

  /// The same with think times.
  public static RunSummary thinking() {
    return summary("closed", distribution(7), distribution(3), null, 12_345L);
  }

  /// A scheduled run of a journey, of whose 12 users 2 did not reach the step `read`.
  public static RunSummary withJourneys() {
    RunSummary run = scheduled();
    RunSummary.Results all = run.results();
    Balance users = new Balance(12, 10, 2, 0, 0, 0);
    JourneySummary journey =
        new JourneySummary(
            "shop",
            distribution(9),
            distribution(8),
            distribution(1),
            users,
            1,
            List.of(
                new JourneySummary.Step("shop.login", 0, 1L, 0L),
                new JourneySummary.Step("shop.read", 2, null, null)),
            List.of(
                new JourneySummary.Group(
                    "shop.enter",
                    distribution(9),
                    distribution(8),
                    distribution(1),
                    users,
                    0,
                    List.of("shop.login", "shop.read"))));
    return new RunSummary(
        run.heading(),
        run.execution(),
        new RunSummary.Results(
            all.operations(),
            all.total(),
            all.balance(),
            all.warmup(),
            all.rate(),
            all.allocation(),
            all.counters(),
            List.of(journey)),
        run.generator(),
        run.failures(),
        run.assertions(),
        run.warnings(),
        run.runDirectory());
  }

  private static RunSummary summary(
      String mode,
      @Nullable Distribution response,
      @Nullable Distribution waiting,
      @Nullable Double intendedRate,
      @Nullable Long lateness) {
    Balance balance = new Balance(15, 10, 1, 1, 1, 2);
    OperationSummary read =
        new OperationSummary(
            "read", response, distribution(4), waiting, balance, Map.of("200", 10L));
    return new RunSummary(
            RunSummary.Heading.NONE,
            new RunSummary.Execution(
                mode,
                "http://127.0.0.1:8080/",
                null,
                mode.equals("closed") ? 100 : null,
                true,
                20_000_000_000L),
            new RunSummary.Results(
                List.of(read),
                new OperationSummary("total", response, distribution(4), waiting, balance, null),
                balance,
                new Balance(0, 0, 0, 0, 0, 0),
                new Rate(intendedRate, 998.5)),
            new GeneratorReport(
                GeneratorReport.Verdict.STALLED,
                lateness == null
                    ? null
                    : new GeneratorReport.Lateness(lateness, lateness, lateness),
                new GeneratorReport.StallTotals(3, 600_000_000, 200_000_000),
                new GeneratorReport.ProcessUsage(1, 2_000_000, 450_000_000),
                0.25,
                null,
                null,
                List.of("the generator was stopped 3 times")),
            new RunSummary.Failures(
                Map.of("status 503", 1L), Map.of("status 503", "failures/status-503.txt")),
            List.of(new AssertionResult("p99 > 20ms", "25 ms", true)),
            List.of("1 operation was unfinished"),
            "takt-runs/x")
        .withAllocated(allocated())
        .withCounted(List.of(new EventCount("page-faults", 26, 13, 39, 0.5)));
  }

  /// 1,000 bytes for each of the 13 operations that were sent.
  private static AllocatedBytes allocated() {
    return new AllocatedBytes(
        13_000, 12_000, 14_500L, 20_000_000_000L, 2, new AllocatedBytes.HeapCheck(12_500, 12_000));
  }

  private static Distribution distribution(long factor) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long i = 1; i <= 1000; i++) {
      histogram.record(i * factor * 1000);
    }
    return Distribution.of(histogram);
  }

  public static RunRecord started() {
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("target", "http://127.0.0.1:8080/");
    plan.put("rate", "1000/s");
    plan.put("operations", List.of(Map.of("name", "read", "weight", 0.5)));
    return RunRecord.started(plan, Environment.capture(Path.of("/")))
        .withPhases(
            -5,
            List.of(
                new RunRecord.Phase(RunRecord.Phase.WARMUP, -5, 100L),
                new RunRecord.Phase(RunRecord.Phase.MEASURE, 100, null)));
  }

  public static Stall stall(StallKind kind, Side side) {
    return Stall.of(kind, side, new Stall.Interval(5_000_000_000L, 5_020_000_000L, 2_000, "a"));
  }

  public static Stalls stalls() {
    Stall.Actor waiter = Stall.Actor.named("worker-1");
    Stall.Actor owner = new Stall.Actor("writer", 47L, 48L, "shop.Cart.add\nshop.Shop.order");
    return new Stalls(
        Stalls.FORMAT_VERSION,
        List.of(
            new StallSource(
                "target-jfr",
                Side.TARGET,
                "JDK Flight Recorder",
                new StallSource.ClockAlignment(2_000, "median of 20 anchors"),
                1_000_000,
                0L,
                List.of(StallKind.GC_PAUSE, StallKind.MONITOR_WAIT),
                List.of("monitors of virtual threads"))),
        List.of(new NotObservable(Side.HOST, "hardware counters", "the machine has none")),
        List.of(
            stall(StallKind.GC_PAUSE, Side.TARGET),
            Stall.of(
                    StallKind.MONITOR_WAIT,
                    Side.TARGET,
                    new Stall.Interval(5_000_000_000L, 5_030_000_000L, 2_000, "target-jfr"))
                .withThread(waiter)
                .withCause("shop.Cart")
                .withCulprit(owner)
                .withStop(7L)
                .withEvidence(
                    new Evidence.Other(
                        Map.of("chain", List.of("writer", "worker-2"), "waiters", 3)))),
        12,
        List.of(
            new Contention(
                Side.TARGET,
                StallKind.MONITOR_WAIT,
                "shop.Cart",
                new Contention.Waits(3, 90_000_000, 30_000_000),
                List.of("worker-1"),
                List.of("writer"),
                "shop.Cart.add",
                new Contention.Identity("shop.Shop.open", null, null, "may be several"))),
        Map.of("transparent huge pages", "madvise"),
        allocated());
  }

  public static ThreadTimes threadTimes() {
    return new ThreadTimes(
        ThreadTimes.FORMAT_VERSION,
        List.of(
            new ThreadTimes.ProcessTime(
                Side.TARGET,
                47,
                5_000_000_000L,
                25_000_000_000L,
                100_000_000,
                12_340_000_000L,
                0,
                List.of(
                    new ThreadTimes.ThreadTime(48, "main", 12_000_000_000L, false, false),
                    new ThreadTimes.ThreadTime(99, "worker-1", 300_000_000, true, true)))));
  }

  /// A run of three machines, of which one was lost and one only watched.
  public static RunRecord ofFleet() {
    RunSummary one = scheduled();
    RunSummary.Results results = one.results();
    Balance balance = new Balance(25, 10, 1, 1, 1, 2, 10L);
    RunSummary summary =
        new RunSummary(
            one.heading(),
            one.execution(),
            new RunSummary.Results(
                results.operations(), results.total(), balance, results.warmup(), results.rate()),
            one.generator(),
            one.failures(),
            one.assertions(),
            one.warnings(),
            one.runDirectory());
    return finished(summary)
        .withFleet(
            new Fleet(
                List.of(
                    new Fleet.Machine(
                        "m1",
                        "host-a",
                        "1/2",
                        Fleet.State.FINISHED,
                        new Fleet.Clock(-17, 25_000, 12.5),
                        GeneratorReport.Verdict.LATE,
                        new Fleet.Course(0L, 19L),
                        new Distribution(3, 2.5, 1, 2, 3, 4, 5, 6)),
                    new Fleet.Machine(
                        "m2",
                        "host-b",
                        "2/2",
                        Fleet.State.LOST,
                        Fleet.Clock.SAME,
                        null,
                        Fleet.Course.NONE,
                        null),
                    new Fleet.Machine(
                        "target",
                        "host-c",
                        null,
                        Fleet.State.STOPPED,
                        Fleet.Clock.SAME,
                        null,
                        Fleet.Course.NONE,
                        null))));
  }

  public static Stalls stallsOfMachine() {
    Stalls all = stalls();
    return new Stalls(
        all.formatVersion(),
        all.sources(),
        all.notObservable(),
        all.stalls().stream()
            .map(each -> each.withInterval(each.interval().onMachine("m1")))
            .toList(),
        all.omitted(),
        all.contentions(),
        all.host());
  }

  public static RunRecord finished(RunSummary summary) {
    return started().ended(RunRecord.State.FINISHED, summary);
  }
}
