package dev.takt.watch.jvm.attach;

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

/// A directory for the exchange of files with another JVM. It is the run directory, if the JVM can
/// write to it. If the JVM belongs to another user or runs in a container, it is a temporary
/// directory in the JVM's `/tmp`, whose files are copied to the run directory by [#collect].
///
/// The temporary directory belongs to the JVM's user, and this process may be root. So only this
/// class accesses it, relative to a handle of the directory that it created, and never through a
/// symbolic link. A directory that is put there instead is not touched. Files for the JVM are
/// created before the directory changes its owner. Not thread-safe, except [#read].
public final class ExchangeDirectory {

  /// The limit for each copied file. A recording has at most 1 GB, a log 256 MB. A larger file is
  /// not the JVM's, and could fill the disk.
  private static final long MAX_BYTES = 2L << 30;

  private static final Set<StandardOpenOption> OVERWRITE =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);

  private final Path runDirectory;
  private final Path localPath;
  private final Path remotePath;

  /// The file key of the local path, to recognise a directory that was put there instead.
  private final Object fileKey;

  /// The user id that the directory is for; null for this process's own user.
  private final @Nullable String targetUser;

  private final List<String> created = new ArrayList<>();

  private ExchangeDirectory(
      Path runDirectory,
      Path localPath,
      Path remotePath,
      Object fileKey,
      @Nullable String targetUser) {
    this.runDirectory = runDirectory;
    this.localPath = localPath;
    this.remotePath = remotePath;
    this.fileKey = fileKey;
    this.targetUser = targetUser;
  }

  /// The run directory, for this process itself.
  public static ExchangeDirectory own(Path directory) {
    Path absolute = directory.toAbsolutePath();
    return new ExchangeDirectory(absolute, absolute, absolute, absolute, null);
  }

  /// Creates a directory for another JVM, which can use it after [#transferOwnership].
  ///
  /// @throws JvmException if there is no directory that both can use
  public static ExchangeDirectory of(JvmProcess process, Path directory) throws JvmException {
    boolean sameFiles = process.seesSameFiles();
    String user = process.effectiveUser();
    String own = JvmProcess.of(ProcessHandle.current().pid()).effectiveUser();
    if (sameFiles && (user == null || user.equals("0") || user.equals(own))) {
      return own(directory);
    }
    Path root = sameFiles ? Path.of("/") : process.root();
    if (!sameFiles && Files.isSymbolicLink(root.resolve("tmp"))) {
      // From here, an absolute link would lead to a directory outside of the container.
      throw new JvmException(
          EnglishText.format(
              "process %d cannot write to %s, and its /tmp is a link", process.pid(), directory));
    }
    try {
      // Accessible to the JVM's user alone: others could create links, which root would follow.
      Path created = Files.createTempDirectory(root.resolve("tmp"), "takt-");
      Object key =
          Files.readAttributes(created, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .fileKey();
      return new ExchangeDirectory(
          directory.toAbsolutePath(),
          created,
          Path.of("/tmp").resolve(created.getFileName()),
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

  /// Whether it is a temporary directory and not the run directory.
  public boolean isSeparate() {
    return !localPath.equals(runDirectory);
  }

  /// The path of a file as the JVM sees it.
  public Path remotePath(String name) {
    return remotePath.resolve(name);
  }

  /// The path of a file as this process sees it, before [#collect].
  public Path localPath(String name) {
    return localPath.resolve(name);
  }

  /// Creates a file that the JVM reads or appends to; to be called before [#transferOwnership]. In
  /// the run directory, it replaces a file of that name, which a killed Takt has left.
  public FileChannel create(String name) throws IOException {
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    if (!isSeparate()) {
      Files.deleteIfExists(localPath(name));
      return FileChannel.open(localPath(name), options);
    }
    try (SecureDirectoryStream<Path> made = openDirectory()) {
      FileChannel channel = (FileChannel) made.newByteChannel(Path.of(name), options);
      created.add(name);
      return channel;
    }
  }

  /// Creates a file with a given content.
  public void create(String name, byte[] content) throws IOException {
    try (FileChannel channel = create(name)) {
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) {
        int _ = channel.write(left);
      }
    }
  }

  /// Makes the JVM's user the owner of the created files, and then of the directory. From then on
  /// the JVM can write there.
  public void transferOwnership() throws IOException {
    if (targetUser == null) {
      return;
    }
    UserPrincipal owner =
        localPath.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(targetUser);
    try (SecureDirectoryStream<Path> made = openDirectory()) {
      for (String each : created) {
        made.getFileAttributeView(
                Path.of(each), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .setOwner(owner);
      }
      made.getFileAttributeView(PosixFileAttributeView.class).setOwner(owner);
    }
  }

  /// Deletes a file, if it exists.
  public void remove(String name) throws IOException {
    if (!isSeparate()) {
      Files.deleteIfExists(localPath(name));
      return;
    }
    try (SecureDirectoryStream<Path> made = openDirectory()) {
      made.deleteFile(Path.of(name));
    } catch (NoSuchFileException e) {
      // It did not exist.
    }
  }

  /// The path of a file after [#collect].
  public Path collectedPath(String name) {
    return runDirectory.resolve(name);
  }

  /// Copies files to the run directory, and deletes the temporary directory. If its owner has put
  /// another directory or a link there, that is not touched.
  ///
  /// @param names the files to copy, as far as they exist
  /// @return the first failure, as text for people; null if there was none
  public @Nullable String collect(List<String> names) {
    if (!isSeparate()) {
      return null;
    }
    try (SecureDirectoryStream<Path> parent = openParent()) {
      String failure = null;
      try (SecureDirectoryStream<Path> made = openDirectory(parent)) {
        for (String name : names) {
          String problem = fetch(made, name);
          failure = failure == null ? problem : failure;
        }
        deleteContents(made);
      }
      parent.deleteDirectory(directoryName());
      return failure;
    } catch (NoSuchFileException e) {
      return names.isEmpty()
          ? null
          : localPath + " was deleted, with the files that the JVM had written there";
    } catch (IOException e) {
      return fetchFailure(localPath, e);
    }
  }

  private static String fetchFailure(Path what, IOException why) {
    return "the JVM's files in "
        + what
        + " could not be copied to the run directory: "
        + why.getMessage();
  }

  /// Opens a file of the JVM for reading, before [#collect]. Thread-safe.
  ///
  /// @throws NoSuchFileException if it does not exist
  /// @throws IOException with a message for people, if it is no regular file, or not in the
  ///   directory that Takt created
  public SeekableByteChannel read(String name) throws IOException {
    SeekableByteChannel channel;
    if (isSeparate()) {
      try (SecureDirectoryStream<Path> made = openDirectory()) {
        channel = openIfRegular(made, name);
      }
    } else {
      channel = openIfRegular(localPath(name));
    }
    if (channel == null) {
      throw new IOException(localPath(name) + " is no regular file any more");
    }
    return channel;
  }

  private Path directoryName() {
    return Objects.requireNonNull(localPath.getFileName());
  }

  /// Opens the parent of the exchange directory. The handle stays valid for that directory, even if
  /// another one is put there instead; closed by the caller.
  @SuppressWarnings("StreamResourceLeak")
  private SecureDirectoryStream<Path> openParent() throws IOException {
    DirectoryStream<Path> stream =
        Files.newDirectoryStream(Objects.requireNonNull(localPath.getParent()));
    if (stream instanceof SecureDirectoryStream<Path> parent) {
      return parent;
    }
    stream.close();
    throw new IOException("this file system has no secure directory handles");
  }

  /// Opens the directory that Takt created; closed by the caller.
  private SecureDirectoryStream<Path> openDirectory() throws IOException {
    try (SecureDirectoryStream<Path> parent = openParent()) {
      return openDirectory(parent);
    }
  }

  private SecureDirectoryStream<Path> openDirectory(SecureDirectoryStream<Path> parent)
      throws IOException {
    SecureDirectoryStream<Path> folder =
        parent.newDirectoryStream(directoryName(), LinkOption.NOFOLLOW_LINKS);
    BasicFileAttributes attributes =
        folder.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
    if (fileKey.equals(attributes.fileKey())) {
      return folder;
    }
    folder.close();
    throw new IOException("it is not the directory that Takt created");
  }

  /// Opens a file if it is a regular one; else returns null. There is a short race that Java cannot
  /// avoid: the file could be replaced between the check and its opening.
  private static @Nullable SeekableByteChannel openIfRegular(
      SecureDirectoryStream<Path> from, String name) throws IOException {
    Path file = Path.of(name);
    return attributes(from, file).isRegularFile()
        ? from.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))
        : null;
  }

  private static @Nullable SeekableByteChannel openIfRegular(Path file) throws IOException {
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

  /// Copies a file to the run directory.
  ///
  /// @return why that failed; null if it was copied or does not exist
  private @Nullable String fetch(SecureDirectoryStream<Path> from, String name) {
    try (SeekableByteChannel source = openIfRegular(from, name)) {
      if (source == null) {
        return null;
      }
      if (source.size() > MAX_BYTES) {
        throw new IOException(
            EnglishText.format("it is larger than the limit of %,d MB", MAX_BYTES >> 20));
      }
      try (FileChannel copy = FileChannel.open(collectedPath(name), OVERWRITE)) {
        copy(source, copy);
      }
      return null;
    } catch (NoSuchFileException e) {
      return null; // The JVM has not created it.
    } catch (IOException e) {
      return fetchFailure(localPath(name), e);
    }
  }

  /// Copies at most the initial length, even if the file keeps growing.
  private static void copy(SeekableByteChannel from, FileChannel to) throws IOException {
    long length = from.size();
    long at = 0;
    long copied = 1;
    while (at < length && copied > 0) {
      copied = to.transferFrom(from, at, length - at);
      at += copied;
    }
  }

  /// Deletes what is in a directory; files that vanish meanwhile are no error.
  private static void deleteContents(SecureDirectoryStream<Path> folder) throws IOException {
    for (Path each : folder) {
      Path name = Objects.requireNonNull(each.getFileName());
      try {
        if (attributes(folder, name).isDirectory()) {
          folder.deleteDirectory(name);
        } else {
          folder.deleteFile(name);
        }
      } catch (NoSuchFileException e) {
        // It is already deleted.
      }
    }
  }
}
