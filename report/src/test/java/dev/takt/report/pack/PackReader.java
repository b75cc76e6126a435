package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// Reads packs as specified in `report/PAGE.md`, sharing no code with the writer.
public final class PackReader {

  /// An interval; times in milliseconds.
  public record Interval(String tag, Layout layout, long begin, long length, Counts counts) {}

  private final DataInputStream in;

  private PackReader(DataInputStream in) {
    this.in = in;
  }

  public static List<Interval> read(byte[] pack) throws IOException {
    byte[] plain = new GZIPInputStream(new ByteArrayInputStream(pack)).readAllBytes();
    return new PackReader(new DataInputStream(new ByteArrayInputStream(plain))).read();
  }

  /// The sum of one tag.
  public static Counts sum(List<Interval> intervals, String tag) {
    Counts sum = new Counts(Layout.THREE_DIGITS);
    intervals.stream()
        .filter(each -> each.tag().equals(tag))
        .forEach(each -> sum.add(each.counts()));
    return sum;
  }

  private List<Interval> read() throws IOException {
    String magic = new String(in.readNBytes(8), StandardCharsets.US_ASCII);
    if (!magic.equals("TAKTPACK") || unsigned() != 1) {
      throw new IOException("no pack");
    }
    List<String> tags = new ArrayList<>();
    for (long i = unsigned(); i > 0; i--) {
      tags.add(new String(in.readNBytes((int) unsigned()), StandardCharsets.UTF_8));
    }
    List<Layout> layouts = new ArrayList<>();
    for (long i = unsigned(); i > 0; i--) {
      layouts.add(layout());
    }
    List<Interval> intervals = new ArrayList<>();
    long begin = 0;
    while (in.available() > 0) {
      String tag = tags.get((int) unsigned());
      Layout layout = layouts.get((int) unsigned());
      begin += signed();
      long length = unsigned();
      Counts counts = new Counts(layout);
      int slot = -1;
      for (long i = unsigned(); i > 0; i--) {
        slot += (int) unsigned() + 1;
        counts.add(slot, unsigned());
      }
      intervals.add(new Interval(tag, layout, begin, length, counts));
    }
    return intervals;
  }

  private Layout layout() throws IOException {
    int digits = (int) unsigned();
    int magnitude = (int) signed();
    boolean doubles = unsigned() == 1;
    double unit = in.readDouble();
    return new Layout(digits, doubles ? Math.getExponent(unit) : magnitude, doubles);
  }

  private long unsigned() throws IOException {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int b = in.readUnsignedByte();
      value |= (b & 0x7fL) << shift;
      if (b < 0x80) {
        return value;
      }
    }
  }

  private long signed() throws IOException {
    long value = unsigned();
    return (value >>> 1) ^ -(value & 1);
  }
}
