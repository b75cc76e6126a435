package dev.takt.load.engine.summary;

import dev.takt.load.engine.recording.IntendedOperationCounter;
import dev.takt.load.engine.recording.OperationCounters;
import dev.takt.load.engine.recording.OperationCounters.Note;
import dev.takt.load.journey.GroupSpec;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.rules.Distributions;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.model.RunSummary.JourneySummary.Group;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// What became of the journeys of a run and of their steps.
final class JourneyResults {

  private final List<JourneySpec> journeys;
  private final List<OperationCounters> steps;
  private final List<OperationCounters> whole;

  /// @param journeys null for none
  /// @param steps the counters of operations
  /// @param whole the counters of journeys
  JourneyResults(
      @Nullable Journeys journeys, List<OperationCounters> steps, List<OperationCounters> whole) {
    this.journeys = journeys == null ? List.of() : journeys.specs();
    this.steps = steps;
    this.whole = whole;
  }

  boolean isEmpty() {
    return journeys.isEmpty();
  }

  /// The balance of all journeys.
  Balance balance(boolean warmup) {
    Balance sum = Balance.NONE;
    for (int i = 0; i < journeys.size(); i++) {
      sum = sum.plus(balance(whole, i, warmup));
    }
    return sum;
  }

  private static Balance balance(List<OperationCounters> of, int index, boolean warmup) {
    Balance sum = Balance.NONE;
    for (OperationCounters each : of) {
      sum = sum.plus(each.balance(index, warmup));
    }
    return sum;
  }

  private static Balance inAll(List<OperationCounters> of, int index) {
    return balance(of, index, false).plus(balance(of, index, true));
  }

  private JourneySummary.Step step(String name, StepSpec step) {
    int operation = step.operation();
    return new JourneySummary.Step(
        name + "." + step.name(),
        sum(steps, Note.NOT_REACHED, operation, false),
        sum(steps, Note.FAILED, operation, false),
        sum(steps, Note.ABORTED, operation, false));
  }

  private static long sum(List<OperationCounters> of, Note note, int index, boolean warmup) {
    return of.stream().mapToLong(each -> each.count(note, index, warmup)).sum();
  }

  private static long sum(List<OperationCounters> of, Note note, int index) {
    return sum(of, note, index, false) + sum(of, note, index, true);
  }

  /// The result of each journey.
  ///
  /// @param hasResponse whether journeys and steps have intended starts
  List<JourneySummary> summaries(Distributions times, boolean hasResponse) {
    List<JourneySummary> summaries = new ArrayList<>();
    int nextGroup = journeys.size();
    for (int i = 0; i < journeys.size(); i++) {
      JourneySpec journey = journeys.get(i);
      String name = journey.name();
      summaries.add(
          new JourneySummary(
              name,
              hasResponse ? Distribution.of(times.of(name, Measure.RESPONSE)) : null,
              Distribution.of(times.of(name, Measure.SERVICE)),
              hasResponse ? Distribution.of(times.of(name, Measure.WAIT)) : null,
              balance(whole, i, false),
              sum(whole, Note.ABORTED, i, false),
              journey.steps().stream().map(each -> step(name, each)).toList(),
              groups(journey, nextGroup, times, hasResponse)));
      nextGroup += journey.groups().size();
    }
    return summaries;
  }

  /// @param first the index of the first group of the journey
  private @Nullable List<Group> groups(
      JourneySpec journey, int first, Distributions times, boolean hasResponse) {
    List<Group> groups = new ArrayList<>();
    for (GroupSpec each : journey.groups()) {
      int index = first + groups.size();
      String name = journey.name() + "." + each.name();
      groups.add(
          new Group(
              name,
              hasResponse ? Distribution.of(times.of(name, Measure.RESPONSE)) : null,
              Distribution.of(times.of(name, Measure.SERVICE)),
              hasResponse ? Distribution.of(times.of(name, Measure.WAIT)) : null,
              balance(whole, index, false),
              sum(whole, Note.NOT_REACHED, index, false),
              journey.steps().subList(each.from(), each.to()).stream()
                  .map(step -> journey.name() + "." + step.name())
                  .toList()));
    }
    return groups.isEmpty() ? null : groups;
  }

