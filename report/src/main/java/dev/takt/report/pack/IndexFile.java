package dev.takt.report.pack;

import dev.takt.record.histogram.Layout;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Encodes and decodes an index. A header identifies the version and the log and holds a checksum
/// of the body. The body holds the log's facts, its problems, and the lines and finest sums of each
/// tag.
final class IndexFile {

  private static final byte[] MAGIC = "TAKTINDX".getBytes(StandardCharsets.US_ASCII);

  /// Must be incremented with each change of the format, or of how a log is read.
  private static final int VERSION = 3;

  /// Bytes of the header: magic, version, the three numbers of the stamp, and the checksum.
  private static final int HEAD = MAGIC.length + Integer.BYTES + 4 * Long.BYTES;

  private IndexFile() {}

  /// @param index a complete index of the whole log
  /// @param problems all problems of the log
  static byte[] write(LogStamp stamp, LogIndex index, List<Problem> problems) {
    ByteArrayOutputStream tags = new ByteArrayOutputStream();
    Map<Layout, Integer> layouts = new LinkedHashMap<>();
    index
        .tagIndexes()
        .forEach((name, tag) -> {
          text(tags, name);
          tag.write(tags, layout -> layouts.computeIfAbsent(layout, _ -> layouts.size()));
        });
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Slots.signed(body, index.origin());
    facts(body, index.facts());
    problems(body, problems);
    Slots.unsigned(body, layouts.size());
    layouts.keySet().forEach(each -> layout(body, each));
    Slots.unsigned(body, index.tagIndexes().size());
    body.writeBytes(tags.toByteArray());
    byte[] bytes = body.toByteArray();
    ByteBuffer all = ByteBuffer.allocate(HEAD + bytes.length);
    head(all, stamp, sum(bytes, 0));
    return all.put(bytes).array();
  }

  private static void head(ByteBuffer to, LogStamp stamp, long sum) {
    to.put(MAGIC).putInt(VERSION);
    to.putLong(stamp.size()).putLong(stamp.modified()).putLong(stamp.edges()).putLong(sum);
  }

  private static long sum(byte[] bytes, int from) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, from, bytes.length - from);
    return sum.getValue();
  }

  /// @param problems receives the problems of the log
  /// @return null if the index is of another log or version, or damaged
  /// @throws IOException if the log cannot be opened
  static @Nullable LogIndex read(byte[] bytes, LogStamp stamp, Path log, Problems problems)
      throws IOException {
    if (bytes.length < HEAD) {
      return null;
    }
    ByteBuffer expected = ByteBuffer.allocate(HEAD);
    head(expected, stamp, sum(bytes, HEAD));
    if (!Arrays.equals(expected.array(), 0, HEAD, bytes, 0, HEAD)) {
      return null;
    }
    Cursor in = new Cursor(bytes, HEAD);
    try {
      long origin = in.signed();
      LogFacts facts = facts(in);
      List<Problem> wrong = problems(in);
      List<Layout> layouts = new ArrayList<>();
      for (long left = in.unsigned(); left > 0; left--) {
        layouts.add(layout(in));
      }
      Map<String, TagIndex> tags = new TreeMap<>();
      for (long left = in.unsigned(); left > 0; left--) {
        tags.put(text(in), TagIndex.read(in, layouts));
      }
      tags.values().parallelStream().forEach(TagIndex::finish);
      LogIndex index = new LogIndex(log, FileChannel.open(log), tags, facts, origin, true, null);
      wrong.forEach(problems::add);
      return index;
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      return null; // the checksum is right but the contents are not: the file was not written by
      // this class
    }
  }

  private static void facts(ByteArrayOutputStream out, LogFacts facts) {
    Slots.unsigned(out, facts.tags().size());
    facts.tags().forEach(each -> text(out, each));
    textOrNull(out, facts.unit());
    textOrNull(out, facts.estimate());
  }

  private static LogFacts facts(Cursor in) {
    List<String> tags = new ArrayList<>();
    for (long left = in.unsigned(); left > 0; left--) {
      tags.add(text(in));
    }
    return new LogFacts(List.copyOf(tags), textOrNull(in), textOrNull(in));
  }

  private static void problems(ByteArrayOutputStream out, List<Problem> problems) {
    Slots.unsigned(out, problems.size());
    for (Problem each : problems) {
      text(out, each.log());
      Slots.unsigned(out, each.line());
      text(out, each.severity().name());
      text(out, each.reason());
      Slots.unsigned(out, each.times());
    }
  }

  private static List<Problem> problems(Cursor in) {
    List<Problem> problems = new ArrayList<>();
    for (long left = in.unsigned(); left > 0; left--) {
      problems.add(
          new Problem(
              text(in), in.unsigned(), Severity.valueOf(text(in)), text(in), in.unsigned()));
    }
    return problems;
  }

  private static void layout(ByteArrayOutputStream out, Layout layout) {
    Slots.unsigned(out, layout.significantDigits());
    Slots.signed(out, layout.unitMagnitude());
    Slots.unsigned(out, layout.fractional() ? 1 : 0);
  }

  private static Layout layout(Cursor in) {
    return new Layout((int) in.unsigned(), (int) in.signed(), in.unsigned() == 1);
  }

  private static void text(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Slots.unsigned(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static String text(Cursor in) {
    return new String(in.counted(), StandardCharsets.UTF_8);
  }

  private static void textOrNull(ByteArrayOutputStream out, @Nullable String text) {
    Slots.unsigned(out, text == null ? 0 : 1);
    if (text != null) {
      text(out, text);
    }
  }

  private static @Nullable String textOrNull(Cursor in) {
    return in.unsigned() == 0 ? null : text(in);
  }
}
