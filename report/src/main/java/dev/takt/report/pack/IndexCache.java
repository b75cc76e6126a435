package dev.takt.report.pack;

import dev.takt.record.files.AtomicFile;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Cache of the indexes of large logs in a folder, so that each log is read only once. If an index
/// is missing or unusable, the log is read again.
///
/// Thread-safe; several processes can use the same folder.
public final class IndexCache {

  /// Caches nothing.
  public static final IndexCache NONE = new IndexCache(null, 0);

  /// An index is about a seventh of its log.
  private static final long MAX_BYTES = 512L << 20;

  private static final int MAX_PROBLEMS = 100;

  /// Before an index is written, three copies of it are in memory.
  private static final long MAX_LOG_BYTES = 2L << 30;

  private static final String SUFFIX = ".index";

  private static final Duration STORE_DELAY = Duration.ofSeconds(1);

  /// A temporary file of this age has been abandoned: no write takes this long.
  private static final Duration ABANDONED_AGE = Duration.ofHours(1);

  private final @Nullable Path folder;
  private final long maxBytes;

  private IndexCache(@Nullable Path folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  /// @param folder created with access for its owner only, once there is an index to store
  public static IndexCache at(Path folder) {
    return new IndexCache(folder, MAX_BYTES);
  }

  /// @param mostBytes the maximum size of all indexes together
  static IndexCache at(Path folder, long mostBytes) {
    return new IndexCache(folder, mostBytes);
  }

  /// Returns the index of a log: the cached one if the log has not changed since; else a new one,
  /// which is stored shortly afterwards. Only indexes of logs whose format is detected are cached.
  ///
  /// @param times how the log's time columns are to be read
  /// @param problems receives the problems of the log; must be empty
  /// @param part as [LogIndex#of(Path, TimeColumns, Problems, Consumer)] has it
  /// @throws IOException if the log cannot be read
  public LogIndex index(Path log, TimeColumns times, Problems problems, Consumer<LogIndex> part)
      throws IOException {
    if (folder == null || !times.equals(TimeColumns.AUTO)) {
      return LogIndex.of(log, times, problems, part);
    }
    LogFingerprint stamp = LogFingerprint.of(log);
    LogIndex known = find(folder, log, stamp, problems);
    if (known != null) {
      return known;
    }
    LogIndex made = LogIndex.of(log, times, problems, part);
    storeLater(folder, log, stamp, made, problems.first());
    return made;
  }

  /// Creates the index of a log and stores it in advance.
  ///
  /// @throws IOException if the log cannot be read
  public void prepare(Path log) throws IOException {
    if (folder == null) {
      return;
    }
    LogFingerprint stamp = LogFingerprint.of(log);
    Problems found = new Problems();
    try (LogIndex made = LogIndex.of(log, found)) {
      store(folder, log, stamp, made, found.first());
    }
  }

  private @Nullable LogIndex find(Path folder, Path log, LogFingerprint stamp, Problems problems)
      throws IOException {
    Path file = file(folder, log);
    byte[] bytes;
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > maxBytes) {
        return null;
      }
      bytes = Files.readAllBytes(file);
      // Eviction is in the order of last use.
      var _ = Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    } catch (IOException e) {
      return null;
    }
    return IndexFile.read(bytes, stamp, log, problems);
  }

  /// Stores an index after a delay, as showing the log to the user comes first.
  private void storeLater(
      Path folder, Path log, LogFingerprint stamp, LogIndex made, List<Problem> found) {
    Thread thread =
        new Thread(
            () -> {
              try {
                Thread.sleep(STORE_DELAY);
                store(folder, log, stamp, made, found);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "takt-index");
    thread.setDaemon(true);
    thread.start();
  }

  /// Stores an index. Failures are ignored. An index of a log with more than [#MAX_PROBLEMS]
  /// problems is not stored.
  ///
  /// @param before the stamp of the log before it was read
  /// @param index of the whole log
  /// @param problems the problems of the log
  private void store(
      Path folder, Path log, LogFingerprint before, LogIndex index, List<Problem> problems) {
    try {
      if (!index.isComplete()
          || before.size() > MAX_LOG_BYTES
          || problems.size() > MAX_PROBLEMS
          || !LogFingerprint.of(log).equals(before)) {
        return;
      }
      byte[] bytes = IndexFile.write(before, index, problems);
      if (bytes.length <= maxBytes) {
        createFolder(folder);
        write(file(folder, log), bytes);
        evict(folder);
      }
    } catch (IOException | OutOfMemoryError e) {
      // The log will be read again.
    }
  }

  private static void createFolder(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    var _ = Files.createDirectories(folder, permissions(folder, "rwx------"));
  }

  private static FileAttribute<?>[] permissions(Path folder, String permissions) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    try (AtomicFile next = AtomicFile.create(file, permissions(file, "rw-------"))) {
      var _ = Files.write(next.temporary(), bytes);
      next.commit();
    }
  }

  /// A cached index.
  private record CachedFile(Path file, long bytes, Instant used) {}

  /// Evicts the least recently used indexes beyond the size limit, and deletes temporary files that
  /// a killed process left.
  private void evict(Path folder) throws IOException {
    List<CachedFile> all = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path each : files) {
        String name = each.getFileName().toString();
        Instant used = Files.getLastModifiedTime(each).toInstant();
        if (name.endsWith(SUFFIX)) {
          all.add(new CachedFile(each, Files.size(each), used));
        } else if (name.endsWith(AtomicFile.SUFFIX)
            && used.isBefore(Instant.now().minus(ABANDONED_AGE))) {
          var _ = Files.deleteIfExists(each);
        }
      }
    }
    all.sort(Comparator.comparing(CachedFile::used).reversed());
    long sum = 0;
    for (CachedFile each : all) {
      sum += each.bytes;
      if (sum > maxBytes) {
        var _ = Files.deleteIfExists(each.file);
      }
    }
  }

  /// The file for a log's index, named by a hash of the log's path.
  private static Path file(Path folder, Path log) throws IOException {
    try {
      byte[] name = log.toRealPath().toString().getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(name);
      return folder.resolve(HexFormat.of().formatHex(digest, 0, 16) + SUFFIX);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
