package dev.takt.load.config.ycsb;

import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.ycsb.PropertiesText.PropertyValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Derives plan settings from YCSB properties, for the keys that the plan does not set.
final class DerivedSettings {

  private static final String THROUGHPUT = "throughput";
  private static final Origin YCSB_DEFAULT = Origin.flag("default of YCSB");

  private final Settings settings;
  private final Map<String, PropertyValue> propertyValues;
  private final KeyValuePlan plan;

  DerivedSettings(Settings settings, Map<String, PropertyValue> propertyValues, KeyValuePlan plan) {
    this.settings = settings;
    this.propertyValues = propertyValues;
    this.plan = plan;
  }

  void derive() {
    count();
    PropertyValue seconds = unlessZero("maxexecutiontime");
    if (seconds != null) {
      settings.derive(PlanKey.DURATION, seconds.value() + "s", seconds.at());
    }
    rate();
    threads();
    PropertyValue database = propertyValues.get(YcsbProperties.DATABASE);
    if (database != null) {
      settings.derive(PlanKey.TARGET, "ycsb:" + database.value(), database.at());
    }
    PropertyValue spin = propertyValues.get("spin.sleep");
    if (spin != null && spin.value().equalsIgnoreCase("true")) {
      settings.derive(PlanKey.PACING, "spin", spin.at());
    }
  }

  private void count() {
    if (plan.isLoad()) {
      long count = plan.records().count();
      PropertyValue at =
          propertyValues.getOrDefault("insertcount", propertyValues.get("recordcount"));
      if (at != null && count > 0) {
        settings.derive(PlanKey.COUNT, Long.toString(count), at.at());
      }
      return;
    }
    PropertyValue count = unlessZero("operationcount");
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
    PropertyValue target = unlessZero("target");
    if (target == null) {
      settings.derive(PlanKey.MODE, THROUGHPUT, YCSB_DEFAULT);
    } else {
      settings.derive(PlanKey.RATE, target.value() + "/s", target.at());
    }
  }

  /// As in YCSB, the default is one thread, and each thread waits for its reply.
  private void threads() {
    PropertyValue threads =
        propertyValues.getOrDefault("threadcount", new PropertyValue("1", YCSB_DEFAULT));
    settings.derive(PlanKey.WORKERS, threads.value(), threads.at());
    settings.derive(PlanKey.CONNECTIONS, threads.value(), threads.at());
  }

  private @Nullable PropertyValue unlessZero(String name) {
    PropertyValue value = propertyValues.get(name);
    return value == null || value.value().matches("0+") ? null : value;
  }
}
