package dev.takt.imports.jmx;

import dev.takt.imports.plan.PlanDraft;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The threads, rounds and times of thread groups as the users of a plan, and its count or
/// duration.
final class JmxLoad {

  private final PlanDraft plan;
  private final JmxVariables variables;

  /// The places of the thread groups.
  private final List<String> groups = new ArrayList<>();

  private long users;
  private double duration;

  /// Of the latest group; infinite if it ends when it is stopped.
  private double rounds = 1;

  JmxLoad(PlanDraft plan, JmxVariables variables) {
    this.plan = plan;
    this.variables = variables;
  }

  /// Adds a thread group.
  ///
  /// @return its threads
  int add(JmxNode group) {
    String place = group.place();
    groups.add(place);
    rounds(group);
    double threads = number(group, "ThreadGroup.num_threads");
    if (!(threads >= 1)) {
      leftOut(place, "a number of threads that is not known: 1 instead");
    }
    int count = threads >= 1 ? (int) Math.min(threads, 100_000) : 1;
    double ramp = number(group, "ThreadGroup.ramp_time");
    if (ramp >= 1 && count > 1) {
      String time = Math.round(Math.min(ramp, 1e9)) + "s";
      leftOut(
          place,
          "a ramp-up of "
              + time
              + ": all "
              + count
              + " users start at once; a warm-up, such as warmup: "
              + time
              + ", leaves that out of the figures");
    }
    users += count;
    return count;
  }

  private void rounds(JmxNode group) {
    double loops = number(group.named("ThreadGroup.main_controller"), "LoopController.loops");
    double seconds =
        group.property("ThreadGroup.scheduler").equals("true")
            ? number(group, "ThreadGroup.duration")
            : 0;
    rounds = loops < 0 ? Double.POSITIVE_INFINITY : Math.max(1, loops);
    if (Double.isNaN(loops)) {
      rounds = 1;
      leftOut(group.place(), "a number of rounds that is not known: 1 instead");
    }
    if (seconds > 0) {
      duration = Math.max(duration, seconds);
      if (loops > 0) {
        leftOut(group.place(), "rounds of a thread group that has a duration");
      }
    } else if (loops < 0) {
      leftOut(group.place(), "rounds until JMeter is stopped: set the duration of the run");
    }
  }

  private double number(JmxNode node, String property) {
    return variables.number(node.place(), node.property(property));
  }

  private void leftOut(String place, String reason) {
    plan.leftOut().add(place, reason);
  }

  /// Sets the keys of the plan.
  ///
  /// @param rows the file of users; null for none
  void apply(@Nullable Path rows) {
    Map<String, Object> population = new LinkedHashMap<>();
    population.put("count", users);
    if (rows != null) {
      population.put("file", rows);
    }
    plan.set("users", rows == null ? (Object) (int) users : (Object) population);
    if (users > 1000) {
      plan.set("connections", users);
    }
    if (groups.size() > 1) {
      groups.forEach(each ->
          leftOut(
              each,
              "threads and rounds of several thread groups: each user of the plan draws its"
                  + " journeys, in the ratio of the threads"));
    }
    if (duration > 0) {
      plan.set("duration", Math.round(duration) + "s");
    } else if (groups.size() == 1 && rounds < 1e9) {
      plan.set("count", Math.round(Math.min(users * rounds, 1e9)));
    }
  }
}
