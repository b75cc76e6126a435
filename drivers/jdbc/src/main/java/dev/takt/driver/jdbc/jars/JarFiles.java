package dev.takt.driver.jdbc.jars;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.FileGlob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// Resolves names to jars: a name is a file, a folder of jars, or a glob such as `lib/*.jar`.
final class JarFiles {

  private JarFiles() {}

  /// All jars without duplicates, in the order of the names; those of a folder or a glob are
  /// sorted.
  ///
  /// @throws DriverException if a name matches nothing, or matches a file that is not a jar
  static List<Path> find(List<String> names) throws DriverException {
    Set<Path> jars = new LinkedHashSet<>();
    for (String name : names) {
      for (Path jar : find(name)) {
        check(jar);
        jars.add(jar.toAbsolutePath().normalize());
      }
    }
    return List.copyOf(jars);
  }

  private static List<Path> find(String name) throws DriverException {
    if (name.isBlank()) {
      throw new DriverException("expected a jar, a folder of jars, or a glob, found nothing");
    }
    Path path = pathOf(name);
    if (Files.isDirectory(path)) {
      return notEmpty(matching(path, "*.jar"), "there is no jar in the folder " + name);
    }
    if (Files.exists(path)) {
      return List.of(path);
    }
    if (!FileGlob.isGlob(name)) {
      throw new DriverException("there is no file " + name);
    }
    return notEmpty(matching(Path.of("."), name), "no file matches " + name);
  }

  private static Path pathOf(String name) throws DriverException {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new DriverException("\"" + name + "\" is not a file name: " + e.getReason(), e);
    }
  }

  private static List<Path> notEmpty(List<Path> jars, String otherwise) throws DriverException {
    if (jars.isEmpty()) {
      throw new DriverException(otherwise);
    }
    return jars;
  }

  private static List<Path> matching(Path directory, String glob) throws DriverException {
    try {
      return FileGlob.matching(directory, glob);
    } catch (PatternSyntaxException e) {
      throw new DriverException(
          "there is no file " + glob + ", and it is not a glob: " + e.getDescription(), e);
    } catch (IOException e) {
      throw new DriverException("cannot read the folder of " + glob + ": " + e.getMessage(), e);
    }
  }

  private static void check(Path jar) throws DriverException {
    try {
      if (Files.size(jar) == 0) {
        throw new DriverException(jar + " is empty");
      }
      new ZipFile(jar.toFile()).close();
    } catch (ZipException e) {
      throw new DriverException(jar + " is not a jar: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new DriverException("cannot read " + jar + ": " + reason(jar, e), e);
    }
  }

  private static String reason(Path jar, IOException e) {
    return Files.isReadable(jar) ? String.valueOf(e.getMessage()) : "permission denied";
  }
}
