package dev.takt.load.config;

import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Values;
import dev.takt.load.schedule.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects the values of keys as text, numbers, booleans, lists and maps, in the order of the
/// table.
final class KeyWriter {

  private final Map<PlanKey, Object> values = new EnumMap<>(PlanKey.class);

  /// @param value null for a key that is not set
  void put(PlanKey key, @Nullable Object value) {
    if (value instanceof Duration time && time.isZero() && key.form() == PlanKey.Form.TIME_OR_OFF) {
      values.put(key, Values.OFF);
    } else if (value != null) {
      values.put(key, plain(value));
    }
  }

  Map<PlanKey, Object> values() {
    return values;
  }

  static Object plain(Object value) {
    return switch (value) {
      case Duration time -> Durations.format(time);
      case List<?> list -> new ArrayList<>(list);
      case Enum<?> choice -> choice.name().toLowerCase(Locale.ROOT);
      case Number _, Boolean _, Map<?, ?> _ -> value;
      default -> value.toString();
    };
  }
}
