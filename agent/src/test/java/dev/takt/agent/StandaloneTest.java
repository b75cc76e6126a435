package dev.takt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the standalone meter, which exits on invalid options, unlike the agent.
class StandaloneTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"--help, 0", "-h, 0", "help, 0", "--hepl, 2", "file=x.hdr;verbos, 2"})
  void helpOrUnknownOptionPrintsUsageAndMeasuresNothing(String options, int exitCode)
      throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        Stream.concat(
                Stream.of(java.toString(), "-XX:TieredStopAtLevel=1", "-jar", Jvms.JAR.toString()),
                Stream.of(options.split(";", -1)))
            .toList();
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(exitCode);
      assertThat(out).contains("java -jar takt-agent.jar OPTION OPTION");
    } finally {
      process.destroyForcibly();
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void logIsWritten() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(), "-jar", Jvms.JAR.toString(), "file=x.hdr", "run-time=1s")
            .directory(folder.toFile())
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(folder.resolve("x.hdr")).isNotEmptyFile();
  }
}
