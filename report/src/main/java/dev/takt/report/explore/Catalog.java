package dev.takt.report.explore;

import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.IndexFolder;
import dev.takt.report.page.OpenSource;
import dev.takt.report.page.SourceEntry;
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

/// The runs and logs in the folders that a person named. Nothing else is ever opened: a request has
/// only numbers of what is here. Links are not followed.
///
/// Thread-safe.
final class Catalog {

  /// A folder is one in which somebody keeps runs, not a whole disk.
  private static final int DEPTH = 5;

  private static final int MOST_LOOKED_AT = 50_000;
  private static final int MOST_SOURCES = 1_000;
  private static final Pattern LOG = Pattern.compile("(?is).+\\.(hdr|hlog)(\\.gz|\\.zst)?");
  private static final List<String> FILES_OF_RUN =
      List.of("run.json", "latency.hdr", "hiccups.hdr", "stalls.json", "operations.bin");

  /// Its hiccups are recorded before a run says of itself that it is one, while the target is made
  /// ready.
  private static final Duration BEGINNING = Duration.ofSeconds(15);

  private record Item(Path path, boolean isRun, SourceEntry entry) {}

  private final List<Path> roots;
  private final IndexFolder indexes;
  private final TimeColumns times;
  private final InstantSource clock;
  private Map<String, Item> items = Map.of();

  /// @param roots folders, runs and logs
  Catalog(List<Path> roots) {
    this(roots, IndexFolder.NONE);
  }

  /// @param indexes of large logs that were read before
  Catalog(List<Path> roots, IndexFolder indexes) {
    this(roots, indexes, TimeColumns.AUTO);
  }

  /// @param times what is known about the columns of times of logs
  Catalog(List<Path> roots, IndexFolder indexes, TimeColumns times) {
    this(roots, indexes, times, InstantSource.system());
  }

  /// @param clock what time it is
  Catalog(List<Path> roots, IndexFolder indexes, TimeColumns times, InstantSource clock) {
    this.times = times;
    this.roots = List.copyOf(roots);
    this.indexes = indexes;
    this.clock = clock;
  }

  /// Looks what there is now: in the order in which it was named; of a folder runs first, the
  /// newest before all others.
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
    Long began = entry.beganEpoch();
    return began == null ? Long.MIN_VALUE : began;
  }

  private void scan(Path root, Map<String, Item> found) {
    try {
      if (Files.isRegularFile(root)) {
        addLog(root.toRealPath(), found);
        return;
      }
      Files.walkFileTree(root.toRealPath(), Set.of(), DEPTH, visitor(found));
    } catch (IOException e) {
      // A folder that cannot be read has nothing to show; one that is missing was told at the
      // start.
    }
  }

  private FileVisitor<Path> visitor(Map<String, Item> found) {
    return new SimpleFileVisitor<>() {
      private int seen;

      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        if (found.size() >= MOST_SOURCES || ++seen > MOST_LOOKED_AT) {
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
        if (found.size() >= MOST_SOURCES || ++seen > MOST_LOOKED_AT) {
          return FileVisitResult.TERMINATE;
        }
        if (attributes.isRegularFile()
            && LOG.matcher(file.getFileName().toString()).matches()
            && !isOfRun(file, attributes)) {
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

  /// Whether a log is that of a run that begins just now, or began while its folder was looked
  /// through: it will be found as a run.
  private boolean isOfRun(Path log, BasicFileAttributes attributes) {
    return Files.isRegularFile(log.resolveSibling("run.json"), LinkOption.NOFOLLOW_LINKS)
        || (log.endsWith(RunDirectory.HICCUP_LOG)
            && attributes.creationTime().toInstant().isAfter(clock.instant().minus(BEGINNING)));
  }

  private static void addRun(Path folder, Map<String, Item> found) {
    try {
      SourceEntry entry = OpenSource.entry(RunDirectory.open(folder));
      found.put(entry.id(), new Item(folder, true, entry));
    } catch (IOException e) {
      // It is gone.
    }
  }

  private static void addLog(Path log, Map<String, Item> found) {
    SourceEntry entry = SourceEntry.ofLog(log, SourceEntry.State.COMPLETE, null);
    found.put(entry.id(), new Item(log, false, entry));
  }

  /// Whether there is something that has a number.
  ///
  /// @throws Refusal if not
  void require(String id) throws Refusal {
    var _ = find(id);
  }

  /// Opens what has a number.
  ///
  /// @throws Refusal if there is nothing that has it
  /// @throws IOException with a message for people, if it cannot be read
  OpenSource open(String id) throws Refusal, IOException {
    Item item = find(id);
    // What was a folder or a file when it was found may have become a link since.
    if (!item.path.toRealPath().equals(item.path)) {
      throw new Refusal(403, "There is a link in its path now, and links are not followed.");
    }
    if (!item.isRun) {
      return OpenSource.ofLog(item.path, indexes, times);
    }
    for (String each : FILES_OF_RUN) {
      Path file = item.path.resolve(each);
      if (Files.isSymbolicLink(file)) {
        throw new Refusal(403, "The run's " + each + " is a link, and links are not followed.");
      }
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new Refusal(403, "The run's " + each + " is no file.");
      }
    }
    return OpenSource.ofRun(RunDirectory.open(item.path), indexes);
  }

  private synchronized Item find(String id) throws Refusal {
    Item item = items.get(id);
    if (item == null) {
      var _ = scan();
      item = items.get(id);
    }
    if (item == null) {
      throw new Refusal(404, "There is no such run or log here.");
    }
    return item;
  }
}
