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

/// Joins the chunk files of a flight recorder's repository into one recording. The JVM may belong
/// to another user, so symbolic links are not followed.
public final class ChunkFiles {

  private ChunkFiles() {}

  /// Joins the chunks of a JVM that was killed or does not answer. The last chunk, which the JVM
  /// was writing, is included as far as it was flushed.
  ///
  /// @param repository the directory of the chunks; if it does not exist, there are none
  /// @param sinceMillis when recording began, by the wall clock; older files are left out
  /// @param to the recording to write
  /// @return whether there were any chunks
  public static boolean join(Path repository, long sinceMillis, Path to) throws IOException {
    if (!Files.isDirectory(repository)) {
      return false;
    }
    List<Path> files = list(repository);
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

  /// The total size of the chunks in bytes, which a JVM has to copy when a recording ends; 0 if it
  /// cannot be read.
  public static long totalBytes(Path repository) {
    long sum = 0;
    try {
      for (Path each : list(repository)) {
        sum += Files.size(each);
      }
      return sum;
    } catch (IOException e) {
      return sum; // The JVM has deleted one, or this user may not read them.
    }
  }

  private static List<Path> list(Path repository) throws IOException {
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
      return false; // The file is gone or has no complete header; the others can be read.
    }
    if (!chunk.isSound() || chunk.size() <= 0) {
      return false; // The chunk has begun; nothing has been flushed.
    }
    long at = out.position();
    try (FileChannel in =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long end = Math.min(chunk.size(), in.size());
      for (long from = 0; from < end; ) {
        from += in.transferTo(from, end - from, out);
      }
    }
    // Mark the chunk as finished: no process writes to it any more.
    out.write(ByteBuffer.allocate(1), at + JfrChunk.STATE);
    return true;
  }
}
