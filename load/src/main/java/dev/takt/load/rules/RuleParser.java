package dev.takt.load.rules;

import dev.takt.load.rules.Assertion.Comparison;
import dev.takt.load.rules.Assertion.Figure;
import dev.takt.load.schedule.Durations;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.ScheduleException;
import dev.takt.load.text.Texts;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.model.RunTags.Measure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses one rule, from left to right.
final class RuleParser {

  private static final Pattern SIGN = Pattern.compile("\\s*([<>=!]+)\\s*");
  private static final Pattern SUBJECT =
      Pattern.compile(
          "(?:(?<operation>[\\w.-]+?)\\.)??(?:(?<measure>response|service|wait)\\.)?"
              + "(?<lateness>lateness-)?"
              + "(?<figure>p(?<percent>\\d{1,3}(\\.\\d{1,6})?)|mean|min|max|errors|rate|alloc"
              + "|(?<event>"
              + String.join("|", EventRate.EVENTS)
              + "|"
              + EventRate.IPC
              + "))");
  private static final Pattern BYTES =
      Pattern.compile("(?<number>\\d{1,12}(?:\\.\\d{1,9})?)\\s*(?<unit>[KMG]?)B/(?<per>op|s)");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(?:\\.\\d{1,9})?");
  private static final String PER_OPERATION = "/op";
  private static final Pattern COUNT = Pattern.compile("\\d{1,15}");
  private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?)\\s*%");

  private final String rule;
  private int limitAt;

  RuleParser(String rule) {
    this.rule = rule.strip().replaceAll("\\p{Cntrl}", " ");
  }

  Assertion parse() throws RuleException {
    Matcher sign = SIGN.matcher(rule);
    if (!sign.find()) {
      Matcher begin = SUBJECT.matcher(rule);
      int place = begin.lookingAt() ? afterBlanks(begin.end()) : rule.length();
      throw problem(place, "expected a comparison and a limit, such as p99 > 20ms");
    }
    limitAt = sign.end();
    Matcher subject = subject(rule.substring(0, sign.start()));
    if (limitAt == rule.length()) {
      throw problem(limitAt, "expected a limit, such as p99 > 20ms, errors > 0.1% or rate < 990/s");
    }
    Comparison comparison = comparison(sign);
    return assertion(subject, comparison, rule.substring(limitAt));
  }

  private int afterBlanks(int from) {
    int place = from;
    while (place < rule.length() && rule.charAt(place) == ' ') {
      place++;
    }
    return place;
  }

  private Matcher subject(String text) throws RuleException {
    Matcher subject = SUBJECT.matcher(text);
    if (!subject.matches()) {
      throw problem(
          0,
          "expected p50 … p99.99, mean, min, max, errors, rate, alloc, lateness-p99, "
              + String.join(", ", EventRate.EVENTS)
              + " or "
              + EventRate.IPC
              + ", found "
              + Texts.quoted(text));
    }
    return subject;
  }

  private Comparison comparison(Matcher sign) throws RuleException {
    for (Comparison each : Comparison.values()) {
      if (each.sign().equals(sign.group(1))) {
        return each;
      }
    }
    throw problem(sign.start(1), "expected >, >=, < or <=");
  }

  private Assertion assertion(Matcher subject, Comparison comparison, String limit)
      throws RuleException {
    Measure measure = measure(subject);
    String operation = subject.group("operation");
    String event = subject.group("event");
    if (event != null) {
      if (measure != null || operation != null) {
        throw problem(
            0,
            event
                + " is counted for all operations together: write "
                + String.join(" ", event, comparison.sign(), limit));
      }
      var figure = new TargetFigure.Counted(event);
      return new Assertion(rule, null, null, figure, comparison, counted(figure, limit));
    }
    return switch (subject.group("figure")) {
      case "errors" -> {
        refuseMeasure(measure);
        yield errors(operation, comparison, limit);
      }
      case "alloc" -> {
        refuseMeasure(measure);
        if (operation != null) {
          throw problem(0, "allocations are those of all operations together");
        }
        yield allocation(comparison, limit);
      }
      case "rate" -> {
        refuseMeasure(measure);
        if (operation != null) {
          throw problem(0, "the rate is that of all operations together");
        }
        yield new Assertion(
            rule, null, null, new Figure.AchievedRate(), comparison, rate(limit).perSecond());
      }
      default -> {
        if (measure == Measure.LATENESS && operation != null) {
          throw problem(0, "lateness is that of all operations together");
        }
        yield new Assertion(
            rule, operation, measure, latency(subject), comparison, (double) nanos(limit));
      }
    };
  }

  private @Nullable Measure measure(Matcher subject) throws RuleException {
    String measure = subject.group("measure");
    if (subject.group("lateness") == null) {
      return measure == null ? null : measureOf(measure);
    }
    if (measure != null) {
      throw problem(0, "expected either " + measure + " or lateness, not both");
    }
    return Measure.LATENESS;
  }

  private static Measure measureOf(String name) {
    return switch (name) {
      case "response" -> Measure.RESPONSE;
      case "service" -> Measure.SERVICE;
      default -> Measure.WAIT;
    };
  }

  private void refuseMeasure(@Nullable Measure measure) throws RuleException {
    if (measure != null) {
      throw problem(0, "errors, rate and alloc have no " + measure.lowerCase());
    }
  }

  private Figure latency(Matcher subject) throws RuleException {
    return switch (subject.group("figure")) {
      case "mean" -> new Figure.Mean();
      case "min" -> new Figure.Min();
      case "max" -> new Figure.Max();
      default -> percentile(Double.parseDouble(subject.group("percent")));
    };
  }

  private Figure percentile(double percent) throws RuleException {
    if (percent > 100) {
      throw problem(0, "a percentile is at most 100");
    }
    return new Figure.Percentile(percent);
  }

  private Assertion errors(@Nullable String operation, Comparison comparison, String limit)
      throws RuleException {
    Matcher share = SHARE.matcher(limit);
    if (share.matches()) {
      double of = Double.parseDouble(share.group(1)) / 100;
      return new Assertion(rule, operation, null, new Figure.ErrorShare(), comparison, of);
    }
    if (COUNT.matcher(limit).matches()) {
      double of = (double) Long.parseLong(limit);
      return new Assertion(rule, operation, null, new Figure.ErrorCount(), comparison, of);
    }
    throw problem(
        limitAt,
        "expected a share such as 0.1% or a count such as 10, found " + Texts.quoted(limit));
  }

  private Assertion allocation(Comparison comparison, String limit) throws RuleException {
    Matcher bytes = BYTES.matcher(limit);
    if (!bytes.matches()) {
      throw problem(
          limitAt,
          "expected bytes per operation such as 2KB/op, or per second such as 50MB/s, found "
              + Texts.quoted(limit));
    }
    double unit = Math.pow(1024, " KMG".indexOf((bytes.group("unit") + " ").charAt(0)));
    return new Assertion(
        rule,
        null,
        null,
        new TargetFigure.Allocation(bytes.group("per").equals("op")),
        comparison,
        Double.parseDouble(bytes.group("number")) * unit);
  }

  private double counted(TargetFigure.Counted figure, String limit) throws RuleException {
    boolean isTime = figure.event().equals(EventRate.CPU_TIME);
    boolean isPerOperation = limit.endsWith(PER_OPERATION);
    String number =
        isPerOperation
            ? limit.substring(0, limit.length() - PER_OPERATION.length()).strip()
            : limit;
    if (isPerOperation == figure.isRatio() || (!isTime && !NUMBER.matcher(number).matches())) {
      throw problem(
          limitAt,
          "expected "
              + (figure.isRatio()
                  ? "instructions per cycle such as 0.8"
                  : isTime
                      ? "a time per operation such as 2ms/op"
                      : "a count per operation such as 5/op")
              + ", found "
              + Texts.quoted(limit));
    }
    return isTime ? (double) nanos(number) : Double.parseDouble(number);
  }

  private Rate rate(String limit) throws RuleException {
    try {
      return Rate.parse(limit);
    } catch (ScheduleException e) {
      throw problem(limitAt, String.valueOf(e.getMessage()));
    }
  }

  private long nanos(String limit) throws RuleException {
    try {
      return Durations.parseNanos(limit);
    } catch (ScheduleException e) {
      throw problem(limitAt, String.valueOf(e.getMessage()));
    }
  }

  private RuleException problem(int place, String message) {
    return new RuleException(rule, place, message);
  }
}
