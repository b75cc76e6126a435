package dev.takt.runs.jfr;

import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/// Reads the events of a recording. An intact recording is read in place. Each chunk of a recording
/// that is damaged or still being written is copied to a temporary file without its damaged parts,
/// and read there: the JDK's reader stops at the first error, so a damaged chunk would hide those
/// after it.
///
/// A recording has no checksums. Damaged sizes, types, positions and constants, and implausible
/// times are detected; a damaged value within an event is not.
public final class RecordingEvents {

  private static final String LOCKED =
      "it was never ended, since its JVM was killed or still runs; what its JVM had written out by"
          + " then, about once a second, was read";

  /// The problem of a chunk with an invalid header.
  public static final String HEADER_DAMAGED =
      "its header is damaged, or its JVM ended before it was written";

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long MAX_LATE_NANOS = 3_600 * NANOS_PER_SECOND;
  private static final long MAX_EARLY_NANOS = 366L * 86_400 * NANOS_PER_SECOND;

  /// A type that no recording contains, so that the JDK's reader skips the event.
  private static final long NO_TYPE = 2_000_000;

  /// The maximum number of dropped pools: each attempt reads the chunk again.
  private static final int MAX_DROPPED = 4;

  private static final int SIZE_BYTES = 5;
  private static final int TYPE_BYTES = 3;

  private RecordingEvents() {}

  /// Receives what is read.
  public interface Sink {

    /// Whether events of a type are wanted.
    boolean wants(String type);

    /// Called before the events of a chunk, or of several.
    void types(List<EventType> types);

    /// Called for each wanted event, in the order of the file, which is not time order.
    void accept(RecordedEvent event);
  }

  /// The result of a read.
  ///
  /// @param sink the sink that received the events
  public record Read<S extends Sink>(S sink, RecordingCoverage coverage) {}

  /// Reads all readable parts of a recording.
  ///
  /// @param sinks creates a sink; if a recording turns out to be damaged after a part was read,
  ///   that part's sink is replaced by a new one
  /// @throws IOException with a message for people if the file is not a recording
  public static <S extends Sink> Read<S> read(Path file, Supplier<S> sinks) throws IOException {
    List<JfrChunk> chunks = chunks(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      List<ChunkScan> scans = new ArrayList<>();
      long events = 0;
      boolean isWhole = chunks.getFirst().offset() == 0;
      for (JfrChunk each : chunks) {
        ChunkScan scan = ChunkScan.of(channel, each);
        scans.add(scan);
        events += scan.isCompressed() ? scan.events() : 0;
        isWhole &= each.isSound() && scan.isWhole();
      }
      if (isWhole) {
        S sink = sinks.get();
        Pass pass = new Pass(sink, chunks);
        String problem = pass.read(file);
        boolean isCounted = scans.stream().allMatch(ChunkScan::isCompressed);
        if (problem.isEmpty() && pass.isPlausible() && (!isCounted || pass.events == events)) {
          return new Read<>(sink, whole(channel.size(), chunks));
        }
      }
      S sink = sinks.get();
      List<RecordingCoverage.Part> parts = new ArrayList<>();
      for (int i = 0; i < chunks.size(); i++) {
        parts.add(readCopy(channel, chunks.get(i), scans.get(i), sink));
      }
      return new Read<>(sink, new RecordingCoverage(channel.size(), parts));
    }
  }

