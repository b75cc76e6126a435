package dev.takt.load.engine;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunSummary;
import java.io.IOException;

/// One run, from the generator's own warm-up to the summary.
public final class LoadRun {

  private final LoadSettings settings;
  private final RunDirectory directory;

  /// A run that is not started yet.
  public LoadRun(LoadSettings settings, RunDirectory directory, Progress.Listener listener) {
    this.settings = settings;
    this.directory = directory;
  }

  /// Runs to the end; to be called once. The files of the run directory are complete when it
  /// returns.
  ///
  /// @throws IOException if the run directory cannot be written
  public RunSummary run() throws IOException, InterruptedException {
    throw new IOException(directory.path() + " of " + settings.target());
  }

  /// Ends the schedule now: what was due and not sent is written down as never sent, what is under
  /// way as unfinished unless it is answered at once. [#run] then returns as usual, with an
  /// incomplete summary. Any thread, any time, any number of times.
  public void stop() {}
}
