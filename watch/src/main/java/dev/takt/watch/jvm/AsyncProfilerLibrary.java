package dev.takt.watch.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Finds the library of async-profiler, which is not a part of Takt and never downloaded by it.
public final class AsyncProfilerLibrary {

  /// How to get it.
  public static final String HOW_TO_GET =
      "get tools.profiler:async-profiler with 'mvn dependency:get"
          + " -Dartifact=tools.profiler:async-profiler:4.6', or name its jar or library:"
          + " --profiler async:/path/to/async-profiler.jar";

  private static final String NAME = "libasyncProfiler.so";

  private AsyncProfilerLibrary() {}

  /// The newest jar in the user's Maven repository; empty if there is none.
  public static Optional<Path> jarOfMaven() {
    return jarIn(Path.of(System.getProperty("user.home"), ".m2", "repository"));
  }

  static Optional<Path> jarIn(Path repository) {
    Path versions = repository.resolve(Path.of("tools", "profiler", "async-profiler"));
    try (Stream<Path> all = Files.list(versions)) {
      return all.map(each -> each.resolve("async-profiler-" + each.getFileName() + ".jar"))
          .filter(Files::isRegularFile)
          .max(Comparator.comparing(AsyncProfilerLibrary::version));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Sorts 4.10 after 4.9.
  private static String version(Path jar) {
    StringBuilder key = new StringBuilder();
    for (String each : String.valueOf(jar.getFileName()).split("[^0-9]+", -1)) {
      key.append(" ".repeat(Math.max(0, 9 - each.length()))).append(each);
    }
    return key.toString();
  }

  /// The library as a file.
  ///
  /// @param given the jar or the library; empty for the jar in the user's Maven repository
  /// @param cache a folder for the library of a jar, which has the same path each time: a JVM must
  ///   not load the same library twice
  /// @throws IOException with a message for people, if there is none for this machine
  static Path find(String given, Path cache) throws IOException {
    Path file =
        given.isEmpty()
            ? jarOfMaven()
                .orElseThrow(
                    () -> new IOException("there is no async-profiler in ~/.m2; " + HOW_TO_GET))
            : Path.of(given).toAbsolutePath();
    if (!Files.isRegularFile(file)) {
      throw new IOException("there is no file " + file + "; " + HOW_TO_GET);
    }
    return file.toString().endsWith(".jar") ? extract(file, cache) : file;
  }

  private static Path extract(Path jar, Path cache) throws IOException {
    String platform = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry("linux-" + platform + "/" + NAME);
      if (entry == null) {
        throw new IOException(jar + " has no library for linux-" + platform);
      }
      Path folder =
          cache.resolve("async-profiler-" + Long.toHexString(entry.getCrc()) + "-" + platform);
      Path library = folder.resolve(NAME);
      Files.createDirectories(folder);
      checkOwner(folder);
      if (!Files.isRegularFile(library) || crc(library) != entry.getCrc()) {
        Path part = Files.createTempFile(folder, NAME, ".part");
        try (InputStream in = zip.getInputStream(entry)) {
          Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
      }
      return library;
    }
  }

  private static long crc(Path file) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(Files.readAllBytes(file));
    return crc.getValue();
  }

  /// What is in the folder gets loaded into a JVM: no other user may write there.
  private static void checkOwner(Path folder) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    PosixFileAttributes attributes = view.readAttributes();
    String owner = attributes.owner().getName();
    if (!owner.equals(System.getProperty("user.name"))
        || attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(
          "the cache "
              + folder
              + " belongs to "
              + owner
              + " or can be written by others: its library is not loaded; remove it");
    }
  }

  /// The cache in the user's home.
  static Path cache() {
    String given = System.getenv("XDG_CACHE_HOME");
    Path folder =
        given == null || !Path.of(given).isAbsolute()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(given);
    return folder.resolve("takt");
  }
}
