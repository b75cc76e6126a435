package dev.takt.driver.cql.embedded;

import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The JVM that a server runs on.
///
/// @param home its folder, with `bin/java`
/// @param version such as 17
public record CassandraJvm(Path home, int version) {

  /// The environment variable with the home of the JVM that runs servers.
  private static final String VARIABLE = "TAKT_CASSANDRA_JAVA_HOME";

  /// The only version that both Cassandra 5.0 supports and these flags are made for.
  private static final int SUPPORTED_VERSION = 17;

  /// The first version that refuses a security manager unless a flag allows it.
  private static final int VERSION_WITHOUT_SECURITY_MANAGER = 18;

  private static final int VERSION_WITH_UNSAFE_FLAG = 23;

  private static final Pattern VERSION_LINE = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

  /// Limits of memory. By Cassandra's own defaults, a server has 1 GB and more; with these, it has
  /// 300 MB at the start, and 460 MB after a minute of 4,000 operations per second. C2 stays
  /// enabled: it costs some CPU time at the start, but a server without it is slower in the run.
  private static final List<String> MEMORY =
      List.of(
          "-XX:+UseSerialGC",
          "-Xms64m",
          "-Xmx256m",
          "-Xss256k",
          "-XX:MaxDirectMemorySize=96m",
          "-XX:ReservedCodeCacheSize=64m",
          "-XX:+ExitOnOutOfMemoryError");

  private static final List<String> OPEN_PACKAGES =
      List.of(
          "java.base/java.io",
          "java.base/java.lang",
          "java.base/java.lang.module",
          "java.base/java.lang.reflect",
          "java.base/java.math",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.time",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/sun.nio.ch",
          "java.rmi/sun.rmi.transport.tcp",
          "jdk.management/com.sun.management.internal");

  /// The JVM that the user has named, or else the one that this code runs on.
  ///
  /// @param environment variables by name
  /// @throws DriverException if the JVM cannot run the server
  public static CassandraJvm find(Map<String, String> environment) throws DriverException {
    String home = environment.getOrDefault(VARIABLE, "");
    if (!home.isBlank()) {
      return at(Path.of(home));
    }
    if (ModuleFinder.ofSystem().find("java.desktop").isEmpty()) {
      throw new DriverException(
          "cassandra:embedded: the JVM of this Takt lacks java.desktop, which the server needs; "
              + VARIABLE
              + " names the home of another JVM, of version 17 or later");
    }
    return current();
  }

  /// The JVM that this code runs on.
  static CassandraJvm current() {
    return new CassandraJvm(Path.of(System.getProperty("java.home")), Runtime.version().feature());
  }

  /// The JVM in a folder.
  ///
  /// @param home its folder
  /// @throws DriverException if there is none, or it is too old
  public static CassandraJvm at(Path home) throws DriverException {
    try {
      Matcher line = VERSION_LINE.matcher(Files.readString(home.resolve("release")));
      if (!line.find() || !Files.isExecutable(home.resolve("bin/java"))) {
        throw new DriverException("cassandra:embedded: " + home + " is no home of a JVM");
      }
      int version = Integer.parseInt(line.group(1));
      if (version < SUPPORTED_VERSION) {
        throw new DriverException(
            "cassandra:embedded: the JVM in "
                + home
                + " has version "
                + version
                + "; the server needs 17 or later");
      }
      return new CassandraJvm(home, version);
    } catch (IOException e) {
      throw new DriverException("cassandra:embedded: " + home + " is no home of a JVM", e);
    }
  }

  /// Whether Cassandra's project supports this version.
  public boolean isSupported() {
    return version == SUPPORTED_VERSION;
  }

  /// Whether the class that installs a security manager has to be replaced.
  boolean needsStub() {
    return version >= VERSION_WITHOUT_SECURITY_MANAGER;
  }

  /// Its program.
  Path java() {
    return home.resolve("bin/java");
  }

  /// Its flags for a server, without those that depend on the server's data.
  List<String> flags() {
    List<String> flags = new ArrayList<>(MEMORY);
    for (String each : OPEN_PACKAGES) {
      flags.add("--add-exports=" + each + "=ALL-UNNAMED");
      flags.add("--add-opens=" + each + "=ALL-UNNAMED");
    }
    flags.add("-XX:+PerfDisableSharedMem"); // no file in the folder for temporary files
    flags.add("-Djdk.attach.allowAttachSelf=true");
    flags.add("-Djava.net.preferIPv4Stack=true");
    if (version >= VERSION_WITH_UNSAFE_FLAG) {
      flags.add("--sun-misc-unsafe-memory-access=allow");
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    return flags;
  }
}
