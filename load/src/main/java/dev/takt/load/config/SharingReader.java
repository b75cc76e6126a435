package dev.takt.load.config;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Values;
import dev.takt.load.share.FleetSettings;
import dev.takt.load.share.FleetSettings.Collect;
import dev.takt.load.share.FleetSettings.OnLoss;
import dev.takt.load.share.Share;
import dev.takt.load.share.Sharing;
import dev.takt.load.share.StartTime;
import dev.takt.load.text.Texts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads and writes how the load is spread over generators.
final class SharingReader {

  private static final String MACHINES = "machines";
  private static final String WATCHERS = "watchers";
  private static final String ON_LOSS = "on-loss";
  private static final String ORPHAN = "orphan";
  private static final String JOIN_TIMEOUT = "join-timeout";
  private static final String START_LEAD = "start-lead";
  private static final String COLLECT = "collect";

  /// The keys of the map `fleet`.
  static final List<String> FLEET_KEYS =
      List.of(MACHINES, WATCHERS, ON_LOSS, ORPHAN, JOIN_TIMEOUT, START_LEAD, COLLECT);

  private final KeyReader keys;
  private final Values values;
  private final Problems problems;

  SharingReader(KeyReader keys, Problems problems) {
    this.keys = keys;
    this.values = keys.values();
    this.problems = problems;
  }

  Sharing read() {
    Share share = keys.parsedOrNull(PlanKey.SHARE, Share::parse);
    StartTime start = keys.parsedOrNull(PlanKey.START_AT, StartTime::parse);
    return new Sharing(share == null ? Share.WHOLE : share, start, fleet());
  }

  private FleetSettings fleet() {
    FleetSettings usual = FleetSettings.DEFAULT;
    if (!keys.has(PlanKey.FLEET)) {
      return usual;
    }
    Node node = keys.node(PlanKey.FLEET);
    if (!(node instanceof Node.Mapping map)) {
      keys.problem(
          PlanKey.FLEET,
          "expected settings such as {machines: 4, on-loss: stop}, found " + node.found());
      return usual;
    }
    for (Node.Entry each : map.entries()) {
      if (!FLEET_KEYS.contains(each.key())) {
        problems.add(
            each.value().at(),
            name(each.key()),
            "is not a setting of a fleet" + Texts.didYouMean(each.key(), FLEET_KEYS));
      }
    }
    Optional<Long> machines =
        value(map, MACHINES)
            .map(each -> values.integer(name(MACHINES), each, 1, FleetSettings.MAX_MACHINES));
    Optional<Long> watchers =
        value(map, WATCHERS)
            .map(each -> values.integer(name(WATCHERS), each, 0, FleetSettings.MAX_WATCHERS));
    return new FleetSettings(
        machines.map(Math::toIntExact).orElse(null),
        watchers.map(Math::toIntExact).orElse(usual.watchers()),
        choice(map, ON_LOSS, OnLoss.values(), usual.onLoss()),
        time(map, ORPHAN, usual.orphan()),
        time(map, JOIN_TIMEOUT, usual.joinTimeout()),
        time(map, START_LEAD, usual.startLead()),
        choice(map, COLLECT, Collect.values(), usual.collect()));
  }

  private static String name(String key) {
    return PlanKey.FLEET.key() + "." + key;
  }

  private static Optional<Node> value(Node.Mapping map, String key) {
    return map.entries().stream()
        .filter(each -> each.key().equals(key))
        .map(Node.Entry::value)
        .findFirst();
  }

  private Duration time(Node.Mapping map, String key, Duration usual) {
    return value(map, key).map(each -> values.time(name(key), each)).orElse(usual);
  }

  private <E extends Enum<E>> E choice(Node.Mapping map, String key, E[] all, E usual) {
    List<String> names = names(all);
    return value(map, key)
        .map(each -> values.choice(name(key), each, names))
        .map(each -> all[names.indexOf(each)])
        .orElse(usual);
  }

  /// The texts of an enum's constants in a plan.
  static List<String> names(Enum<?>[] all) {
    return Stream.of(all).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
  }

  static void write(Sharing sharing, KeyWriter to) {
    to.put(PlanKey.SHARE, sharing.share().isWhole() ? null : sharing.share());
    to.put(PlanKey.START_AT, sharing.start());
    if (!sharing.fleet().equals(FleetSettings.DEFAULT)) {
      to.put(PlanKey.FLEET, map(sharing.fleet()));
    }
  }

  private static Map<String, Object> map(FleetSettings fleet) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (fleet.machines() != null) {
      map.put(MACHINES, fleet.machines());
    }
    if (fleet.watchers() > 0) {
      map.put(WATCHERS, fleet.watchers());
    }
    map.put(ON_LOSS, KeyWriter.plain(fleet.onLoss()));
    map.put(ORPHAN, KeyWriter.plain(fleet.orphan()));
    map.put(JOIN_TIMEOUT, KeyWriter.plain(fleet.joinTimeout()));
    map.put(START_LEAD, KeyWriter.plain(fleet.startLead()));
    map.put(COLLECT, KeyWriter.plain(fleet.collect()));
    return map;
  }
}
