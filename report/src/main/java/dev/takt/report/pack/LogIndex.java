package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.LogAlgebra;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Finds histograms in a log that is too large to be kept in memory or sent as a whole.
///
/// What is in memory: of each line its times and where its histogram stands in the file, and the
/// sums of neighbours: of 128 usual intervals, of four times as many, and so on. What is asked for
/// is put together from the largest sums that lie in it; at most some lines at its edges are read
/// from the file. The file must not be compressed, and must stay as it is.
///
/// Thread-safe.
public final class LogIndex implements Histograms, AutoCloseable {

  private static final int HEAD = 1 << 20;
  private static final int MOST_THREADS = 8;

  /// A decoder must be used for a while before it is quick.
  private static final int COLUMNS_PER_PART = 32;

  private final Path log;
  private final FileChannel channel;
  private final Map<String, TagIndex> tags = new TreeMap<>();
  private final LogFacts facts;
  private final long origin;
  private final long usual;
  private final boolean isWhole;

  private LogIndex(Path log, Problems problems) throws IOException {
    this.log = log;
    usual = usual(log);
    long[] start = new long[1];
    boolean[] anywhere = new boolean[1];
    TagIndex.Adder adder = new TagIndex.Adder();
    facts =
        LogAlgebra.batches(
            LogSource.of(log),
            problems,
            () -> new IndexWork(usual),
            part -> {
              start[0] = part.logStart();
              anywhere[0] |= part.isInPieces();
              part.lines().forEach((tag, lines) -> of(tag).add(lines));
              part.sums().forEach(each -> of(each.tag()).add(each, adder));
            });
    origin = start[0];
    isWhole = !anywhere[0];
    tags.values().parallelStream().forEach(TagIndex::finish);
    channel = FileChannel.open(log);
  }

  /// Reads a log once, on all cores.
  ///
  /// @param problems is told what is wrong with it
  /// @throws IOException if it cannot be read
  public static LogIndex of(Path log, Problems problems) throws IOException {
    return new LogIndex(log, problems);
  }

  /// How long an interval usually is, by the beginning of the log. No histogram is looked into.
  private static long usual(Path log) throws IOException {
    byte[] head;
    try (InputStream in = Files.newInputStream(log)) {
      head = in.readNBytes(HEAD);
    }
    List<long[]> lengths = new ArrayList<>();
    var _ =
        LogAlgebra.<long[]>batches(
            LogSource.of(log.toString(), new ByteArrayInputStream(head)),
            new Problems(),
            () ->
                (_, lines, _) ->
                    lines.stream().mapToLong(each -> each.end() - each.start()).toArray(),
            lengths::add);
    return Intervals.usual(lengths.stream().flatMapToLong(Arrays::stream));
  }

  private TagIndex of(String tag) {
    return tags.computeIfAbsent(tag, _ -> new TagIndex(usual));
  }

  /// Whether all histograms can be found again; a line that was put right to be read cannot.
  public boolean isComplete() {
    return isWhole;
  }

  /// What the log says of itself.
  public LogFacts facts() {
    return facts;
  }

  /// Moment 0, in nanoseconds since 1970-01-01T00:00:00Z as far as the log knows its date.
  public long origin() {
    return origin;
  }

  /// All tags; the empty one stands for none.
  public Collection<String> tags() {
    return tags.keySet();
  }

  /// The earliest begin, in nanoseconds since the origin.
  public long begin() {
    return tags.values().stream().mapToLong(TagIndex::begin).min().orElse(0);
  }

  /// When each of the intervals begins, in nanoseconds since the origin, in no order.
  public LongStream begins() {
    return tags.values().stream().flatMapToLong(TagIndex::begins);
  }

  /// Where a span ends that has all intervals in it, in nanoseconds since the origin.
  public long end() {
    return tags.values().stream().mapToLong(TagIndex::end).max().orElse(0);
  }

  @Override
  public List<PackedInterval> columns(String tag, long from, long to, int most) throws IOException {
    TagIndex index = tags.get(tag);
    if (index == null) {
      return List.of();
    }
    List<TagIndex.Range> ranges = index.columns(from, to, most);
    int parts = Math.max(1, Math.min(MOST_THREADS, ranges.size() / COLUMNS_PER_PART));
    List<List<PackedInterval>> columns;
    try {
      columns =
          IntStream.range(0, parts)
              .parallel()
              .mapToObj(i -> columns(tag, index, part(ranges, i, parts)))
              .toList();
    } catch (UnreadableException e) {
      throw new IOException(log.getFileName() + ": " + e.getMessage(), e);
    }
    return columns.stream().flatMap(List::stream).toList();
  }

  private static <T> List<T> part(List<T> all, int part, int parts) {
    return all.subList(
        (int) ((long) all.size() * part / parts), (int) ((long) all.size() * (part + 1) / parts));
  }

  private List<PackedInterval> columns(String tag, TagIndex index, List<TagIndex.Range> ranges) {
    Sum sum = new Sum(index);
    return ranges.stream().map(each -> sum.of(tag, each)).flatMap(List::stream).toList();
  }

  /// Carries out of parallel work that the log cannot be read any more.
  private static final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableException(String message, Exception cause) {
      super(message, cause);
    }
  }

  /// Adds up one column after the other. For one thread.
  private final class Sum {

    private final TagIndex index;
    private final Map<Layout, Counts> sums = new HashMap<>();
    private final Set<Layout> used = new LinkedHashSet<>();
    private final HistogramDecoder decoder = new HistogramDecoder();
    private final Slots slots = new Slots();
    private byte[] buffer = new byte[4096];

    Sum(TagIndex index) {
      this.index = index;
    }

    List<PackedInterval> of(String tag, TagIndex.Range range) {
      sums.values().forEach(Counts::clear);
      used.clear();
      index.visit(range, this::addBlock, this::addLine);
      List<PackedInterval> intervals = new ArrayList<>(1);
      for (Layout each : used) {
        byte[] sum = slots.encode(of(each));
        intervals.add(new PackedInterval(tag, each, index.begin(range), index.end(range), sum));
      }
      return intervals;
    }

    private Counts of(Layout layout) {
      used.add(layout);
      return sums.computeIfAbsent(layout, Counts::new);
    }

    private void addBlock(Layout layout, byte[] slots) {
      Slots.addTo(of(layout), slots);
    }

    private void addLine(long position, int size) {
      try {
        if (buffer.length < size) {
          buffer = new byte[size];
        }
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, size);
        while (bytes.hasRemaining()) {
          if (channel.read(bytes, position + bytes.position()) < 0) {
            throw new UnreadableException("the log has become shorter", new IOException());
          }
        }
        var _ = decoder.addTo(of(decoder.open(buffer, 0, size)));
      } catch (IOException | MalformedException e) {
        throw new UnreadableException("the log has changed while it was shown", e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
