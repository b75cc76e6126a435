package dev.takt.runs.trace;

import static dev.takt.runs.trace.SplitMix64.GOLDEN_GAMMA;
import static dev.takt.runs.trace.SplitMix64.mix;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.RunRecord;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The W3C trace contexts of a run's operations: a pure function of the run's seed, its start, and
/// the operation's number. Trace ids of one run are distinct; those of runs that started at
/// different moments differ, also with the same seed.
///
/// Immutable and thread-safe. Allocates nothing, except for [#traceId].
///
/// The hash is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014).
public final class TraceContext {

  /// The length of a `traceparent` header: `00-TRACE_ID-PARENT_ID-01`.
  public static final int LENGTH = 55;

  /// Stands for the trace id in the template of a link.
  public static final String PLACEHOLDER = "{id}";

  private static final HexFormat HEX = HexFormat.of();

  /// A hash of the run.
  private final long run;

  /// The trace contexts of a run.
  ///
  /// @param startEpochNanos of the run's first clock anchor
  public TraceContext(long seed, long startEpochNanos) {
    run = mix(mix(seed + GOLDEN_GAMMA) + startEpochNanos);
  }

  /// The trace contexts of a recorded run; null if its seed or its start is not known.
  public static @Nullable TraceContext of(RunRecord run) {
    List<ClockAnchor> anchors = run.timeBase().clockAnchors();
    return run.plan().get("seed") instanceof Number seed && !anchors.isEmpty()
        ? new TraceContext(seed.longValue(), anchors.getFirst().epochNanos())
        : null;
  }

  /// The trace id of operation `n`: 32 hexadecimal digits, not all of them 0.
  public String traceId(long n) {
    return HEX.toHexDigits(high(n)) + HEX.toHexDigits(low(n));
  }

  /// The first 64 bits of the trace id: different for each `n`, because each step can be undone.
  public long high(long n) {
    return mix(run + n * GOLDEN_GAMMA);
  }

  /// The other 64 bits of the trace id; never 0.
  public long low(long n) {
    return nonZero(mix(high(n) + GOLDEN_GAMMA));
  }

  /// The id of the request as a span, the parent of the target's first span; never 0.
  public long parentId(long n) {
    return nonZero(mix(high(n) + (GOLDEN_GAMMA << 1)));
  }

  private static long nonZero(long bits) {
    return bits == 0 ? 1 : bits;
  }

  /// A recorded run's template of links to traces; null if it has none. A text that is no link
  /// counts as none, because the run may come from elsewhere.
  public static @Nullable String linkOf(RunRecord run) {
    return run.plan().get("trace-link") instanceof String template && isLink(template)
        ? template
        : null;
  }

  /// Whether a text can be the template of links to traces: an http or https URL without user and
  /// password, with [#PLACEHOLDER] for the trace id, in printable ASCII.
  public static boolean isLink(String template) {
    boolean isPlain = template.chars().allMatch(each -> each > ' ' && each < 0x7F);
    if (!isPlain || !template.contains(PLACEHOLDER)) {
      return false;
    }
    try {
      URI url = new URI(template.replace(PLACEHOLDER, "0"));
      String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
      boolean isHttp = scheme.equals("http") || scheme.equals("https");
      return isHttp && url.getHost() != null && url.getRawUserInfo() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
