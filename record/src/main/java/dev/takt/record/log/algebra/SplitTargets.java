package dev.takt.record.log.algebra;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// Creates the outputs for the parts of a split log.
@FunctionalInterface
public interface SplitTargets {

  /// Opens the log of one tag, once for each tag of each log; [LogAlgebra#split] closes it.
  ///
  /// @param log the name that the log was opened with
  /// @param tag null for the lines without a tag
  OutputStream open(String log, @Nullable String tag) throws IOException;
}
