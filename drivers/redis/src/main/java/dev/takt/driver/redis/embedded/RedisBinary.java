package dev.takt.driver.redis.embedded;

import dev.takt.load.driver.DriverException;
import dev.takt.load.server.ManagedServer;
import dev.takt.load.server.UnpackedBinary;
import dev.takt.record.files.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An executable Redis server: from the artifact `com.github.codemonstur:embedded-redis`, unpacked
/// once for each user, or else an installed one.
///
/// @param file to execute
public record RedisBinary(Path file) {

  /// The artifact's executables, by platform.
  private static final Map<String, String> RESOURCES =
      Map.of(
          "linux-amd64", "redis-server-6.2.6-v5-linux-amd64",
          "linux-arm64", "redis-server-6.2.7-linux-arm64",
          "mac-amd64", "redis-server-6.2.6-v5-darwin-amd64",
          "mac-arm64", "redis-server-6.2.6-v5-darwin-arm64");

  private static final String PROGRAM = "redis-server";
  private static final long TIMEOUT_SECONDS = 10;

  /// Finds a server that can run on this machine.
  ///
  /// @throws DriverException if there is none
  public static RedisBinary find(Consumer<String> progress) throws DriverException {
    String platform = platform(System.getProperty("os.name"), System.getProperty("os.arch"));
    String why = "there is none for this machine (" + platform + ") on the class path";
    URL resource = resource(platform);
    if (resource != null) {
      Path unpacked = unpacked(resource, progress);
      if (isExecutable(unpacked)) {
        return new RedisBinary(unpacked);
      }
      why = unpacked + " cannot be executed here (does it miss a library, such as libssl?)";
    }
    Path installed = ManagedServer.onPath(PROGRAM);
    if (installed != null && isExecutable(installed)) {
      return new RedisBinary(installed);
    }
    throw new DriverException(
        "redis:embedded: no Redis server: "
            + why
            + ", and no "
            + PROGRAM
            + " on the PATH; install one, or drive a server of your own with --target"
            + " redis://HOST");
  }

  static String platform(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String system = os.startsWith("mac") ? "mac" : os.split(" ", 2)[0];
    String processor =
        switch (osArch.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64", "arm64" -> "arm64";
          default -> osArch;
        };
    return system + "-" + processor;
  }

  static @Nullable URL resource(String platform) {
    String name = RESOURCES.get(platform);
    return name == null ? null : RedisBinary.class.getClassLoader().getResource(name);
  }

  private static Path unpacked(URL resource, Consumer<String> progress) throws DriverException {
    try {
      String name = resource.getPath().substring(resource.getPath().lastIndexOf('/') + 1);
      Path file = UnpackedBinary.place(name, resource);
      if (!Files.isExecutable(file)) {
        progress.accept("unpacking Redis into " + file + " (once) …");
        unpack(resource, file);
      }
      return file;
    } catch (IOException e) {
      throw new DriverException(
          "redis:embedded: cannot unpack the server into "
              + UnpackedBinary.cache()
              + ": "
              + e.getMessage()
              + "; XDG_CACHE_HOME names another place",
          e);
    }
  }

  /// Never leaves an incomplete file under its name.
  private static void unpack(URL resource, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (InputStream in = resource.openStream();
        AtomicFile part = AtomicFile.create(file)) {
      Files.copy(in, part.temporary(), StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(part.temporary(), PosixFilePermissions.fromString("rwxr-xr-x"));
      part.commit();
    }
  }

  private static boolean isExecutable(Path file) {
    try {
      Process version =
          new ProcessBuilder(file.toString(), "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (version.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        return version.exitValue() == 0;
      }
      version.destroyForcibly();
      return false;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
