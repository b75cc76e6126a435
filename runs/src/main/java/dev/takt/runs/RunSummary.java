package dev.takt.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The result of a run: what `--format json` prints and what `run.json` keeps.
///
/// @param formatVersion the version of this format
/// @param mode the rate mode: `fixed`, `throttle` or `throughput`
/// @param target what was driven
/// @param addresses the target's; null for a driver that opens no connections of its own
/// @param complete false if the run was stopped before its end
/// @param durationNanos from the start of the schedule to the end of the drain
/// @param operations per operation, in the order of the plan
/// @param total all operations together
/// @param balance the balance of all operations after the warm-up
/// @param warmup the balance of the operations of the warm-up, which are in no other figure
/// @param rate intended and achieved
/// @param generator the generator's verdict on itself
/// @param errors how often each kind of failure was seen, by its label
/// @param failureFiles where the first failing answer of a kind is kept, by the label of the
///   failure: files relative to the run directory; null if none was kept
/// @param assertions the verdicts on the rules that were given
/// @param warnings what a reader should know, each with its cause and what to try
/// @param runDirectory where the files are
public record RunSummary(
    int formatVersion,
    String mode,
    String target,
    @Nullable TargetAddresses addresses,
    boolean complete,
    long durationNanos,
    List<OperationSummary> operations,
    OperationSummary total,
    Balance balance,
    Balance warmup,
    Rate rate,
    GeneratorReport generator,
    Map<String, Long> errors,
    @Nullable Map<String, String> failureFiles,
    List<AssertionResult> assertions,
    List<String> warnings,
    String runDirectory) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// How the warning begins that the load which was asked for was not offered: such a run measured
  /// something else.
  public static final String MISSED_SCHEDULE = "SCHEDULE MISSED";

  /// This summary with the verdicts on the rules.
  public RunSummary withAssertions(List<AssertionResult> results) {
    return with(generator, List.copyOf(results), warnings);
  }

  /// This summary with another report on the generator, which knows more of it.
  public RunSummary withGenerator(GeneratorReport other) {
    return with(other, assertions, warnings);
  }

  /// This summary with one warning more, before all others.
  public RunSummary withWarning(String warning) {
    List<String> longer = new ArrayList<>(warnings);
    longer.addFirst(warning);
    return with(generator, assertions, List.copyOf(longer));
  }

  /// What is known of a run only after it was summarised, exchanged.
  private RunSummary with(
      GeneratorReport otherGenerator,
      List<AssertionResult> otherAssertions,
      List<String> otherWarnings) {
    return new RunSummary(
        formatVersion,
        mode,
        target,
        addresses,
        complete,
        durationNanos,
        operations,
        total,
        balance,
        warmup,
        rate,
        otherGenerator,
        errors,
        failureFiles,
        otherAssertions,
        otherWarnings,
        runDirectory);
  }
}
