package dev.takt.explain.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A rule of `--fail-if`: by how much the second side must not be worse.
///
/// `[OPERATION] FIGURE worse by > LIMIT`, such as `p99 worse by > 5%` or `read p99.9 worse by >
/// 2ms`. Without an operation it is about each of them.
///
/// @param rule as it was given
/// @param operation null for all
/// @param figure what is compared
/// @param strict whether the limit itself is allowed
/// @param limit as a part of the baseline; of errors in shares; or, if it is absolute, in
///   nanoseconds or operations per second
/// @param absolute whether the limit is in the unit of the figure
public record RegressionRule(
    String rule,
    @Nullable String operation,
    Figure figure,
    boolean strict,
    double limit,
    boolean absolute) {

  /// How a rule is written, for messages and help.
  public static final String GRAMMAR =
      "[OPERATION] FIGURE worse by > LIMIT, where FIGURE is p50, p99.9 and so on, max, throughput or"
          + " errors, and LIMIT is 5% (of the baseline; of errors: percentage points), 2ms or 10/s";

  private static final Pattern RULE =
      Pattern.compile(
          "(?:(?<operation>[A-Za-z0-9._-]+?)[ .])??"
              + "(?<figure>p(?<percent>\\d{1,2}(?:\\.\\d{1,6})?)|max|throughput|errors)"
              + " worse by (?<sign>>=?) ?"
              + "(?<limit>\\d{1,12}(?:\\.\\d{1,9})?) ?(?<unit>%|ns|us|µs|ms|s|/s)");
  private static final int SHOWN = 80;

  /// Reads a rule.
  ///
  /// @throws IllegalArgumentException if it is not understood; the message shows the grammar
  public static RegressionRule parse(String text) {
    String rule = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
    Matcher parts = RULE.matcher(rule);
    if (!parts.matches()) {
      throw notUnderstood(rule, "expected");
    }
    Figure figure = figure(parts, rule);
    String unit = parts.group("unit");
    boolean absolute = !unit.equals("%");
    boolean fits =
        switch (figure) {
          case Figure.Percentile _, Figure.Max _ -> !unit.equals("/s");
          case Figure.Throughput _ -> unit.equals("%") || unit.equals("/s");
          case Figure.Errors _ -> unit.equals("%");
        };
    if (!fits) {
      throw notUnderstood(rule, figure.label() + " is not measured in " + unit + ": expected");
    }
    return new RegressionRule(
        rule,
        parts.group("operation"),
        figure,
        parts.group("sign").equals(">"),
        Double.parseDouble(parts.group("limit")) * factor(unit),
        absolute);
  }

  private static Figure figure(Matcher parts, String rule) {
    return switch (parts.group("figure")) {
      case "max" -> new Figure.Max();
      case "throughput" -> new Figure.Throughput();
      case "errors" -> new Figure.Errors();
      default -> {
        double percent = Double.parseDouble(parts.group("percent"));
        if (percent <= 0) {
          throw notUnderstood(rule, "there is no p0: expected");
        }
        yield new Figure.Percentile(percent);
      }
    };
  }

  private static double factor(String unit) {
    return switch (unit) {
      case "%" -> 0.01;
      case "us", "µs" -> 1e3;
      case "ms" -> 1e6;
      case "s" -> 1e9;
      default -> 1;
    };
  }

  private static IllegalArgumentException notUnderstood(String rule, String why) {
    String shown = rule.length() > SHOWN ? rule.substring(0, SHOWN) + "…" : rule;
    return new IllegalArgumentException("'" + shown + "': " + why + " " + GRAMMAR);
  }

  /// What a rule says of a comparison.
  public enum State {
    /// The second side is not worse by so much, as far as the data show.
    HOLDS,
    /// It is worse by more than the limit, and the data show that it is worse.
    BROKEN,
    /// The data cannot tell.
    UNDECIDED;

    /// As it is written in JSON.
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The verdict on this rule.
  ///
  /// @param rule which one
  /// @param state what it says
  /// @param row the figure that decided it; null if there is no such figure
  public record Outcome(RegressionRule rule, State state, @Nullable Row row) {}

  /// Holds the rule against rows. It is broken if the second side is worse by more than the limit
  /// and the data show that it is worse at all; a maximum, which is never judged, by its values
  /// alone.
  public Outcome evaluate(List<Row> rows) {
    List<Row> meant =
        rows.stream()
            .filter(each -> each.figure().equals(figure))
            .filter(each -> operation == null || each.operation().equals(operation))
            .toList();
    for (State state : List.of(State.BROKEN, State.UNDECIDED, State.HOLDS)) {
      Optional<Row> found = meant.stream().filter(each -> stateOf(each) == state).findFirst();
      if (found.isPresent()) {
        return new Outcome(this, state, found.get());
      }
    }
    return new Outcome(this, State.UNDECIDED, null);
  }

  private State stateOf(Row row) {
    return switch (row.verdict()) {
      case TOO_LITTLE_DATA, NOT_COMPARABLE -> State.UNDECIDED;
      case NOT_JUDGED ->
          Double.isNaN(row.difference())
              ? State.UNDECIDED
              : exceeds(row) ? State.BROKEN : State.HOLDS;
      case WORSE -> exceeds(row) ? State.BROKEN : State.HOLDS;
      case BETTER, NO_DIFFERENCE, MIXED -> State.HOLDS;
    };
  }

  private boolean exceeds(Row row) {
    double worse =
        absolute || figure instanceof Figure.Errors
            ? row.worseBy()
            : row.worseBy() / row.baseline();
    return strict ? worse > limit : worse >= limit;
  }
}
