package dev.takt.record.log;

import java.io.IOException;
import java.util.List;

/// What can be made of interval logs. Each method reads its logs once, on all cores, in memory that
/// does not grow with them.
///
/// All methods are thread-safe.
public final class LogAlgebra {

  private LogAlgebra() {}

  /// Adds logs up, tag by tag.
  ///
  /// @param problems is told what is wrong with the logs; intervals that can be read are used
  /// @throws IOException if a log cannot be opened or read
  /// @throws ArithmeticException if there are more than 2^63 - 1 values
  public static LogSummary summarize(
      List<LogSource> sources, Selection selection, Problems problems) throws IOException {
    return Summarizer.summarize(sources, selection, problems);
  }
}
