package dev.takt.fleet.coordinator;

import dev.takt.fleet.protocol.Message.FileFacts;
import dev.takt.fleet.protocol.Message.Piece;
import dev.takt.fleet.protocol.Message.Pull;
import dev.takt.load.download.JarList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The files of one machine, as far as they have come. A file continues where it ends here, so a
/// lost connection costs nothing; a complete one must have the checksum that its machine says.
///
/// Pieces are asked for in order, several at a time, and answered in that order. What was not asked
/// for is ignored, so a machine cannot send more than it has announced. Not thread-safe.
final class FileCollector {

  /// The size of a piece in bytes.
  static final int PIECE = 256 * 1024;

  /// How many pieces are asked for and not yet here, at most.
  static final int WINDOW = 16;

  private static final int MAX_ATTEMPTS = 3;

  /// @param ends the file of which this is the last piece; null if it is not
  private record Request(Pull pull, @Nullable FileFacts ends) {}

  private final Path directory;
  private final Consumer<Pull> ask;
  private final Deque<Request> asked = new ArrayDeque<>();
  private final Deque<FileFacts> waiting = new ArrayDeque<>();
  private final Map<String, Integer> attempts = new HashMap<>();
  private int window = WINDOW;
  private boolean isListed;
  private @Nullable String problem;

  /// @param directory for the files
  /// @param ask sends a request to the machine
  FileCollector(Path directory, Consumer<Pull> ask) {
    this.directory = directory;
    this.ask = ask;
  }

  Path directory() {
    return directory;
  }

  /// Asks for what a growing file has more, unless an answer is still to come.
  ///
  /// @return whether it was asked for
  boolean follow(String file) throws IOException {
    if (!asked.isEmpty()) {
      return false;
    }
    request(new Pull(file, size(file), PIECE), null);
    return true;
  }

  private void request(Pull pull, @Nullable FileFacts ends) {
    asked.add(new Request(pull, ends));
    ask.accept(pull);
  }

  private long size(String file) throws IOException {
    Path path = path(file);
    return Files.exists(path) ? Files.size(path) : 0;
  }

  /// Whether a piece answers the request that is to be answered next.
  boolean isAnswer(Piece piece) {
    Request request = asked.peek();
    return request != null
        && request.pull.file().equals(piece.file())
        && request.pull.offset() == piece.offset()
        && request.pull.length() >= piece.bytes().length;
  }

  /// Keeps a piece, and asks for the next ones.
  ///
  /// @return the number of bytes that are new
  int add(Piece piece) throws IOException {
    if (!isAnswer(piece)) {
      return 0;
    }
    Request request = asked.getFirst();
    int length = piece.bytes().length;
    asked.remove();
    boolean continues = length > 0 && piece.offset() == size(piece.file());
    if (continues) {
      append(piece);
    }
    if (request.ends != null) {
      finish(request.ends);
    }
    if (isListed) {
      askForMore();
    } else if (length == PIECE) {
      follow(piece.file());
    }
    return continues ? length : 0;
  }

  private void append(Piece piece) throws IOException {
    Path path = path(piece.file());
    Files.createDirectories(path.getParent());
    try (FileChannel out =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = ByteBuffer.wrap(piece.bytes());
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    }
  }

  /// The connection was lost, and with it what was asked for.
  void forget() {
    asked.clear();
    waiting.clear();
    isListed = false;
  }

  /// Collects complete files.
  ///
  /// @throws IOException with a message for people, if there is no room for them
  void collect(List<FileFacts> files) throws IOException {
    forget();
    Files.createDirectories(directory);
    checkRoom(files);
    isListed = true;
    waiting.addAll(files);
    askForMore();
  }

  /// Sets how many pieces of complete files may be asked for and not yet here.
  ///
  /// @param pieces 0 to ask for no more for now
  void setWindow(int pieces) throws IOException {
    window = Math.min(pieces, WINDOW);
    if (isListed) {
      askForMore();
    }
  }

  /// Whether it is known which files there are.
  boolean isListed() {
    return isListed;
  }

  private void checkRoom(List<FileFacts> files) throws IOException {
    long free = directory.toFile().getUsableSpace(); // a FileStore needs the mount table
    long needed = 0;
    for (FileFacts each : files) {
      if (each.size() < 0) {
        throw new IOException(each.name() + " has a negative size");
      }
      needed += Math.max(0, each.size() - size(each.name()));
      if (needed < 0 || needed > free) { // or beyond the range of numbers
        throw new IOException(
            each.name() + " has " + each.size() + " bytes, for which there is no room here");
      }
    }
  }

  private void askForMore() throws IOException {
    while (asked.size() < window && !waiting.isEmpty()) {
      FileFacts file = waiting.getFirst();
      long next = next(file);
      if (next >= file.size()) {
        waiting.removeFirst();
        finish(file);
        continue;
      }
      int length = (int) Math.min(PIECE, file.size() - next);
      boolean isLast = next + length == file.size();
      request(new Pull(file.name(), next, length), isLast ? file : null);
      if (isLast) {
        waiting.removeFirst();
      }
    }
  }

  /// Where the next piece of a file begins: after those that were asked for.
  private long next(FileFacts file) throws IOException {
    Request last = asked.peekLast();
    return last != null && last.ends == null && last.pull.file().equals(file.name())
        ? last.pull.offset() + last.pull.length()
        : size(file.name());
  }

  /// Checks a file of which nothing more is to come; a damaged one is collected again.
  private void finish(FileFacts file) throws IOException {
    Path path = path(file.name());
    if (file.size() == 0) {
      Files.createDirectories(path.getParent());
      Files.write(path, new byte[0]);
    }
    if (size(file.name()) == file.size() && JarList.sha256(path).equals(file.sha256())) {
      return;
    }
    if (attempts.merge(file.name(), 1, Integer::sum) < MAX_ATTEMPTS) {
      Files.deleteIfExists(path);
      waiting.addLast(file);
    } else {
      fail(file.name() + " came damaged " + MAX_ATTEMPTS + " times");
    }
  }

  /// Ends the collection of a file, or of all, for a reason.
  void fail(String reason) {
    problem = problem == null ? reason : problem;
  }

  /// Whether nothing more is to come: all files are here, or there is a [#problem].
  boolean isDone() {
    return isListed && waiting.isEmpty() && asked.isEmpty();
  }

  /// Why the files are not all as their machine has them; null if they are.
  @Nullable String problem() {
    return problem;
  }

  private Path path(String name) throws IOException {
    try {
      Path own = directory.normalize();
      Path file = own.resolve(name).normalize();
      if (file.startsWith(own) && !file.equals(own) && !Path.of(name).isAbsolute()) {
        return file;
      }
    } catch (InvalidPathException _) {
      // It names no file.
    }
    throw new IOException("a machine named a file that is not in its directory");
  }
}
