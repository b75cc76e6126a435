package dev.takt.watch.jfr;

import dev.takt.runs.jfr.JfrChunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/// The files that a JVM keeps while it records, a chunk each. Together they are a recording. The
/// JVM can be another user's, so no link of its own is followed.
public final class ChunkFiles {

  private ChunkFiles() {}

  /// Joins the chunks of a JVM that could not do so itself. The last one, which it was writing, is
  /// taken as far as the JVM had come with it.
  ///
  /// @param repository where they are; nothing if it is gone
  /// @param sinceMillis when recording began, by the wall clock; what was written last before that
  ///   is left out
  /// @param to what to write
  /// @return whether there was anything
  public static boolean join(Path repository, long sinceMillis, Path to) throws IOException {
    if (!Files.isDirectory(repository)) {
      return false;
    }
    List<Path> files = in(repository);
    boolean any = false;
    try (FileChannel out =
        FileChannel.open(
            to,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS)) {
      for (Path each : files) {
        any |= append(each, sinceMillis, out);
      }
    }
    if (!any) {
      Files.deleteIfExists(to);
    }
    return any;
  }

  /// How much is in them all, in bytes, which a JVM has to copy when a recording ends; 0 if that
  /// cannot be told.
  public static long bytes(Path repository) {
    long sum = 0;
    try {
      for (Path each : in(repository)) {
        sum += Files.size(each);
      }
      return sum;
    } catch (IOException e) {
      return sum; // The JVM has dropped one, or they are not for this user to see.
    }
  }

  private static List<Path> in(Path repository) throws IOException {
    try (Stream<Path> all = Files.list(repository)) {
      return all.filter(each -> each.toString().endsWith(".jfr"))
          .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  private static boolean append(Path file, long sinceMillis, FileChannel out) throws IOException {
    JfrChunk chunk;
    try {
      if (Files.getLastModifiedTime(file).toMillis() < sinceMillis) {
        return false;
      }
      chunk = JfrChunk.of(file).getFirst();
    } catch (IOException e) {
      return false; // It is gone, or as good as empty: the others are none the worse for it.
    }
    if (!chunk.isSound() || chunk.size() <= 0) {
      return false; // Begun, and nothing written out yet.
    }
    long at = out.position();
    try (FileChannel in =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long end = Math.min(chunk.size(), in.size());
      for (long from = 0; from < end; ) {
        from += in.transferTo(from, end - from, out);
      }
    }
    // Nobody writes to it any more, whatever its header says.
    out.write(ByteBuffer.allocate(1), at + JfrChunk.STATE);
    return true;
  }
}
