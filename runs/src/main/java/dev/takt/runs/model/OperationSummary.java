package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The results of one kind of operation, without the warm-up.
///
/// The response distribution holds the completed operations and, with their age at the end of the
/// run, the unfinished and never-sent ones. Service time holds the completed ones. Wait time holds
/// the completed and the never-sent ones, whose whole age is wait. Failed and timed-out operations
/// are in none of the three; they have their own distributions in the log.
///
/// @param response null if there is no schedule
/// @param waiting wait time, null if there is no schedule
/// @param statuses the number of answers by status code, in ascending order of the code; null if
///   the protocol has none
public record OperationSummary(
    String name,
    @Nullable Distribution response,
    Distribution service,
    @JsonProperty("wait") @Nullable Distribution waiting,
    Balance balance,
    @Nullable Map<String, Long> statuses) {}
