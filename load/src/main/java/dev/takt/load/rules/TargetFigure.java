package dev.takt.load.rules;

import dev.takt.load.text.CounterText;
import dev.takt.runs.allocation.AllocationRate;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.ByteText;
import org.jspecify.annotations.Nullable;

/// What a rule compares of the target, and only a watched run knows.
public sealed interface TargetFigure extends Assertion.Figure {

  /// A figure, as exactly as it is known.
  ///
  /// @param value the most likely value
  /// @param atLeast a lower bound
  /// @param atMost an upper bound; infinite if there is none
  record Known(double value, double atLeast, double atMost) {}

  /// The figure of a run; null if it was not observed.
  @Nullable Known of(RunSummary.Results results);

  /// Why a run decides nothing if it was not observed.
  String unknown();

  /// Whether it is the same at any load. What the target does beside the operations is divided by
  /// fewer of them if less load reaches it.
  boolean isIndependentOfLoad();

  /// Formats a value, or the limit.
  String text(double value);

  /// What the target allocates on its heap, in bytes.
  ///
  /// @param isPerOperation per operation, rather than per second
  record Allocation(boolean isPerOperation) implements TargetFigure {

    @Override
    public @Nullable Known of(RunSummary.Results results) {
      AllocationRate rate = results.allocation();
      if (rate == null) {
        return null;
      }
      double known = rate.bytesPerOperation();
      double value = isPerOperation ? known : rate.bytesPerSecond();
      double perByte = known > 0 ? value / known : 0;
      return new Known(
          value,
          rate.atLeast() * perByte,
          rate.atMost() == null ? Double.POSITIVE_INFINITY : rate.atMost() * perByte);
    }

    @Override
    public String unknown() {
      return "the target's allocations were not observed";
    }

    @Override
    public boolean isIndependentOfLoad() {
      return isPerOperation;
    }

    @Override
    public String text(double value) {
      return ByteText.of(value) + (isPerOperation ? "/op" : "/s");
    }
  }

  /// What the target's performance counters counted, per operation; instructions per cycle.
  ///
  /// @param event as in [EventRate]
  record Counted(String event) implements TargetFigure {

    @Override
    public @Nullable Known of(RunSummary.Results results) {
      EventRate rate = EventRate.of(results.counters(), event);
      if (rate == null) {
        return null;
      }
      // What was not counted is extrapolated.
      boolean isEstimated = rate.timeShare() < 1;
      double certain = isRatio() ? 0 : rate.atLeast() * rate.timeShare();
      return new Known(
          rate.perOperation(),
          isEstimated ? certain : rate.atLeast(),
          isEstimated ? Double.POSITIVE_INFINITY : rate.atMost());
    }

    @Override
    public String unknown() {
      String counters = isRatio() ? "instructions and cycles" : event;
      return "the target's " + counters + " were not counted: see notObservable in stalls.json";
    }

    @Override
    public boolean isIndependentOfLoad() {
      return false;
    }

    @Override
    public String text(double value) {
      return CounterText.value(event, value) + (isRatio() ? "" : "/op");
    }

    /// Whether it is a number without a unit.
    boolean isRatio() {
      return event.equals(EventRate.IPC);
    }
  }
}
