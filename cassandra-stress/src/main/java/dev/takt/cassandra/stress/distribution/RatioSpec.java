package dev.takt.cassandra.stress.distribution;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A ratio as users write it: a distribution and a divisor, such as `uniform(1..10)/10`. Immutable.
public final class RatioSpec {

  private static final Pattern FORM = Pattern.compile("(.*)/([0-9]+[kmbKMB]?)");

  private final String text;
  private final DistributionSpec distribution;
  private final long divisor;

  private RatioSpec(String text, DistributionSpec distribution, long divisor) {
    this.text = text;
    this.distribution = distribution;
    this.divisor = divisor;
  }

  /// Parses a ratio.
  ///
  /// @throws IllegalArgumentException with the text of cassandra-stress, if it is not valid
  public static RatioSpec parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw invalid(text);
    }
    long divisor = Counts.parse(form.group(2));
    if (divisor == 0) {
      throw invalid(text);
    }
    return new RatioSpec(text, DistributionSpec.parse(form.group(1)), divisor);
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException("Invalid ratio definition: " + text);
  }

  /// A new source of draws, independent of others of this ratio.
  public Ratio create() {
    return new Ratio(distribution.create(), divisor);
  }

  /// The ratio as it was written.
  @Override
  public String toString() {
    return text;
  }
}
