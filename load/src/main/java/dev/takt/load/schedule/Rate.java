package dev.takt.load.schedule;

import dev.takt.runs.text.EnglishText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Operations per time, kept as an exact fraction in lowest terms, so that `100/m` is not rounded
/// to a decimal number per second.
///
/// Written `5000/s`, `300/m`, `10/h`, `1.5k/s`, `2M/s` or as a plain number per second.
///
/// @param operations how many operations; 0 only for a pause within stages
/// @param nanos in how many nanoseconds; more than 0
public record Rate(long operations, long nanos) {

  /// No operations at all.
  public static final Rate ZERO = new Rate(0, 1);

  private static final long MAX_PER_SECOND = 1_000_000_000L;
  private static final BigInteger MAX_TERM = BigInteger.TEN.pow(18);
  private static final int MAX_DECIMALS = 9;
  private static final String EXPECTED =
      "expected a number per time, such as 5000/s, 300/m, 10/h or 1.5k/s";

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([kM]?)\\s*(?:/\\s*([a-z]+))?");

  /// A unit of time for printing a rate; used if the number is a short decimal in it.
  private record Per(String name, long nanos) {}

  private static final List<Per> UNITS =
      List.of(
          new Per("s", 1_000_000_000L),
          new Per("m", 60_000_000_000L),
          new Per("h", 3_600_000_000_000L));

  /// Reduces the fraction.
  ///
  /// @throws ScheduleException if it is negative, or more than a billion operations a second
  public Rate {
    if (operations < 0 || nanos <= 0) {
      throw new ScheduleException(
          "a rate of " + operations + " operations in " + nanos + " ns makes no sense");
    }
    long divisor = gcd(operations, nanos);
    operations /= divisor;
    nanos /= divisor;
    if (operations > nanos) {
      throw new ScheduleException("a rate above " + MAX_PER_SECOND + "/s is not possible");
    }
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /// A number of operations per second.
  ///
  /// @throws ScheduleException if it is not from 1 to a billion
  public static Rate perSecond(long operations) {
    return requirePositive(new Rate(operations, 1_000_000_000L), operations + "/s");
  }

  /// Parses a rate that is more than 0.
  ///
  /// @throws ScheduleException if the text is no such rate
  public static Rate parse(String text) {
    return requirePositive(parseOrZero(text), text);
  }

  private static Rate requirePositive(Rate rate, String text) {
    if (rate.isZero()) {
      throw new ScheduleException("rate \"" + text + "\" is 0: nothing would ever be sent");
    }
    return rate;
  }

  /// Parses a rate that may be 0, as in a ramp from `0/s`.
  ///
  /// @throws ScheduleException if the text is no rate
  public static Rate parseOrZero(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new ScheduleException("rate \"" + text + "\" is not understood: " + EXPECTED);
    }
    ExactDecimal number = ExactDecimal.parse(matcher.group(1));
    BigInteger operations = number.unscaled().multiply(factor(matcher.group(2)));
    BigInteger nanos =
        BigInteger.valueOf(unit(text, matcher.group(3))).multiply(number.denominator());
    if (operations.compareTo(nanos) > 0) {
      throw new ScheduleException(
          "rate \"" + text + "\" is above " + MAX_PER_SECOND + "/s, which no clock can pace");
    }
    return inLowestTerms(text, operations, nanos);
  }

  private static BigInteger factor(String suffix) {
    return switch (suffix) {
      case "k" -> BigInteger.valueOf(1_000);
      case "M" -> BigInteger.valueOf(1_000_000);
      default -> BigInteger.ONE;
    };
  }

  private static long unit(String text, String name) {
    return switch (name) {
      case null -> UNITS.get(0).nanos;
      case "s", "sec", "second" -> UNITS.get(0).nanos;
      case "m", "min", "minute" -> UNITS.get(1).nanos;
      case "h", "hour" -> UNITS.get(2).nanos;
      case "ms" -> 1_000_000L;
      default ->
          throw new ScheduleException(
              EnglishText.format(
                  "rate \"%s\" has the unknown unit \"%s\": %s", text, name, EXPECTED));
    };
  }

  private static Rate inLowestTerms(String text, BigInteger operations, BigInteger nanos) {
    BigInteger divisor = operations.gcd(nanos);
    BigInteger numerator = operations.divide(divisor);
    BigInteger denominator = nanos.divide(divisor);
    if (numerator.max(denominator).compareTo(MAX_TERM) > 0) {
      throw new ScheduleException("rate \"" + text + "\" has too many digits");
    }
    return new Rate(numerator.longValueExact(), denominator.longValueExact());
  }

  /// Whether the rate is 0.
  public boolean isZero() {
    return operations == 0;
  }

  /// Operations per second.
  public double perSecond() {
    return perNano() * 1e9;
  }

  /// The sum of two rates.
  Rate plus(Rate other) {
    return combined(other, 1);
  }

  /// This rate minus another, but not less than 0.
  Rate minus(Rate other) {
    return combined(other, -1);
  }

  private Rate combined(Rate other, int sign) {
    BigInteger ours = BigInteger.valueOf(operations).multiply(BigInteger.valueOf(other.nanos));
    BigInteger theirs = BigInteger.valueOf(other.operations).multiply(BigInteger.valueOf(nanos));
    BigInteger sum = sign > 0 ? ours.add(theirs) : ours.subtract(theirs).max(BigInteger.ZERO);
    BigInteger common = BigInteger.valueOf(nanos).multiply(BigInteger.valueOf(other.nanos));
    return inLowestTerms(this + (sign > 0 ? " + " : " - ") + other, sum, common);
  }

  double perNano() {
    return (double) operations / nanos;
  }

  /// How many operations are due in a time; exact except for the eighteenth decimal.
  BigDecimal countIn(long durationNanos) {
    return BigDecimal.valueOf(operations)
        .multiply(BigDecimal.valueOf(durationNanos))
        .divide(BigDecimal.valueOf(nanos), 18, RoundingMode.HALF_EVEN);
  }

  /// Formats the rate so that [#parse] can read it: per second if that is a short number, else per
  /// minute or hour.
  @Override
  public String toString() {
    for (Per unit : UNITS) {
      BigInteger[] parts =
          BigInteger.valueOf(operations)
              .multiply(BigInteger.valueOf(unit.nanos))
              .multiply(BigInteger.TEN.pow(MAX_DECIMALS))
              .divideAndRemainder(BigInteger.valueOf(nanos));
      if (parts[1].signum() == 0) {
        return new ExactDecimal(parts[0], MAX_DECIMALS) + "/" + unit.name;
      }
    }
    return perSecond() + "/s";
  }
}
