package dev.takt.load.config;

import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Settings;
import java.util.HashMap;
import java.util.Map;

/// A plan, and where its values come from.
///
/// @param sources by key: `plan.yaml:3`, `TAKT_RATE` or `--rate`; without the keys that have their
///   defaults
public record SourcedPlan(Plan plan, Map<String, String> sources) {

  public SourcedPlan {
    sources = Map.copyOf(sources);
  }

  /// Single properties are printed as a part of the workload.
  static SourcedPlan of(Plan plan, Settings settings) {
    Map<String, String> sources = new HashMap<>();
    for (Setting each : settings.all()) {
      boolean isProperty = each.key().equals(PlanKey.PROPERTY.key());
      String key = isProperty ? PlanKey.WORKLOAD.key() : each.key();
      sources.merge(key, each.at().text(), (one, other) -> one + ", " + other);
    }
    return new SourcedPlan(plan, sources);
  }
}
