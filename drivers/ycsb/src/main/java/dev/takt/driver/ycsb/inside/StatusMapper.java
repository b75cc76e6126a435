package dev.takt.driver.ycsb.inside;

import dev.takt.load.driver.Outcome;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import site.ycsb.Status;

/// Maps a binding's statuses to outcomes: those for which YCSB's `isOk` is true are successes, all
/// others are failures labelled with their names. Not thread-safe.
final class StatusMapper {

  private static final Outcome NONE = Outcome.failed("null instead of a status");

  private final Map<String, Outcome> byName = new HashMap<>();

  Outcome map(@Nullable Status status) {
    if (status == null) {
      return NONE;
    }
    return status.isOk()
        ? Outcome.OK
        : byName.computeIfAbsent(String.valueOf(status.getName()), Outcome::failed);
  }
}
