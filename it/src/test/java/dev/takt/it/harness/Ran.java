package dev.takt.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The result of one command.
///
/// @param code the exit code
/// @param out its standard output
/// @param err its standard error
/// @param took how long it took
/// @param path the run directory, if it made a run
public record Ran(int code, String out, String err, Duration took, Path path) {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern STACK_TRACE =
      Pattern.compile("^\\s+at \\S+\\(|^Caused by: |Exception in thread", Pattern.MULTILINE);
  private static final Pattern EXCEPTION_NAME = Pattern.compile("\\b\\w+(?:Exception|Error)\\b");

  /// Asserts that no output has anything that only a programmer understands.
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
  public String lastWord() {
    return err.strip().lines().reduce((_, last) -> last).orElse("");
  }

  /// What `--format json` printed.
  public JsonNode json() {
    try {
      return JSON.readTree(out);
    } catch (RuntimeException e) {
      throw new AssertionError("no JSON: " + out + err, e);
    }
  }

  public RunDirectory directory() throws IOException {
    return RunDirectory.open(path);
  }

  public RunRecord record() {
    try {
      return directory().read();
    } catch (IOException e) {
      throw new AssertionError("no readable run: " + err, e);
    }
  }

  public RunSummary summary() {
    return Objects.requireNonNull(record().summary(), err);
  }

  /// The summary that `--format json` printed.
  public RunSummary printedSummary() {
    return JSON.treeToValue(json(), RunSummary.class);
  }

  /// The balance, which adds up in total and for each operation.
  public Balance balance() {
    RunSummary summary = summary();
    assertThat(summary.results().balance().isExact())
        .as("%s", summary.results().balance())
        .isTrue();
    summary
        .results()
        .operations()
        .forEach(each -> assertThat(each.balance().isExact()).as(each.name()).isTrue());
    return summary.results().balance();
  }

  /// All of `operations.bin`.
  public List<OperationRecord> operations() throws IOException {
    try (OperationTrace trace = OperationTrace.open(directory().operationTrace())) {
      List<OperationRecord> operations = new ArrayList<>();
      for (OperationRecord next = trace.next(); next != null; next = trace.next()) {
        operations.add(next);
      }
      return operations;
    }
  }

  /// The same, in the order of their intended starts.
  public List<OperationRecord> operationsByIntended() throws IOException {
    List<OperationRecord> operations = operations();
    operations.sort(Comparator.comparingLong(OperationRecord::intended));
    return operations;
  }
}
