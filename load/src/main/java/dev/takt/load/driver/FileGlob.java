package dev.takt.load.driver;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Files that match a glob, such as `machine-*/latency.hdr`.
///
/// As in a shell, unreadable folders match nothing, and neither do links that lead back to a folder
/// that contains them.
public final class FileGlob {

  private static final String WILDCARDS = "*?[{";

  private FileGlob() {}

  /// Whether a name has a wildcard.
  public static boolean isGlob(String name) {
    return firstWildcard(name) < name.length();
  }

  private static int firstWildcard(String name) {
    int i = 0;
    while (i < name.length() && WILDCARDS.indexOf(name.charAt(i)) < 0) {
      i++;
    }
    return i;
  }

  /// The regular files that match, sorted. The search covers only folders below the last folder
  /// without a wildcard, and only as deep as the glob goes.
  ///
  /// @param directory what the glob is relative to
  /// @throws java.util.regex.PatternSyntaxException if it is no glob
  /// @throws java.nio.file.InvalidPathException if the folder's name is not valid
  /// @throws IOException if the last folder without a wildcard cannot be read
  public static List<Path> matching(Path directory, String glob) throws IOException {
    int slash = glob.lastIndexOf('/', firstWildcard(glob));
    Path root = slash < 0 ? directory : directory.resolve(glob.substring(0, Math.max(slash, 1)));
    String rest = glob.substring(slash + 1);
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + rest);
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    int depth = rest.contains("**") ? Integer.MAX_VALUE : rest.split("/", -1).length;
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        Set.of(FileVisitOption.FOLLOW_LINKS),
        depth,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && matcher.matches(root.relativize(file))) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (file.equals(root)) {
              throw e;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    files.sort(null);
    return files;
  }
}