  /// The chunks of a recording.
  ///
  /// @throws IOException with a message for people if the file is not a recording
  public static List<JfrChunk> chunks(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("it is a directory, or a device, and no file");
    }
    try {
      return JfrChunk.of(file);
    } catch (NoSuchFileException e) {
      throw new IOException("there is no such file", e);
    }
  }

  private static RecordingCoverage whole(long bytes, List<JfrChunk> chunks) {
    return new RecordingCoverage(
        bytes,
        chunks.stream()
            .map(each -> new RecordingCoverage.Part(each, each.size(), each.endEpochNanos(), ""))
            .toList());
  }

  private static RecordingCoverage.Part readCopy(
      FileChannel channel, JfrChunk chunk, ChunkScan scan, Sink sink) {
    if (!chunk.isSound()) {
      return unreadable(chunk, HEADER_DAMAGED);
    }
    if (scan.isCompressed() && (scan.metadata() < 0 || scan.constants() < 0)) {
      String missing = "the description of its events is missing";
      return unreadable(
          chunk, chunk.finished() ? missing + ": it is cut off or damaged" : HEADER_DAMAGED);
    }
    Pass pass = new Pass(sink, List.of(chunk));
    String place = firstDamage(chunk, scan);
    String problem = pass.readCopy(channel, chunk, scan);
    for (int i = 0; i < MAX_DROPPED && pass.cannotBegin(problem) && scan.dropLargestPool(); i++) {
      problem = pass.readCopy(channel, chunk, scan);
    }
    boolean isReadable = problem.isEmpty() || pass.events > 0;
    if (!isReadable) {
      return unreadable(
          chunk,
          pass.isCopied
              ? "its constants or types are damaged"
                  + place
                  + ", and without them no event can be read"
              : problem);
    }
    List<String> problems = new ArrayList<>();
    if (!problem.isEmpty()) {
      problems.add(problem + place);
    }
    problems.addAll(problems(chunk, scan, pass, problem.isEmpty()));
    boolean isWhole = problems.isEmpty();
    // After an error in the middle, the readable share of the bytes is estimated by that of the
    // events.
    double share =
        problem.isEmpty() || scan.events() == 0
            ? 1
            : Math.min(1, (double) pass.events / scan.events());
    return new RecordingCoverage.Part(
        chunk,
        (long) (scan.goodBytes() * share),
        isWhole ? chunk.endEpochNanos() : Math.max(chunk.startEpochNanos(), pass.until),
        String.join("; ", problems));
  }

  /// The position of the first damage that the sizes of events show.
  private static String firstDamage(JfrChunk chunk, ChunkScan scan) {
    long at =
        scan.gaps().isEmpty()
            ? scan.end() < chunk.available() ? scan.end() : -1
            : scan.gaps().getFirst().from();
    return at < 0 ? "" : EnglishText.format(" (byte %,d)", chunk.offset() + at);
  }

  private static List<String> problems(
      JfrChunk chunk, ChunkScan scan, Pass pass, boolean cameToEnd) {
    List<String> problems = new ArrayList<>();
    if (!scan.isWhole()) {
      if (!cameToEnd) {
        return problems; // the position that the reader reached counts, not the sizes
      }
      problems.add(
          !chunk.finished() && scan.end() == chunk.size() && scan.gaps().isEmpty()
              ? LOCKED
              : EnglishText.format(
                  "it is cut off or damaged: of %,d bytes %,d can be read",
                  Math.max(chunk.available(), size(chunk)), scan.goodBytes()));
    } else if (cameToEnd && scan.isCompressed() && pass.events < scan.events()) {
      problems.add(
          EnglishText.format(
              "%,d events are of no type that it knows", scan.events() - pass.events));
    }
    if (!pass.isPlausible()) {
      problems.add(EnglishText.format("%,d events have times that cannot be", pass.implausible));
    }
    return problems;
  }

  private static long size(JfrChunk chunk) {
    return chunk.size() >= JfrChunk.HEADER_BYTES && chunk.size() < 1L << 50 ? chunk.size() : 0;
  }

  private static RecordingCoverage.Part unreadable(JfrChunk chunk, String why) {
    return new RecordingCoverage.Part(chunk, 0, chunk.startEpochNanos(), why);
  }

  private static void copy(FileChannel from, JfrChunk chunk, ChunkScan scan, Path to)
      throws IOException {
    try (FileChannel out = FileChannel.open(to, StandardOpenOption.WRITE)) {
      for (long at = 0; at < scan.end(); ) {
        long count = from.transferTo(chunk.offset() + at, scan.end() - at, out);
        if (count <= 0) {
          throw new IOException("the recording became shorter while it was read");
        }
        at += count;
      }
      ByteBuffer places = ByteBuffer.allocate(3 * Long.BYTES);
      places.putLong(scan.end());
      if (scan.isCompressed()) {
        places.putLong(scan.constants()).putLong(scan.metadata());
      }
      write(out, scan.header(), 0);
      write(out, places.flip(), JfrChunk.SIZE);
      write(out, ByteBuffer.allocate(1), JfrChunk.STATE);
      for (ChunkScan.Gap each : scan.gaps()) {
        ByteBuffer skipped = ByteBuffer.allocate(SIZE_BYTES + TYPE_BYTES);
        skipped.put(ChunkScan.varint(each.to() - each.from(), SIZE_BYTES));
        skipped.put(ChunkScan.varint(NO_TYPE, TYPE_BYTES));
        write(out, skipped.flip(), each.from());
      }
      for (ChunkScan.Patch each : scan.relinked()) {
        write(out, ByteBuffer.wrap(ChunkScan.varint(each.value(), each.length())), each.at());
      }
    }
  }

  private static void write(FileChannel out, ByteBuffer bytes, long at) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes, at + bytes.position());
    }
  }

  private static void delete(@Nullable Path copy) {
    try {
      if (copy != null) {
        Files.deleteIfExists(copy);
      }
    } catch (IOException e) {
      copy.toFile().deleteOnExit();
    }
  }

  /// Reads one file with the JDK's reader.
  private static final class Pass {

    private final Sink sink;
    private final long earliest;
    private final long latest;
    private long events;
    private long implausible;
    private boolean isCopied;
    private long until = Long.MIN_VALUE;

    Pass(Sink sink, List<JfrChunk> chunks) {
      this.sink = sink;
      this.earliest =
          chunks.stream().mapToLong(JfrChunk::startEpochNanos).min().orElse(0) - MAX_EARLY_NANOS;
      this.latest =
          chunks.stream().mapToLong(JfrChunk::endEpochNanos).max().orElse(0) + MAX_LATE_NANOS;
    }

    /// @return why it stopped before the end; empty if it did not
    // Damaged bytes make the JDK's reader throw any exception, even errors: an array of a damaged
    // size does not fit into memory, nested descriptions overflow the stack.
    @SuppressWarnings("CatchingUnchecked")
    String read(Path file) {
      try {
        try (RecordingFile recording = new RecordingFile(file)) {
          sink.types(recording.readEventTypes());
        }
        try (RecordingFile recording = new RecordingFile(file)) {
          while (recording.hasMoreEvents()) {
            accept(recording.readEvent());
          }
        }
        return "";
      } catch (IOException
          | RuntimeException
          | OutOfMemoryError
          | StackOverflowError
          | InternalError e) {
        return e instanceof IOException && e.getMessage() != null
            ? "it is damaged (" + e.getMessage() + ")"
            : "it is damaged";
      }
    }

    /// Reads a copy of a chunk without its damaged parts.
    String readCopy(FileChannel channel, JfrChunk chunk, ChunkScan scan) {
      Path copy = null;
      try {
        copy = Files.createTempFile("takt-chunk-", ".jfr");
        copy(channel, chunk, scan, copy);
        isCopied = true;
        return read(copy);
      } catch (IOException e) {
        return "it could not be copied to be read: " + e.getMessage();
      } finally {
        delete(copy);
      }
    }

    /// Whether it failed before the first event, which happens if constants are damaged.
    boolean cannotBegin(String problem) {
      return !problem.isEmpty() && events == 0;
    }

    private void accept(RecordedEvent event) {
      events++;
      long end = epochNanos(event.getEndTime());
      long begin = epochNanos(event.getStartTime());
      if (begin < earliest || end > latest || end < begin) {
        implausible++;
        return;
      }
      until = Math.max(until, end);
      if (sink.wants(event.getEventType().getName())) {
        sink.accept(event);
      }
    }

    boolean isPlausible() {
      return implausible == 0;
    }

    private static long epochNanos(Instant moment) {
      long seconds = moment.getEpochSecond();
      return Math.abs(seconds) > Long.MAX_VALUE / NANOS_PER_SECOND - 1
          ? seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE
          : seconds * NANOS_PER_SECOND + moment.getNano();
    }
  }
}
