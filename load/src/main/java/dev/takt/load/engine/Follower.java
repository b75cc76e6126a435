package dev.takt.load.engine;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.GeneratorReport;
import dev.takt.runs.RunTags;

/// Is told of all that a run records, tag by tag, as it goes to the log: for those who keep figures
/// of their own while the run goes on. What it was told adds up to the run's summary.
///
/// It is called by the thread that also writes the log, and must be quick; never by a thread that
/// sends.
public interface Follower {

  /// What was recorded under a tag in the interval that ends now.
  ///
  /// @param interval not empty; overwritten after the call
  void recorded(RunTags.Tag tag, LatencyHistogram interval);

  /// All of an interval was told.
  ///
  /// @param progress at its end
  /// @param generator what the generator's report would be if the run ended now
  /// @param settled false while the senders account for what is left at the end of a run: some
  ///   operations may then be told under one of their tags and not yet under the other. The last
  ///   interval is always settled
  /// @param last whether this was the last interval
  void intervalEnded(Progress progress, GeneratorReport generator, boolean settled, boolean last);
}
