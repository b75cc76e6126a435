package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.targets.Fast;
import dev.takt.runs.model.Balance;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The sockets of a run, which the run names.
@Timeout(60)
class TransportTest {

  private static final Map<String, String> LINUX = Map.of();

  /// As a JVM on another architecture reports it.
  private static final Map<String, String> ELSEWHERE =
      Map.of("JAVA_TOOL_OPTIONS", "-Dos.arch=riscv64");

  @TempDir private Path directory;

  private Ran run(Map<String, String> environment, String transport) throws Exception {
    try (Fast target = new Fast();
        TaktProcess process =
            TaktProcess.inShell(
                directory,
                "\"$@\"",
                environment,
                "--target=" + target.url(),
                "--rate=500/s",
                "--count=500",
                "--no-report",
                "--transport=" + transport)) {
      return process.await();
    }
  }

  @ParameterizedTest
  @CsvSource({"false, auto, epoll", "false, epoll, epoll", "false, nio, nio", "true, auto, nio"})
  void allIsSentAndTheTransportNamed(boolean elsewhere, String transport, String used)
      throws Exception {
    Ran run = run(elsewhere ? ELSEWHERE : LINUX, transport);

    assertThat(run.balance()).as(run.err()).isEqualTo(new Balance(500, 500, 0, 0, 0, 0));
    assertThat(run.summary().generator().transport()).isEqualTo(used);
    assertThat(run.out().contains(" (NIO transport)\n"))
        .as(run.out())
        .isEqualTo(used.equals("nio"));
  }

  @Test
  void epollIsRefusedWhereThereIsNone() throws Exception {
    Ran run = run(ELSEWHERE, "epoll");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.lastWord())
        .isEqualTo(
            "--transport: epoll needs Linux on x86-64 or AArch64; use nio, or auto, which chooses"
                + " it here");
  }
}
