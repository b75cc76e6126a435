package dev.takt.driver.cql.embedded;

import dev.takt.load.download.JarList;
import dev.takt.load.download.OptionalDownload;
import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Cassandra and its libraries.
public final class CassandraDownload implements OptionalDownload {

  /// The version of the server.
  public static final String VERSION = "5.0.9";

  @Override
  public String name() {
    return "cassandra";
  }

  @Override
  public String version() {
    return VERSION;
  }

  @Override
  public String title() {
    return "Apache Cassandra";
  }

  @Override
  public String pom() {
    return resource("cassandra-pom.xml");
  }

  @Override
  public JarList jars() {
    return JarList.parse(resource("cassandra-jars.txt"));
  }

  /// The class path of the server.
  ///
  /// @param environment variables by name
  /// @throws DriverException if a jar is missing
  static List<Path> classPath(Map<String, String> environment) throws DriverException {
    CassandraDownload download = new CassandraDownload();
    Path folder = download.folder(environment);
    JarList jars = download.jars();
    if (!jars.isIn(folder)) {
      throw new DriverException(
          "cassandra:embedded needs "
              + download.describe()
              + ", which is not in "
              + folder
              + "; fetch it with: takt get "
              + download.name());
    }
    return jars.paths(folder);
  }

  /// The text of a file that Takt includes.
  static String resource(String name) {
    try (InputStream in = CassandraDownload.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
