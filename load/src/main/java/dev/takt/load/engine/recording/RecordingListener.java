package dev.takt.load.engine.recording;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunTags;
import org.jspecify.annotations.Nullable;

/// Receives everything that a run records, tag by tag, as it is written to the log. It is meant for
/// figures that are computed while the run is in progress. The sum of all it receives equals the
/// run's summary.
///
/// It is called by the thread that also writes the log, so it must be quick. It is never called by
/// a sending thread.
public interface RecordingListener {

  /// The schedule starts; called before the first interval.
  ///
  /// @param originNanoTime its start on the monotonic clock, from which progress counts
  default void started(long originNanoTime) {}

  /// What was recorded under a tag in the interval that ends now.
  ///
  /// @param interval not empty; overwritten after the call
  void recorded(RunTags.Tag tag, LatencyHistogram interval);

  /// The interval is complete.
  ///
  /// @param progress at its end
  /// @param generator what the generator's report would be if the run ended now; null if it is not
  ///   known, as in a run on several machines
  /// @param settled false while the senders account for the remaining operations at the end of a
  ///   run: some operations may then have been passed under one of their tags and not yet under the
  ///   other. The last interval is always settled
  /// @param last whether this was the last interval
  void intervalEnded(
      Progress progress, @Nullable GeneratorReport generator, boolean settled, boolean last);

  /// A listener that passes everything on to this one, and then to another one.
  default RecordingListener andThen(RecordingListener next) {
    return new RecordingListenerPair(this, next);
  }
}
