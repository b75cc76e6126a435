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
  private static final int HEADER_BYTES = MAGIC.length + Integer.BYTES + 4 * Long.BYTES;

  private IndexFile() {}

  /// @param index a complete index of the whole log
  /// @param problems all problems of the log
  static byte[] write(LogFingerprint stamp, LogIndex index, List<Problem> problems) {
    ByteArrayOutputStream tags = new ByteArrayOutputStream();
    Map<Layout, Integer> layouts = new LinkedHashMap<>();
    index
        .tagIndexes()
        .forEach((name, tag) -> {
          text(tags, name);
          tag.write(tags, layout -> layouts.computeIfAbsent(layout, _ -> layouts.size()));
        });
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    SlotCodec.writeSigned(body, index.origin());
    facts(body, index.facts());
    problems(body, problems);
    SlotCodec.writeUnsigned(body, layouts.size());
    layouts.keySet().forEach(each -> layout(body, each));
    SlotCodec.writeUnsigned(body, index.tagIndexes().size());
    body.writeBytes(tags.toByteArray());
    byte[] bytes = body.toByteArray();
    ByteBuffer all = ByteBuffer.allocate(HEADER_BYTES + bytes.length);
    head(all, stamp, checksum(bytes, 0));
    return all.put(bytes).array();
  }

  private static void head(ByteBuffer to, LogFingerprint stamp, long sum) {
    to.put(MAGIC).putInt(VERSION);
    to.putLong(stamp.size()).putLong(stamp.modified()).putLong(stamp.checksum()).putLong(sum);
  }

  private static long checksum(byte[] bytes, int from) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, from, bytes.length - from);
    return sum.getValue();
  }

  /// @param problems receives the problems of the log
  /// @return null if the index is of another log or version, or damaged
  /// @throws IOException if the log cannot be opened
  static @Nullable LogIndex read(byte[] bytes, LogFingerprint stamp, Path log, Problems problems)
      throws IOException {
    if (bytes.length < HEADER_BYTES) {
      return null;
    }
    ByteBuffer expected = ByteBuffer.allocate(HEADER_BYTES);
    head(expected, stamp, checksum(bytes, HEADER_BYTES));
    if (!Arrays.equals(expected.array(), 0, HEADER_BYTES, bytes, 0, HEADER_BYTES)) {
      return null;
    }
    VarintReader in = new VarintReader(bytes, HEADER_BYTES);
    try {
      long origin = in.readSigned();
      LogFacts facts = facts(in);
      List<Problem> wrong = problems(in);
      List<Layout> layouts = new ArrayList<>();
      for (long left = in.readUnsigned(); left > 0; left--) {
        layouts.add(layout(in));
      }
      Map<String, TagIndex> tags = new TreeMap<>();
      for (long left = in.readUnsigned(); left > 0; left--) {
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
    SlotCodec.writeUnsigned(out, facts.tags().size());
    facts.tags().forEach(each -> text(out, each));
    textOrNull(out, facts.unit());
    textOrNull(out, facts.estimate());
  }

  private static LogFacts facts(VarintReader in) {
    List<String> tags = new ArrayList<>();
    for (long left = in.readUnsigned(); left > 0; left--) {
      tags.add(text(in));
    }
    return new LogFacts(List.copyOf(tags), textOrNull(in), textOrNull(in));
  }

  private static void problems(ByteArrayOutputStream out, List<Problem> problems) {
    SlotCodec.writeUnsigned(out, problems.size());
    for (Problem each : problems) {
      text(out, each.log());
      SlotCodec.writeUnsigned(out, each.line());
      text(out, each.severity().name());
      text(out, each.reason());
      SlotCodec.writeUnsigned(out, each.times());
    }
  }

  private static List<Problem> problems(VarintReader in) {
    List<Problem> problems = new ArrayList<>();
    for (long left = in.readUnsigned(); left > 0; left--) {
      problems.add(
          new Problem(
              text(in),
              in.readUnsigned(),
              Severity.valueOf(text(in)),
              text(in),
              in.readUnsigned()));
    }
    return problems;
  }

  private static void layout(ByteArrayOutputStream out, Layout layout) {
    SlotCodec.writeUnsigned(out, layout.significantDigits());
    SlotCodec.writeSigned(out, layout.unitMagnitude());
    SlotCodec.writeUnsigned(out, layout.fractional() ? 1 : 0);
  }

  private static Layout layout(VarintReader in) {
    return new Layout((int) in.readUnsigned(), (int) in.readSigned(), in.readUnsigned() == 1);
  }

  private static void text(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    SlotCodec.writeUnsigned(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static String text(VarintReader in) {
    return new String(in.lengthPrefixed(), StandardCharsets.UTF_8);
  }

  private static void textOrNull(ByteArrayOutputStream out, @Nullable String text) {
    SlotCodec.writeUnsigned(out, text == null ? 0 : 1);
    if (text != null) {
      text(out, text);
    }
  }

  private static @Nullable String textOrNull(VarintReader in) {
    return in.readUnsigned() == 0 ? null : text(in);
  }
}
