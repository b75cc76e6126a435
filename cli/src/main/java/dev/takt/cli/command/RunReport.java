package dev.takt.cli.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.lab.OutOfMemory;
import dev.takt.lab.RunResult;
import dev.takt.report.explore.Explorer;
import dev.takt.report.page.ReportPage;
import java.io.IOException;
import java.nio.file.Path;

/// Writes the report of a run.
///
/// @param quiet whether to omit its path
record RunReport(CliContext context, boolean quiet) {

  /// @return false if the report could not be written
  boolean write(RunResult result) {
    try {
      Path file = result.directory().resolve(ReportPage.FILE);
      ReportPage.write(
          result.directory(),
          result.record(),
          result.observed().map(RunResult.Observed::stalls).orElse(null),
          result.explainer().orElse(null),
          file);
      if (!quiet) {
        context.message("report " + file);
      }
      index(result.directory().latencyLog());
      return true;
    } catch (IOException e) {
      context.message(e.getMessage());
      return false;
    } catch (RuntimeException | OutOfMemoryError e) {
      // The measurement is on disk: its verdict is printed even if the report fails.
      context.message("the report could not be made: " + OutOfMemory.reason(e));
      return false;
    }
  }

  /// Indexes the log for the explorer, which would otherwise read all of it when it is first
  /// opened.
  private static void index(Path log) {
    Path indexes = IndexPlace.ofProcess();
    try {
      if (indexes != null) {
        Explorer.index(log, indexes);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // The index is only a cache.
    }
  }
}
