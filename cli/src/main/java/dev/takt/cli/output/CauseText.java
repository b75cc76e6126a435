package dev.takt.cli.output;

import dev.takt.explain.Explanation.Part;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.blame.Cause;
import dev.takt.load.text.Units;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Causes and operations in words.
final class CauseText {

  private CauseText() {}

  /// What a cause is called in a list: `gc pause: System.gc()`.
  static String name(Cause cause) {
    if (cause.kind() == null) {
      return "sent late";
    }
    String kind = StallTable.words(cause.kind());
    return cause.detail() == null ? kind : kind + ": " + TagText.visible(cause.detail());
  }

  /// Where the time of an operation went: `wait 180 ms (…) + service 32 ms (…)`.
  static String sentence(SlowOperation operation, long origin) {
    long waiting = operation.start() - operation.due();
    String service =
        "service "
            + Units.time(operation.end() - operation.start())
            + inBrackets(served(operation, origin));
    return waiting == 0
        ? service
        : "wait " + Units.time(waiting) + inBrackets(waited(operation, origin)) + " + " + service;
  }

  private static List<String> waited(SlowOperation operation, long origin) {
    List<String> parts = new ArrayList<>();
    for (Part each : operation.parts()) {
      add(parts, each, each.directWait(), each.inheritedWait(), origin);
    }
    addUnexplained(parts, operation.unexplainedWait());
    return parts;
  }

  private static List<String> served(SlowOperation operation, long origin) {
    List<String> parts = new ArrayList<>();
    for (Part each : operation.parts()) {
      add(parts, each, each.directService(), each.inheritedService(), origin);
    }
    addUnexplained(parts, operation.unexplainedService());
    return parts;
  }

  private static void add(List<String> parts, Part part, long direct, long inherited, long origin) {
    String what = what(part, origin);
    if (direct > 0) {
      parts.add(what + " " + Units.time(direct));
    }
    if (inherited > 0) {
      parts.add("backlog of " + what + " " + Units.time(inherited));
    }
  }

  private static void addUnexplained(List<String> parts, long nanos) {
    if (nanos > 0) {
      parts.add("unexplained " + Units.time(nanos));
    }
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
    String at = String.format(Locale.ROOT, " at %.3f s", (stall.beginNanoTime() - origin) / 1e9);
    String whose = cause.isGenerators() ? "the generator's " : "";
    return whose + kind(stall) + at;
  }

  private static String kind(Stall stall) {
    String culprit = stall.culprit() == null ? "" : TagText.visible(stall.culprit().name());
    String cause = stall.cause() == null ? "" : TagText.visible(stall.cause());
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
    String words = kind == StallKind.GC_PAUSE ? "GC pause" : StallTable.words(kind);
    return cause.isEmpty() ? words : words + " (" + cause + ")";
  }
}
