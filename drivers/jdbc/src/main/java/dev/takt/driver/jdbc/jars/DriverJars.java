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

/// Jars with JDBC drivers, and their class loader, which sees the JDK and these jars but not Takt.
/// The class loader stays open for the lifetime of the process, because drivers have threads and
/// native libraries. Equal jars share it. Thread-safe.
final class DriverJars {

  private static final String REGISTRATION = "META-INF/services/java.sql.Driver";

  /// Suffix of `module-info.class` and `package-info.class`, which contain no classes.
  private static final String DESCRIPTOR = "-info.class";

  private static final String CLASS = ".class";

  /// A class file's reference to the driver interface: a constant of type Utf8, its length, and its
  /// text.
  private static final String REFERENCE = "\u0001\u0000\u000fjava/sql/Driver";

  /// MariaDB's driver logs each failed statement to standard error. A run counts failures instead.
  private static final String MARIADB_LOGGING = "mariadb.logging.disable";

  private static final Map<List<Version>, DriverJars> LOADED = new ConcurrentHashMap<>();

  /// A jar in its current version, because tests may replace it.
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

  /// @param names in the form that [JarFiles] reads
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

  /// The class names of the drivers that the jars register for [java.util.ServiceLoader].
  /// ServiceLoader itself stops at the first class that cannot be linked.
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

  /// The classes that refer to the driver interface, which include all that implement it.
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

  /// The jars that contain a class.
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

  /// A description for messages: `ojdbc17.jar`, `ojdbc17.jar and 3 more`.
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
