package dev.takt.load.schedule;

import dev.takt.runs.text.EnglishText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses the text form that [ScheduleSpec] describes.
final class SpecParser {

  private static final String TRACE = "trace:";

  private static final Pattern RAMP = Pattern.compile("ramp (\\S+?)\\.\\.(\\S+) (\\S+)");
  private static final Pattern HOLD = Pattern.compile("(hold|spike) (\\S+) (\\S+)");
  private static final Pattern STEP =
      Pattern.compile("step (\\S+?)\\.\\.(\\S+) by (\\S+) every (\\S+)");
  private static final Pattern SINE =
      Pattern.compile("sine mean (\\S+) amplitude (\\S+) period (\\S+)");
  private static final Pattern OPTION = Pattern.compile("(.*)\\s(unit|speed)=(\\S*)");

  private static final String EXPECTED =
      "expected constant, poisson, stages such as \"ramp 0/s..5000/s 30s, hold 5000/s 1m\","
          + " \"sine mean 1000/s amplitude 500/s period 60s\" or trace:FILE";
  private static final String EXPECTED_STAGE =
      "expected \"ramp FROM..TO TIME\", \"hold RATE TIME\", \"spike RATE TIME\" or"
          + " \"step FROM..TO by RATE every TIME\"";

  private final String text;

  SpecParser(String text) {
    this.text = text;
  }

  ScheduleSpec parse() {
    String whole = text.strip();
    if (whole.startsWith(TRACE)) {
      return trace(whole.substring(TRACE.length()));
    }
    String words = whole.replaceAll("\\s+", " ").replaceAll(" ?\\.\\. ?", "..");
    for (Spacing spacing : Spacing.values()) {
      if (words.equals(spacing.toString())) {
        return new ScheduleSpec.Steady(spacing, null);
      }
      if (words.startsWith(spacing + " ")) {
        String rest = words.substring(spacing.toString().length() + 1);
        return startsWithDigit(rest)
            ? new ScheduleSpec.Steady(spacing, Rate.parse(rest))
            : curve(spacing, rest);
      }
    }
    return curve(Spacing.EVEN, words);
  }

  private static boolean startsWithDigit(String words) {
    return !words.isEmpty() && Character.isDigit(words.charAt(0));
  }

  private ScheduleSpec curve(Spacing spacing, String words) {
    String keyword = words.split("[ ,]", 2)[0];
    return switch (keyword) {
      case "ramp", "hold", "spike", "step" -> stages(spacing, words);
      case "sine" -> sine(spacing, words);
      default ->
          throw new ScheduleException("schedule \"" + text + "\" is not understood: " + EXPECTED);
    };
  }

  private static ScheduleSpec stages(Spacing spacing, String words) {
    List<Stage> stages = new ArrayList<>();
    for (String stage : words.split(",", -1)) {
      stages.add(stage(stage.strip()));
    }
    return new ScheduleSpec.Stages(spacing, stages);
  }

  private static Stage stage(String stage) {
    Matcher ramp = RAMP.matcher(stage);
    if (ramp.matches()) {
      return new Stage.Ramp(rate(ramp, 1), rate(ramp, 2), duration(ramp, 3));
    }
    Matcher hold = HOLD.matcher(stage);
    if (hold.matches()) {
      return hold.group(1).equals("hold")
          ? new Stage.Hold(rate(hold, 2), duration(hold, 3))
          : new Stage.Spike(rate(hold, 2), duration(hold, 3));
    }
    Matcher step = STEP.matcher(stage);
    if (step.matches()) {
      return new Stage.Step(rate(step, 1), rate(step, 2), rate(step, 3), duration(step, 4));
    }
    throw new ScheduleException("stage \"" + stage + "\" is not understood: " + EXPECTED_STAGE);
  }

  private ScheduleSpec sine(Spacing spacing, String words) {
    Matcher sine = SINE.matcher(words);
    if (!sine.matches()) {
      throw new ScheduleException(
          EnglishText.format(
              "schedule \"%s\" is not understood: expected \"sine mean RATE amplitude RATE period TIME\"",
              text));
    }
    return new ScheduleSpec.Sine(spacing, rate(sine, 1), rate(sine, 2), duration(sine, 3));
  }

  private static Rate rate(Matcher matcher, int group) {
    return Rate.parseOrZero(matcher.group(group));
  }

  private static Duration duration(Matcher matcher, int group) {
    return Durations.parse(matcher.group(group));
  }

  private ScheduleSpec trace(String rest) {
    String file = rest.strip();
    TraceUnit unit = TraceUnit.S;
    double speed = 1;
    Matcher option = OPTION.matcher(file);
    while (option.matches()) {
      if (option.group(2).equals("unit")) {
        unit = unit(option.group(3));
      } else {
        speed = speed(option.group(3));
      }
      file = option.group(1).strip();
      option = OPTION.matcher(file);
    }
    if (file.isEmpty()) {
      throw new ScheduleException("schedule \"" + text + "\" names no file: expected trace:FILE");
    }
    return new ScheduleSpec.Trace(path(file), unit, speed);
  }

  private static Path path(String file) {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new ScheduleException("\"" + file + "\" is not a valid file name: " + e.getReason(), e);
    }
  }

  private static TraceUnit unit(String name) {
    for (TraceUnit unit : TraceUnit.values()) {
      if (unit.toString().equals(name.toLowerCase(Locale.ROOT))) {
        return unit;
      }
    }
    throw new ScheduleException(
        "a trace's unit \"" + name + "\" is not known: expected ns, us, ms or s");
  }

  private static double speed(String number) {
    try {
      return Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw new ScheduleException(
          "a trace's speed \"" + number + "\" is no number: expected a factor such as 2 or 0.5", e);
    }
  }
}
