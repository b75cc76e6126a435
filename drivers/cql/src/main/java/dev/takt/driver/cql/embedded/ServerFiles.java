package dev.takt.driver.cql.embedded;

import dev.takt.load.server.Folders;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// The folder of a server: its configuration and its data.
///
/// @param folder which is deleted with the server
record ServerFiles(Path folder) {

  private static final String STUB = "stub.jar";
  private static final String JOIN_TIMEOUT_MILLIS = "30000";

  /// Creates a folder with all that the server is started from.
  ///
  /// @param seed the storage address of the first node of the cluster
  static ServerFiles create(CassandraSettings settings, CassandraNode node, String seed)
      throws IOException {
    ServerFiles files =
        new ServerFiles(Files.createTempDirectory(settings.dataParent(), "takt-cassandra-"));
    try {
      files.write(settings, node, seed);
      return files;
    } catch (IOException e) {
      Folders.delete(files.folder);
      throw e;
    }
  }

  private void write(CassandraSettings settings, CassandraNode node, String seed)
      throws IOException {
    Files.createDirectory(temporary());
    Files.writeString(folder.resolve("cassandra.yaml"), node.yaml(seed, settings.keys()));
    Files.writeString(folder.resolve("logback.xml"), CassandraDownload.resource("logback.xml"));
    List<String> arguments = new ArrayList<>(settings.jvm().flags());
    String delay = node.storageAddress().equals(seed) ? "0" : JOIN_TIMEOUT_MILLIS;
    arguments.addAll(properties(delay));
    arguments.add("-cp");
    arguments.add(classPath(settings));
    Files.write(options(), arguments.stream().map(ServerFiles::quoted).toList());
  }

  private String classPath(CassandraSettings settings) throws IOException {
    List<Path> jars = new ArrayList<>();
    if (settings.jvm().needsStub()) {
      Path stub = folder.resolve(STUB);
      try (InputStream in = ServerFiles.class.getResourceAsStream(STUB)) {
        Files.copy(Objects.requireNonNull(in, STUB), stub);
      }
      jars.add(stub);
    }
    jars.addAll(settings.classPath());
    return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /// Properties of the system. A node need not wait until the gossip has settled. The overhead of a
  /// row in memory, which Cassandra measures for some seconds at each start, is the result of such
  /// a measurement.
  ///
  /// @param ringDelayMillis how long a node may wait for the first answer of another one
  private List<String> properties(String ringDelayMillis) {
    return List.of(
        "-Djava.io.tmpdir=" + temporary(),
        "-Djna.tmpdir=" + temporary(),
        "-Dlogback.configurationFile=" + folder.resolve("logback.xml"),
        "-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri(),
        "-Dcassandra.storagedir=" + folder,
        "-Dcassandra-foreground=yes",
        "-Dcassandra.skip_wait_for_gossip_to_settle=0",
        "-Dcassandra.ring_delay_ms=" + ringDelayMillis,
        "-Dcassandra.memtable.row_overhead_size=180",
        "-Dcassandra.superuser_setup_delay_ms=0");
  }

  private Path temporary() {
    return folder.resolve("tmp");
  }

  /// The file with the arguments of `java`.
  Path options() {
    return folder.resolve("java.options");
  }

  /// In the form of `java @FILE`.
  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
