package dev.takt.load.config;

import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Settings;
import dev.takt.load.share.FleetSettings;
import java.util.HashMap;
import java.util.Map;

/// A plan, and where its values come from.
///
/// @param sources by key: `plan.yaml:3`, `TAKT_RATE` or `--rate`; without the keys that have their
///   defaults
/// @param isOnFleet whether several machines run it
public record SourcedPlan(Plan plan, Map<String, String> sources, boolean isOnFleet) {

  public SourcedPlan {
    sources = Map.copyOf(sources);
  }

  /// Single properties are printed as a part of the workload, and those of a replay as its part.
  static SourcedPlan of(Plan plan, Settings settings) {
    Map<String, String> sources = new HashMap<>();
    for (Setting each : settings.all()) {
      boolean isProperty = each.key().equals(PlanKey.PROPERTY.key());
      boolean isReplay = each.key().startsWith(PlanKey.REPLAY.key() + "-");
      String key =
          isProperty ? PlanKey.WORKLOAD.key() : isReplay ? PlanKey.REPLAY.key() : each.key();
      sources.merge(key, each.at().text(), (one, other) -> one + ", " + other);
    }
    String users = sources.get(PlanKey.USERS.key());
    if (plan.load().users() != null && users != null) {
      sources.put(PlanKey.MODE.key(), users); // it decides the mode
    }
    return new SourcedPlan(plan, sources, false);
  }

  /// The same for a run on several machines.
  ///
  /// @param fleet the settings of the plan and of flags
  public SourcedPlan on(FleetSettings fleet) {
    Map<String, String> all = new HashMap<>(sources);
    if (!fleet.equals(plan.load().sharing().fleet())) {
      all.merge(PlanKey.FLEET.key(), "flags", (file, flags) -> file + ", " + flags);
    }
    return new SourcedPlan(plan.on(fleet), all, true);
  }
}
