package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.takt.record.LatencyHistogram;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The generator's report on itself. All times are in nanoseconds.
///
/// @param verdict whether the measurement can be trusted
/// @param lateness how late it sent; null if there is no schedule
/// @param stalls the times in which it did not run
/// @param usage what its process used
/// @param utilisation the busiest sending thread's share of time at work, from 0 to 1; null if it
///   is not known
/// @param partToBlame the part of the excess of the slowest hundredth of the operations that was
///   lost in the generator, from 0 to 1; null if it is too small to report
/// @param transport the sockets that it used, `epoll` or `nio`; null if its driver has its own
/// @param findings in plain words, each with its cause and a remedy; empty if there are none
public record GeneratorReport(
    Verdict verdict,
    @JsonUnwrapped @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Lateness lateness,
    @JsonUnwrapped StallTotals stalls,
    @JsonUnwrapped ProcessUsage usage,
    @Nullable Double utilisation,
    @Nullable Double partToBlame,
    @Nullable String transport,
    List<String> findings) {

  /// The start of a finding of an older Takt, which had no separate number for the part.
  private static final Pattern LEGACY_SHARE_PATTERN =
      Pattern.compile(
          "to blame in part: (?<finding>.*?, (?<percent>\\d+(?:\\.\\d+)?) % was lost in .*)");

  /// Extracts the part from the text of the first finding, where an older Takt wrote it.
  public GeneratorReport {
    Matcher blame =
        LEGACY_SHARE_PATTERN.matcher(
            partToBlame != null || findings.isEmpty() ? "" : findings.getFirst());
    if (blame.matches()) {
      partToBlame =
          new BigDecimal(blame.group("percent")).movePointLeft(2).min(BigDecimal.ONE).doubleValue();
      findings = new ArrayList<>(findings);
      findings.set(0, blame.group("finding"));
      findings = List.copyOf(findings);
    }
  }

  /// A copy of this report for a generator that caused a part of the slowest operations' time.
  ///
  /// @param part from 0 to 1
  /// @param finding the same in words; it becomes the first finding
  public GeneratorReport withBlame(double part, String finding) {
    List<String> longer = new ArrayList<>(findings);
    longer.addFirst(finding);
    return new GeneratorReport(
        verdict, lateness, stalls, usage, utilisation, part, transport, List.copyOf(longer));
  }

  /// The distribution of lateness: the part of the wait that the generator caused itself.
  ///
  /// @param p50 its median
  /// @param p99 its 99th percentile
  /// @param max its maximum
  public record Lateness(
      @JsonProperty("latenessP50") long p50,
      @JsonProperty("latenessP99") long p99,
      @JsonProperty("latenessMax") long max) {

    /// The figures of a histogram.
    public static Lateness of(LatencyHistogram histogram) {
      return new Lateness(
          histogram.valueAtPercentile(50), histogram.valueAtPercentile(99), histogram.max());
    }
  }

  /// The times in which the generator did not run when it should have, for a millisecond or longer
  /// (workers: for five).
  ///
  /// @param count the number of stalls
  /// @param totalNanos their sum
  /// @param longestNanos the longest of them
  public record StallTotals(
      @JsonProperty("stalls") long count,
      @JsonProperty("stalledNanos") long totalNanos,
      @JsonProperty("longestStall") long longestNanos) {}

  /// What the generator's process used while the schedule ran.
  ///
  /// @param gcCount collections of its JVM
  /// @param gcNanos their time
  /// @param cpuNanos its CPU time; 0 if it is not known
  public record ProcessUsage(long gcCount, long gcNanos, long cpuNanos) {}

  /// Whether the generator kept to its schedule.
  public enum Verdict {
    /// It sent on time.
    OK,
    /// It was idle and still sent late.
    LATE,
    /// It was stopped for a while: by a freeze, a collection, or a host that did not run it.
    STALLED,
    /// It had more work than one of its threads can do.
    SATURATED;

    /// The name in JSON.
    @JsonValue
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
