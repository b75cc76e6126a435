package dev.takt.cli.flags;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// When a watch ends, unless it is interrupted or its process ends before.
///
/// @param after so long; null for no such end
/// @param onInput whether when standard input ends: for programs that start a watch
public record WatchEnd(@Nullable Duration after, boolean onInput) {

  /// At an interrupt only.
  static final WatchEnd OPEN = new WatchEnd(null, false);
}
