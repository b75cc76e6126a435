package dev.takt.explain.comparison;

import dev.takt.explain.comparison.Comparison.Change;
import dev.takt.runs.model.Baseline.Setup;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds differences between two sides in their environment and plan.
final class Changes {

  private static final String ABSENT = "(none)";
  private static final String FLAGS = "jvm flags";
  private static final String HOST = "host";

  /// The maximum depth of nested keys; only hand-written plans can be deeper.
  private static final int MAX_DEPTH = 8;

  /// Keys that cannot affect results: where files are written.
  private static final Set<String> IGNORED_KEYS = Set.of("out");

  private Changes() {}

  /// Differences in the generator's environment. The target's environment is unknown.
  static List<Change> ofEnvironment(RunGroup baseline, RunGroup candidate) {
    List<Change> changes =
        new ArrayList<>(between(baseline, candidate, run -> run.setup().environment()));
    flags(baseline, candidate, changes);
    return changes;
  }

  /// Differences in the plan, key by key.
  static List<Change> ofPlan(RunGroup baseline, RunGroup candidate) {
    return between(baseline, candidate, run -> run.setup().plan());
  }

  private static List<Change> between(
      RunGroup baseline, RunGroup candidate, Function<RecordedRun, Map<String, String>> of) {
    List<Map<String, String>> first = baseline.runs().stream().map(of).toList();
    List<Map<String, String>> second = candidate.runs().stream().map(of).toList();
    Set<String> keys = new LinkedHashSet<>();
    first.forEach(each -> keys.addAll(each.keySet()));
    second.forEach(each -> keys.addAll(each.keySet()));
    List<Change> changes = new ArrayList<>();
    for (String key : keys) {
      Set<String> a = values(first, key);
      Set<String> b = values(second, key);
      if (!a.equals(b)) {
        changes.add(new Change(key, List.copyOf(a), List.copyOf(b)));
      }
    }
    return changes;
  }

  private static Set<String> values(List<Map<String, String>> maps, String key) {
    Set<String> values = new TreeSet<>();
    maps.forEach(each -> values.add(each.getOrDefault(key, ABSENT)));
    return values;
  }

  /// What ran and where, as this compares it.
  ///
  /// @param stalls null if the run was not watched
  static Setup setup(RunRecord record, @Nullable Stalls stalls) {
    Environment environment = record.environment();
    return new Setup(facts(environment, stalls), environment.jvm().flags(), flatten(record));
  }

  /// The name of the machine.
  static @Nullable String host(Setup setup) {
    return setup.environment().get(HOST);
  }

  private static Map<String, String> facts(Environment of, @Nullable Stalls stalls) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("takt", of.takt().version());
    facts.put("takt revision", of.takt().revision());
    facts.put("jvm", of.jvm().name() + " " + of.jvm().version() + ", " + of.jvm().vendor());
    facts.put("jvm collectors", String.join(", ", of.jvm().collectors()));
    facts.put("jvm heap limit", of.jvm().maxHeapBytes() + " bytes");
    facts.put("os", of.os().name());
    facts.put("kernel", of.os().kernel());
    facts.put("architecture", of.os().arch());
    facts.put("cpu", of.cpu().model());
    facts.put("processors", Integer.toString(of.cpu().count()));
    Environment.Container container = of.container();
    if (container != null) {
      put(facts, "container cpus", container.cpus());
      put(facts, "container memory", container.memoryBytes());
    }
    facts.put(HOST, of.hostName());
    if (stalls != null) {
      stalls.host().forEach((key, value) -> facts.put(HOST + " " + key, value));
    }
    return facts;
  }

  private static void put(Map<String, String> facts, String key, @Nullable Object value) {
    if (value != null) {
      facts.put(key, value.toString());
    }
  }

  /// Adds the JVM flags that only one side has.
  private static void flags(RunGroup baseline, RunGroup candidate, List<Change> changes) {
    Set<String> a = flags(baseline);
    Set<String> b = flags(candidate);
    Set<String> onlyA = new TreeSet<>(a);
    onlyA.removeAll(b);
    Set<String> onlyB = new TreeSet<>(b);
    onlyB.removeAll(a);
    if (!onlyA.isEmpty() || !onlyB.isEmpty()) {
      changes.add(new Change(FLAGS, orNone(onlyA), orNone(onlyB)));
    }
  }

  private static Set<String> flags(RunGroup group) {
    Set<String> flags = new TreeSet<>();
    group.runs().forEach(each -> flags.addAll(each.setup().jvmFlags()));
    return flags;
  }

  private static List<String> orNone(Set<String> values) {
    return values.isEmpty() ? List.of(ABSENT) : List.copyOf(values);
  }

  private static Map<String, String> flatten(RunRecord record) {
    Map<String, String> flat = new LinkedHashMap<>();
    record
        .plan()
        .forEach((key, value) -> {
          if (!IGNORED_KEYS.contains(key)) {
            put(flat, key, value, MAX_DEPTH);
          }
        });
    if (record.fleet() != null) {
      putFleet(flat, record.fleet());
    }
    return flat;
  }

  /// What each machine sends depends on how many there are, and on their shares.
  private static void putFleet(Map<String, String> flat, Fleet fleet) {
    List<String> shares = new ArrayList<>();
    List<String> equal = new ArrayList<>();
    for (Fleet.Machine each : fleet.machines()) {
      if (each.share() != null) {
        shares.add(each.share());
      }
    }
    for (int i = 1; i <= shares.size(); i++) {
      equal.add(i + "/" + shares.size());
    }
    flat.put("fleet.machines", Integer.toString(shares.size()));
    flat.put("fleet.shares", shares.equals(equal) ? "equal" : String.join(", ", shares));
  }

  private static void put(Map<String, String> flat, String key, @Nullable Object value, int depth) {
    if (value instanceof Map<?, ?> map && depth > 0) {
      map.forEach((name, each) -> put(flat, key + "." + name, each, depth - 1));
    } else if (value instanceof List<?> list && depth > 0) {
      for (int i = 0; i < list.size(); i++) {
        put(flat, key + "[" + (i + 1) + "]", list.get(i), depth - 1);
      }
    } else {
      flat.put(key, String.valueOf(value));
    }
  }
}
