package dev.takt.explain.comparison;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A rule of `--fail-if`: the maximum by which the second side may be worse.
///
/// `[OPERATION] FIGURE worse by > LIMIT`, such as `p99 worse by > 5%` or `read p99.9 worse by >
/// 2ms`. Without an operation it applies to each of them.
///
/// @param rule the rule as the user wrote it
/// @param operation the operation; null for all
/// @param figure the figure
/// @param strict whether the limit itself is allowed
/// @param limit the limit as a fraction of the baseline; for errors as a difference of shares; if
///   absolute, in nanoseconds or operations per second
/// @param absolute whether the limit is in the unit of the figure
public record RegressionRule(
    String rule,
    @Nullable String operation,
    Figure figure,
    boolean strict,
    double limit,
    boolean absolute) {

  /// The grammar of a rule, for messages and help.
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

  /// Parses a rule.
  ///
  /// @throws IllegalArgumentException if it cannot be parsed; the message shows the grammar
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

  /// The result of a rule.
  public enum State {
    /// The data do not show that the second side is worse by more than the limit.
    HOLDS,
    /// The second side is worse by more than the limit, and significantly worse.
    BROKEN,
    /// The data are not sufficient to decide.
    UNDECIDED;

    /// Its name in JSON.
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The outcome of a rule.
  ///
  /// @param rule the rule
  /// @param state its result
  /// @param row the figure that decided it; null if there is no such figure
  public record Outcome(RegressionRule rule, State state, @Nullable Row row) {}

  /// Evaluates the rule. It is broken if the second side is worse by more than the limit and
  /// significantly worse. A maximum, for which there is no significance test, is compared by its
  /// values only.
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
