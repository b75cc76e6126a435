package dev.takt.record.log;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// Where the parts of a split log go.
@FunctionalInterface
public interface SplitTargets {

  /// Opens the log of one tag, once for each tag of each log; [LogAlgebra#split] closes it.
  ///
  /// @param log what the log was opened as
  /// @param tag null for the lines without a tag
  OutputStream open(String log, @Nullable String tag) throws IOException;
}
