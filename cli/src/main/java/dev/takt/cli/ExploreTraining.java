package dev.takt.cli;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.report.explore.Explorer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The part of [Training] for the explorer: opens a log that is too large for a page, and sends the
/// requests of a page.
final class ExploreTraining {

  private static final List<String> TAGS =
      List.of("read-rt", "read-st", "read-wt", "write-rt", "write-st", "write-wt");

  /// Gives the log some 13 MB: the explorer reads smaller logs into its page.
  private static final int INTERVALS = 3_600;

  private static final int PART_INTERVALS = 50;

  private static final int VALUES = 400;
  private static final int MEDIAN_NANOS = 200_000;
  private static final long SECOND = 1_000_000_000L;
  private static final int COLUMNS = 400;
  private static final long PAUSE_NANOS = 50_000_000;

  /// A line of an interval that begins at a whole second.
  private static final Pattern INTERVAL = Pattern.compile("(Tag=[^,]+,)(\\d+)(\\.0+,.*)");

  private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f]{16})\"");

  private ExploreTraining() {}

  /// @param log the file to create
  static void run(Path log) throws IOException {
    write(log);
    look(log, null);
    Path indexes = log.resolveSibling("indexes");
    Explorer.index(log, indexes);
    look(log, indexes);
  }

  private static void look(Path log, @Nullable Path indexes) throws IOException {
    InetAddress address = InetAddress.getLoopbackAddress();
    try (Explorer explorer = Explorer.start(List.of(log), address, 0, indexes)) {
      look(explorer.url());
    }
  }

  /// Repeats the lines of a short log: encoding each histogram would take most of the training.
  private static void write(Path log) throws IOException {
    Path part = log.resolveSibling("part.hdr");
    writePart(part);
    List<String> lines = Files.readAllLines(part);
    try (BufferedWriter writer = Files.newBufferedWriter(log)) {
      for (int second = 0; second < INTERVALS; second += PART_INTERVALS) {
        for (String each : lines) {
          Matcher interval = INTERVAL.matcher(each);
          if (interval.matches()) {
            long start = Long.parseLong(interval.group(2)) + second;
            writer.write(interval.group(1) + start + interval.group(3) + "\n");
          } else if (second == 0) {
            writer.write(each + "\n");
          }
        }
      }
    }
    // A log that was modified a moment ago counts as growing.
    var _ = Files.setLastModifiedTime(log, FileTime.fromMillis(0));
  }

  private static void writePart(Path log) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    ClockAnchor anchor = new ClockAnchor(0, SECOND, 0);
    try (IntervalLogWriter writer = IntervalLogWriter.create(log, anchor, 0)) {
      LatencyHistogram histogram = new LatencyHistogram();
      for (int i = 0; i < PART_INTERVALS; i++) {
        for (String each : TAGS) {
          histogram.reset();
          for (int value = 0; value < VALUES; value++) {
            histogram.record((long) (MEDIAN_NANOS * Math.exp(random.nextGaussian() / 2)));
          }
          writer.write(each, i * SECOND, (i + 1) * SECOND, histogram);
        }
        writer.flush();
      }
    }
  }

  private static void look(String url) throws IOException {
    for (String each : List.of("", "page.js", "page.css")) {
      var _ = get(url + each);
    }
    Matcher id = ID.matcher(get(url + "api/sources"));
    if (!id.find()) {
      throw new IOException("the explorer does not show its log");
    }
    String source = url + "api/sources/" + id.group(1);
    awaitWhole(source);
    for (String each : TAGS) {
      for (int most : new int[] {1, COLUMNS}) {
        var _ = get(source + "/columns?tag=" + each + "&from=500&to=4000500&most=" + most);
      }
    }
  }

  /// Waits until the log is read completely: the explorer shows a large log while it reads it.
  private static void awaitWhole(String source) throws IOException {
    while (get(source).contains("\"reading\":")) {
      var _ = get(source + "/columns?tag=" + TAGS.getFirst() + "&from=500&to=4000500&most=1");
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static String get(String url) throws IOException {
    try (InputStream in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
