package dev.takt.driver.jdbc.jars;

import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

/// Jars with JDBC drivers, and the class loader for them, which sees the JDK and these jars but
/// nothing of Takt. It stays open as long as the process does, since drivers have threads and
/// native libraries of their own, and is the same for equal jars. Thread-safe.
final class DriverJars {

  private static final String REGISTRATION = "META-INF/services/java.sql.Driver";

  /// Ends the names of `module-info.class` and `package-info.class`, which are no classes.
  private static final String DESCRIPTOR = "-info.class";

  private static final String CLASS = ".class";

  /// How a class file refers to the interface of drivers: a constant of type Utf8, its length, and
  /// its text.
  private static final String REFERENCE = "\u0001\u0000\u000fjava/sql/Driver";

  /// MariaDB's driver writes a line to standard error for each statement that fails. A run counts
  /// them.
  private static final String MARIADB_LOGGING = "mariadb.logging.disable";

  private static final Map<List<Version>, DriverJars> LOADED = new ConcurrentHashMap<>();

  /// A jar as it is now: a test may replace it.
  private record Version(Path jar, long size, FileTime modified) {}

  private final List<Path> jars;
  private final URLClassLoader loader;

  private DriverJars(List<Path> jars) {
    if (System.getProperty(MARIADB_LOGGING) == null) {
      System.setProperty(MARIADB_LOGGING, "true");
    }
    this.jars = jars;
    this.loader =
        new URLClassLoader(
            "jdbc-drivers",
            jars.stream().map(DriverJars::urlOf).toArray(URL[]::new),
            ClassLoader.getPlatformClassLoader());
  }

  /// @param names as [JarFiles] reads them
  static DriverJars of(List<String> names) throws DriverException {
    List<Version> versions = new ArrayList<>();
    try {
      for (Path jar : JarFiles.find(names)) {
        versions.add(new Version(jar, Files.size(jar), Files.getLastModifiedTime(jar)));
      }
    } catch (IOException e) {
      throw new DriverException("cannot read a jar: " + e.getMessage(), e);
    }
    return LOADED.computeIfAbsent(
        versions, all -> new DriverJars(all.stream().map(Version::jar).toList()));
  }

  ClassLoader loader() {
    return loader;
  }

  /// The drivers that the jars register for [java.util.ServiceLoader], by the names of their
  /// classes. ServiceLoader itself gives up at the first class that cannot be linked.
  Set<String> registered() throws DriverException {
    Set<String> names = new LinkedHashSet<>();
    for (Path jar : jars) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        var entry = zip.getEntry(REGISTRATION);
        if (entry != null) {
          new String(bytes(zip.getInputStream(entry)), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.replaceFirst("#.*", "").strip())
              .filter(line -> !line.isEmpty())
              .forEach(names::add);
        }
      } catch (IOException e) {
        throw unreadable(jar, e);
      }
    }
    return names;
  }

  /// The classes that refer to the interface of drivers: those that implement it are among them.
  Set<String> referring() throws DriverException {
    Set<String> names = new LinkedHashSet<>();
    for (Path jar : jars) {
      try (JarFile file =
          new JarFile(jar.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion())) {
        for (JarEntry entry : file.versionedStream().toList()) {
          String name = entry.getName();
          if (name.endsWith(CLASS)
              && !name.endsWith(DESCRIPTOR)
              && refers(bytes(file.getInputStream(entry)))) {
            names.add(name.substring(0, name.length() - CLASS.length()).replace('/', '.'));
          }
        }
      } catch (IOException e) {
        throw unreadable(jar, e);
      }
    }
    return names;
  }

  private static boolean refers(byte[] classFile) {
    return new String(classFile, StandardCharsets.ISO_8859_1).contains(REFERENCE);
  }

  /// The jars that have a class.
  List<Path> with(String className) {
    String entry = className.replace('.', '/') + CLASS;
    return jars.stream().filter(jar -> has(jar, entry)).toList();
  }

  private static boolean has(Path jar, String entry) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.getEntry(entry) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /// For messages: `ojdbc17.jar`, `4 jars`.
  String describe() {
    return jars.size() == 1
        ? String.valueOf(jars.getFirst())
        : jars.getFirst() + " and " + (jars.size() - 1) + " more";
  }

  private static byte[] bytes(InputStream from) throws IOException {
    try (from) {
      return from.readAllBytes();
    }
  }

  private static DriverException unreadable(Path jar, IOException e) {
    return new DriverException(jar + " is damaged: " + e.getMessage(), e);
  }

  private static URL urlOf(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("a file without a URL: " + jar, e);
    }
  }
}
