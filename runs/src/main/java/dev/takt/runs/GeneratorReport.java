package dev.takt.runs;

import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the generator has to say of itself. All times in nanoseconds.
///
/// @param verdict whether the measurement can be trusted
/// @param latenessP50 median lateness: the part of the wait that was the generator's own fault;
///   null, as its fellows, where there is no schedule
/// @param latenessP99 its 99th percentile
/// @param latenessMax its maximum
/// @param stalls how often the generator did not run when it should have, for a millisecond or
///   longer (workers: for five)
/// @param stalledNanos for how long altogether
/// @param longestStall the longest of them
/// @param gcCount collections of the generator's own JVM while the schedule ran
/// @param gcNanos their time
/// @param cpuNanos processor time of the generator's process while the schedule ran
/// @param utilisation the busiest sending thread's share of time at work, from 0 to 1; null where
///   it is not known
/// @param partToBlame which part of what the slowest hundredth of the operations took too long was
///   lost in the generator, from 0 to 1, where that is so much that it must be told of; else null
/// @param findings in plain words, each with its cause and what to try; empty if all is well
public record GeneratorReport(
    Verdict verdict,
    @Nullable Long latenessP50,
    @Nullable Long latenessP99,
    @Nullable Long latenessMax,
    long stalls,
    long stalledNanos,
    long longestStall,
    long gcCount,
    long gcNanos,
    long cpuNanos,
    @Nullable Double utilisation,
    @Nullable Double partToBlame,
    List<String> findings) {

  /// How a finding began before its part was a number of its own.
  private static final Pattern BLAME_IN_WORDS =
      Pattern.compile(
          "to blame in part: (?<finding>.*?, (?<percent>\\d+(?:\\.\\d+)?) % was lost in .*)");

  /// Takes the part out of the words of the first finding where an older Takt has written it there
  /// only.
  public GeneratorReport {
    Matcher blame =
        BLAME_IN_WORDS.matcher(
            partToBlame != null || findings.isEmpty() ? "" : findings.getFirst());
    if (blame.matches()) {
      partToBlame =
          new BigDecimal(blame.group("percent")).movePointLeft(2).min(BigDecimal.ONE).doubleValue();
      findings = new ArrayList<>(findings);
      findings.set(0, blame.group("finding"));
      findings = List.copyOf(findings);
    }
  }

  /// This report of a generator that lost a part of the slowest operations' time.
  ///
  /// @param part which, from 0 to 1
  /// @param finding the same in words, before all others
  public GeneratorReport withBlame(double part, String finding) {
    List<String> longer = new ArrayList<>(findings);
    longer.addFirst(finding);
    return new GeneratorReport(
        verdict,
        latenessP50,
        latenessP99,
        latenessMax,
        stalls,
        stalledNanos,
        longestStall,
        gcCount,
        gcNanos,
        cpuNanos,
        utilisation,
        part,
        List.copyOf(longer));
  }

  /// Whether the generator did its part.
  public enum Verdict {
    /// It sent on time.
    OK,
    /// It was free to send and sent late.
    LATE,
    /// It was stopped for a while: by a freeze, a collection, or a host that did not run it.
    STALLED,
    /// It had more to do than one of its threads can.
    SATURATED;

    /// As it is written in JSON.
    @JsonValue
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
