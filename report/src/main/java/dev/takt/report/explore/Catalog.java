package dev.takt.report.explore;

import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.IndexCache;
import dev.takt.report.page.SourceEntry;
import dev.takt.report.page.SourceSession;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds the runs and logs in the folders named on the command line. Nothing else is ever opened: a
/// request holds only an id of an entry of this catalog. Symbolic links are not followed.
///
/// Thread-safe.
final class Catalog {

  /// How deep folders are searched: they are meant to hold runs, not to be a whole disk.
  private static final int MAX_DEPTH = 5;

  private static final int MAX_VISITED = 50_000;
  private static final int MAX_SOURCES = 1_000;
  private static final Pattern LOG = Pattern.compile("(?is).+\\.(hdr|hlog)(\\.gz|\\.zst)?");
  private static final List<String> FILES_OF_RUN =
      List.of("run.json", "latency.hdr", "hiccups.hdr", "stalls.json", "operations.bin");

  /// How long a new hiccup log counts as that of a starting run: hiccups are recorded before
  /// `run.json` is written, while the target is prepared.
  private static final Duration RUN_START_TIMEOUT = Duration.ofSeconds(15);

  private record Item(Path path, boolean isRun, SourceEntry entry) {}

  private final List<Path> roots;
  private final IndexCache indexes;
  private final TimeColumns times;
  private final InstantSource clock;
  private final int maxDepth;
  private Map<String, Item> items = Map.of();

  /// @param roots folders, runs and logs
  /// @param indexes the cache of indexes of large logs
  /// @param times how the time columns of logs are to be read
  Catalog(List<Path> roots, IndexCache indexes, TimeColumns times) {
    this(roots, indexes, times, InstantSource.system(), MAX_DEPTH);
  }

  /// @param clock the current time
  Catalog(List<Path> roots, IndexCache indexes, TimeColumns times, InstantSource clock) {
    this(roots, indexes, times, clock, MAX_DEPTH);
  }

  private Catalog(
      List<Path> roots, IndexCache indexes, TimeColumns times, InstantSource clock, int maxDepth) {
    this.maxDepth = maxDepth;
    this.times = times;
    this.roots = List.copyOf(roots);
    this.indexes = indexes;
    this.clock = clock;
  }

  /// A catalog of one run, which may not have begun. Runs in its directory are not listed: they are
  /// those of the machines that take part in it.
  static Catalog ofRun(Path directory, IndexCache indexes) {
    return new Catalog(List.of(directory), indexes, TimeColumns.AUTO, InstantSource.system(), 1);
  }

  /// Scans the folders again. Entries are in the order of the roots; within a folder, runs precede
  /// logs, and the newest run is first.
  synchronized List<SourceEntry> scan() {
    Map<String, Item> found = new LinkedHashMap<>();
    List<SourceEntry> entries = new ArrayList<>();
    for (Path each : roots) {
      Set<String> before = Set.copyOf(found.keySet());
      scan(each, found);
      found.values().stream()
          .map(Item::entry)
          .filter(entry -> !before.contains(entry.id()))
          .sorted(
              Comparator.comparing((SourceEntry entry) -> !entry.isRun())
                  .thenComparing(Catalog::began, Comparator.reverseOrder())
                  .thenComparing(SourceEntry::name))
          .forEach(entries::add);
    }
    items = found;
    return List.copyOf(entries);
  }

  private static long began(SourceEntry entry) {
    Long began = entry.beginEpochNanos();
    return began == null ? Long.MIN_VALUE : began;
  }

  private void scan(Path root, Map<String, Item> found) {
    try {
      if (Files.isRegularFile(root)) {
        addLog(root.toRealPath(), found);
        return;
      }
      Files.walkFileTree(root.toRealPath(), Set.of(), maxDepth, visitor(found));
    } catch (IOException e) {
      // An unreadable folder has no entries; a missing one was reported at the start.
    }
  }

  private FileVisitor<Path> visitor(Map<String, Item> found) {
    return new SimpleFileVisitor<>() {
      private int seen;

      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        if (found.size() >= MAX_SOURCES || ++seen > MAX_VISITED) {
          return FileVisitResult.TERMINATE;
        }
        if (Files.isRegularFile(folder.resolve("run.json"), LinkOption.NOFOLLOW_LINKS)) {
          addRun(folder, found);
          return FileVisitResult.SKIP_SUBTREE;
        }
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (found.size() >= MAX_SOURCES || ++seen > MAX_VISITED) {
          return FileVisitResult.TERMINATE;
        }
        if (attributes.isRegularFile()
            && LOG.matcher(file.getFileName().toString()).matches()
            && !belongsToRun(file, attributes)) {
          addLog(file, found);
        }
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException e) {
        return FileVisitResult.CONTINUE;
      }
    };
  }

  /// Whether a log belongs to a run that is just starting, or that started while its folder was
  /// scanned: the next scan finds it as a run.
  private boolean belongsToRun(Path log, BasicFileAttributes attributes) {
    return Files.isRegularFile(log.resolveSibling("run.json"), LinkOption.NOFOLLOW_LINKS)
        || (log.endsWith(RunDirectory.HICCUP_LOG)
            && attributes
                .creationTime()
                .toInstant()
                .isAfter(clock.instant().minus(RUN_START_TIMEOUT)));
  }

  private static void addRun(Path folder, Map<String, Item> found) {
    try {
      SourceEntry entry = SourceSession.entry(RunDirectory.open(folder));
      found.put(entry.id(), new Item(folder, true, entry));
    } catch (IOException e) {
      // It has been deleted.
    }
  }

  private static void addLog(Path log, Map<String, Item> found) {
    SourceEntry entry = SourceEntry.ofLog(log, SourceEntry.State.COMPLETE, null);
    found.put(entry.id(), new Item(log, false, entry));
  }

  /// Checks that an id exists.
  ///
  /// @throws Refusal if it does not
  void require(String id) throws HttpError {
    var _ = find(id);
  }

  /// Opens the run or log of an id.
  ///
  /// @throws Refusal if the id does not exist, or a link or special file is in its place
  /// @throws IOException with a message for people, if it cannot be read
  SourceSession open(String id) throws HttpError, IOException {
    Item item = find(id);
    // A folder or file may have been replaced by a link since the scan.
    if (!item.path.toRealPath().equals(item.path)) {
      throw new HttpError(
          403, "Its path contains a symbolic link now, and links are not followed.");
    }
    if (!item.isRun) {
      return SourceSession.ofLog(item.path, indexes, times);
    }
    for (String each : FILES_OF_RUN) {
      Path file = item.path.resolve(each);
      if (Files.isSymbolicLink(file)) {
        throw new HttpError(403, "The run's " + each + " is a link, and links are not followed.");
      }
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new HttpError(403, "The run's " + each + " is not a regular file.");
      }
    }
    return SourceSession.ofRun(RunDirectory.open(item.path), indexes);
  }

  private synchronized Item find(String id) throws HttpError {
    Item item = items.get(id);
    if (item == null) {
      var _ = scan();
      item = items.get(id);
    }
    if (item == null) {
      throw new HttpError(404, "There is no such run or log here.");
    }
    return item;
  }
}
