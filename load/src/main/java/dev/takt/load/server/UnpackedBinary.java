package dev.takt.load.server;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;

/// Where a server binary from the class path is kept once it is unpacked: in the user's cache,
/// under a name that is unique to its version.
public final class UnpackedBinary {

  private UnpackedBinary() {}

  /// The folder of all unpacked binaries: `XDG_CACHE_HOME`, or `.cache` in the home directory, and
  /// `takt` in it.
  public static Path cache() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    Path base =
        xdg == null || xdg.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(xdg);
    return base.resolve("takt");
  }

  /// The path of one binary; it need not exist yet.
  ///
  /// @param name without the version
  public static Path place(String name, URL resource) throws IOException {
    return cache().resolve(name + "-" + fingerprint(resource));
  }

  /// Distinguishes two versions without reading them.
  private static String fingerprint(URL resource) throws IOException {
    URLConnection connection = resource.openConnection();
    long value =
        connection instanceof JarURLConnection jar
            ? jar.getJarEntry().getCrc()
            : connection.getContentLengthLong();
    return Long.toHexString(value);
  }
}
