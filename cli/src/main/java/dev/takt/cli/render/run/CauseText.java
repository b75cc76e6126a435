package dev.takt.cli.render.run;

import dev.takt.explain.Explanation.Part;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.report.text.CauseName;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Causes and operations as text.
final class CauseText {

  private static final int MAX_NAMED = 3;

  private CauseText() {}

  /// The parts of an operation's time: `wait 180 ms (…) + service 32 ms (…)`.
  static String sentence(SlowOperation operation, long origin) {
    long waiting = operation.times().waiting();
    String service =
        "service "
            + Units.time(operation.times().service())
            + inBrackets(served(operation, origin));
    return waiting == 0
        ? service
        : "wait " + Units.time(waiting) + inBrackets(waited(operation, origin)) + " + " + service;
  }

  private static List<String> waited(SlowOperation operation, long origin) {
    List<Item> items = new ArrayList<>();
    for (Part each : operation.parts()) {
      items.add(new Item(each, each.directWait(), false));
      items.add(new Item(each, each.inheritedWait(), true));
    }
    return words(items, operation.unexplainedWait(), origin);
  }

  private static List<String> served(SlowOperation operation, long origin) {
    List<Item> items = new ArrayList<>();
    for (Part each : operation.parts()) {
      items.add(new Item(each, each.directService(), false));
      items.add(new Item(each, each.inheritedService(), true));
    }
    return words(items, operation.unexplainedService(), origin);
  }

  private record Item(Part part, long nanos, boolean inherited) {}

  /// The largest parts by name, the others as a sum.
  private static List<String> words(List<Item> items, long unexplained, long origin) {
    List<Item> largest =
        items.stream()
            .filter(each -> each.nanos > 0)
            .sorted(Comparator.comparingLong(Item::nanos).reversed())
            .toList();
    int named = largest.size() > MAX_NAMED + 1 ? MAX_NAMED : largest.size();
    List<String> words = new ArrayList<>();
    for (Item each : largest.subList(0, named)) {
      String what = (each.inherited ? "backlog of " : "") + what(each.part, origin);
      words.add(what + " " + Units.time(each.nanos));
    }
    if (named < largest.size()) {
      long rest = largest.subList(named, largest.size()).stream().mapToLong(Item::nanos).sum();
      words.add((largest.size() - named) + " smaller parts " + Units.time(rest));
    }
    if (unexplained > 0) {
      words.add("unexplained " + Units.time(unexplained));
    }
    return words;
  }

  private static String inBrackets(List<String> parts) {
    return parts.isEmpty() ? "" : " (" + String.join("; ", parts) + ")";
  }

  /// `the target's gc pause (System.gc()) at 12.4 s`.
  private static String what(Part part, long origin) {
    Stall stall = part.stall();
    Cause cause = part.cause();
    if (stall == null || cause.kind() == null) {
      return "sent late by the generator";
    }
    String at = EnglishText.format(" at %.3f s", (stall.beginNanoTime() - origin) / 1e9);
    String whose = cause.isInGenerator() ? "the generator's " : "";
    return whose + kind(stall) + at;
  }

  private static String kind(Stall stall) {
    String culprit = stall.culprit() == null ? "" : TagText.escape(stall.culprit().name());
    String cause = stall.cause() == null ? "" : TagText.escape(stall.cause());
    return switch (stall.kind()) {
      case TIME_TO_SAFEPOINT ->
          culprit.isEmpty()
              ? "waiting for the last thread to reach the safepoint"
              : "waiting for thread \"" + culprit + "\" to reach the safepoint";
      case RUN_QUEUE ->
          culprit.isEmpty() ? "no processor" : "no processor, which \"" + culprit + "\" had";
      case MONITOR_WAIT, LOCK_WAIT ->
          words(stall.kind(), cause) + (culprit.isEmpty() ? "" : ", held by \"" + culprit + "\"");
      case STOPPED ->
          "stopped"
              + (culprit.isEmpty() ? "" : " by \"" + culprit + "\"")
              + (cause.isEmpty() ? "" : " (" + cause + ")");
      default -> words(stall.kind(), cause);
    };
  }

  private static String words(StallKind kind, String cause) {
    String words = kind == StallKind.GC_PAUSE ? "GC pause" : CauseName.of(kind);
    return cause.isEmpty() ? words : words + " (" + cause + ")";
  }
}
