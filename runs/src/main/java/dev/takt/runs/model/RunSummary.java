package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.allocation.AllocationRate;
import dev.takt.runs.counters.EventCount;
import dev.takt.runs.counters.EventRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of a run: what `--format json` prints and `run.json` keeps.
///
/// @param heading the version of this format, and the result in words
/// @param execution what was run, and how far
/// @param results what was measured
/// @param generator the generator's report on itself
/// @param failures the failed operations
/// @param assertions the verdicts on the user's rules
/// @param warnings what a reader should know, each with its cause and a remedy
/// @param runDirectory the directory of the run's files
public record RunSummary(
    @JsonUnwrapped Heading heading,
    @JsonUnwrapped Execution execution,
    @JsonUnwrapped Results results,
    GeneratorReport generator,
    @JsonUnwrapped Failures failures,
    List<AssertionResult> assertions,
    List<String> warnings,
    String runDirectory) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// The start of the warning that the requested load was not generated: such a run measured
  /// something else.
  public static final String MISSED_SCHEDULE = "SCHEDULE MISSED";

  /// The result in words.
  ///
  /// @param formatVersion the version of this format
  /// @param headline the percentiles, what became of the operations, and the main cause of slow
  ///   ones, in a few sentences; null before the run was judged, and in runs of an older Takt
  /// @param mainCause the cause of at least a quarter of the slow time; null if there is none
  /// @param generatorDecides whether the result is the generator's fault rather than the target's;
  ///   null before the run was judged, and in runs of an older Takt
  public record Heading(
      int formatVersion,
      @Nullable String headline,
      @Nullable MainCause mainCause,
      @Nullable Boolean generatorDecides) {

    /// Before the run is judged.
    public static final Heading NONE = new Heading(FORMAT_VERSION, null, null, null);

    /// A heading with these words.
    public static Heading of(
        String headline, @Nullable MainCause mainCause, boolean generatorDecides) {
      return new Heading(FORMAT_VERSION, headline, mainCause, generatorDecides);
    }
  }

  /// The cause of most of the slow time: the time that slow operations took beyond normal.
  ///
  /// @param name as lists of causes have it
  /// @param side the side that lost the time
  /// @param share its part of the slow time, from 0 to 1
  /// @param p99Without the 99th percentile that the run would have without it, in nanoseconds
  /// @param p999Without the same for the 99.9th percentile
  public record MainCause(
      String name, Side side, double share, long p99Without, long p999Without) {}

  /// What was run, and how far.
  ///
  /// @param mode the rate mode: `fixed`, `throttle`, `throughput` or `closed`
  /// @param target the tested system
  /// @param addresses the target's addresses; null for a driver that does not open connections
  ///   itself
  /// @param users the number of users of a closed population; null for any other load
  /// @param complete false if the run was stopped before its end
  /// @param durationNanos from the start of the schedule to the end of the drain
  public record Execution(
      String mode,
      String target,
      @Nullable TargetAddresses addresses,
      @Nullable Integer users,
      boolean complete,
      long durationNanos) {

    /// A run without a closed population.
    public Execution(
        String mode,
        String target,
        @Nullable TargetAddresses addresses,
        boolean complete,
        long durationNanos) {
      this(mode, target, addresses, null, complete, durationNanos);
    }
  }

  /// What was measured.
  ///
  /// @param operations the result of each operation, in the order of the plan
  /// @param total all operations together
  /// @param balance the balance of all operations after the warm-up
  /// @param warmup the balance of the operations of the warm-up, which are in no other figure
  /// @param rate intended and achieved
  /// @param allocation how much the target allocated; null if it was not watched or that is not
  ///   known
  /// @param counters what the target's counters counted; null if they were not read
  /// @param journeys the results of journeys, whose steps the operations are; null for none
  public record Results(
      List<OperationSummary> operations,
      OperationSummary total,
      Balance balance,
      Balance warmup,
      Rate rate,
      @Nullable AllocationRate allocation,
      @Nullable List<EventRate> counters,
      @Nullable List<JourneySummary> journeys) {

    /// Results without the target's allocations, of a run without journeys.
    public Results(
        List<OperationSummary> operations,
        OperationSummary total,
        Balance balance,
        Balance warmup,
        Rate rate) {
      this(operations, total, balance, warmup, rate, null, null, null);
    }

    /// Operations, or users of journeys, whose outcome is unknown, because their machine was lost.
    public long lost() {
      return balance.lost() + allJourneys().stream().mapToLong(each -> each.balance.lost()).sum();
    }

    /// The journeys; empty if there are none.
    public List<JourneySummary> allJourneys() {
      return journeys == null ? List.of() : journeys;
    }
  }

  /// The results of one journey, without the users who arrived in the warm-up. Its steps are
  /// operations; distributions are as in [OperationSummary].
  ///
  /// @param name the name of the journey
  /// @param response from the arrival of a user to the end of the last step; null without intended
  ///   starts
  /// @param service from the start of the first step to the end of the last, think times included
  /// @param waiting from the arrival to the start of the first step; null like the response
  /// @param balance the balance of the users: a failed or timed-out step ends a journey
  /// @param aborted the failed users whom an `abort` of the plan ended; their steps did not fail
  /// @param steps in their order
  /// @param groups of steps, one that is in another after that; null for none
  public record JourneySummary(
      String name,
      @Nullable Distribution response,
      Distribution service,
      @JsonProperty("wait") @Nullable Distribution waiting,
      Balance balance,
      long aborted,
      List<Step> steps,
      @Nullable List<Group> groups) {

    /// A journey without groups.
    public JourneySummary(
        String name,
        @Nullable Distribution response,
        Distribution service,
        @Nullable Distribution waiting,
        Balance balance,
        long aborted,
        List<Step> steps) {
      this(name, response, service, waiting, balance, aborted, steps, null);
    }

    /// The groups; empty if there are none.
    public List<Group> allGroups() {
      return groups == null ? List.of() : groups;
    }

    /// A group of steps. In a loop it is counted each time. Distributions are as in
    /// [OperationSummary].
    ///
    /// @param operation its name, as if it were an operation
    /// @param response from when the first step was due to the end of the last one; null without
    ///   intended starts
    /// @param service from the start of the first step on, think times included
    /// @param waiting until the start of the first step; null like the response
    /// @param balance a failed or timed-out step, or an `abort`, ends the groups that it is in
    /// @param notReached the number of journeys that ended without any step of it
    /// @param steps the names of the operations in it, in their order
    public record Group(
        String operation,
        @Nullable Distribution response,
        Distribution service,
        @JsonProperty("wait") @Nullable Distribution waiting,
        Balance balance,
        long notReached,
        List<String> steps) {

      /// How many users came to it; of lost users it is not known.
      public long reached(JourneySummary journey) {
        return journey.balance.intended() - journey.balance.lost() - notReached;
      }

      /// The name of the group without that of its journey.
      public String nameIn(JourneySummary journey) {
        return operation.substring(journey.name.length() + 1);
      }
    }

    /// A step.
    ///
    /// @param operation the name of its operation
    /// @param notReached the number of journeys that ended before it
    /// @param failed the number of users at whose end it failed or timed out; null if that is not
    ///   known, as in runs of an older Takt
    /// @param aborted the number of users whom an `abort` of the plan ended after it; the same
    public record Step(
        String operation, long notReached, @Nullable Long failed, @Nullable Long aborted) {

      /// How many users came to it; of lost users it is not known.
      public long reached(JourneySummary journey) {
        return journey.balance.intended() - journey.balance.lost() - notReached;
      }

      /// The name of the step without that of its journey.
      public String nameIn(JourneySummary journey) {
        return operation.substring(journey.name.length() + 1);
      }
    }
  }

  /// The failed operations.
  ///
  /// @param counts the number of failures of each kind, by label
  /// @param files the file with the first failing answer of each kind, by the label of the failure,
  ///   relative to the run directory; null if none was kept
  public record Failures(
      @JsonProperty("errors") Map<String, Long> counts,
      @JsonProperty("failureFiles") @Nullable Map<String, String> files) {}

  /// Whether at least one rule was broken, and not only by the generator.
  public boolean hasBrokenRule() {
    return assertions.stream().anyMatch(each -> each.broken() && each.undecided() == null);
  }

  /// Whether this run does not decide at least one rule.
  public boolean hasUndecidedRule() {
    return assertions.stream().anyMatch(each -> each.undecided() != null);
  }

  /// The warning that the schedule was missed, with its cause; empty if it was kept, or not yet
  /// added.
  public Optional<String> missedSchedule() {
    return warnings.stream().filter(each -> each.startsWith(MISSED_SCHEDULE)).findFirst();
  }

  /// A copy with the result in words.
  public RunSummary withHeading(Heading words) {
    return new RunSummary(
        words, execution, results, generator, failures, assertions, warnings, runDirectory);
  }

  /// A copy with the verdicts on the rules.
  public RunSummary withAssertions(List<AssertionResult> results) {
    return with(generator, List.copyOf(results), warnings);
  }

  /// A copy with what the target allocated.
  ///
  /// @param allocated null if that is not known
  public RunSummary withAllocated(@Nullable AllocatedBytes allocated) {
    return withTarget(AllocationRate.of(allocated, sent()), results.counters);
  }

  /// A copy with what the target's counters counted.
  ///
  /// @param counted empty if that is not known
  public RunSummary withCounted(List<EventCount> counted) {
    return withTarget(results.allocation, EventRate.of(counted, sent()));
  }

  private long sent() {
    return results.balance.intended() - results.balance.neverSent();
  }

  private RunSummary withTarget(
      @Nullable AllocationRate allocation, @Nullable List<EventRate> counters) {
    Results with =
        new Results(
            results.operations,
            results.total,
            results.balance,
            results.warmup,
            results.rate,
            allocation,
            counters,
            results.journeys);
    return new RunSummary(
        heading, execution, with, generator, failures, assertions, warnings, runDirectory);
  }

  /// A copy with another, more complete report on the generator.
  public RunSummary withGenerator(GeneratorReport other) {
    return with(other, assertions, warnings);
  }

  /// A copy with one more warning, before all others.
  public RunSummary withWarning(String warning) {
    List<String> longer = new ArrayList<>(warnings);
    longer.addFirst(warning);
    return with(generator, assertions, List.copyOf(longer));
  }

  /// A copy with new values for what is known only after the summary was created.
  private RunSummary with(
      GeneratorReport otherGenerator,
      List<AssertionResult> otherAssertions,
      List<String> otherWarnings) {
    return new RunSummary(
        heading,
        execution,
        results,
        otherGenerator,
        failures,
        otherAssertions,
        otherWarnings,
        runDirectory);
  }
}
