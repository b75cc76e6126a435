package dev.takt.driver.ycsb;

import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
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

  private static Path folder() {
    CodeSource source = BundledYcsbCore.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Path.of(FOLDER);
    }
    try {
      URI location = source.getLocation().toURI();
      return Path.of(location).resolveSibling(FOLDER);
    } catch (URISyntaxException e) {
      return Path.of(FOLDER);
    }
  }
}
