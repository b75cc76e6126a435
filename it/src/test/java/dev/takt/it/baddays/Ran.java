package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/// What came of one command.
///
/// @param code the exit code
/// @param out what it printed to standard output
/// @param err and to standard error
/// @param took how long it took
/// @param folder where it was started
record Ran(int code, String out, String err, Duration took, Path folder) {

  private static final Pattern STACK_TRACE =
      Pattern.compile("^\\s+at \\S+\\(|^Caused by: |Exception in thread", Pattern.MULTILINE);
  private static final Pattern EXCEPTION_NAME = Pattern.compile("\\b\\w+(?:Exception|Error)\\b");

  /// Nobody was shown what only a programmer understands.
  Ran saysNothingOfExceptions() {
    for (String text : new String[] {out, err}) {
      assertThat(text)
          .doesNotContainPattern(STACK_TRACE)
          .doesNotContainPattern(EXCEPTION_NAME)
          .doesNotContain("this is a bug");
    }
    return this;
  }

  /// The last line on standard error.
  String lastWord() {
    return err.strip().lines().reduce((_, last) -> last).orElse("");
  }

  RunRecord record() {
    try {
      return RunDirectory.open(folder.resolve(Takt.OUT)).read();
    } catch (IOException e) {
      throw new AssertionError("no readable run: " + err, e);
    }
  }

  RunSummary summary() {
    return Objects.requireNonNull(record().summary(), err);
  }

  /// The balance, which adds up in total and for each operation.
  Balance balance() {
    RunSummary summary = summary();
    assertThat(summary.balance().isExact()).as("%s", summary.balance()).isTrue();
    summary
        .operations()
        .forEach(each -> assertThat(each.balance().isExact()).as(each.name()).isTrue());
    return summary.balance();
  }
}
