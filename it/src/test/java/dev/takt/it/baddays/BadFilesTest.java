package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.runs.model.Balance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Plans and traces that are not what they should be.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BadFilesTest {

  @TempDir Path folder;

  private Path file(String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Path file(String name, String text) {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] noise() {
    byte[] noise = new byte[5000];
    new Random(1).nextBytes(noise);
    return noise;
  }

  private Ran print(Path plan) {
    return Takt.command(folder, List.of("run", plan.toString(), "--print-plan"));
  }

  private void assertRefused(Path plan, String message) {
    Ran ran = print(plan);
    assertThat(ran.code()).as(ran.err()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().strip()).isEqualTo(plan + message);
  }

  @Test
  void anEmptyPlan() {
    assertRefused(
        file("plan.yaml", ""), ":1:1: the plan is empty; write {} for a plan of defaults");
    assertThat(print(file("plan.yaml", "{}")).code()).isZero();
  }

  @Test
  void aHugePlan() {
    byte[] huge = new byte[100_000_000];
    Arrays.fill(huge, (byte) '#');

    assertRefused(file("plan.yaml", huge), ": larger than 1 MiB: this is no plan");
  }

  @Test
  void aBinaryPlan() {
    assertRefused(file("plan.yaml", noise()), ": not text in UTF-8: this is no plan");
    assertRefused(
        file("plan.yaml", "rate: 5/s\0"),
        ": not text (it has control characters): this is no plan");
  }

  @Test
  void aPlanThatHoldsItself() {
    assertRefused(
        file("plan.yaml", "operations: &a\n  - more: *a\n"),
        ":1:13: anchors (&) and aliases (*) are not supported in a plan");
  }

  @Test
  void aPlanThatIsNone() {
    assertRefused(
        file("plan.yaml", "- a\n- b\n"), ":1:1: expected a map of keys and values, found a list");
    assertRefused(folder.resolve("none.yaml"), ": there is no such file");
    assertRefused(folder, ": is a directory; expected a plan in YAML");
  }

  @Test
  void aPlanNestedWithoutEnd() {
    Ran ran = print(file("plan.yaml", "a: " + "[".repeat(20_000)));

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("nested deeper than");
  }

  @Test
  void aPlanFromAnotherWorld() {
    Path plan = file("plan.yaml", "\uFEFFrate: 50/s\r\nduration: 2s\r\ntarget: sim:delay=1ms\r\n");

    Ran ran = print(plan);

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("rate: 50/s", "duration: 2s");
  }

  @Test
  void allThatIsWrongWithAPlanWithItsPlace() {
    Path plan =
        file(
            "plan.yaml",
            """
            rate: 10/s
            raet: 5
            target: http://127.0.0.1:1/
            duration: soon
            connections: -3
            fail-if: ["p99 > "]
            """);

    Ran ran = print(plan);

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .contains(
            plan + ":2:1: raet: is not a key of a plan (did you mean \"rate\"?)",
            plan + ":4:11: duration: duration \"soon\" is not understood",
            plan + ":5:14: connections: expected a whole number from 1 to 60000, found -3",
            plan + ":6:11: fail-if: expected a limit");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0;0.1;0.05         | line 3: found "0.05", which goes back in time by 50ms
          zero               | line 1: found "zero", expected a timestamp
          0;0.1;x            | line 3: found "x", expected a timestamp
          0;NaN              | line 2: found "NaN", expected a timestamp
          0;1e400            | line 2: found "1e400", expected a timestamp
          0;9999999999999999 | line 2: found "9999999999999999", which is more than 292 years
          ''                 | has no arrivals
          # nothing          | has no arrivals
          0,read;0.1,raed    | line 2: found "raed", which is not an operation of the plan: expected one of [read]
          0,read;0.1         | line 2: found "0.1", expected timestamp,operation as in the lines before
          0;0.1,read         | line 2: found "0.1,read", expected a timestamp alone
          """)
  void aTraceThatMakesNoSense(String lines, String word) {
    Path trace = file("trace.csv", lines.replace(";", "\n"));

    assertTraceRefused(trace, word);
  }

  private void assertTraceRefused(Path trace, String word) {
    Ran ran = Takt.run(folder, "--target", "sim:delay=0", "--schedule", "trace:" + trace);
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err().strip().lines()).hasSize(1);
    assertThat(ran.err()).startsWith("--schedule: trace file " + trace).contains(word);
    assertThat(folder.resolve(Takt.OUT)).doesNotExist();
  }

  @Test
  void aTraceThatIsNoText() {
    assertTraceRefused(file("trace.csv", noise()), "line 1 or later: not text in UTF-8");
    assertTraceRefused(folder.resolve("none.csv"), "does not exist");
    assertTraceRefused(folder, "is a directory");
  }

  @Test
  void aTraceFromAnotherWorld() {
    Path trace = file("trace.csv", "\uFEFFtimestamp,operation\r\n10,read\r\n10.1,read\r\n\r\n");

    Ran ran = Takt.run(folder, "--target", "sim:delay=0", "--schedule", "trace:" + trace);

    assertThat(ran.balance()).isEqualTo(new Balance(2, 2, 0, 0, 0, 0));
  }
}
