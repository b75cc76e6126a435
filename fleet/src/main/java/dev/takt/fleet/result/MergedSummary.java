package dev.takt.fleet.result;

import dev.takt.load.config.Plan;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.ProcessUsage;
import dev.takt.runs.model.GeneratorReport.StallTotals;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.TargetAddresses;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Adds up the results of several machines. Distributions are those of all operations together.
///
/// @param plan of the whole run
/// @param known the machines that have a result
/// @param lost the shares of the machines that have none
/// @param latencies of all machines together
/// @param measuredNanos how long the measured part of the schedule was; 0 or less if nothing of it
///   was recorded
record MergedSummary(
    Plan plan, List<Machine> known, List<LostShare> lost, LogTotals latencies, long measuredNanos) {

  /// The summary, not judged yet.
  RunSummary build(String directory) {
    List<OperationSummary> operations = new ArrayList<>();
    List<String> names = plan.operationNames();
    for (int i = 0; i < names.size(); i++) {
      operations.add(operation(i, names.get(i)));
    }
    Balance balance =
        operations.stream().map(OperationSummary::balance).reduce(Balance.NONE, Balance::plus);
    List<JourneySummary> journeys = new MergedJourneys(plan, summaries(), lost, latencies).all();
    return new RunSummary(
        RunSummary.Heading.NONE,
        new RunSummary.Execution(
            plan.load().mode().lowerCase(),
            plan.displayTarget(),
            addresses(),
            plan.load().users(),
            lost.isEmpty() && summaries().stream().allMatch(each -> each.execution().complete()),
            durationNanos()),
        new RunSummary.Results(
            operations,
            summary("all", null, balance, statuses(operations)),
            balance,
            warmup(),
            rate(),
            null,
            null,
            journeys.isEmpty() ? null : journeys),
        generator(),
        new RunSummary.Failures(errors(), failureFiles()),
        List.of(),
        warnings(balance, journeys),
        directory);
  }

  /// Why the schedule counts as missed: the words of the first machine that missed it, and the
  /// names of others.
  Optional<String> doubt() {
    String start = RunSummary.MISSED_SCHEDULE + ": ";
    GroupedTexts missed = new GroupedTexts();
    for (Machine machine : known) {
      result(machine)
          .missedSchedule()
          .ifPresent(why -> missed.add(machine.name(), why.substring(start.length())));
    }
    return missed.first().stream()
        .map(each -> RunSummary.MISSED_SCHEDULE + " on " + each)
        .findFirst();
  }

  private static RunSummary result(Machine machine) {
    return Objects.requireNonNull(machine.summary());
  }

  private List<RunSummary> summaries() {
    return known.stream().map(MergedSummary::result).toList();
  }

  private OperationSummary operation(int index, String name) {
    List<OperationSummary> each =
        summaries().stream()
            .flatMap(one -> one.results().operations().stream())
            .filter(one -> one.name().equals(name))
            .toList();
    Balance balance =
        each.stream().map(OperationSummary::balance).reduce(Balance.NONE, Balance::plus);
    for (LostShare one : lost) {
      balance = balance.plus(one.balances().get(index));
    }
    return summary(name, name, balance, statuses(each));
  }

  private OperationSummary summary(
      String label, @Nullable String name, Balance balance, @Nullable Map<String, Long> statuses) {
    boolean scheduled = plan.load().mode().hasSchedule();
    return new OperationSummary(
        label,
        scheduled ? Distribution.of(latencies.of(name, Measure.RESPONSE)) : null,
        Distribution.of(latencies.of(name, Measure.SERVICE)),
        scheduled ? Distribution.of(latencies.of(name, Measure.WAIT)) : null,
        balance,
        statuses);
  }

  private static @Nullable Map<String, Long> statuses(List<OperationSummary> operations) {
    Map<String, Long> sum =
        new TreeMap<>(Comparator.comparingInt(String::length).thenComparing(each -> each));
    operations.stream()
        .map(OperationSummary::statuses)
        .filter(Objects::nonNull)
        .forEach(each -> each.forEach((status, count) -> sum.merge(status, count, Long::sum)));
    return sum.isEmpty() ? null : new LinkedHashMap<>(sum);
  }

  private Balance warmup() {
    Balance sum =
        summaries().stream()
            .map(each -> each.results().warmup())
            .reduce(Balance.NONE, Balance::plus);
    for (LostShare each : lost) {
      sum = sum.plus(each.warmup());
    }
    return sum;
  }

  private long durationNanos() {
    long longest = 0;
    for (Machine each : known) {
      Long late = each.startLateNanos();
      long end = result(each).execution().durationNanos() + (late == null ? 0 : late);
      longest = Math.max(longest, end);
    }
    for (LostShare each : lost) {
      longest = Math.max(longest, each.machine().latencies().endNanos());
    }
    return longest;
  }

  /// The sums. Of a machine that was lost only the answers that are known are in the achieved rate.
  private Rate rate() {
    boolean isIntended = plan.load().mode().hasSchedule() && !plan.load().mode().isClosed();
    double intended = 0;
    double achieved = 0;
    for (RunSummary each : summaries()) {
      Rate rate = each.results().rate();
      intended += rate.intended() == null ? 0 : rate.intended();
      achieved += rate.achieved();
    }
    double seconds = measuredNanos / 1e9;
    for (LostShare each : seconds > 0 ? lost : List.<LostShare>of()) { // else nothing is recorded
      Balance balance = each.arrivals();
      intended += balance.intended() / seconds;
      achieved += (balance.completed() + balance.failed() + balance.timedOut()) / seconds;
    }
    return new Rate(isIntended ? intended : null, achieved);
  }

  private @Nullable TargetAddresses addresses() {
    Set<String> used = new LinkedHashSet<>();
    Set<String> all = new LinkedHashSet<>();
    for (RunSummary each : summaries()) {
      TargetAddresses addresses = each.execution().addresses();
      if (addresses != null) {
        used.addAll(addresses.used());
        all.addAll(addresses.known());
      }
    }
    return all.isEmpty() && used.isEmpty()
        ? null
        : new TargetAddresses(List.copyOf(used), List.copyOf(all));
  }

  /// The worst verdict, and the sums. How late operations were sent is known of all together.
  private GeneratorReport generator() {
    Verdict verdict = Verdict.OK;
    StallTotals stalls = new StallTotals(0, 0, 0);
    ProcessUsage usage = new ProcessUsage(0, 0, 0);
    Double utilisation = null;
    Set<String> transports = new LinkedHashSet<>();
    GroupedTexts findings = new GroupedTexts();
    for (Machine machine : known) {
      GeneratorReport each = result(machine).generator();
      verdict = each.verdict().compareTo(verdict) > 0 ? each.verdict() : verdict;
      stalls = sum(stalls, each.stalls());
      usage = sum(usage, each.usage());
      if (each.utilisation() != null) {
        utilisation = Math.max(each.utilisation(), utilisation == null ? 0 : utilisation);
      }
      if (each.transport() != null) {
        transports.add(each.transport());
      }
      each.findings().forEach(finding -> findings.add(machine.name(), finding));
    }
    return new GeneratorReport(
        verdict,
        plan.load().mode().hasSchedule()
            ? GeneratorReport.Lateness.of(latencies.of(null, Measure.LATENESS))
            : null,
        stalls,
        usage,
        utilisation,
        null, // attribution is known only after everything recorded has been analysed
        transports.contains("nio") ? "nio" : transports.stream().findFirst().orElse(null),
        findings.worst());
  }

  private static StallTotals sum(StallTotals a, StallTotals b) {
    return new StallTotals(
        a.count() + b.count(),
        a.totalNanos() + b.totalNanos(),
        Math.max(a.longestNanos(), b.longestNanos()));
  }

  private static ProcessUsage sum(ProcessUsage a, ProcessUsage b) {
    return new ProcessUsage(
        a.gcCount() + b.gcCount(), a.gcNanos() + b.gcNanos(), a.cpuNanos() + b.cpuNanos());
  }

  private Map<String, Long> errors() {
    Map<String, Long> sum = new TreeMap<>();
    for (RunSummary each : summaries()) {
      each.failures().counts().forEach((label, count) -> sum.merge(label, count, Long::sum));
    }
    return sum;
  }

  private @Nullable Map<String, String> failureFiles() {
    Map<String, String> files = new TreeMap<>();
    for (Machine machine : known) {
      Map<String, String> own = result(machine).failures().files();
      if (own != null) {
        own.forEach(
            (label, file) -> files.putIfAbsent(label, "machines/" + machine.name() + "/" + file));
      }
    }
    return files.isEmpty() ? null : files;
  }

  /// Each warning once, with the names of machines that have it.
  private List<String> warnings(Balance balance, List<JourneySummary> journeys) {
    List<String> warnings = new ArrayList<>();
    warnings.addAll(LostShare.texts(lost));
    if (!balance.isExact()) {
      warnings.add(
          "operations do not add up (" + balance + "): this is a bug in Takt, please report it");
    }
    for (JourneySummary each : journeys) {
      if (!each.balance().isExact()) {
        warnings.add(
            "journeys do not add up ("
                + each.name()
                + ": "
                + each.balance()
                + "): this is a bug in Takt, please report it");
      }
    }
    GroupedTexts machines = new GroupedTexts();
    for (Machine machine : known) {
      result(machine).warnings().stream()
          .filter(each -> !each.startsWith(RunSummary.MISSED_SCHEDULE))
          .forEach(each -> machines.add(machine.name(), each));
    }
    warnings.addAll(machines.first());
    return List.copyOf(warnings);
  }
}
