package dev.takt.driver.ycsb;

import dev.takt.load.driver.DriverException;
import dev.takt.runs.classpath.ClassPathEntry;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Locates the YCSB core that Takt includes, for bindings that come without it: jars in the folder
/// `ycsb` beside the jar (or the folder) that this class is in. They are never on Takt's class
/// path.
final class BundledYcsbCore {

  private static final String FOLDER = "ycsb";

  private BundledYcsbCore() {}

  static List<Path> jars() throws DriverException {
    Path folder = folder();
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
      files.forEach(jars::add);
    } catch (IOException e) {
      throw new DriverException(
          "Takt's copy of YCSB's core is not in "
              + folder
              + ": add core-0.17.0.jar (site.ycsb:core) to --bindings",
          e);
    }
    jars.sort(null);
    return jars;
  }

  private static Path folder() throws DriverException {
    try {
      return ClassPathEntry.of(BundledYcsbCore.class).resolveSibling(FOLDER);
    } catch (IOException e) {
      throw new DriverException("Takt's copy of YCSB's core is not found: " + e.getMessage(), e);
    }
  }
}
