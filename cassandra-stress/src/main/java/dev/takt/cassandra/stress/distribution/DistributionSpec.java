package dev.takt.cassandra.stress.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A distribution as users write it: `uniform(1..10M)`, `~exp(1..100)`. Immutable.
///
/// | form | draws |
/// |---|---|
/// | `FIXED(v)` | always `v` |
/// | `UNIFORM(a..b)` | a to b, both inclusive |
/// | `GAUSSIAN(a..b)`, `(a..b,r)`, `(a..b,mean,stdev)` | normal; the ends are `r` deviations from the mean, by default 3 |
/// | `EXP(a..b)` | exponential |
/// | `EXTREME(a..b,shape)` | Weibull |
/// | `QEXTREME(a..b,shape,quanta)` | Weibull, and uniform within each quantum |
/// | `SEQ(a..b)` | a, a+1 and so on, and after b again a |
///
/// Names and units are read in any case. `gauss`, `normal`, `norm`, `extr` and `qextr` are aliases.
/// A leading `~` mirrors the distribution. A range of one number is `FIXED`.
public final class DistributionSpec {

  private static final Pattern FORM = Pattern.compile("(~?)([A-Za-z]+)\\((.+)\\)");
  private static final Pattern PARAMETER = Pattern.compile("[^,]+");
  private static final Pattern RANGE = Pattern.compile("\\.\\.+");

  private final String text;
  private final Supplier<Distribution> factory;

  private DistributionSpec(String text, Supplier<Distribution> factory) {
    this.text = text;
    this.factory = factory;
  }

  /// Parses a distribution.
  ///
  /// @throws IllegalArgumentException with the text of cassandra-stress, if it is not valid
  public static DistributionSpec parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("Illegal distribution specification: " + text);
    }
    List<String> parameters = new ArrayList<>();
    PARAMETER.matcher(form.group(3)).results().forEach(each -> parameters.add(each.group()));
    Supplier<Distribution> factory = named(form.group(2), parameters);
    return new DistributionSpec(
        text, form.group(1).isEmpty() ? factory : () -> new InvertedDistribution(factory.get()));
  }

  private static Supplier<Distribution> named(String name, List<String> parameters) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "fixed" -> parsed("fixed", parameters, DistributionSpec::fixed);
      case "uniform" -> parsed("uniform", parameters, DistributionSpec::uniform);
      case "gaussian", "gauss", "normal", "norm" ->
          parsed("gaussian", parameters, DistributionSpec::gaussian);
      case "exp" -> parsed("exponential", parameters, DistributionSpec::exponential);
      case "extreme", "extr" -> parsed("extreme (Weibull)", parameters, DistributionSpec::extreme);
      case "qextreme", "qextr" ->
          parsed("quantized extreme (Weibull)", parameters, DistributionSpec::quantized);
      case "seq" -> sequence(parameters);
      default -> throw new IllegalArgumentException("Illegal distribution type: " + name);
    };
  }

  private static <T> T parsed(
      String name, List<String> parameters, Function<List<String>, T> parser) {
    try {
      return parser.apply(parameters);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "Invalid parameter list for " + name + " distribution: " + parameters, e);
    }
  }

  private static Supplier<Distribution> fixed(List<String> parameters) {
    checkCount(parameters, 1, 1);
    long value = Counts.parse(parameters.getFirst());
    return () -> new FixedDistribution(value);
  }

  private static Supplier<Distribution> uniform(List<String> parameters) {
    checkCount(parameters, 1, 1);
    Range range = Range.parse(parameters.getFirst()).checked();
    Math.incrementExact(range.max);
    return range.or(() -> new UniformDistribution(range.min, range.max));
  }

  private static Supplier<Distribution> gaussian(List<String> parameters) {
    checkCount(parameters, 1, 3);
    Range range = Range.parse(parameters.getFirst()).checked();
    boolean isExplicit = parameters.size() == 3;
    double toEdge = parameters.size() == 2 ? positive(parameters.get(1)) : 3;
    double mean =
        isExplicit ? Double.parseDouble(parameters.get(1)) : (double) (range.min + range.max) / 2;
    double deviation =
        isExplicit ? positive(parameters.get(2)) : (double) (range.max - range.min) / 2 / toEdge;
    return range.or(() -> new GaussianDistribution(range.min, range.max, mean, deviation));
  }

  private static Supplier<Distribution> exponential(List<String> parameters) {
    checkCount(parameters, 1, 1);
    Range range = Range.parse(parameters.getFirst()).checked();
    if (range.max - range.min == 1) {
      throw new IllegalArgumentException("a range of two numbers has no mean");
    }
    return range.or(() -> new ExponentialDistribution(range.min, range.max));
  }

  private static Supplier<Distribution> extreme(List<String> parameters) {
    checkCount(parameters, 2, 2);
    Range range = Range.parse(parameters.getFirst()).checked();
    double shape = positive(parameters.get(1));
    return range.or(() -> new ExtremeDistribution(range.min, range.max, shape));
  }

  private static Supplier<Distribution> quantized(List<String> parameters) {
    checkCount(parameters, 3, 3);
    Range range = Range.parse(parameters.getFirst()).checked();
    double shape = positive(parameters.get(1));
    int quanta = Integer.parseInt(parameters.get(2));
    if (quanta < 1) {
      throw new IllegalArgumentException("no quantum");
    }
    return range.or(() ->
        new QuantizedDistribution(new ExtremeDistribution(range.min, range.max, shape), quanta));
  }

  private static Supplier<Distribution> sequence(List<String> parameters) {
    Range range = parsed("sequence", parameters, DistributionSpec::sequenceRange);
    if (range.min >= range.max) {
      String fault = range.min == range.max ? "min==max" : "min>max";
      throw new IllegalArgumentException(
          "Invalid parameter list for sequence distribution (" + fault + "): " + parameters);
    }
    return () -> new SequenceDistribution(range.min, range.max);
  }

  private static Range sequenceRange(List<String> parameters) {
    checkCount(parameters, 1, 1);
    return Range.parse(parameters.getFirst());
  }

  private static void checkCount(List<String> parameters, int min, int max) {
    if (parameters.size() < min || parameters.size() > max) {
      throw new IllegalArgumentException("wrong number of parameters");
    }
  }

  private static double positive(String text) {
    double number = Double.parseDouble(text);
    if (!(number > 0)) {
      throw new IllegalArgumentException("not positive: " + text);
    }
    return number;
  }

  /// From `min` to `max`, both inclusive.
  private record Range(long min, long max) {

    static Range parse(String text) {
      String[] ends = RANGE.split(text, -1);
      if (ends.length != 2) {
        throw new IllegalArgumentException("not a range: " + text);
      }
      return new Range(Counts.parse(ends[0]), Counts.parse(ends[1]));
    }

    /// This range, if it has at least one number, and at most 2^63.
    Range checked() {
      if (Math.subtractExact(max, min) < 0) {
        throw new IllegalArgumentException("empty range");
      }
      return this;
    }

    Supplier<Distribution> or(Supplier<Distribution> ofManyNumbers) {
      return min == max ? () -> new FixedDistribution(min) : ofManyNumbers;
    }
  }

  /// Whether it draws its numbers in turn instead of at random.
  public boolean isSequence() {
    return text.toLowerCase(Locale.ROOT).replace("~", "").startsWith("seq(");
  }

  /// A new source of draws, independent of others of this distribution.
  public Distribution create() {
    return factory.get();
  }

  /// The distribution as it was written.
  @Override
  public String toString() {
    return text;
  }
}
