package dev.takt.cli.fleet;

import dev.takt.cassandra.stress.drive.StressArguments;
import dev.takt.load.config.Plan;
import dev.takt.load.config.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A plan as a check connects with it: without what is sent before the start of a run and may
/// change data, and without the operations that warm up the target.
///
/// @param leftOut the keys that it does not have
record CheckPlan(Plan plan, List<String> leftOut) {

  /// What drivers send once before a run.
  static final List<String> INIT_KEYS = List.of("init", "init-command", "init-cql");

  static CheckPlan of(Plan plan) {
    Target target = plan.target();
    Map<String, Object> properties = new LinkedHashMap<>(target.properties());
    List<String> leftOut = INIT_KEYS.stream().filter(properties::containsKey).toList();
    properties.keySet().removeAll(leftOut);
    Target checked =
        new Target(
            target.address(),
            StressArguments.withoutWarmUp(properties),
            target.keyValues(),
            target.generators(),
            target.operations(),
            target.journeys(),
            target.replay());
    return new CheckPlan(plan.with(checked), leftOut);
  }
}
