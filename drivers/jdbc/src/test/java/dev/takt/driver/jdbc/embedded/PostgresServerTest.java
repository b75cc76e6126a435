package dev.takt.driver.jdbc.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerTest {

  @TempDir Path folder;

  @Test
  void startsAnswersAndLeavesNothingBehind() throws Exception {
    Path data;
    ProcessHandle process;
    try (PostgresServer server =
        PostgresServer.startTemporary(PostgresBinaries.unpacked(m -> {}), log())) {
      data = Path.of(answer(server.url(), "show data_directory"));
      process = postmaster(data);
      assertThat(answer(server.url(), "select 6 * 7")).isEqualTo("42");
      assertThat(answer(server.url(), "show fsync")).isEqualTo("on");
      assertThat(process.isAlive()).isTrue();
    }
    assertThat(process.isAlive()).isFalse();
    assertThat(data).doesNotExist();
    assertThat(log()).content().contains("ready to accept connections");
  }

  @Test
  void closeEndsAServerThatIsFrozen() throws Exception {
    PostgresServer server =
        PostgresServer.startTemporary(PostgresBinaries.unpacked(m -> {}), log());
    ProcessHandle process = postmaster(Path.of(answer(server.url(), "show data_directory")));
    signal("STOP", process);
    server.close(Duration.ofMillis(200));
    process.onExit().get(5, TimeUnit.SECONDS);
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void aKilledGeneratorLeavesNoServerBehind() throws Exception {
    Process generator =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledGenerator.class.getName(),
                log().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = generator.inputReader()) {
      Path data = Path.of(answer(output.readLine(), "show data_directory"));
      ProcessHandle process = postmaster(data);

      generator.destroyForcibly().waitFor();

      process.onExit().get(10, TimeUnit.SECONDS);
      for (int i = 0; i < 100 && Files.exists(data); i++) {
        Thread.sleep(20);
      }
      assertThat(data).doesNotExist();
    } finally {
      generator.destroyForcibly();
    }
  }

  @Test
  void saysWhyItCannotStart() throws Exception {
    Path notACluster = Files.createDirectory(folder.resolve("data"));

    assertThatThrownBy(() ->
            PostgresServer.start(PostgresBinaries.unpacked(m -> {}), notACluster, 1, log(), false))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("exit code")
        .hasMessageContaining(log().toString())
        .hasMessageContaining("postgresql.conf");
  }

  private Path log() {
    return folder.resolve("postgres.log");
  }

  static void signal(String name, ProcessHandle process) throws Exception {
    int code = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    assertThat(code).isZero();
  }

  static ProcessHandle postmaster(Path data) throws Exception {
    String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst();
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  static String answer(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        ResultSet rows = connection.createStatement().executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
