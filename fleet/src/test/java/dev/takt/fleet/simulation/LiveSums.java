package dev.takt.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.coordinator.LiveInterval;
import dev.takt.fleet.result.SyntheticMachine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What was shown while machines ran. Added to by the coordinator's thread, read afterwards.
final class LiveSums {

  /// @param shownNanos since the start
  record Shown(long shownNanos, LiveInterval interval) {
    long number() {
      return interval.endNanos() / interval.nanos() - 1;
    }

    /// How long after its end it was shown.
    long delayNanos() {
      return shownNanos - interval.endNanos();
    }
  }

  private final List<Shown> shown = new ArrayList<>();

  synchronized void add(long sinceStartNanos, List<LiveInterval> intervals) {
    intervals.forEach(each -> shown.add(new Shown(sinceStartNanos, each)));
  }

  synchronized List<Shown> shown() {
    return List.copyOf(shown);
  }

  /// Each interval that was shown is the sum of what its machines recorded in it, and each interval
  /// of each machine was shown, once.
  ///
  /// @param recorded by the machines whose logs were not damaged
  /// @param isDamaged whether nothing is known of a machine's live figures
  void check(List<SyntheticMachine> recorded, Predicate<String> isDamaged) {
    Map<String, SyntheticMachine> machines = new HashMap<>();
    recorded.forEach(each -> machines.put(each.name, each));
    List<String> once = new ArrayList<>();
    for (Shown each : shown()) {
      for (String name : each.interval().machines()) {
        if (!isDamaged.test(name)) {
          once.add(name + " " + each.number());
        }
      }
      if (each.interval().machines().stream().noneMatch(isDamaged)) {
        assertThat(CountedIntervals.of(each.interval()))
            .as(each.number() + " " + each.interval().machines())
            .isEqualTo(
                CountedIntervals.of(
                    each.interval().machines().stream()
                        .map(name -> Objects.requireNonNull(machines.get(name)))
                        .toList(),
                    each.number()));
      }
    }
    TreeSet<String> known = new TreeSet<>();
    recorded.forEach(machine ->
        machine.intervals().keySet().forEach(number -> known.add(machine.name + " " + number)));
    assertThat(once).containsExactlyInAnyOrderElementsOf(known);
  }
}
