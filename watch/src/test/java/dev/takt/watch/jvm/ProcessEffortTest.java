package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ProcessEffortTest {

  @Test
  void addsReadsAndWrites() {
    assertThat(
            ProcessEffort.calls(
                """
                rchar: 323934931
                wchar: 323929600
                syscr: 632687
                syscw: 313
                read_bytes: 0
                """))
        .isEqualTo(633_000);
    assertThat(ProcessEffort.calls("rchar: 1\n")).isEqualTo(-1);
    assertThat(ProcessEffort.calls("")).isEqualTo(-1);
  }

  @Test
  void countsWhatThisProcessDoes() throws Exception {
    Path file = Files.createTempFile("effort", "");
    long own = ProcessHandle.current().pid();
    ProcessEffort before = Objects.requireNonNull(ProcessEffort.of(own));
    for (int i = 0; i < 500; i++) {
      Files.write(file, new byte[] {1});
      assertThat(Files.readAllBytes(file)).hasSize(1);
    }
    ProcessEffort after = Objects.requireNonNull(ProcessEffort.of(own));
    Files.delete(file);
    assertThat(after.calls() - before.calls()).isBetween(1_000L, 20_000L);
    assertThat(after.cpuNanos()).isGreaterThanOrEqualTo(before.cpuNanos()).isPositive();
  }

  @Test
  void knowsNothingOfWhoIsNotThere() {
    assertThat(ProcessEffort.of(Integer.MAX_VALUE)).isNull();
  }
}
