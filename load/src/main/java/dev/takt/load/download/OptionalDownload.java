package dev.takt.load.download;

import java.nio.file.Path;
import java.util.Map;

/// A server as jars of a Maven repository, which is too large to be installed with Takt. A driver
/// starts it for the target `NAME:embedded`, and `takt get NAME` fetches it. Found by
/// [java.util.ServiceLoader]; stateless.
public interface OptionalDownload {

  /// The environment variable with the folder of all downloads.
  String VARIABLE = "TAKT_DOWNLOADS";

  /// The argument of `takt get`, such as `cassandra`.
  String name();

  /// The version of the server, such as `5.0.9`.
  String version();

  /// What it is, in a sentence: `Apache Cassandra`.
  String title();

  /// The POM of a project whose phase `package` copies the jars into the folder `jars` beside it.
  String pom();

  /// The jars.
  JarList jars();

  /// Whether this installation of Takt has it already, so that nothing needs to be fetched.
  default boolean isIncluded() {
    return false;
  }

  /// The folder that the jars are in, or will be: `NAME-VERSION` in the folder of all downloads,
  /// which is `TAKT_DOWNLOADS`, or else `takt` in the user's folder for data: `XDG_DATA_HOME`, or
  /// `.local/share` in the home directory.
  ///
  /// @param environment variables by name
  default Path folder(Map<String, String> environment) {
    return downloads(environment).resolve(name() + "-" + version());
  }

  private static Path downloads(Map<String, String> environment) {
    String own = environment.getOrDefault(VARIABLE, "");
    if (!own.isBlank()) {
      return Path.of(own).toAbsolutePath();
    }
    String data = environment.getOrDefault("XDG_DATA_HOME", "");
    Path base =
        data.startsWith("/") // the specification ignores relative paths
            ? Path.of(data)
            : Path.of(System.getProperty("user.home"), ".local", "share");
    return base.resolve("takt");
  }

  /// Title, version and size: `Apache Cassandra 5.0.9 (100 jars, 69 MB)`.
  default String describe() {
    JarList jars = jars();
    return title()
        + " "
        + version()
        + " ("
        + jars.jars().size()
        + (jars.jars().size() == 1 ? " jar, " : " jars, ")
        + jars.megabytes()
        + " MB)";
  }
}
