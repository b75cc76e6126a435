package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.util.List;

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
    boolean skipsUnsupportedColumns) {

  private static final String NO_DELAY = "a try that follows another does so at once";

  private static final Suboption<Integer> RETRIES = option("retries=", ValueForm.NATURAL);
  private static final Suboption<String> IGNORE = flag("ignore");
  private static final Suboption<String> SKIP_VALIDATION = flag("skip-read-validation");
  private static final Suboption<String> FAIL_FAST = flag("fail-fast");
  private static final Suboption<String> SKIP_COLUMNS = flag("skip-unsupported-columns");

  static final OptionGroup GROUP =
      OptionGroup.of(
              "-errors",
              RETRIES,
              IGNORE,
              SKIP_VALIDATION,
              FAIL_FAST,
              SKIP_COLUMNS,
              option("delay-policy=", ValueForm.TEXT).refused(NO_DELAY),
              option("min-delay-ms=", ValueForm.TEXT).refused(NO_DELAY),
              option("max-delay-ms=", ValueForm.TEXT).refused(NO_DELAY))
          .alternatives(List.of(List.of(IGNORE), List.of(FAIL_FAST)));

  static Errors from(Values values) {
    return new Errors(
        values.get(RETRIES, "0"),
        values.has(IGNORE),
        values.has(SKIP_VALIDATION),
        values.has(FAIL_FAST),
        values.has(SKIP_COLUMNS));
  }
}
