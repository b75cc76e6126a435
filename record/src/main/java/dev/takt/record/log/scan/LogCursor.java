package dev.takt.record.log.scan;

import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.parse.BlockReader;
import dev.takt.record.log.parse.DialectDetector;
import dev.takt.record.log.parse.LineParser;
import dev.takt.record.log.parse.Lines;
import dev.takt.record.log.parse.LogHeader;
import dev.takt.record.log.parse.RawInterval;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads one log block by block, without decoding histograms.
///
/// Not thread-safe.
public final class LogCursor implements AutoCloseable {

  private static final int MAX_REPORTED = 1000;

  /// The content of a block of lines, in their order.
  public record Batch(List<RawInterval> intervals, List<Problem> problems) {}

  /// The maximum number of bytes read before the format of the times is decided.
  private static final int MAX_LOOKAHEAD = 1 << 22;

  private final LogHeader header;
  private final DialectDetector detector;
  private final boolean live;
  private final Deque<BlockReader.Block> ahead = new ArrayDeque<>();
  private @Nullable IOException failure;
  private final BlockReader blocks;
  private final LineParser parser;
  private List<RawInterval> intervals = new ArrayList<>();
  private List<Problem> problems = new ArrayList<>();
  private final Map<Severity, Problem> more = new EnumMap<>(Severity.class);
  private int reportedCount;
  private long nextLine = 1;
  private boolean any;
  private boolean decided;
  private boolean ended;

  private LogCursor(LogSource source, BlockReader blocks) {
    this.header = new LogHeader(source.name());
    this.detector = new DialectDetector(source.name(), source.times());
    this.live = source.isLive();
    this.blocks = blocks;
    this.parser =
        new LineParser(
            header,
            new LineParser.Sink() {
              @Override
              public void interval(RawInterval interval) {
                any = true;
                intervals.add(interval);
              }

              @Override
              public void problem(Problem problem) {
                any |= problem.severity() == Severity.LOST;
                report(problem);
              }
            });
  }

  /// @throws IOException if the log cannot be opened
  static LogCursor open(LogSource source) throws IOException {
    return new LogCursor(source, new BlockReader(source.open(), source.isLive()));
  }

  LogHeader header() {
    return header;
  }

  /// Returns the next intervals and problems, either of which may be empty; null at the end of the
  /// log.
  @Nullable Batch next() throws IOException {
    BlockReader.Block block = ended ? null : nextBlock();
    if (block != null) {
      parse(block);
    } else if (!ended) {
      ended = true;
      end();
    } else {
      return null;
    }
    reportMore();
    Batch batch = new Batch(intervals, problems);
    intervals = new ArrayList<>();
    problems = new ArrayList<>();
    return batch;
  }

  /// Returns the next block, after the format of the times is decided.
  private BlockReader.@Nullable Block nextBlock() throws IOException {
    if (!decided) {
      decide();
    }
    return ahead.isEmpty() ? readBlock() : ahead.remove();
  }

  /// Reads ahead until the first lines show how the log writes its times. Lines of a live log are
  /// delivered earlier if their meaning is already certain.
  private void decide() {
    int read = 0;
    boolean more = true;
    while (more && !detector.isDecided() && read < MAX_LOOKAHEAD) {
      more = readAhead();
      read += more ? ahead.getLast().bytes().length : 0;
      if (live && more && detector.isSettledSoFar()) {
        return;
      }
    }
    decided = true;
    parser.use(detector.dialect());
    problems.addAll(detector.remarks());
  }

  private boolean readAhead() {
    try {
      BlockReader.Block block = readBlock();
      if (block != null) {
        detector.accept(block);
        ahead.add(block);
      }
      return block != null;
    } catch (IOException e) { // what was read before the failure is delivered first
      failure = e;
      return false;
    }
  }

  private BlockReader.@Nullable Block readBlock() throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      return blocks.next();
    } catch (IOException e) { // the system's message does not name the file
      throw new IOException(header.name() + ": " + e.getMessage(), e);
    }
  }

  private void parse(BlockReader.Block block) {
    if (block.skipped()) {
      problem(nextLine++, "a line of more than 16 MB is not an interval");
      return;
    }
    int at = block.from();
    parser.readingFrom(block.offset());
    while (at < block.to()) {
      int end = Lines.end(block.bytes(), at, block.to());
      parser.parse(nextLine++, block.bytes(), at, end, end < block.to());
      at = end + 1;
    }
  }

  /// Reports problems one by one up to a maximum, then one per block and severity: the problems of
  /// a large file that is no log must not fill the memory.
  private void report(Problem problem) {
    if (reportedCount < MAX_REPORTED) {
      reportedCount++;
      problems.add(problem);
      return;
    }
    more.merge(problem.severity(), problem, LogCursor::together);
  }

  private static Problem together(Problem first, Problem next) {
    return new Problem(
        first.log(), first.line(), first.severity(), first.reason(), first.times() + next.times());
  }

  private void reportMore() {
    problems.addAll(more.values());
    more.clear();
  }

  private void end() {
    parser.reportOverlaps();
    Charset charset = blocks.charset();
    if (charset != null) {
      String remark = "it is in " + charset.name() + ", not UTF-8";
      problems.add(new Problem(header.name(), 0, Severity.NOTE, remark));
    }
    String damage = blocks.damage();
    if (damage != null) {
      problem(nextLine, damage);
    } else if (!any) {
      problem(0, nextLine == 1 ? "the file is empty" : "there is no interval in it, only a header");
    }
  }

  private void problem(long line, String reason) {
    problems.add(new Problem(header.name(), line, Severity.LOST, reason));
  }

  @Override
  public void close() throws IOException {
    blocks.close();
  }
}
