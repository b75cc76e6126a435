package dev.takt.it.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.driver.cql.embedded.CassandraServer;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.load.driver.DriverException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tables that cassandra-stress itself has written, and Takt's, byte for byte. The environment
/// variable `CASSANDRA_STRESS` names the folders of its unpacked binary distributions, with `:`
/// between them, such as those of 3.11.5 and 4.0-alpha2.
@Tag("slow")
@Timeout(300)
class OfficialCassandraStressTest {

  private static final List<String> OPENED =
      List.of(
          "java.io",
          "java.lang",
          "java.lang.module",
          "java.lang.reflect",
          "java.math",
          "java.net",
          "java.nio",
          "java.time",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch");

  @TempDir private static Path directory;
  private static CassandraServer server;

  @TempDir private Path folder;

  static Stream<Path> distributions() {
    return Stream.of(
            Objects.requireNonNullElse(System.getenv("CASSANDRA_STRESS"), "none")
                .split(File.pathSeparator, -1))
        .map(Path::of);
  }

  @BeforeAll
  static void start() throws DriverException {
    assumeTrue(
        distributions().allMatch(home -> Files.exists(home.resolve("tools/lib/stress.jar"))),
        "CASSANDRA_STRESS names no folders with tools/lib/stress.jar");
    server = RealServer.start(directory);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static String port() {
    return Integer.toString(server.address().getPort());
  }

  private static boolean isOld(Path home) throws IOException {
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      return jars.anyMatch(jar -> jar.getFileName().toString().startsWith("apache-cassandra-3."));
    }
  }

  /// Runs cassandra-stress; a failure of an operation ends it with another exit code than 0.
  private void official(Path home, String line) throws Exception {
    List<String> arguments = new ArrayList<>();
    for (String each : OPENED) {
      arguments.addAll(List.of("--add-opens", "java.base/" + each + "=ALL-UNNAMED"));
    }
    arguments.addAll(List.of("--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"));
    arguments.addAll(List.of("--add-exports", "java.rmi/sun.rmi.registry=ALL-UNNAMED"));
    arguments.addAll(List.of("-Dlogback.configurationFile=logback-tools.xml", "-cp"));
    arguments.add(home + "/conf:" + home + "/lib/*:" + home + "/tools/lib/*");
    arguments.add("org.apache.cassandra.stress.Stress");
    arguments.addAll(List.of(line.split(" ", -1)));
    arguments.addAll(List.of("-node", "127.0.0.1", "-port", "native=" + port()));
    java(arguments);
  }

  /// The output of a JVM whose exit code is 0.
  private String java(List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    command.addAll(arguments);
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int code = process.waitFor();
    assertThat(code).as(arguments + "\n" + text(out) + text(err)).isZero();
    return text(out);
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  /// Runs a line all of whose operations are successful. A generator that was late on a busy
  /// machine (5) has written and read the same data.
  private void takt(String line, String... flags) {
    List<String> arguments = new ArrayList<>(List.of("cassandra-stress"));
    arguments.addAll(List.of(line.split(" ", -1)));
    arguments.addAll(List.of("-port", "native=" + port(), "--no-self-warmup", "--no-report"));
    arguments.addAll(List.of(flags));
    Ran ran = Takt.command(folder, arguments);
    assertThat(ran.code()).as(line + "\n" + ran.out() + ran.err()).isIn(0, 5);
  }

  private List<String> rows(Path home, String cql) throws Exception {
    String source = resource("SortedRows.java");
    Path file = Files.writeString(folder.resolve("SortedRows.java"), source);
    return java(List.of("-cp", home + "/lib/*", file.toString(), port(), cql))
        .lines()
        .filter(line -> line.matches("([0-9a-f]*|null)( ([0-9a-f]*|null))*"))
        .toList();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = OfficialCassandraStressTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String version(Path home) throws IOException {
    return isOld(home) ? "3.x" : "4.x";
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void predefinedTablesAreEqual(Path home) throws Exception {
    String end = " -rate threads=4 -col n=fixed(7) size=gaussian(10..50) -schema keyspace=";
    String theirs = "theirs" + version(home).charAt(0);
    String ours = "ours" + version(home).charAt(0);
    official(home, "write n=500 no-warmup keysize=20" + end + theirs);
    takt("read n=500 no-warmup keysize=20 -pop seq=1..500" + end + theirs);
    takt("write n=500 no-warmup keysize=20" + end + ours, "--stress-data=" + version(home));
    official(home, "read n=500 no-warmup keysize=20 -pop seq=1..500" + end + ours);
    assertThat(rows(home, "SELECT * FROM " + ours + ".standard1"))
        .hasSize(500)
        .isEqualTo(rows(home, "SELECT * FROM " + theirs + ".standard1"));
  }

  private String profile(String keyspace) throws IOException {
    String text = resource("wide.yaml").replace("THIS_ONE", keyspace);
    String name = keyspace + ".yaml";
    Files.writeString(folder.resolve(name), text);
    return "user no-warmup profile=" + name + " ";
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void tablesOfProfilesAreEqual(Path home) throws Exception {
    String theirs = "wide_theirs" + version(home).charAt(0);
    String ours = "wide_ours" + version(home).charAt(0);
    String insert = "ops(insert=1) n=60 -rate threads=3 -pop seq=1..60";
    official(home, profile(theirs) + insert);
    takt(profile(ours) + insert, "--stress-data=" + version(home));
    List<String> rows = rows(home, "SELECT * FROM " + theirs + ".wide");
    assertThat(rows).hasSizeBetween(180, 720);
    assertThat(rows(home, "SELECT * FROM " + ours + ".wide")).isEqualTo(rows);
    assertNoRowsAdded(home, ours, line -> official(home, profile(ours) + line));
    assertNoRowsAdded(home, theirs, line -> takt(profile(theirs) + line));
  }

  private interface Tool {
    void run(String line) throws Exception;
  }

  /// Statements that would add a row if they had the key of one that is not there.
  private void assertNoRowsAdded(Path home, String keyspace, Tool tool) throws Exception {
    String keys = "SELECT pt, pb, ci, ct FROM " + keyspace + ".wide";
    List<String> before = rows(home, keys);
    for (String query : List.of("mark", "markmany")) {
      tool.run("ops(" + query + "=1) n=100 -rate threads=3 -pop dist=uniform(1..60)");
    }
    assertThat(rows(home, keys)).isEqualTo(before);
    assertThat(rows(home, keys + " WHERE b_bigint = 7 ALLOW FILTERING"))
        .hasSizeBetween(30, before.size() - 1);
  }
}
