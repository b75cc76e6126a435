package dev.takt.watch.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Files that a JVM writes and this process reads. Where the JVM cannot write to the run's
/// directory, since it is another user's or in a container, they are in its `/tmp` until
/// [#collect].
public final class SharedFiles {

  private final Path directory;
  private final Path ours;
  private final Path theirs;

  private SharedFiles(Path directory, Path ours, Path theirs) {
    this.directory = directory;
    this.ours = ours;
    this.theirs = theirs;
  }

  /// Those of this process itself.
  static SharedFiles own(Path directory) {
    Path absolute = directory.toAbsolutePath();
    return new SharedFiles(absolute, absolute, absolute);
  }

  /// Those of another JVM.
  ///
  /// @throws JvmException if there is no place that both can use
  public static SharedFiles of(JvmProcess process, Path directory) throws JvmException {
    boolean sameFiles = process.seesSameFiles();
    String user = process.effectiveUser();
    String own = JvmProcess.of(ProcessHandle.current().pid()).effectiveUser();
    if (sameFiles && (user == null || user.equals("0") || user.equals(own))) {
      return own(directory);
    }
    Path root = sameFiles ? Path.of("/") : process.root();
    if (!sameFiles && Files.isSymbolicLink(root.resolve("tmp"))) {
      // Followed from here, it would lead to somewhere else.
      throw new JvmException(
          "process %d cannot write to %s, and its /tmp is a link"
              .formatted(process.pid(), directory));
    }
    try {
      // For the JVM's user alone: others could put links there, which root would follow.
      Path ours = Files.createTempDirectory(root.resolve("tmp"), "takt-");
      if (user != null && !user.equals(own)) {
        Files.setAttribute(ours, "unix:uid", Integer.parseInt(user));
      }
      return new SharedFiles(
          directory.toAbsolutePath(), ours, Path.of("/tmp").resolve(ours.getFileName()));
    } catch (IOException e) {
      throw new JvmException(
          "process %d cannot write to %s, and %s cannot be used either: %s"
              .formatted(process.pid(), directory, root.resolve("tmp"), e.getMessage()),
          e);
    }
  }

  /// Whether that is another place than the run's directory.
  public boolean isElsewhere() {
    return !ours.equals(directory);
  }

  /// A file as the JVM names it.
  public Path theirs(String name) {
    return theirs.resolve(name);
  }

  /// The same file as this process names it, before [#collect].
  public Path ours(String name) {
    return ours.resolve(name);
  }

  /// Lets the JVM write to a file that this process has made.
  public void handOver(String name) throws IOException {
    Files.setAttribute(
        ours.resolve(name), "posix:owner", Files.getOwner(ours), LinkOption.NOFOLLOW_LINKS);
  }

  /// Where a file is after [#collect].
  public Path collected(String name) {
    return directory.resolve(name);
  }

  /// Brings what there is into the run's directory.
  ///
  /// @param names the files that are wanted
  /// @return why that was not possible; null if it was
  public @Nullable String collect(List<String> names) {
    if (!isElsewhere()) {
      return null;
    }
    try {
      for (String name : names) {
        if (Files.isRegularFile(ours.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
          Files.copy(
              ours.resolve(name), directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      try (Stream<Path> left = Files.list(ours)) {
        for (Path each : left.toList()) {
          Files.deleteIfExists(each);
        }
      }
      Files.deleteIfExists(ours);
      return null;
    } catch (IOException e) {
      return "what the JVM had written to "
          + ours
          + " could not be brought here: "
          + e.getMessage();
    }
  }
}
