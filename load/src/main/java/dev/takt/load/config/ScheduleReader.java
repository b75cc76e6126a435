package dev.takt.load.config;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.source.Values;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.ScheduleSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a plan's schedule: text, or a list of stages.
final class ScheduleReader {

  private final Settings settings;
  private final KeyReader keys;
  private final Values values;
  private final Path folder;

  /// @param folder of the plan; the name of a trace in the plan is relative to it
  ScheduleReader(Settings settings, KeyReader keys, Path folder) {
    this.settings = settings;
    this.keys = keys;
    this.values = keys.values();
    this.folder = folder;
  }

  @Nullable ScheduleSpec read() {
    Setting setting = settings.get(PlanKey.SCHEDULE);
    String key = PlanKey.SCHEDULE.key();
    if (setting == null || !(setting.value() instanceof Node.Sequence stages)) {
      Node node = keys.node(PlanKey.SCHEDULE);
      ScheduleSpec spec = values.parsed(key, node, "a schedule", ScheduleSpec::parse);
      boolean isFile = setting != null && setting.isInFile();
      return isFile && spec instanceof ScheduleSpec.Trace trace ? besidePlan(trace) : spec;
    }
    return stages(key, stages);
  }

  private ScheduleSpec besidePlan(ScheduleSpec.Trace trace) {
    return new ScheduleSpec.Trace(folder.resolve(trace.file()), trace.unit(), trace.speed());
  }

  /// Parses each stage separately first, so that a problem has the stage's own position.
  private @Nullable ScheduleSpec stages(String key, Node.Sequence stages) {
    List<String> texts = new ArrayList<>();
    boolean allRead = true;
    for (int i = 0; i < stages.items().size(); i++) {
      Node item = stages.items().get(i);
      ScheduleSpec stage = values.parsed(key + "[" + i + "]", item, "a stage", ScheduleSpec::parse);
      allRead &= stage != null;
      texts.add(item instanceof Node.Scalar scalar ? String.valueOf(scalar.text()) : "");
    }
    Node joined = new Node.Scalar(String.join(", ", texts), stages.at());
    return allRead ? values.parsed(key, joined, "stages", ScheduleSpec::parse) : null;
  }

  /// Reports a rate or schedule that the mode or the schedule cannot use, unless these override it.
  void refuseRates(RateMode mode, @Nullable ScheduleSpec schedule) {
    if (mode.isClosed()) {
      refuseWithUsers(PlanKey.RATE);
      refuseWithUsers(PlanKey.SCHEDULE);
      if (!keys.choice(PlanKey.MODE).equals(mode.lowerCase())) {
        refuseWithUsers(PlanKey.MODE);
      }
    } else if (!mode.hasSchedule()) {
      String why = "mode throughput has no schedule: leave it out, or use mode fixed or throttle";
      refuse(PlanKey.RATE, PlanKey.MODE, why);
      refuse(PlanKey.SCHEDULE, PlanKey.MODE, why);
    } else if (schedule != null && !schedule.needsRate()) {
      refuse(
          PlanKey.RATE, PlanKey.SCHEDULE, "the schedule has rates of its own: leave out the rate");
    }
  }

  private void refuseWithUsers(PlanKey key) {
    if (keys.has(PlanKey.USERS)) {
      refuse(
          key,
          PlanKey.USERS,
          "a number of users is a closed population, in which answers decide who starts when: leave"
              + " out the "
              + key.key()
              + ", or the number of users");
    }
  }

  private void refuse(PlanKey key, PlanKey because, String why) {
    Setting setting = settings.get(key);
    if (setting != null && !setting.isBelow(settings.get(because))) {
      keys.refuse(key, why);
    }
  }
}
