package dev.takt.driver.cql.embedded;

import dev.takt.load.driver.DriverException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a server is started from.
///
/// @param jvm that it runs on
/// @param classPath its jars
/// @param dataParent the folder in which the folder of its data is created
/// @param keys of `cassandra.yaml`, with their values, in addition to those that Takt sets
public record CassandraSettings(
    CassandraJvm jvm, List<Path> classPath, Path dataParent, Map<String, String> keys) {

  /// The jars that `takt get cassandra` has fetched, on the JVM that the environment names or that
  /// of this process, with data in the folder for temporary files.
  ///
  /// @throws DriverException if the jars or a JVM are missing
  public static CassandraSettings installed() throws DriverException {
    return new CassandraSettings(
        CassandraJvm.find(System.getenv()),
        CassandraDownload.classPath(System.getenv()),
        Path.of(System.getProperty("java.io.tmpdir")),
        Map.of());
  }

  /// The same on another JVM.
  public CassandraSettings on(CassandraJvm other) {
    return new CassandraSettings(other, classPath, dataParent, keys);
  }

  /// The same with data in another folder.
  public CassandraSettings dataIn(Path parent) {
    return new CassandraSettings(jvm, classPath, parent, keys);
  }

  /// The same with one more key of `cassandra.yaml`.
  public CassandraSettings with(String key, String value) {
    Map<String, String> more = new LinkedHashMap<>(keys);
    more.put(key, value);
    return new CassandraSettings(jvm, classPath, dataParent, more);
  }
}
