package dev.takt.report.page;

import dev.takt.report.pack.LogIndex;
import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One run or log without its histograms, in the form that the page reads.
///
/// @param entry its list entry
/// @param time its time 0 and the part of the time axis that its intervals cover
/// @param unit nanoseconds per unit of recorded values; null if unknown
/// @param tags all tags; the page first shows the first one
/// @param isQueried whether histograms are queried in parts; else one pack holds all of them
/// @param progress how far the log has been read; null if it has been read to its end, or is still
///   being written
/// @param totals the number of values of each tag, if known
/// @param sections what does not come from the log, with the remarks on it and on the log
record SourceDocument(
    SourceEntry entry,
    TimeAxis time,
    @Nullable Double unit,
    List<TagInfo> tags,
    boolean isQueried,
    LogIndex.@Nullable Progress progress,
    Map<String, Long> totals,
    ReportSections sections) {

  private static final String FORMAT = "takt-source-1";
  private static final int MILLI_DIGITS = 6;

  /// The time axis of a document.
  ///
  /// @param originEpoch its time 0, in nanoseconds since 1970-01-01T00:00:00Z
  /// @param begin the earliest time, in nanoseconds since the origin
  /// @param end the end of the last interval
  record TimeAxis(long originEpoch, long begin, long end) {}

  /// Returns the same document with an additional note at the beginning.
  SourceDocument withNote(String note) {
    return new SourceDocument(
        entry, time, unit, tags, isQueried, progress, totals, sections.withNote(note));
  }

  /// Formats the document as JSON that can be embedded in a page.
  String json() {
    StringBuilder out = new StringBuilder();
    try {
      write(JsonWriter.compact(out));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder takes everything
    }
    return out.toString();
  }

  private void write(JsonWriter json) throws IOException {
    json.open('{');
    json.name("format").string(FORMAT);
    json.name("entry");
    entry.write(json);
    json.name("originEpoch").number(millis(time.originEpoch));
    if (unit != null) {
      json.name("unit").number(BigDecimal.valueOf(unit).stripTrailingZeros().toPlainString());
    }
    json.name("tags").open('[');
    for (TagInfo each : tags) {
      each.write(json);
    }
    json.close(']');
    json.name("delivery").string(isQueried ? "query" : "pack");
    if (progress != null) {
      json.name("reading").open('{');
      json.name("share").number(MachineText.format("%.4f", progress.share()));
      json.name("to").number(millis(progress.upTo()));
      json.close('}');
    }
    span(json, "span", time.begin, time.end);
    if (sections.record() != null) {
      run(json, sections.record());
    }
    strings(json, "notes", sections.notes());
    strings(json, "problems", sections.problems());
    json.close('}');
  }

  private void run(JsonWriter json, RunRecord record) throws IOException {
    TimeMapper moments = new TimeMapper(record, time.originEpoch);
    RunRecord.Phase measured = record.measured();
    if (measured != null) {
      Long planned = measured.endNanoTime();
      long from = moments.sinceOrigin(measured.startNanoTime());
      long to = planned == null ? time.end : moments.sinceOrigin(planned);
      boolean isOver = record.summary() != null;
      span(json, "measured", from, Math.max(from, isOver ? to : Math.min(to, time.end)));
    }
    json.name("run");
    new RunFacts(record, totals, Math.max(0, time.end - time.begin)).write(json);
    if (sections.explanation() != null) {
      json.name("explanation");
      sections.explanation().write(json, moments, sections.stalls());
    }
    if (sections.stalls() != null) {
      json.name("stalls");
      sections.stalls().write(json, moments);
    }
  }

  private static void span(JsonWriter json, String name, long from, long to) throws IOException {
    json.name(name).open('{');
    json.name("from").number(millis(from));
    json.name("to").number(millis(to));
    json.close('}');
  }

  static void strings(JsonWriter json, String name, List<String> texts) throws IOException {
    json.name(name).open('[');
    for (String each : texts) {
      json.string(each);
    }
    json.close(']');
  }

  /// Nanoseconds as milliseconds, with as many decimals as needed.
  static String millis(long nanos) {
    return BigDecimal.valueOf(nanos, MILLI_DIGITS).stripTrailingZeros().toPlainString();
  }

  static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
