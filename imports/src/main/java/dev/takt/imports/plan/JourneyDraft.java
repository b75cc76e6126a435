package dev.takt.imports.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The steps of a journey, or of a loop in it, as they are found.
public final class JourneyDraft {

  /// Steps and think times; the latter are [Think].
  private final List<Object> parts = new ArrayList<>();

  /// Adds a step.
  ///
  /// @param keys of the driver, and `extract`, `check`, `if`
  public void step(String name, Map<String, Object> keys) {
    parts.add(Map.of(name, keys));
  }

  /// Adds a think time; two in a row become one.
  public void think(Think time) {
    if (time.isNone()) {
      return;
    }
    if (!parts.isEmpty() && parts.getLast() instanceof Think before) {
      parts.set(parts.size() - 1, before.plus(time));
    } else {
      parts.add(time);
    }
  }

  /// Adds a loop.
  public void repeat(int times, JourneyDraft inner) {
    if (times == 1) {
      inner.parts.forEach(this::addPart);
    } else if (inner.hasSteps() && times > 0) {
      Map<String, Object> keys = new LinkedHashMap<>();
      keys.put("times", times);
      keys.put("steps", inner.plain());
      parts.add(Map.of("repeat", keys));
    }
  }

  /// Adds steps that have a time of their own together.
  public void group(String name, JourneyDraft inner) {
    if (inner.hasSteps()) {
      Map<String, Object> keys = new LinkedHashMap<>();
      keys.put("name", name);
      keys.put("steps", inner.plain());
      parts.add(Map.of("group", keys));
    }
  }

  private void addPart(Object part) {
    if (part instanceof Think time) {
      think(time);
    } else {
      parts.add(part);
    }
  }

  /// Takes away the think time at the beginning; none if it begins otherwise.
  public Optional<Think> takeFirstThink() {
    if (!parts.isEmpty() && parts.getFirst() instanceof Think first) {
      parts.removeFirst();
      return Optional.of(first);
    }
    return Optional.empty();
  }

  /// Whether there is a request.
  public boolean hasSteps() {
    return parts.stream().anyMatch(each -> !(each instanceof Think));
  }

  /// Without think times at the beginning and the end, which journeys of users who arrive on a
  /// schedule do not have.
  ///
  /// @param place of the journey, for what is left out
  void trim(String place, LeftOut leftOut) {
    boolean isCut = false;
    while (!parts.isEmpty() && parts.getFirst() instanceof Think) {
      parts.removeFirst();
      isCut = true;
    }
    while (!parts.isEmpty() && parts.getLast() instanceof Think) {
      parts.removeLast();
      isCut = true;
    }
    if (isCut) {
      leftOut.add(place, "a think time before the first or after the last request");
    }
  }

  List<Object> plain() {
    List<Object> plain = new ArrayList<>();
    for (Object each : parts) {
      plain.add(each instanceof Think time ? Map.of("think", time.plain()) : each);
    }
    return plain;
  }
}
