package dev.takt.fleet.coordinator;

import dev.takt.fleet.engine.MemberNames;
import dev.takt.fleet.protocol.Message;
import dev.takt.load.share.FleetSettings;
import dev.takt.load.share.Share;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The machines that take part, by name. Not thread-safe.
final class Roster {

  private final int size;
  private final int watchers;
  private boolean isClosed;
  private final Map<String, Machine> machines = new TreeMap<>();

  /// @param size how many have a share
  /// @param watchers how many that only watch are waited for; more may take part
  Roster(int size, int watchers) {
    this.size = size;
    this.watchers = watchers;
  }

  /// In the order of their names.
  Collection<Machine> all() {
    return machines.values();
  }

  @Nullable Machine get(String name) {
    return machines.get(name);
  }

  void add(Machine machine) {
    machines.put(machine.name, machine);
  }

  void remove(Machine machine) {
    machines.remove(machine.name);
  }

  /// Those that have a share, in the order of their names.
  List<Machine> generators() {
    return all().stream().filter(each -> !each.onlyWatches()).toList();
  }

  /// Those that only watch, in the order of their names.
  List<Machine> watchers() {
    return all().stream().filter(Machine::onlyWatches).toList();
  }

  /// Whether all that are waited for are there.
  ///
  /// @param missing machines that will not come
  boolean isFullBut(int missing) {
    return generators().size() + missing >= size && watchers().size() >= watchers;
  }

  /// How many with a share there are of how many.
  String count() {
    return generators().size() + " of " + size;
  }

  /// The same of all that are waited for.
  String countOfAll() {
    String machines = count() + " machines";
    return watchers == 0
        ? machines
        : machines + " and " + watchers().size() + " of " + watchers + " that only watch";
  }

  /// The names of those for which something holds.
  String names(Predicate<Machine> which) {
    return all().stream().filter(which).map(each -> each.name).collect(Collectors.joining(", "));
  }

  /// Why a machine that is not yet here may not take part; empty if it may.
  Optional<String> refusal(String name, Message.Hello hello) {
    if (!MemberNames.isValid(name)) {
      return Optional.of("a name has " + MemberNames.RULE);
    }
    if (hello.version() != Message.VERSION) {
      return Optional.of(
          "it speaks version "
              + hello.version()
              + " of the fleet's protocol, this is version "
              + Message.VERSION
              + ": use one version of Takt");
    }
    if (hello.weight() < 0 || hello.weight() > Coordinator.MAX_WEIGHT) {
      return Optional.of("its weight is not from 1 to " + Coordinator.MAX_WEIGHT);
    }
    int sum = all().stream().mapToInt(each -> each.facts.weight()).sum() + hello.weight();
    if (sum > Share.MAX_POSITIONS) {
      return Optional.of("the weights add up to more than " + Share.MAX_POSITIONS);
    }
    if (hello.weight() == 0) {
      return isClosed || watchers().size() >= FleetSettings.MAX_WATCHERS
          ? Optional.of("the run has begun without it, or has too many that only watch")
          : Optional.empty();
    }
    return generators().size() >= size
        ? Optional.of("the run has its " + size + " machines already")
        : Optional.empty();
  }

  /// Gives each machine its share, in the order of the names. No other machine is admitted from now
  /// on.
  void share() {
    isClosed = true;
    int of = all().stream().mapToInt(each -> each.facts.weight()).sum();
    int first = 0;
    for (Machine each : generators()) {
      each.share = new Share(first, each.facts.weight(), of);
      first += each.facts.weight();
    }
  }
}
