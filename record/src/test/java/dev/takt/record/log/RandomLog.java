package dev.takt.record.log;

import dev.takt.record.Seeded;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// A log with known content: anything that a tool might write, and a few things that none should
/// (gaps, overlaps, lines out of order).
///
/// @param lines in the order of the file
/// @param start the start that the log states, or else its first interval
public record RandomLog(String name, List<Line> lines, String text, long start) {

  private static final long SECOND = 1_000_000_000L;
  private static final long YEAR_2025 = 1_735_689_600L * SECOND;
  private static final List<Long> USUAL =
      List.of(SECOND / 10, SECOND / 4, SECOND / 2, SECOND, SECOND, 2 * SECOND, 10 * SECOND);
  private static final List<@Nullable String> TAGS =
      Arrays.asList(null, "A", "READ.ok", "op=read", "naïve✓");
  private static final String DOUBLES = "doubles";

  /// @param start in nanoseconds since 1970, or since 0 if the log has no date
  public record Line(@Nullable String tag, long start, long length, EncodableHistogram histogram) {}

  /// One to four logs of any kind, from about the same time.
  public static List<RandomLog> several(Random random) {
    return several(random, 1 + random.nextInt(4), true);
  }

  /// @param doubles whether one of the tags may be of doubles
  public static List<RandomLog> several(Random random, int logs, boolean doubles) {
    boolean dated = random.nextInt(5) > 0;
    long around = dated ? YEAR_2025 + random.nextLong(SECOND) : random.nextLong(100 * SECOND);
    List<RandomLog> made = new ArrayList<>();
    for (int i = 0; i < logs; i++) {
      made.add(
          one("log" + i + ".hlog", random, around + random.nextLong(5 * SECOND), dated, doubles));
    }
    return made;
  }

  private static RandomLog one(
      String name, Random random, long begins, boolean dated, boolean doubles) {
    List<@Nullable String> tags = new ArrayList<>(TAGS);
    Collections.shuffle(tags, random);
    tags = new ArrayList<>(tags.subList(0, 1 + random.nextInt(3)));
    if (doubles && random.nextInt(3) == 0) {
      tags.add(DOUBLES);
    }
    List<Line> lines = lines(random, begins, tags);
    long start = random.nextInt(4) == 0 ? begins + random.nextLong(SECOND) : begins;
    return new RandomLog(name, lines, "", start).written(dated ? random.nextInt(4) : 4);
  }

  private static List<Line> lines(Random random, long begins, List<@Nullable String> tags) {
    long usual = USUAL.get(random.nextInt(USUAL.size()));
    long jitter = random.nextBoolean() ? 0 : usual / 10;
    int digits = random.nextInt(3) > 0 ? 3 : random.nextInt(10) == 0 ? 5 : random.nextInt(4) + 1;
    long lowest = random.nextInt(3) > 0 ? 1 : 1000;
    List<Line> lines = new ArrayList<>();
    long at = begins;
    int intervals = 2 + random.nextInt(20);
    for (int i = 0; i < intervals; i++) {
      for (String tag : tags) {
        long length = Math.max(1, usual + (jitter == 0 ? 0 : random.nextLong(-jitter, jitter)));
        length *= random.nextInt(30) == 0 ? 3 : 1;
        long moved = jitter == 0 ? 0 : random.nextLong(jitter);
        lines.add(new Line(tag, at + moved, length, histogram(random, tag, digits, lowest)));
      }
      at += random.nextInt(15) == 0 ? 5 * usual : random.nextInt(15) == 0 ? usual / 2 : usual;
    }
    if (random.nextInt(3) == 0) {
      Collections.swap(lines, random.nextInt(lines.size()), random.nextInt(lines.size()));
    }
    return lines;
  }

  private static EncodableHistogram histogram(
      Random random, @Nullable String tag, int digits, long lowest) {
    int values = random.nextInt(8) == 0 ? 0 : random.nextInt(60);
    if (DOUBLES.equals(tag)) {
      DoubleHistogram doubles = new DoubleHistogram(Math.min(digits, 3));
      double unit = Math.scalb(1.0, random.nextInt(40) - 20);
      for (int i = 0; i < values; i++) {
        doubles.recordValue(unit * (1 + 1000 * random.nextDouble()));
      }
      return doubles;
    }
    Histogram integers = new Histogram(lowest, 2 * lowest, digits);
    integers.setAutoResize(true);
    int bits = digits == 5 ? 20 : digits == 4 ? 28 : 40;
    for (int i = 0; i < values; i++) {
      integers.recordValueWithCount(
          Seeded.logUniform(random, bits), 1 + Seeded.logUniform(random, random.nextInt(30) + 1));
    }
    return integers;
  }

  /// @param style which headers to write, and the zero of the times
  private RandomLog written(int style) {
    StringBuilder text = new StringBuilder("#[made at random]\n");
    if (style == 0 || style == 1) {
      text.append("#[BaseTime: ")
          .append(seconds(style == 0 ? start : start - SECOND))
          .append("]\n");
    }
    if (style < 4 && style != 1) {
      text.append("#[StartTime: ").append(seconds(start)).append(" (seconds since epoch), x]\n");
    }
    text.append("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"...\"\n");
    long base = style == 0 || style == 2 ? start : style == 1 ? start - SECOND : 0;
    for (Line each : lines) {
      text.append(each.tag == null ? "" : "Tag=" + each.tag + ",");
      text.append(seconds(each.start - base)).append(',').append(seconds(each.length));
      text.append(",0.0,").append(Tally.base64(each.histogram)).append('\n');
    }
    boolean saysStart = style != 1 && style != 4;
    return new RandomLog(name, lines, text.toString(), saysStart ? start : lines.get(0).start);
  }

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString();
  }

  static long earliest(List<RandomLog> logs) {
    return logs.stream().mapToLong(RandomLog::start).min().orElseThrow();
  }

  public LogSource in(Path dir) throws IOException {
    return LogSource.of(Files.writeString(dir.resolve(name), text));
  }

  public static List<LogSource> in(Path dir, List<RandomLog> logs) throws IOException {
    List<LogSource> sources = new ArrayList<>();
    for (RandomLog each : logs) {
      sources.add(each.in(dir));
    }
    return sources;
  }
}
