package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `-schema`: the keyspace and the tables of the predefined commands.
///
/// @param replication with `class`
/// @param compaction with `class`; empty for the server's default
/// @param compression the class, if any
public record Schema(
    String keyspace,
    Map<String, String> replication,
    Map<String, String> compaction,
    Optional<String> compression) {

  private static final Suboption<String> KEYSPACE = option("keyspace=", ValueForm.TEXT);
  private static final Suboption<Map<String, String>> REPLICATION =
      option("replication(", ValueForm.PROPERTIES);
  private static final Suboption<Map<String, String>> COMPACTION =
      option("compaction(", ValueForm.PROPERTIES);
  private static final Suboption<String> COMPRESSION = option("compression=", ValueForm.TEXT);

  static final OptionGroup GROUP =
      OptionGroup.of("-schema", KEYSPACE, REPLICATION, COMPACTION, COMPRESSION);

  static Schema from(Values values) {
    return new Schema(
        values.get(KEYSPACE, "keyspace1"),
        replication(values),
        values.get(COMPACTION).map(Schema::withClass).orElse(Map.of()),
        values.get(COMPRESSION));
  }

  private static Map<String, String> replication(Values values) {
    Map<String, String> given = values.get(REPLICATION).orElse(Map.of());
    for (String key : List.of("factor", "replication_factor")) {
      if (!given.getOrDefault(key, "1").matches("[0-9]+")) {
        throw values.fail(REPLICATION, "expected a whole number for " + key);
      }
    }
    Map<String, String> all = new LinkedHashMap<>();
    String strategy = given.getOrDefault("strategy", "SimpleStrategy");
    all.put(
        "class", strategy.contains(".") ? strategy : "org.apache.cassandra.locator." + strategy);
    given.forEach((key, value) -> {
      if (!key.equals("strategy") && !key.equals("factor")) {
        all.put(key, value);
      }
    });
    if (strategy.endsWith("SimpleStrategy") || given.containsKey("factor")) {
      all.putIfAbsent("replication_factor", given.getOrDefault("factor", "1"));
    }
    return Collections.unmodifiableMap(all);
  }

  private static Map<String, String> withClass(Map<String, String> given) {
    Map<String, String> all = new LinkedHashMap<>();
    given.forEach((key, value) -> all.put(key.equals("strategy") ? "class" : key, value));
    return Collections.unmodifiableMap(all);
  }
}
