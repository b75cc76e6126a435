package dev.takt.load.journey;

import dev.takt.load.journey.step.StepCosts;
import dev.takt.load.workload.Randomness;
import dev.takt.load.workload.Workload;
import dev.takt.runs.trace.JourneySteps;
import java.util.List;

/// The journeys of a run: makes its users. Immutable and thread-safe.
public final class Journeys {

  private final long seed;
  private final List<JourneySpec> specs;
  private final Feeder feeder;
  private final Workload choice;
  private final long stride;
  private final StepCosts costs;

  /// @param seed of all random choices
  /// @param specs at least one
  public Journeys(long seed, List<JourneySpec> specs, Feeder feeder) {
    this.seed = seed;
    this.specs = List.copyOf(specs);
    this.feeder = feeder;
    this.choice = new Workload(seed, specs.stream().mapToDouble(JourneySpec::weight).toArray());
    this.stride = specs.stream().mapToLong(each -> each.program().longest()).max().orElse(1);
    this.costs =
        new StepCosts(
            specs.stream().flatMap(each -> each.program().classNames().stream()).toList());
  }

  /// What the user should know of what these users have done so far, one sentence each.
  public List<String> warnings() {
    return costs.warnings();
  }

  /// The journeys, in the order of the plan.
  public List<JourneySpec> specs() {
    return specs;
  }

  /// Their names.
  public List<String> names() {
    return specs.stream().map(JourneySpec::name).toList();
  }

  /// Which step each operation of the plan is, for its trace.
  ///
  /// @param operations how many there are, each of them a step
  /// @param sendsNumbers whether they send their numbers, as trace contexts
  public JourneySteps traced(int operations, boolean sendsNumbers) {
    Integer[] journeyOf = new Integer[operations];
    for (int i = 0; i < specs.size(); i++) {
      for (StepSpec each : specs.get(i).steps()) {
        journeyOf[each.operation()] = i;
      }
    }
    return new JourneySteps(stride, sendsNumbers, names(), List.of(journeyOf));
  }

  /// How many users there can be; [Long#MAX_VALUE] without a limit.
  public long capacity() {
    return feeder.capacity();
  }

  /// The index of the journey that the user of an arrival does.
  ///
  /// @param number of the arrival, from 0
  public int journeyOf(long number) {
    return choice.operationOf(number);
  }

  /// The user of an arrival.
  ///
  /// @param number of the arrival, from 0
  /// @param ready when it is due, or the think time before it begins
  public User arrive(long number, long ready) {
    int journey = journeyOf(number);
    return new User(
        specs.get(journey),
        journey,
        new User.Identity(number, stride, Randomness.bits(seed, number, Randomness.JOURNEY), costs),
        ready,
        feeder.row(seed, number));
  }
}
