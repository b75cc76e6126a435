package dev.takt.load.journey;

import java.util.List;

/// A journey of a plan. Immutable.
public final class JourneySpec {

  private final String name;
  private final double weight;
  private final List<Part> parts;
  private final Program program;

  /// @param weight its share of all users, relative to the other weights; more than 0
  /// @param parts begin with a step that every user does; a think time before it comes before the
  ///   journey, and is for users who do not arrive on a schedule
  /// @throws IllegalArgumentException if it could take too many steps
  public JourneySpec(String name, double weight, List<Part> parts) {
    if (!Part.beginJourney(parts)) {
      throw new IllegalArgumentException("does not begin with a step that every user does");
    }
    this.name = name;
    this.weight = weight;
    this.parts = List.copyOf(parts);
    this.program = Program.of(parts);
  }

  /// The name.
  public String name() {
    return name;
  }

  /// Its share of all users, relative to the other weights.
  public double weight() {
    return weight;
  }

  /// What it consists of.
  public List<Part> parts() {
    return parts;
  }

  /// All steps, at least one, in the order of the plan.
  public List<StepSpec> steps() {
    return program.steps();
  }

  /// Its groups, in the order of the plan: one that is in another comes after that.
  public List<GroupSpec> groups() {
    return program.groups();
  }

  /// Whether users think anywhere in it.
  public boolean hasThinkTimes() {
    return program.hasThinkTimes();
  }

  /// Whether users keep a connection from a step to a later one, for a transaction.
  public boolean hasTransactions() {
    return steps().stream().anyMatch(StepSpec::keepsConnection);
  }

  /// How many steps a user has under way at once, at most.
  public int mostAtOnce() {
    return program.mostAtOnce();
  }

  /// The greatest number of steps that a user can do.
  public long mostSteps() {
    return program.longest();
  }

  /// How often a user can do one and the same step at most, or more.
  public long mostOfOneStep() {
    return program.isStraight() ? 1 : program.longest();
  }

  Program program() {
    return program;
  }
}