  /// A warning if journeys and steps do not add up, the warm-up included: a step of a user who
  /// arrived in the warm-up can be after it.
  Optional<String> difference(@Nullable IntendedOperationCounter intended) {
    long all = balance(false).intended() + balance(true).intended();
    if (!isEmpty() && intended != null && intended.total() != all) {
      return Optional.of(
          bug(
              "the schedule intended "
                  + intended.total()
                  + " journeys, and the senders say "
                  + all));
    }
    int nextGroup = journeys.size();
    for (JourneySpec journey : journeys) {
      for (GroupSpec each : journey.groups()) {
        Optional<String> difference = difference(journey, each.name(), nextGroup++);
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    for (int i = 0; i < journeys.size(); i++) {
      Optional<String> difference =
          difference(journeys.get(i), inAll(whole, i), sum(whole, Note.ABORTED, i));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  /// A warning if users had not ended their journeys, whose percentiles are then too low.
  ///
  /// @param complete whether the run ran to its end
  /// @param hasResponse whether journeys have intended starts
  Optional<String> unended(boolean complete, boolean hasResponse) {
    Balance all = balance(false);
    long users = all.unfinished() + all.neverSent();
    return users == 0
        ? Optional.empty()
        : Optional.of(
            Units.count(users)
                + " users had not ended their journeys "
                + (complete ? "when the drain ended" : "when the run was stopped")
                + (hasResponse
                    ? ": these are in the response time with the age they had, so the truth is worse"
                    : ": these are not in the service time")
                + (complete ? "; --drain waits longer" : ""));
  }

  private Optional<String> difference(JourneySpec journey, Balance balance, long aborted) {
    if (!balance.isExact()) {
      return Optional.of(bug("journey " + journey.name() + ": " + balance));
    }
    for (StepSpec step : journey.steps()) {
      Optional<String> difference =
          difference(journey, "step " + step.name(), steps, step.operation(), balance.intended());
      if (difference.isPresent()) {
        return difference;
      }
    }
    // Of two steps at once that fail, one ends the journey.
    long beside = sum(journey, Note.FAILED_BESIDE);
    long failed = sum(journey, Balance::failed) + aborted - balance.failed();
    long timedOut = sum(journey, Balance::timedOut) - balance.timedOut();
    if (failed < 0
        || timedOut < 0
        || failed + timedOut != beside
        || sum(journey, Note.FAILED) + aborted != balance.failed() + balance.timedOut()
        || sum(journey, Note.ABORTED) != aborted) {
      return Optional.of(bug("the failures of " + journey.name() + " are not those of its steps"));
    }
    return Optional.empty();
  }

  private Optional<String> difference(JourneySpec journey, String group, int index) {
    Balance all = inAll(whole, journeys.indexOf(journey));
    return difference(journey, "group " + group, whole, index, all.intended());
  }

  /// A part of a journey is reached, once or again, or not.
  private static Optional<String> difference(
      JourneySpec journey, String part, List<OperationCounters> of, int index, long intended) {
    Balance own = inAll(of, index);
    long missing = sum(of, Note.NOT_REACHED, index);
    long repeated = sum(of, Note.REPEATED, index);
    return own.isExact() && own.intended() - repeated + missing == intended
        ? Optional.empty()
        : Optional.of(
            bug(
                part
                    + ": "
                    + own
                    + ", "
                    + repeated
                    + " repeated and "
                    + missing
                    + " not reached, of "
                    + intended
                    + " journeys "
                    + journey.name()));
  }

  private long sum(JourneySpec journey, ToLongFunction<Balance> count) {
    return journey.steps().stream()
        .mapToLong(each -> count.applyAsLong(inAll(steps, each.operation())))
        .sum();
  }

  private long sum(JourneySpec journey, Note note) {
    return journey.steps().stream().mapToLong(each -> sum(steps, note, each.operation())).sum();
  }

  private static String bug(String what) {
    return "journeys do not add up (" + what + "): this is a bug in Takt, please report it";
  }
}
