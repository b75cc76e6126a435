package dev.takt.runs;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one kind of operation did, warm-up left out.
///
/// The response distribution holds the completed operations and, with the age they had when the run
/// ended, the unfinished and never-sent ones. Service time holds the completed ones; wait time the
/// completed and the never-sent ones, whose whole age is wait. Failed and timed-out operations are
/// in none of the three; they have distributions of their own in the log.
///
/// @param response null where there is no schedule
/// @param waiting wait time, null where there is no schedule
/// @param statuses how many answers had which status, by its number, in ascending order; null where
///   the protocol has none
public record OperationSummary(
    String name,
    @Nullable Distribution response,
    Distribution service,
    @JsonProperty("wait") @Nullable Distribution waiting,
    Balance balance,
    @Nullable Map<String, Long> statuses) {}
