package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.JourneyExplanation;
import dev.takt.explain.JourneyExplanation.CauseTime;
import dev.takt.explain.JourneyExplanation.SlowUser;
import dev.takt.explain.JourneyExplanation.StepTime;
import dev.takt.explain.JourneyExplanation.Tail;
import dev.takt.report.text.CauseName;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What the slow users of journeys spent their time with, as text.
final class JourneyText {

  private static final int MAX_STEPS = 3;
  private static final int MAX_STEPS_OF_USER = 5;

  /// A smaller part of the time is not worth a word.
  private static final double MIN_PART = 0.01;

  /// A smaller part of a step's time is not its cause.
  private static final double MIN_CAUSE = 0.1;

  private JourneyText() {}

  /// One or two sentences for each journey; nothing for a run without.
  static void print(Explanation explanation, TextPage page) {
    for (JourneyExplanation each : explanation.operations().journeys()) {
      page.point(tail(each));
      if (each.active() != null) {
        page.point(active(each));
      }
    }
  }

  static String tail(JourneyExplanation journey) {
    Tail tail = journey.tail();
    return EnglishText.format(
        "slowest %s of %s users of %s: %s on average, of it %s",
        Units.count(tail.users()),
        Units.count(journey.users()),
        journey.name(),
        Units.time(tail.response() / tail.users()),
        parts(journey, tail, tail.response()));
  }

  static String active(JourneyExplanation journey) {
    Tail active = Objects.requireNonNull(journey.active());
    long nanos = active.response() - active.thinking();
    return EnglishText.format(
        "slowest %s without think times: %s on average, of it %s",
        Units.count(active.users()),
        Units.time(nanos / active.users()),
        steps(journey, active, nanos));
  }

  private static String parts(JourneyExplanation journey, Tail tail, long of) {
    return tail.thinking() < MIN_PART * of
        ? steps(journey, tail, of)
        : tail.thinking() > (1 - MIN_PART) * of
            ? "think " + mean(tail.thinking(), tail)
            : "think " + mean(tail.thinking(), tail) + ", " + steps(journey, tail, of);
  }

  private static String mean(long sum, Tail tail) {
    return Units.time(sum / tail.users());
  }

  private static String steps(JourneyExplanation journey, Tail tail, long of) {
    List<StepTime> shown =
        tail.steps().stream()
            .filter(each -> each.response() >= MIN_PART * of)
            .limit(MAX_STEPS)
            .toList();
    List<String> texts = new ArrayList<>();
    for (StepTime each : shown) {
      texts.add(
          nameIn(journey, each.operation())
              + " "
              + mean(each.response(), tail)
              + cause(each, tail));
    }
    int others = tail.steps().size() - shown.size();
    if (others > 0) {
      long shownNanos = shown.stream().mapToLong(StepTime::response).sum();
      long rest = tail.response() - tail.thinking() - shownNanos;
      texts.add(
          (others == 1 ? "another step " : others + (shown.isEmpty() ? " steps " : " other steps "))
              + mean(rest, tail));
    }
    return String.join(", ", texts);
  }

  private static String nameIn(JourneyExplanation journey, String operation) {
    return operation.startsWith(journey.name() + ".")
        ? operation.substring(journey.name().length() + 1)
        : operation;
  }

  /// What took most of what was more than normal of a step: ` (target stopped 180 ms)`.
  private static String cause(StepTime step, Tail tail) {
    CauseTime first = step.causes().isEmpty() ? null : step.causes().getFirst();
    long most = Math.max(step.unexplained(), first == null ? 0 : first.nanos());
    if (most == 0 || most < MIN_CAUSE * step.response()) {
      return "";
    }
    String name =
        first == null || step.unexplained() > first.nanos()
            ? "unexplained"
            : first.cause().side().lowerCase() + " " + CauseName.of(first.cause());
    return " (" + name + " " + mean(most, tail) + ")";
  }

  /// A user: `57 of shop at 3.214 s: 230 ms = think 30.0 ms + login 5.00 ms + order 200 ms; order:
  /// …`.
  static String user(JourneyExplanation journey, SlowUser user, long origin) {
    Map<String, Long> byStep = new LinkedHashMap<>();
    if (user.thinking() > 0) {
      byStep.put("think", user.thinking());
    }
    for (SlowOperation each : user.steps()) {
      byStep.merge(nameIn(journey, each.name()), each.times().response(), Long::sum);
    }
    List<String> parts = new ArrayList<>();
    byStep.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MAX_STEPS_OF_USER)
        .forEach(each -> parts.add(each.getKey() + " " + Units.time(each.getValue())));
    int others = byStep.size() - parts.size();
    if (others > 0) {
      parts.add(others + " smaller");
    }
    SlowOperation slowest =
        user.steps().stream()
            .max(Comparator.comparingLong(each -> each.times().response()))
            .orElseThrow();
    return EnglishText.format(
        "%d of %s at %.3f s: %s = %s; %s (%d): %s",
        user.number(),
        journey.name(),
        (user.arrival() - origin) / 1e9,
        Units.time(user.response()),
        String.join(" + ", parts),
        nameIn(journey, slowest.name()),
        slowest.id(),
        CauseText.sentence(slowest, origin));
  }
}
