package dev.takt.record.log;

import dev.takt.record.Seeded;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.Rows;
import dev.takt.record.log.algebra.WindowSum;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;

/// A log of any size, generated while it is read: six tags, an interval per second, lines of about
/// 2 KB, 1000 values each.
///
/// As a program, it processes such logs in its own JVM, whose heap is then the limit, and prints
/// the number of values it found.
final class EndlessLog extends InputStream {

  static final int VALUES = 1000;
  private static final int TAGS = 6;

  private final List<byte[]> payloads = new ArrayList<>();
  private final long size;
  private byte[] line = "#[StartTime: 1735689600.000]\n".getBytes(StandardCharsets.US_ASCII);
  private int at;
  private long made;
  private long lines;

  /// @param size the minimum size in bytes
  EndlessLog(long size) {
    this.size = size;
    Random random = new Random(1);
    for (int i = 0; i < 64; i++) {
      Histogram histogram = new Histogram(3);
      for (int value = 0; value < VALUES; value++) {
        histogram.recordValue(100_000 + Seeded.logUniform(random, 22));
      }
      payloads.add((Tally.base64(histogram) + "\n").getBytes(StandardCharsets.US_ASCII));
    }
  }

  long lines() {
    return lines;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(byte[] bytes, int from, int length) {
    if (at == line.length && !nextLine()) {
      return -1;
    }
    int read = 0;
    while (read < length && (at < line.length || nextLine())) {
      int count = Math.min(length - read, line.length - at);
      System.arraycopy(line, at, bytes, from + read, count);
      at += count;
      read += count;
    }
    return read;
  }

  private boolean nextLine() {
    made += line.length;
    if (made >= size) {
      return false;
    }
    String head = "Tag=T" + lines % TAGS + "," + lines / TAGS + ".000,1.000,0.0,";
    byte[] payload = payloads.get((int) (lines * 31 % payloads.size()));
    byte[] prefix = head.getBytes(StandardCharsets.US_ASCII);
    line = new byte[prefix.length + payload.length];
    System.arraycopy(prefix, 0, line, 0, prefix.length);
    System.arraycopy(payload, 0, line, prefix.length, payload.length);
    at = 0;
    lines++;
    return true;
  }

  /// Arguments: the operation, and either the number of bytes to generate or files.
  public static void main(String[] args) throws Exception {
    List<LogSource> sources = new ArrayList<>();
    EndlessLog endless = null;
    for (String each : List.of(args).subList(1, args.length)) {
      if (each.matches("\\d+")) {
        endless = new EndlessLog(Long.parseLong(each));
        sources.add(LogSource.of("endless", endless));
      } else {
        sources.add(LogSource.of(Path.of(each)));
      }
    }
    long[] found = new long[1];
    Problems problems = new Problems();
    switch (args[0]) {
      case "summarize" ->
          LogAlgebra.summarize(sources, Selection.ALL, problems)
              .series()
              .forEach(each -> found[0] += each.spectrum().total());
      case "windows" -> {
        LogFacts unused =
            LogAlgebra.windows(
                sources,
                Selection.ALL,
                600_000_000_000L,
                problems,
                new Rows<>() {
                  @Override
                  public void begin(LogFacts facts) {}

                  @Override
                  public void row(WindowSum row) {
                    found[0] += row.series().spectrum().total();
                  }
                });
      }
      case "union" -> {
        LogFacts unused =
            LogAlgebra.union(sources, Selection.ALL, 0, log -> null, counting(found), problems);
        found[0] *= (long) VALUES * sources.size();
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.out.println(
        found[0] + " " + (endless == null ? 0 : endless.lines()) + " " + problems.first());
  }

  /// Counts lines of intervals.
  private static OutputStream counting(long[] lines) {
    return new OutputStream() {
      @Override
      public void write(int b) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void write(byte[] bytes, int from, int length) {
        lines[0] += bytes[from] == 'T' ? 1 : 0;
      }
    };
  }
}
