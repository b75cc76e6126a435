package dev.takt.load.journey;

import dev.takt.load.journey.step.StepClass;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A part of a journey, as a plan has it.
public sealed interface Part {

  /// Sends a request.
  record Step(StepSpec step) implements Part {}

  /// Waits before what is next.
  record Think(ThinkTime time) implements Part {}

  /// Does its parts so many times, which each user draws.
  record Repeat(Count times, List<Part> parts) implements Part {
    /// Copies the list, so that the record is immutable.
    public Repeat {
      parts = List.copyOf(parts);
    }
  }

  /// Does its parts if a condition holds.
  record If(Condition when, List<Part> parts) implements Part {
    /// Copies the list, so that the record is immutable.
    public If {
      parts = List.copyOf(parts);
    }
  }

  /// Does its parts as long as a condition holds, at most `max` times.
  record While(Condition when, int max, List<Part> parts) implements Part {
    /// Copies the list, so that the record is immutable.
    public While {
      parts = List.copyOf(parts);
    }
  }

  /// Does the parts of one branch.
  record Choose(List<Branch> branches) implements Part {
    /// Copies the list, so that the record is immutable.
    public Choose {
      branches = List.copyOf(branches);
    }
  }

  /// Does its parts, whose time is measured: from when its first step is due to the end of its
  /// last.
  record Group(String name, List<Part> parts) implements Part {
    /// Copies the list, so that the record is immutable.
    public Group {
      parts = List.copyOf(parts);
    }
  }

  /// Does its steps at once, at most `atOnce` of them at a time.
  ///
  /// @param parts steps, and those that depend on a condition about the user's variables
  record Parallel(int atOnce, List<Part> parts) implements Part {
    /// How many requests of one user browsers send at once to one host.
    public static final int DEFAULT_AT_ONCE = 6;

    /// Copies the list, so that the record is immutable.
    public Parallel {
      parts = List.copyOf(parts);
    }
  }

  /// Calls a class of the user's, and sends nothing.
  ///
  /// @param reads what it reads of the last answer, as the plan writes it
  /// @param sets the variables that it sets: their indexes among the values that are extracted
  /// @param known the variables from before it, by their indexes; see [User#value]
  record Call(
      String name,
      StepClass code,
      Map<String, Subject> reads,
      Map<String, Integer> sets,
      Map<String, Integer> known)
      implements Part {
    /// Copies the maps, so that the record is immutable.
    public Call {
      reads = Collections.unmodifiableMap(new LinkedHashMap<>(reads));
      sets = Collections.unmodifiableMap(new LinkedHashMap<>(sets));
      known = Map.copyOf(known);
    }
  }

  /// Ends the journey, as failed, if a condition holds.
  record Abort(Condition when) implements Part {}

  /// One of several.
  ///
  /// @param weight relative to those of the others; more than 0
  /// @param parts may be empty
  record Branch(double weight, List<Part> parts) {
    /// Copies the list, so that the record is immutable.
    public Branch {
      parts = List.copyOf(parts);
    }
  }

  /// Whether the first thing, perhaps after a think time, is a step that every user does.
  static boolean beginJourney(List<Part> parts) {
    return !parts.isEmpty()
        && beginWithStep(
            parts.getFirst() instanceof Think ? parts.subList(1, parts.size()) : parts);
  }

  /// Whether the first thing is a step that every user does.
  static boolean beginWithStep(List<Part> parts) {
    return !parts.isEmpty()
        && switch (parts.getFirst()) {
          case Step _ -> true;
          case Repeat(Count times, List<Part> inner) -> times.low() > 0 && beginWithStep(inner);
          case Choose(List<Branch> branches) ->
              branches.stream().allMatch(each -> beginWithStep(each.parts()));
          case Group(String _, List<Part> inner) -> beginWithStep(inner);
          case Think _, If _, While _, Abort _, Parallel _, Call _ -> false;
        };
  }
}
