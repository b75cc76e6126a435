package dev.takt.load.replay;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which requests of a log are replayed.
///
/// @param methods those that are sent; at least one
/// @param path what the path and query must match somewhere; null for any
/// @param status the statuses that the original answer can have had; null for any
/// @param from the first moment; null for the beginning
/// @param to the end, which is left out itself; null for that of the log
public record ReplayFilter(
    List<String> methods,
    @Nullable Pattern path,
    @Nullable StatusSet status,
    @Nullable LogMoment from,
    @Nullable LogMoment to) {

  /// The methods that change nothing.
  public static final List<String> SAFE_METHODS = List.of("GET", "HEAD");

  /// Copies the list.
  public ReplayFilter {
    methods = List.copyOf(methods);
  }

  /// Whether a moment is not in the time that is replayed.
  ///
  /// @param first the moment of the first request of the log
  boolean isOutside(long nanos, long first) {
    return (from != null && nanos < from.nanos(first)) || (to != null && nanos >= to.nanos(first));
  }
}
