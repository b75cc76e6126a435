package dev.takt.watch.jvm;

import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Files that a JVM writes and this process reads. Where the JVM cannot write to the run's
/// directory, since it is another user's or in a container, they are in its `/tmp` until
/// [#collect].
///
/// That folder is the JVM's, and this process may be root: so it is touched here alone, relative to
/// the folder that was made, whatever is put in its place later, and without following a link. What
/// the JVM is to find there is laid before the folder is given away. For one thread, but for
/// [#read].
public final class SharedFiles {

  /// Of each file: a recording has at most 1 GB, a log 256 MB. More would be no file of the JVM's,
  /// and fill the disk.
  private static final long MOST_BYTES = 2L << 30;

  private static final Set<StandardOpenOption> TO_WRITE_ANEW =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);

  private final Path directory;
  private final Path ours;
  private final Path theirs;

  /// What tells `ours` from all other folders.
  private final Object key;

  /// Whom the folder is for; null where that is this process's own user.
  private final @Nullable String user;

  private final List<String> laid = new ArrayList<>();

  private SharedFiles(Path directory, Path ours, Path theirs, Object key, @Nullable String user) {
    this.directory = directory;
    this.ours = ours;
    this.theirs = theirs;
    this.key = key;
    this.user = user;
  }

  /// Those of this process itself.
  static SharedFiles own(Path directory) {
    Path absolute = directory.toAbsolutePath();
    return new SharedFiles(absolute, absolute, absolute, absolute, null);
  }

  /// Those of another JVM, for which they are when they are handed over.
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
          EnglishText.format(
              "process %d cannot write to %s, and its /tmp is a link", process.pid(), directory));
    }
    try {
      // For the JVM's user alone: others could put links there, which root would follow.
      Path ours = Files.createTempDirectory(root.resolve("tmp"), "takt-");
      Object key =
          Files.readAttributes(ours, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .fileKey();
      return new SharedFiles(
          directory.toAbsolutePath(),
          ours,
          Path.of("/tmp").resolve(ours.getFileName()),
          key,
          user == null || user.equals(own) ? null : user);
    } catch (IOException e) {
      throw new JvmException(
          EnglishText.format(
              "process %d cannot write to %s, and %s cannot be used either: %s",
              process.pid(), directory, root.resolve("tmp"), e.getMessage()),
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

  /// Makes a file that the JVM is to read, or to write on; before [#handOver]. In the run's
  /// directory one that a Takt left which was killed gives way to it.
  public FileChannel lay(String name) throws IOException {
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    if (!isElsewhere()) {
      Files.deleteIfExists(ours(name));
      return FileChannel.open(ours(name), options);
    }
    try (SecureDirectoryStream<Path> made = made()) {
      FileChannel channel = (FileChannel) made.newByteChannel(Path.of(name), options);
      laid.add(name);
      return channel;
    }
  }

  /// The same, with all that is to be in it.
  public void lay(String name, byte[] content) throws IOException {
    try (FileChannel channel = lay(name)) {
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) {
        int _ = channel.write(left);
      }
    }
  }

  /// Lets the JVM have what was laid, and at last the folder: from then on it can write there.
  public void handOver() throws IOException {
    if (user == null) {
      return;
    }
    UserPrincipal owner =
        ours.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user);
    try (SecureDirectoryStream<Path> made = made()) {
      for (String each : laid) {
        made.getFileAttributeView(
                Path.of(each), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .setOwner(owner);
      }
      made.getFileAttributeView(PosixFileAttributeView.class).setOwner(owner);
    }
  }

  /// Takes a file away that is of no use any more, if it is there.
  public void remove(String name) throws IOException {
    if (!isElsewhere()) {
      Files.deleteIfExists(ours(name));
      return;
    }
    try (SecureDirectoryStream<Path> made = made()) {
      made.deleteFile(Path.of(name));
    } catch (NoSuchFileException e) {
      // It was not there.
    }
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
      String trouble = null;
      try (SecureDirectoryStream<Path> made = made(parent)) {
        for (String name : names) {
          String its = bring(made, name);
          trouble = trouble == null ? its : trouble;
        }
        empty(made);
      }
      parent.deleteDirectory(place());
      return trouble;
    } catch (NoSuchFileException e) {
      return names.isEmpty() ? null : ours + " is gone, and what the JVM had written there with it";
    } catch (IOException e) {
      return notBrought(ours, e);
    }
  }

  private static String notBrought(Path what, IOException why) {
    return "what the JVM had written to "
        + what
        + " could not be brought here: "
        + why.getMessage();
  }

  /// Opens a file that the JVM has written, before [#collect]. Thread-safe.
  ///
  /// @throws NoSuchFileException if there is none
  /// @throws IOException with a message for people, if it is no plain file, or not in the folder
  ///   that Takt made
  public SeekableByteChannel read(String name) throws IOException {
    SeekableByteChannel its;
    if (isElsewhere()) {
      try (SecureDirectoryStream<Path> made = made()) {
        its = openIfPlain(made, name);
      }
    } else {
      its = openIfPlain(ours(name));
    }
    if (its == null) {
      throw new IOException(ours(name) + " is no file any more");
    }
    return its;
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
  private SecureDirectoryStream<Path> made() throws IOException {
    try (SecureDirectoryStream<Path> parent = parent()) {
      return made(parent);
    }
  }

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
  private static @Nullable SeekableByteChannel openIfPlain(
      SecureDirectoryStream<Path> from, String name) throws IOException {
    Path file = Path.of(name);
    return attributes(from, file).isRegularFile()
        ? from.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))
        : null;
  }

  private static @Nullable SeekableByteChannel openIfPlain(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .isRegularFile()
        ? FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)
        : null;
  }

  private static BasicFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    return folder
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /// @return why it could not be brought; null if it was, or if there is none
  private @Nullable String bring(SecureDirectoryStream<Path> from, String name) {
    try (SeekableByteChannel its = openIfPlain(from, name)) {
      if (its == null) {
        return null;
      }
      if (its.size() > MOST_BYTES) {
        throw new IOException(
            EnglishText.format("it is longer than the %,d MB that are brought", MOST_BYTES >> 20));
      }
      try (FileChannel here = FileChannel.open(collected(name), TO_WRITE_ANEW)) {
        copy(its, here);
      }
      return null;
    } catch (NoSuchFileException e) {
      return null; // The JVM has not written it.
    } catch (IOException e) {
      return notBrought(ours(name), e);
    }
  }

  /// No more than it had at first, however fast its writer is.
  private static void copy(SeekableByteChannel from, FileChannel to) throws IOException {
    long length = from.size();
    long at = 0;
    long copied = 1;
    while (at < length && copied > 0) {
      copied = to.transferFrom(from, at, length - at);
      at += copied;
    }
  }

  /// What vanishes meanwhile need not be deleted.
  private static void empty(SecureDirectoryStream<Path> folder) throws IOException {
    for (Path each : folder) {
      Path name = Objects.requireNonNull(each.getFileName());
      try {
        if (attributes(folder, name).isDirectory()) {
          folder.deleteDirectory(name);
        } else {
          folder.deleteFile(name);
        }
      } catch (NoSuchFileException e) {
        // As wanted.
      }
    }
  }
}
