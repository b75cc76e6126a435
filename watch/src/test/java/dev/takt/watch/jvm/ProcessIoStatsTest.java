package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessIoStatsTest {

  private static final String IO =
      """
      rchar: 323934931
      wchar: 323929600
      syscr: 632687
      syscw: 313
      read_bytes: 0
      """;
  private static final String STAT =
      "3049 (ja) va (x) S 1 2 3 4 5 6 7 8 9 10 1200 34 17 18 20 0 28 0 99 2869560320\n";

  @TempDir Path directory;

  @Test
  void addsCallsAndCpuTimeOfBothModes() {
    assertThat(ProcessIoStats.parse(IO, STAT))
        .isEqualTo(new ProcessIoStats(633_000, 12_340_000_000L));
  }

  @Test
  void incompleteFilesGiveNull() {
    assertThat(ProcessIoStats.parse("rchar: 1\n", STAT)).isNull();
    assertThat(ProcessIoStats.parse("", STAT)).isNull();
    assertThat(ProcessIoStats.parse(IO, "")).isNull();
    assertThat(ProcessIoStats.parse(IO, "3049 (java) S 1 2 3")).isNull();
    assertThat(ProcessIoStats.of(Integer.MAX_VALUE)).isNull();
  }

  @Test
  void countsCallsOfThisProcess() throws Exception {
    Path file = directory.resolve("file");
    long own = ProcessHandle.current().pid();
    ProcessIoStats before = Objects.requireNonNull(ProcessIoStats.of(own));
    for (int i = 0; i < 500; i++) {
      Files.write(file, new byte[] {1});
      assertThat(Files.readAllBytes(file)).hasSize(1);
    }
    ProcessIoStats after = Objects.requireNonNull(ProcessIoStats.of(own));
    assertThat(after.calls() - before.calls()).isGreaterThanOrEqualTo(1_000);
    assertThat(after.cpuNanos()).isGreaterThanOrEqualTo(before.cpuNanos()).isPositive();
  }
}
