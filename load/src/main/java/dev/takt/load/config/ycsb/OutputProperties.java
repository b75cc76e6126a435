package dev.takt.load.config.ycsb;

import dev.takt.load.keyvalue.PropertyError;
import dev.takt.load.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Checks the YCSB properties about a run's output, so that mistakes are reported before the run.
final class OutputProperties {

  static final String TYPE = "measurementtype";
  static final String DEFAULT_TYPE = "hdrhistogram";

  private static final String INTERVAL = "measurement.interval";
  private static final String PERCENTILES = "hdrhistogram.percentiles";

  private OutputProperties() {}

  static List<PropertyError> check(Map<String, String> properties) {
    List<PropertyError> mistakes = new ArrayList<>();
    String interval = properties.getOrDefault(INTERVAL, "op");
    if (!List.of("op", "intended", "both").contains(interval)) {
      mistakes.add(
          new PropertyError(
              INTERVAL, "expected op, intended or both, found " + Texts.quoted(interval)));
    }
    String percentiles = properties.getOrDefault(PERCENTILES, "95,99");
    if (!arePercentiles(percentiles)) {
      mistakes.add(
          new PropertyError(
              PERCENTILES,
              "expected numbers from 0 to 100 with commas between, found "
                  + Texts.quoted(percentiles)));
    }
    return List.copyOf(mistakes);
  }

  private static boolean arePercentiles(String text) {
    for (String each : text.split(",", -1)) {
      try {
        double percentile = Double.parseDouble(each.strip());
        if (!(percentile >= 0 && percentile <= 100)) {
          return false;
        }
      } catch (NumberFormatException _) {
        return false;
      }
    }
    return true;
  }
}
