package dev.takt.lab;

import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The words for a run in which no operation completed.
public final class NothingCompleted {

  private static final int MAX_LENGTH = 100;

  private NothingCompleted() {}

  /// The outcome of the operations, such as `ALL 60 OPERATIONS FAILED: status 500`.
  ///
  /// @return null if an operation completed, or none was due
  public static @Nullable String headline(RunSummary run) {
    Balance balance = run.results().balance();
    if (balance.completed() > 0 || balance.intended() == 0) {
      return null;
    }
    boolean haveFailed = balance.intended() == balance.failed() + balance.timedOut();
    String text = haveFailed ? failures(run) : "NO OPERATION COMPLETED: " + outcomes(balance);
    return text.codePointCount(0, text.length()) <= MAX_LENGTH
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH - 1)) + "…";
  }

  /// What not to conclude from a run whose generator was at fault.
  public static String advice(RunSummary run) {
    return headline(run) == null ? "do not blame the target" : "do not trust its times";
  }

  private static String failures(RunSummary run) {
    long count = run.results().balance().intended();
    return (count == 1
            ? "THE ONLY OPERATION FAILED: "
            : "ALL " + Units.count(count) + " OPERATIONS FAILED: ")
        + kinds(run.failures().counts());
  }

  private static String kinds(Map<String, Long> errors) {
    return errors.size() == 1
        ? errors.keySet().iterator().next()
        : errors.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(each -> each.getKey() + " × " + Units.count(each.getValue()))
            .collect(Collectors.joining(", "));
  }

  /// The outcomes of the operations that did not complete: `3 failed, 1 timed out`.
  static String outcomes(Balance balance) {
    List<String> outcomes = new ArrayList<>();
    add(outcomes, balance.failed(), "failed");
    add(outcomes, balance.timedOut(), "timed out");
    add(outcomes, balance.unfinished(), "unfinished");
    add(outcomes, balance.neverSent(), "never sent");
    add(outcomes, balance.lost(), "unknown");
    return String.join(", ", outcomes);
  }

  private static void add(List<String> outcomes, long count, String outcome) {
    if (count > 0) {
      outcomes.add(Units.count(count) + " " + outcome);
    }
  }
}
