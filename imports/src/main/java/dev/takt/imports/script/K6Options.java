package dev.takt.imports.script;

import dev.takt.imports.plan.PlanDraft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The `options` of a script as the load of a plan.
///
/// @param place of the options, for what is left out
record K6Options(PlanDraft plan, String place) {

  private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|h|m|s)");
  private static final Set<String> LOAD =
      Set.of("vus", "duration", "iterations", "stages", "scenarios");
  private static final Set<String> OF_SCENARIO =
      Set.of(
          "executor",
          "exec",
          "rate",
          "timeUnit",
          "duration",
          "stages",
          "startRate",
          "vus",
          "iterations");

  /// Sets the load.
  ///
  /// @return the name of the function that users do; null for the default one
  @Nullable String apply(Map<?, ?> options) {
    options
        .keySet()
        .forEach(key -> {
          if (!LOAD.contains(String.valueOf(key))) {
            leftOut("the option " + key);
          }
        });
    if (options.get("scenarios") instanceof Map<?, ?> scenarios && !scenarios.isEmpty()) {
      return scenarios(scenarios);
    }
    simple(options);
    return null;
  }

  private void leftOut(String what) {
    plan.leftOut().add(place, what);
  }

  private @Nullable String scenarios(Map<?, ?> scenarios) {
    String exec = null;
    boolean isFirst = true;
    for (Map.Entry<?, ?> each : scenarios.entrySet()) {
      if (isFirst && each.getValue() instanceof Map<?, ?> scenario) {
        scenario(String.valueOf(each.getKey()), scenario);
        exec = scenario.get("exec") instanceof String name ? name : null;
        isFirst = false;
      } else {
        leftOut("the scenario " + each.getKey() + ": a plan has one load");
      }
    }
    return exec;
  }

  private void scenario(String name, Map<?, ?> scenario) {
    scenario
        .keySet()
        .forEach(key -> {
          if (!OF_SCENARIO.contains(String.valueOf(key))) {
            leftOut("the setting " + key + " of the scenario " + name);
          }
        });
    Object executor = scenario.get("executor");
    if ("constant-arrival-rate".equals(executor)) {
      plan.set("rate", rate(number(scenario, "rate", 1), unit(scenario)));
      duration(scenario);
    } else if ("ramping-arrival-rate".equals(executor)) {
      ramp(scenario);
    } else {
      boolean isKnown =
          executor instanceof String text
              && Set.of("constant-vus", "ramping-vus", "shared-iterations", "per-vu-iterations")
                  .contains(text);
      if (!isKnown) {
        String what = executor instanceof String text ? " " + text : "";
        leftOut("the executor" + what + ": users instead");
      }
      simple(scenario);
      if ("per-vu-iterations".equals(executor)) {
        plan.set(
            "count", Math.round(number(scenario, "vus", 1) * number(scenario, "iterations", 1)));
      }
    }
  }

  private void ramp(Map<?, ?> scenario) {
    List<String> stages = new ArrayList<>();
    double from = number(scenario, "startRate", 0);
    double total = 0;
    for (Map<?, ?> stage : stages(scenario)) {
      double target = number(stage, "target", 0);
      double seconds = seconds(stage.get("duration"));
      String time = time(Math.max(seconds, 0.001));
      String end = rate(target, unit(scenario));
      stages.add(
          from == target
              ? "hold " + end + " " + time
              : "ramp " + rate(from, unit(scenario)) + ".." + end + " " + time);
      total += Math.max(seconds, 0.001);
      from = target;
    }
    if (stages.isEmpty()) {
      leftOut("a ramp without stages that are known");
      return;
    }
    plan.set("schedule", String.join(", ", stages));
    plan.set("duration", time(total));
  }

  /// Users, who are all there from the start.
  private void simple(Map<?, ?> options) {
    double users = number(options, "vus", 1);
    double total = 0;
    List<Map<?, ?>> stages = stages(options);
    for (Map<?, ?> stage : stages) {
      users = Math.max(users, number(stage, "target", 0));
      total += seconds(stage.get("duration"));
    }
    int count = (int) Math.clamp(users, 1, 100_000);
    if (!stages.isEmpty()) {
      leftOut("stages of users: all " + count + " users start at once; give the run a warm-up");
    }
    plan.set("users", count);
    if (options.get("iterations") instanceof Number) {
      plan.set("count", Math.round(number(options, "iterations", 1)));
    }
    if (total > 0) {
      plan.set("duration", time(total));
    } else if (options.get("duration") != null) {
      duration(options);
    } else if (!plan.has("count")) {
      plan.set("count", count);
    }
  }

  private void duration(Map<?, ?> options) {
    double seconds = seconds(options.get("duration"));
    if (seconds > 0) {
      plan.set("duration", time(seconds));
    } else {
      leftOut("a duration that is not known");
    }
  }

  private static List<Map<?, ?>> stages(Map<?, ?> options) {
    List<Map<?, ?>> stages = new ArrayList<>();
    if (options.get("stages") instanceof List<?> list) {
      for (Object each : list) {
        stages.add(each instanceof Map<?, ?> map ? map : new LinkedHashMap<>());
      }
    }
    return stages;
  }

  private double number(Map<?, ?> map, String key, double otherwise) {
    Object value = map.get(key);
    if (value instanceof Number number) {
      return Math.clamp(number.doubleValue(), 0, 1e9);
    } else if (value != null) {
      leftOut("the value of " + key + ": " + K6Values.plain(otherwise) + " instead");
    }
    return otherwise;
  }

  private static double unit(Map<?, ?> scenario) {
    double seconds = seconds(scenario.get("timeUnit"));
    return seconds > 0 ? seconds : 1;
  }

  private static String rate(double count, double seconds) {
    double perSecond = count / seconds;
    return K6Values.plain(perSecond < 1 && perSecond > 0 ? round(perSecond * 60) : round(perSecond))
        + (perSecond < 1 && perSecond > 0 ? "/m" : "/s");
  }

  private static double round(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static String time(double seconds) {
    return Math.round(seconds * 1000) % 1000 == 0
        ? Math.round(seconds) + "s"
        : Math.round(seconds * 1000) + "ms";
  }

  /// A duration such as `1m30s`, or milliseconds, in seconds; 0 if it is none.
  static double seconds(@Nullable Object value) {
    if (value instanceof Number number) {
      return number.doubleValue() / 1000;
    }
    Matcher matcher =
        PART.matcher(value instanceof String text ? text.toLowerCase(Locale.ROOT) : "");
    double seconds = 0;
    while (matcher.find()) {
      double unit =
          switch (matcher.group(2)) {
            case "ms" -> 0.001;
            case "m" -> 60;
            case "h" -> 3600;
            default -> 1;
          };
      seconds += Double.parseDouble(matcher.group(1)) * unit;
    }
    return seconds;
  }
}
