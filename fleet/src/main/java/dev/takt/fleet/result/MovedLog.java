package dev.takt.fleet.result;

import dev.takt.record.ClockAnchor;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.write.IntervalLogWriter;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An interval log at another time: only the two lines of its header that say when it begins are
/// replaced, since the times of its intervals count from there.
final class MovedLog {

  private static final Pattern BEGIN =
      Pattern.compile("#\\[(?:Base|Start)Time: (\\d{1,12})\\.(\\d{6}) .*");
  private static final long NANOS_PER_MICRO = 1_000;

  /// A header says a moment rounded up to microseconds, plus one.
  private static final long ROUNDING_NANOS = 1_500;

  private MovedLog() {}

  /// A log that begins at a moment on the clock of the run.
  static LogSource at(Path file, String name, ClockAnchor anchor, long nanoTime)
      throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    try {
      return source(name, header(in), in, anchor, nanoTime);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /// A log of which only the time of day of its begin is known.
  ///
  /// @param own joins the clocks of the machine
  /// @param anchor joins the clocks of the run
  /// @param shift from the machine's monotonic clock to that of the run
  static LogSource moved(Path file, String name, ClockAnchor own, ClockAnchor anchor, long shift)
      throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    try {
      List<String> header = header(in);
      long begin = begin(header, file);
      long nanoTime = own.nanoTime() + (begin - own.epochNanos()) + shift;
      return source(name, header, in, anchor, nanoTime);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private static LogSource source(
      String name, List<String> header, InputStream rest, ClockAnchor anchor, long nanoTime)
      throws IOException {
    StringBuilder head = new StringBuilder();
    header.stream().filter(each -> !BEGIN.matcher(each.strip()).matches()).forEach(head::append);
    beginLines(anchor, nanoTime).forEach(each -> head.append(each).append('\n'));
    byte[] bytes = head.toString().getBytes(StandardCharsets.UTF_8);
    return LogSource.of(name, new SequenceInputStream(new ByteArrayInputStream(bytes), rest));
  }

  /// The lines that a log of Takt would have that begins at this moment.
  private static List<String> beginLines(ClockAnchor anchor, long nanoTime) throws IOException {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    new IntervalLogWriter(log, anchor, nanoTime).close();
    return log.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(each -> BEGIN.matcher(each).matches())
        .toList();
  }

  private static long begin(List<String> header, Path file) throws IOException {
    for (String line : header) {
      Matcher begin = BEGIN.matcher(line.strip());
      if (begin.matches()) {
        long micros = Long.parseLong(begin.group(1)) * 1_000_000 + Long.parseLong(begin.group(2));
        return micros * NANOS_PER_MICRO - ROUNDING_NANOS;
      }
    }
    throw new IOException(file + " does not say when it begins");
  }

  /// Reads the comments at the begin of a log, with their line breaks.
  private static List<String> header(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = comment(in); line != null; line = comment(in)) {
      lines.add(line);
    }
    return lines;
  }

  private static @Nullable String comment(InputStream in) throws IOException {
    in.mark(1);
    int first = in.read();
    if (first != '#') {
      in.reset();
      return null;
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int each = first; each >= 0; each = in.read()) {
      line.write(each);
      if (each == '\n') {
        break;
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }
}
