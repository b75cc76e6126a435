package dev.takt.load.config.ycsb;

import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.ycsb.PropertiesText.Said;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Derives plan settings from YCSB properties, for the keys that the plan does not set.
final class DerivedSettings {

  private static final String THROUGHPUT = "throughput";

  private final Settings settings;
  private final Map<String, Said> said;
  private final KeyValuePlan plan;

  DerivedSettings(Settings settings, Map<String, Said> said, KeyValuePlan plan) {
    this.settings = settings;
    this.said = said;
    this.plan = plan;
  }

  void derive() {
    count();
    Said seconds = unlessZero("maxexecutiontime");
    if (seconds != null) {
      settings.derive(PlanKey.DURATION, seconds.value() + "s", seconds.at());
    }
    rate();
    threads();
    Said database = said.get(YcsbProperties.DATABASE);
    if (database != null) {
      settings.derive(PlanKey.TARGET, "ycsb:" + database.value(), database.at());
    }
    Said spin = said.get("spin.sleep");
    if (spin != null && spin.value().equalsIgnoreCase("true")) {
      settings.derive(PlanKey.PACING, "spin", spin.at());
    }
  }

  private void count() {
    if (plan.isLoad()) {
      long count = plan.records().count();
      Said at = said.getOrDefault("insertcount", said.get("recordcount"));
      if (at != null && count > 0) {
        settings.derive(PlanKey.COUNT, Long.toString(count), at.at());
      }
      return;
    }
    Said count = unlessZero("operationcount");
    if (count != null) {
      settings.derive(PlanKey.COUNT, count.value(), count.at());
    }
  }

  /// As in YCSB, the default is maximum throughput.
  private void rate() {
    if (settings.has(PlanKey.MODE)
        || settings.has(PlanKey.RATE)
        || settings.has(PlanKey.SCHEDULE)) {
      return;
    }
    Said target = unlessZero("target");
    if (target == null) {
      settings.derive(PlanKey.MODE, THROUGHPUT, Origin.flag("-p target"));
    } else {
      settings.derive(PlanKey.RATE, target.value() + "/s", target.at());
    }
  }

  /// As in YCSB, the default is one thread, and each thread waits for its reply.
  private void threads() {
    Said threads = said.getOrDefault("threadcount", new Said("1", Origin.flag("-p threadcount")));
    settings.derive(PlanKey.WORKERS, threads.value(), threads.at());
    settings.derive(PlanKey.CONNECTIONS, threads.value(), threads.at());
  }

  private @Nullable Said unlessZero(String name) {
    Said value = said.get(name);
    return value == null || value.value().matches("0+") ? null : value;
  }
}
