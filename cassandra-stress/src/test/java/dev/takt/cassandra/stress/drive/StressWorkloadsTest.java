package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StressWorkloadsTest {

  private final StressWorkloads workloads = new StressWorkloads();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write n=x            |     | write      | write n=x: expected a whole number, such as 5000, 10k, 1M or 1b",
        "print dist=fixed(1)  |     | write      | expected a command that drives a server, such as write n=1M",
        "write n=1            |     | read-version | expected operations with these names: write; found read-version",
        "mixed n=1            |     | read       | expected operations with these names: read, write; found read",
        "write n=1            | 2.1 | write      | stress-data: expected 3.x or 4.x, found 2.1",
      })
  void problems(String line, String version, String operation, String problem) {
    assertThat(workloads.problem(line, version == null ? "" : version, List.of(operation)))
        .contains(problem);
  }

  /// They are for the command that reads the line: an agent of a fleet lets it name any file.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-log file=%s",
        "-log hdrfile=%s",
        "-graph file=%s",
        "-node file=%s",
        "-credentials-file %s",
        "-transport truststore=%s truststore-password=a",
      })
  void filesOfALineAreNeitherReadNorMade(String group, @TempDir Path folder) {
    Path file = folder.resolve("none");
    assertThat(
            workloads.problem(
                "write n=1 " + group.replace("%s", file.toString()), "", List.of("write")))
        .isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void noProblem() {
    assertThat(workloads.problem("write n=1", "3.x", List.of("write"))).isEmpty();
    assertThat(workloads.problem("mixed n=1", "", List.of("write", "read"))).isEmpty();
    assertThat(workloads.problem("mixed ratio(read=1,write=0) n=1", "4.x", List.of("read")))
        .isEmpty();
  }
}
