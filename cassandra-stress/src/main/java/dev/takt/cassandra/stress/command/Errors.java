package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// `-errors`: what happens after a failed operation.
///
/// @param retries tries after the first, within the operation's time; the 9 that cassandra-stress
///   makes by default would hide what failed
/// @param isIgnored whether the run goes on after an operation that failed in all tries
/// @param failsFast whether the first error ends the run
public record Errors(
    int retries,
    boolean isIgnored,
    boolean skipsReadValidation,
    boolean failsFast,
    boolean skipsUnsupportedColumns,
    Optional<DelayPolicy> delayPolicy,
    Optional<Duration> minDelay,
    Optional<Duration> maxDelay) {

  /// How the delay between two tries grows.
  public enum DelayPolicy {
    CONSTANT,
    LINEAR,
    EXPONENTIAL
  }

  private static final Suboption<Integer> RETRIES = option("retries=", ValueForm.NATURAL);
  private static final Suboption<String> IGNORE = flag("ignore");
  private static final Suboption<String> SKIP_VALIDATION = flag("skip-read-validation");
  private static final Suboption<String> FAIL_FAST = flag("fail-fast");
  private static final Suboption<String> SKIP_COLUMNS = flag("skip-unsupported-columns");
  private static final Suboption<DelayPolicy> DELAY_POLICY =
      option("delay-policy=", ValueForm.oneOf(DelayPolicy.class));
  private static final Suboption<Integer> MIN_DELAY = option("min-delay-ms=", ValueForm.NATURAL);
  private static final Suboption<Integer> MAX_DELAY = option("max-delay-ms=", ValueForm.NATURAL);

  static final OptionGroup GROUP =
      OptionGroup.of(
              "-errors",
              RETRIES,
              IGNORE,
              SKIP_VALIDATION,
              FAIL_FAST,
              SKIP_COLUMNS,
              DELAY_POLICY,
              MIN_DELAY,
              MAX_DELAY)
          .alternatives(List.of(List.of(IGNORE), List.of(FAIL_FAST)));

  static Errors from(Values values) {
    return new Errors(
        values.get(RETRIES, "0"),
        values.has(IGNORE),
        values.has(SKIP_VALIDATION),
        values.has(FAIL_FAST),
        values.has(SKIP_COLUMNS),
        values.get(DELAY_POLICY),
        values.get(MIN_DELAY).map(Duration::ofMillis),
        values.get(MAX_DELAY).map(Duration::ofMillis));
  }
}
