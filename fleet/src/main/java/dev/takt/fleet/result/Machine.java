package dev.takt.fleet.result;

import dev.takt.load.share.Share;
import dev.takt.record.ClockAnchor;
import dev.takt.record.log.LogSource;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The files of one machine, and how its moments are moved to the clock of the run.
///
/// @param part as the caller has it
/// @param record its `run.json`; null if that was not received
/// @param shift what to add to its moments, so that its agreed start falls on that of the run
/// @param clock moves single moments more exactly, by the exchanges around them
/// @param latencies its `latency.hdr`, without the times
/// @param times the main times of its operations; null if none were received
record Machine(
    MachinePart part,
    @Nullable RunRecord record,
    long shift,
    MachineClock clock,
    LogTotals latencies,
    @Nullable Distribution times) {

  /// Reads the files.
  ///
  /// @param bounds of its clock
  /// @param merged the record of the merged run
  /// @param intervalNanos the length of the intervals of the log
  /// @param measure of the main times
  /// @param sum its times are added to
  static Machine read(
      MachinePart part,
      OffsetBounds bounds,
      RunRecord merged,
      long intervalNanos,
      Measure measure,
      LogTotals sum)
      throws IOException {
    Path runJson = part.directory().resolve("run.json");
    RunRecord record = Files.exists(runJson) ? RunDirectory.open(part.directory()).read() : null;
    long start = merged.beginNanoTime();
    long shift = part.share() == null ? -part.clock().offsetNanos() : start - part.agreedStart();
    LogTotals latencies = sum.empty();
    MachineClock clock = new MachineClock(bounds, part.clock(), part.agreedStart());
    ClockAnchor anchor = merged.timeBase().clockAnchors().getFirst();
    LogSource log = new Machine(part, record, shift, clock, latencies, null).latencyLog(anchor);
    if (log != null) {
      latencies.add(log, anchor.epochNanosAt(start), intervalNanos);
    }
    Distribution times =
        latencies.lastInterval() == null ? null : Distribution.of(latencies.of(null, measure));
    sum.take(latencies);
    return new Machine(part, record, shift, clock, latencies, times);
  }

  String name() {
    return part.name();
  }

  /// Its part of the load.
  ///
  /// @throws IllegalStateException if it only watched
  Share share() {
    Share share = part.share();
    if (share == null) {
      throw new IllegalStateException(name() + " has no share");
    }
    return share;
  }

  boolean hasShare() {
    return part.share() != null;
  }

  /// Its result; null if it has none, because it was lost or failed.
  @Nullable RunSummary summary() {
    return record == null || part.state() == Fleet.State.LOST ? null : record.summary();
  }

  /// Whether what became of some of its operations is unknown.
  boolean isLost() {
    return hasShare() && summary() == null;
  }

  Path file(String name) {
    return part.directory().resolve(name);
  }

  /// How much later than agreed its schedule started; null if it did not start.
  @Nullable Long startLateNanos() {
    Long origin = record == null ? null : record.timeBase().originNanoTime();
    return origin == null || !hasShare() ? null : origin - part.agreedStart();
  }

  /// Its `latency.hdr` with times of the run; null if it has none.
  @Nullable LogSource latencyLog(ClockAnchor anchor) throws IOException {
    Path file = file("latency.hdr");
    Long origin = record == null ? null : record.timeBase().originNanoTime();
    return Files.exists(file)
        ? MovedLog.at(file, name(), anchor, (origin == null ? part.agreedStart() : origin) + shift)
        : null;
  }

  /// Its `hiccups.hdr` with times of the run; null if it has none.
  @Nullable LogSource hiccupLog(ClockAnchor anchor) throws IOException {
    Path file = file(RunDirectory.HICCUP_LOG);
    return Files.exists(file) && record != null
        ? MovedLog.moved(file, name(), record.timeBase().clockAnchors().getFirst(), anchor, shift)
        : null;
  }

  /// As `run.json` has it.
  Fleet.Machine toFleet() {
    RunSummary summary = hasShare() ? summary() : null;
    GeneratorReport.Verdict verdict = summary == null ? null : summary.generator().verdict();
    return new Fleet.Machine(
        name(),
        part.host(),
        part.share() == null ? null : part.share().toString(),
        part.state(),
        part.clock(),
        verdict,
        new Fleet.Course(startLateNanos(), latencies.lastInterval()),
        times);
  }
}
