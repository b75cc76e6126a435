package dev.takt.driver.cql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server is started from, without one.
class CassandraSettingsTest {

  @TempDir Path folder;

  private CassandraSettings settings(CassandraJvm jvm, Path data) {
    return new CassandraSettings(jvm, List.of(folder.resolve("a.jar")), data, Map.of());
  }

  @Test
  void missingJarsAreExplained() {
    assertThatThrownBy(
            () -> CassandraDownload.classPath(Map.of("TAKT_DOWNLOADS", folder.toString())))
        .isInstanceOf(DriverException.class)
        .hasMessageMatching(
            "cassandra:embedded needs Apache Cassandra 5\\.0\\.9 \\(\\d+ jars, 69 MB\\), which is not in "
                + folder
                + "/cassandra-5\\.0\\.9; fetch it with: takt get cassandra");
  }

  @Test
  void folderThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() ->
            CassandraServer.start(
                settings(CassandraJvm.current(), file), folder.resolve("cassandra.log")))
        .isInstanceOf(DriverException.class)
        .hasMessageStartingWith("cassandra:embedded: cannot make a folder for the data in " + file);
  }

  @Test
  void stubComesFirstWhereThereIsNoSecurityManager() throws IOException {
    CassandraNode node = new CassandraNode("127.0.0.1", 1, 2, 3);

    ServerFiles on25 =
        ServerFiles.create(settings(new CassandraJvm(folder, 25), folder), node, "127.0.0.1:1");
    ServerFiles on17 =
        ServerFiles.create(settings(new CassandraJvm(folder, 17), folder), node, "127.0.0.1:1");

    assertThat(on25.options())
        .content()
        .contains(on25.folder() + "/stub.jar:" + folder + "/a.jar\"");
    try (JarFile stub = new JarFile(on25.folder().resolve("stub.jar").toFile())) {
      assertThat(stub.getEntry("org/apache/cassandra/security/ThreadAwareSecurityManager.class"))
          .isNotNull();
    }
    assertThat(on17.options()).content().contains("\"" + folder + "/a.jar\"");
    assertThat(on17.folder().resolve("stub.jar")).doesNotExist();
  }

  @Test
  void onlyANodeThatJoinsWaitsForOthers() throws IOException {
    CassandraSettings settings = settings(CassandraJvm.current(), folder);
    CassandraNode node = new CassandraNode("127.0.0.2", 17_000, 2, 3);

    assertThat(ServerFiles.create(settings, node, "127.0.0.2:17000").options())
        .content()
        .contains("-Dcassandra.ring_delay_ms=0\"");
    assertThat(ServerFiles.create(settings, node, "127.0.0.1:17000").options())
        .content()
        .contains("-Dcassandra.ring_delay_ms=30000\"");
  }

  @Test
  void keysOfCassandraReplaceThoseOfTakt() {
    CassandraNode node = new CassandraNode("127.0.0.2", 17_000, 19_042, 5);

    assertThat(node.yaml("127.0.0.1:17000", Map.of("num_tokens", "16", "authenticator", "X")))
        .contains("listen_address: 127.0.0.2\n", "native_transport_port: 19042\n")
        .contains("num_tokens: 16\n", "authenticator: X\n", "seeds: \"127.0.0.1:17000\"")
        .doesNotContain("num_tokens: 1\n");
  }

  @Test
  void jvmIsThatOfTheEnvironmentOrTaktsOwn() throws Exception {
    assertThat(CassandraJvm.find(Map.of())).isEqualTo(CassandraJvm.current());
    String variable = "TAKT_CASSANDRA_JAVA_HOME";
    assertThat(CassandraJvm.find(Map.of(variable, System.getProperty("java.home"))))
        .isEqualTo(CassandraJvm.current());
    assertThatThrownBy(() -> CassandraJvm.find(Map.of(variable, folder.toString())))
        .hasMessageContaining(folder + " is no home of a JVM");
  }

  @Test
  void homeOfAJvmIsReadAndOldOnesAreRefused() throws Exception {
    assertThat(CassandraJvm.at(Path.of(System.getProperty("java.home"))))
        .isEqualTo(CassandraJvm.current());
    assertThatThrownBy(() -> CassandraJvm.at(folder)).hasMessageEndingWith("is no home of a JVM");
    Files.createDirectory(folder.resolve("bin"));
    assertThat(Files.createFile(folder.resolve("bin/java")).toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("release"), "A=\"1\"\nJAVA_VERSION=\"11.0.2\"\n");
    assertThatThrownBy(() -> CassandraJvm.at(folder))
        .hasMessageContaining("has version 11; the server needs 17 or later");
  }
}
