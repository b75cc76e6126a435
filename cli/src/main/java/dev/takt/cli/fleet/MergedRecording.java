package dev.takt.cli.fleet;

import dev.takt.fleet.coordinator.LiveInterval;
import dev.takt.fleet.coordinator.SparseCounts;
import dev.takt.fleet.coordinator.Wholes;
import dev.takt.load.config.Plan;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Passes what the machines of a fleet record on to what receives a run of one machine. It gets
/// everything once, but not in the order of time: a machine that was cut off sends later.
final class MergedRecording {

  private final RecordingListener listener;
  private final boolean hasSchedule;

  private final Wholes wholes;

  private final long warmupNanos;
  private final long endNanos;
  private final @Nullable Arrivals arrivals;
  private final Times all = new Times();
  private final LatencyHistogram dense = new LatencyHistogram();

  private long nextDue;
  private long elapsedNanos;
  private Times newest = new Times();
  private Progress.Rates rates = new Progress.Rates(Double.NaN, 0);
  private long completed;
  private long failed;

  /// Times of completed operations, by measure.
  private static final class Times {

    private final Map<Measure, LatencyHistogram> byMeasure = new EnumMap<>(Measure.class);

    void add(RunTags.Tag tag, SparseCounts times) {
      if (tag.state() == OperationState.COMPLETED) {
        times.addTo(byMeasure.computeIfAbsent(tag.measure(), _ -> new LatencyHistogram()));
      }
    }

    Distribution of(Measure measure) {
      return Distribution.of(byMeasure.getOrDefault(measure, new LatencyHistogram()));
    }
  }

  /// @param schedule of the whole; null without one
  MergedRecording(Plan plan, @Nullable Schedule schedule, RecordingListener listener) {
    this.listener = listener;
    this.hasSchedule = plan.load().mode().hasSchedule();
    this.wholes = Wholes.of(plan);
    this.warmupNanos = plan.limits().warmup().toNanos();
    this.endNanos = plan.load().durationNanos();
    this.arrivals = schedule == null ? null : schedule.arrivals();
    this.nextDue = arrivals == null ? Arrivals.END : arrivals.next();
  }

  /// Passes new intervals on.
  void add(List<LiveInterval> intervals) {
    for (LiveInterval each : intervals) {
      long before = completed + failed;
      each.recorded().forEach(this::add);
      if (each.endNanos() > elapsedNanos) {
        begin(each, (completed + failed - before) * 1e9 / each.nanos());
      }
    }
    if (!intervals.isEmpty()) {
      ended(false);
    }
  }

  /// All has come.
  void end() {
    ended(true);
  }

  /// @param achieved operations answered, or journeys ended, per second
  private void begin(LiveInterval interval, double achieved) {
    double seconds = (interval.endNanos() - elapsedNanos) / 1e9;
    rates =
        new Progress.Rates(
            arrivals == null ? Double.NaN : dueUntil(interval.endNanos()) / seconds, achieved);
    elapsedNanos = interval.endNanos();
    newest = new Times();
    interval
        .recorded()
        .forEach((tag, times) -> {
          if (!isWhole(tag)) {
            newest.add(tag, times);
          }
        });
  }

  private void add(RunTags.Tag tag, SparseCounts times) {
    if (!isWhole(tag)) {
      dense.reset();
      times.addTo(dense);
      listener.recorded(tag, dense);
      if (!tag.warmup()) {
        all.add(tag, times);
      }
    }
    if (!wholes.arrives(tag.operation()) // what is counted is what arrives on schedule
        || tag.measure() != (hasSchedule ? Measure.RESPONSE : Measure.SERVICE)) {
      return;
    }
    long count = times.total();
    switch (tag.state()) {
      case COMPLETED -> completed += count;
      case FAILED, TIMED_OUT -> failed += count;
      // They are among the completed ones, too, with their age.
      case UNFINISHED, NEVER_SENT -> completed -= hasSchedule ? count : 0;
    }
  }

  private boolean isWhole(RunTags.Tag tag) {
    return wholes.has(tag.operation());
  }

  /// How many operations of the whole have become due until then.
  private double dueUntil(long nanos) {
    Arrivals from = arrivals;
    long due = 0;
    while (from != null && nextDue != Arrivals.END && nextDue < nanos) {
      due++;
      nextDue = from.next();
    }
    return due;
  }

  private void ended(boolean last) {
    Progress progress =
        new Progress(
            phase(),
            elapsedNanos,
            endNanos == Long.MAX_VALUE ? endNanos : Math.max(0, endNanos - elapsedNanos),
            rates,
            times(newest),
            times(all),
            hasSchedule ? newest.of(Measure.LATENESS) : null,
            new Progress.Counts(Progress.UNKNOWN, Progress.UNKNOWN, completed, failed));
    listener.intervalEnded(progress, null, true, last);
  }

  private Progress.Phase phase() {
    if (elapsedNanos <= warmupNanos) {
      return Progress.Phase.WARMUP;
    }
    return elapsedNanos <= endNanos ? Progress.Phase.MEASURE : Progress.Phase.DRAIN;
  }

  private Progress.Times times(Times of) {
    return new Progress.Times(hasSchedule ? of.of(Measure.RESPONSE) : null, of.of(Measure.SERVICE));
  }
}
