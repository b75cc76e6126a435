package dev.takt.watch.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Files that a JVM writes and this process reads. Where the JVM cannot write to the run's
/// directory, since it is another user's or in a container, they are in its `/tmp` until
/// [#collect].
public final class SharedFiles {

  private final Path directory;
  private final Path ours;
  private final Path theirs;

  /// What tells `ours` from all other folders.
  private final Object key;

  private SharedFiles(Path directory, Path ours, Path theirs, Object key) {
    this.directory = directory;
    this.ours = ours;
    this.theirs = theirs;
    this.key = key;
  }

  /// Those of this process itself.
  static SharedFiles own(Path directory) {
    Path absolute = directory.toAbsolutePath();
    return new SharedFiles(absolute, absolute, absolute, absolute);
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
      // In a container its root could put a link in its place, so that a file of the host would be
      // given away: neither is done through a link.
      Object key =
          Files.readAttributes(ours, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .fileKey();
      if (user != null && !user.equals(own)) {
        Files.setAttribute(ours, "unix:uid", Integer.parseInt(user), LinkOption.NOFOLLOW_LINKS);
      }
      return new SharedFiles(
          directory.toAbsolutePath(), ours, Path.of("/tmp").resolve(ours.getFileName()), key);
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

  /// Brings what there is into the run's directory, and takes away the place that was shared. Its
  /// owner may have put another folder or a link there, of which nothing is touched.
  ///
  /// @param names the files that are wanted
  /// @return why that was not possible; null if it was
  public @Nullable String collect(List<String> names) {
    if (!isElsewhere()) {
      return null;
    }
    try (SecureDirectoryStream<Path> parent = parent()) {
      try (SecureDirectoryStream<Path> made = made(parent)) {
        for (String name : names) {
          bring(made, name);
        }
        empty(made);
      }
      parent.deleteDirectory(place());
      return null;
    } catch (NoSuchFileException e) {
      return names.isEmpty() ? null : ours + " is gone, and what the JVM had written there with it";
    } catch (IOException e) {
      return "what the JVM had written to "
          + ours
          + " could not be brought here: "
          + e.getMessage();
    }
  }

  /// Opens a file that the JVM has written, where that is [#isElsewhere].
  ///
  /// @throws NoSuchFileException if there is none
  /// @throws IOException with a message for people, if it is no plain file, or not in the folder
  ///   that Takt made
  public InputStream open(String name) throws IOException {
    try (SecureDirectoryStream<Path> parent = parent();
        SecureDirectoryStream<Path> made = made(parent)) {
      InputStream its = openIfPlain(made, name);
      if (its == null) {
        throw new IOException(ours(name) + " is no file any more");
      }
      return its;
    }
  }

  private Path place() {
    return Objects.requireNonNull(ours.getFileName());
  }

  /// Where the place that is shared lies. It stays with its folder, whatever is put in that
  /// folder's place; closed by the caller.
  @SuppressWarnings("StreamResourceLeak")
  private SecureDirectoryStream<Path> parent() throws IOException {
    DirectoryStream<Path> stream =
        Files.newDirectoryStream(Objects.requireNonNull(ours.getParent()));
    if (stream instanceof SecureDirectoryStream<Path> parent) {
      return parent;
    }
    stream.close();
    throw new IOException("this system cannot keep hold of a folder");
  }

  /// The folder that Takt made; closed by the caller.
  private SecureDirectoryStream<Path> made(SecureDirectoryStream<Path> parent) throws IOException {
    SecureDirectoryStream<Path> folder =
        parent.newDirectoryStream(place(), LinkOption.NOFOLLOW_LINKS);
    BasicFileAttributes attributes =
        folder.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
    if (key.equals(attributes.fileKey())) {
      return folder;
    }
    folder.close();
    throw new IOException("it is not the folder any more that Takt made");
  }

  /// What is no plain file is not wanted. Between the look at it and its opening it could still
  /// become another thing, for which Java has no remedy; it would have to be quick.
  private static @Nullable InputStream openIfPlain(SecureDirectoryStream<Path> from, String name)
      throws IOException {
    Path file = Path.of(name);
    return attributes(from, file).isRegularFile()
        ? Channels.newInputStream(
            from.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))
        : null;
  }

  private static BasicFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    return folder
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  private void bring(SecureDirectoryStream<Path> from, String name) throws IOException {
    try (InputStream its = openIfPlain(from, name)) {
      if (its != null) {
        Files.copy(its, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (NoSuchFileException e) {
      // The JVM has not written it.
    }
  }

  private static void empty(SecureDirectoryStream<Path> folder) throws IOException {
    for (Path each : folder) {
      Path name = Objects.requireNonNull(each.getFileName());
      if (attributes(folder, name).isDirectory()) {
        folder.deleteDirectory(name);
      } else {
        folder.deleteFile(name);
      }
    }
  }
}
