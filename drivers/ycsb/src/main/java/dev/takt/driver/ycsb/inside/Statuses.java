package dev.takt.driver.ycsb.inside;

import dev.takt.load.driver.Outcome;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import site.ycsb.Status;

/// What a binding's statuses mean as outcomes: those that YCSB calls passing are successes, all
/// others are failures under their names. One thread's own.
final class Statuses {

  private static final Outcome NONE = Outcome.failed("null instead of a status");

  private final Map<String, Outcome> byName = new HashMap<>();

  Outcome outcomeOf(@Nullable Status status) {
    if (status == null) {
      return NONE;
    }
    return status.isOk()
        ? Outcome.OK
        : byName.computeIfAbsent(String.valueOf(status.getName()), Outcome::failed);
  }
}
