package dev.takt.runs;

import dev.takt.record.files.AtomicFile;
import dev.takt.runs.json.JsonText;
import dev.takt.runs.json.RunJson;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.model.ThreadTimes;
import dev.takt.runs.text.Causes;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The directory of one run: the paths of its files, and atomic writes of its JSON files.
/// `FORMAT.md` describes the files.
///
/// Immutable and thread-safe, but two threads must not [#write] at the same time.
public final class RunDirectory {

  /// The name of [#hiccupLog].
  public static final String HICCUP_LOG = "hiccups.hdr";

  /// The name of [#targetProfile].
  public static final String TARGET_PROFILE = "target-profile.jfr";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss", Locale.ROOT);
  private static final int MAX_TARGET_NAME_LENGTH = 40;

  private final Path path;

  /// The directory or the highest parent that did not exist before; null if the directory did.
  private final @Nullable Path created;

  private RunDirectory(Path path, @Nullable Path created) {
    this.path = path;
    this.created = created;
  }

  /// Creates a directory for a new run, and its parents. An existing empty directory is used as it
  /// is.
  ///
  /// @throws IOException with a message for people, if it exists and is not empty, or cannot be
  ///   created or written to
  public static RunDirectory create(Path path) throws IOException {
    Path obstacle = fileInTheWay(path);
    if (obstacle != null) {
      throw new IOException(
          "cannot make run directory " + path + ": " + obstacle + " is not a directory");
    }
    Path created = highestMissing(path);
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new IOException("cannot make run directory " + path + ": " + Causes.of(e), e);
    }
    if (!isEmpty(path)) {
      throw new IOException(
          "run directory " + path + " is not empty: name another one, or empty it first");
    }
    if (!Files.isWritable(path)) {
      throw new IOException("run directory " + path + " cannot be written to: permission denied");
    }
    return new RunDirectory(path, created);
  }

  /// Removes the directory of a run that has not begun to measure: an empty one, or one with only a
  /// `run.json` that says so. Its parents go too, as far as [#create] made them and they are empty.
  /// A directory that existed before stays. The output of a server that was started is kept.
  public void removeIfNothingIsRecorded() {
    try {
      if (holdsOnlyRunJson() && read().measured() == null) {
        Files.delete(runJson());
      }
      Path each = path;
      while (created != null && each != null && each.startsWith(created)) {
        Files.deleteIfExists(each);
        each = each.getParent();
      }
    } catch (IOException _) {
      // It is not empty, or we may not remove it: it is kept.
    }
  }

  private boolean holdsOnlyRunJson() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      boolean any = false;
      for (Path file : files) {
        if (!file.equals(runJson())) {
          return false;
        }
        any = true;
      }
      return any;
    }
  }

  /// Opens the directory of an existing run.
  ///
  /// @throws IOException with a message for people, if there is none
  public static RunDirectory open(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      throw new IOException(
          path + (Files.exists(path) ? " is not a directory" : " does not exist") + ": no run");
    }
    RunDirectory directory = new RunDirectory(path, null);
    if (!Files.exists(directory.runJson())) {
      throw new IOException(path + " has no run.json: it is not the directory of a run");
    }
    return directory;
  }

  /// A path that does not exist yet, such as `takt-runs/2026-11-20T17-20-05-http`, in local time.
  ///
  /// @param base the directory that holds all runs
  /// @param targetName the target's name, of which only letters, digits, `.`, `_` and `-` are kept
  public static Path defaultPath(Path base, Instant now, String targetName) {
    return defaultPath(base, now, targetName, ZoneId.systemDefault());
  }

  static Path defaultPath(Path base, Instant now, String targetName, ZoneId zone) {
    String name = TIME.format(now.atZone(zone)) + "-" + fileName(targetName);
    Path candidate = base.resolve(name);
    for (int i = 2; Files.exists(candidate, LinkOption.NOFOLLOW_LINKS); i++) {
      candidate = base.resolve(name + "-" + i);
    }
    return candidate;
  }

  private static String fileName(String targetName) {
    String name = targetName.replaceAll("[^A-Za-z0-9._]+", "-").replaceAll("^[-.]+|-+$", "");
    String shorter = name.substring(0, Math.min(name.length(), MAX_TARGET_NAME_LENGTH));
    return shorter.isEmpty() ? "run" : shorter;
  }

  /// The directory.
  public Path path() {
    return path;
  }

  /// The record of the run: a [RunRecord].
  public Path runJson() {
    return resolve("run.json");
  }

  /// Latencies, as a HdrHistogram interval log with the tags of [RunTags].
  public Path latencyLog() {
    return resolve("latency.hdr");
  }

  /// The latencies of the machines of a fleet apart, as a HdrHistogram interval log. Its tags are
  /// those of [#latencyLog] after [#machinePrefix].
  public Path machinesLog() {
    return resolve("machines.hdr");
  }

  /// What tags of a machine begin with in [#machinesLog].
  public static String machinePrefix(String machine) {
    return machine + "::";
  }

  /// Hiccups, as a HdrHistogram interval log.
  public Path hiccupLog() {
    return resolve(HICCUP_LOG);
  }

  /// Single operations: an [OperationTrace].
  public Path operationTrace() {
    return resolve("operations.bin");
  }

  /// The observations: [Stalls].
  public Path stallsJson() {
    return resolve("stalls.json");
  }

  /// The CPU times of threads: [ThreadTimes].
  public Path threadsJson() {
    return resolve("threads.json");
  }

  /// The flight recording of one side.
  public Path recording(Side side) {
    return resolve(recordingName(side));
  }

  /// The CPU profile of the target, if async-profiler took it; it is in [#recording] otherwise.
  public Path targetProfile() {
    return resolve(TARGET_PROFILE);
  }

  /// The name of [#recording].
  public static String recordingName(Side side) {
    return side.lowerCase() + ".jfr";
  }

  /// The path of a file of the run.
  public Path resolve(String name) {
    return path.resolve(name);
  }

  /// Writes `run.json` atomically: a reader finds either the old or the new file, complete, even if
  /// this process is killed. After a power loss, the result depends on the file system.
  ///
  /// @throws IOException with a message for people
  public void write(RunRecord run) throws IOException {
    replace(runJson(), JsonText.of(run));
  }

  /// Reads `run.json`.
  ///
  /// @throws IOException with a message for people, if it is missing, damaged, or of a newer format
  public RunRecord read() throws IOException {
    return RunJson.read(runJson());
  }

  /// Writes `stalls.json`, also atomically.
  ///
  /// @throws IOException with a message for people
  public void write(Stalls stalls) throws IOException {
    replace(stallsJson(), JsonText.of(stalls));
  }

  /// Reads `stalls.json`.
  ///
  /// @throws IOException with a message for people, if it is missing, damaged, or of a newer format
  public Stalls readStalls() throws IOException {
    return RunJson.readStalls(stallsJson());
  }

  /// Writes `threads.json`, also atomically.
  ///
  /// @throws IOException with a message for people
  public void write(ThreadTimes times) throws IOException {
    replace(threadsJson(), JsonText.of(times));
  }

  /// Reads `threads.json`.
  ///
  /// @throws IOException with a message for people, if it is missing, damaged, or of a newer format
  public ThreadTimes readThreadTimes() throws IOException {
    return RunJson.readThreadTimes(threadsJson());
  }

  private static void replace(Path file, String text) throws IOException {
    try {
      AtomicFile.writeString(file, text);
    } catch (IOException e) {
      throw new IOException("cannot write " + file + ": " + Causes.of(e), e);
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      return !entries.iterator().hasNext();
    } catch (IOException e) {
      throw new IOException("cannot read directory " + directory + ": " + Causes.of(e), e);
    }
  }

  /// The path itself or its highest parent that does not exist; null if the path exists.
  private static @Nullable Path highestMissing(Path path) {
    Path missing = null;
    for (Path p = path; p != null && !Files.exists(p); p = p.getParent()) {
      missing = p;
    }
    return missing;
  }

  /// The path itself or its nearest existing parent, if that is not a directory.
  private static @Nullable Path fileInTheWay(Path path) {
    for (Path p = path.toAbsolutePath(); p != null; p = p.getParent()) {
      if (Files.exists(p, LinkOption.NOFOLLOW_LINKS)) {
        return Files.isDirectory(p) ? null : p;
      }
    }
    return null;
  }
}
