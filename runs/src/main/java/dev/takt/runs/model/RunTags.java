package dev.takt.runs.model;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The tags of `latency.hdr`. A tag states which times of which operations a histogram holds.
public final class RunTags {

  /// The grammar, as `run.json` states it.
  public static final String GRAMMAR =
      "[warmup:]OPERATION[:failed|:timeout|:unfinished|:unsent]-(rt|st|wt)"
          + " | [warmup:]generator:lateness-lt";

  private static final String WARMUP = "warmup:";
  private static final String LATENESS = "generator:lateness-lt";
  private static final Pattern OPERATION_NAME = Pattern.compile("[A-Za-z0-9._-]+");
  private static final Pattern TAG =
      Pattern.compile(
          "(warmup:)?(?:(generator:lateness-lt)"
              + "|([A-Za-z0-9._-]+)(:failed|:timeout|:unfinished|:unsent)?-(rt|st|wt))");

  private RunTags() {}

  /// The kind of time in a histogram.
  public enum Measure {
    /// Response time, from intended start to end.
    RESPONSE("rt"),
    /// Service time, from start to end.
    SERVICE("st"),
    /// Wait time, from intended start to start.
    WAIT("wt"),
    /// Lateness, the part of the wait that the generator caused itself.
    LATENESS("lt");

    private final String suffix;

    Measure(String suffix) {
      this.suffix = suffix;
    }

    /// The name in rules and reports.
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The content of a tag.
  ///
  /// @param warmup whether these are operations of the warm-up
  /// @param operation the operation's name; null for [Measure#LATENESS], which covers all
  ///   operations
  /// @param state [OperationState#COMPLETED] for the tag without an outcome, which for response and
  ///   wait time also holds the unfinished and never-sent operations, with their age
  /// @param measure the kind of time
  public record Tag(
      boolean warmup, @Nullable String operation, OperationState state, Measure measure) {

    /// The tag as text.
    @Override
    public String toString() {
      return operation == null ? lateness(warmup) : of(warmup, operation, state, measure);
    }
  }

  /// Whether an operation may have this name: letters, digits, `.`, `_` and `-`, but not `warmup`,
  /// which would make `warmup:failed-rt` ambiguous.
  public static boolean isOperationName(String name) {
    return OPERATION_NAME.matcher(name).matches() && !name.equals("warmup");
  }

  /// The tag of an operation's histogram.
  ///
  /// @throws IllegalArgumentException if the operation's name is not valid, or the measure is
  ///   [Measure#LATENESS]
  public static String of(boolean warmup, String operation, OperationState state, Measure measure) {
    if (!isOperationName(operation) || measure == Measure.LATENESS) {
      throw new IllegalArgumentException("no tag for " + measure + " of \"" + operation + "\"");
    }
    return (warmup ? WARMUP : "") + operation + outcome(state) + "-" + measure.suffix;
  }

  /// The tag of the generator's lateness.
  public static String lateness(boolean warmup) {
    return (warmup ? WARMUP : "") + LATENESS;
  }

  /// Parses a tag; null if it is not one of Takt's.
  public static @Nullable Tag parse(String tag) {
    Matcher matcher = TAG.matcher(tag);
    if (!matcher.matches()) {
      return null;
    }
    boolean warmup = matcher.group(1) != null;
    if (matcher.group(2) != null) {
      return new Tag(warmup, null, OperationState.COMPLETED, Measure.LATENESS);
    }
    return new Tag(
        warmup, matcher.group(3), stateOf(matcher.group(4)), measureOf(matcher.group(5)));
  }

  private static String outcome(OperationState state) {
    return switch (state) {
      case COMPLETED -> "";
      case FAILED -> ":failed";
      case TIMED_OUT -> ":timeout";
      case UNFINISHED -> ":unfinished";
      case NEVER_SENT -> ":unsent";
    };
  }

  private static OperationState stateOf(@Nullable String outcome) {
    for (OperationState state : OperationState.values()) {
      if (outcome(state).equals(outcome)) {
        return state;
      }
    }
    return OperationState.COMPLETED;
  }

  private static Measure measureOf(String suffix) {
    for (Measure measure : Measure.values()) {
      if (measure.suffix.equals(suffix)) {
        return measure;
      }
    }
    throw new AssertionError(suffix);
  }
}
