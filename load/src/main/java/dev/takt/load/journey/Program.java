package dev.takt.load.journey;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The parts of a journey as instructions, so that a user's place in it is one number. Immutable.
final class Program {

  /// How many instructions a user can carry out at most, of which a part is counted as two and a
  /// step as three. Bounds the time between two steps.
  static final long MAX_INSTRUCTIONS = 1_000_000;

  private final List<StepSpec> steps;
  private final List<Instruction> code;
  private final List<GroupSpec> groups;
  private final int loops;
  private final long longest;
  private final boolean isStraight;

  private Program(
      List<StepSpec> steps,
      List<Instruction> code,
      List<GroupSpec> groups,
      int loops,
      long longest) {
    this.steps = steps;
    this.groups = groups;
    this.code = code;
    this.loops = loops;
    this.longest = longest;
    this.isStraight =
        code.stream()
            .allMatch(each ->
                each instanceof Instruction.Send
                    || each instanceof Instruction.Think
                    || each instanceof Instruction.Call
                    || each instanceof Instruction.Leave);
  }

  /// @throws IllegalArgumentException if it could take too many steps
  static Program of(List<Part> parts) {
    if (size(parts, true) > MAX_INSTRUCTIONS) {
      throw new IllegalArgumentException(
          "is too long: all repetitions counted, a step counts 3, any other part 2 and a round of a"
              + " while 1 more, and the sum is over a million; repeat less, or less within each other");
    }
    Compiler compiler = new Compiler();
    compiler.add(parts);
    for (GroupSpec each : compiler.groups()) {
      if (each.from() == each.to()) {
        throw new IllegalArgumentException("have a group without a step: " + each.name());
      }
    }
    List<StepSpec> steps = new ArrayList<>();
    for (int at = 0; at < compiler.code.size(); at++) {
      if (compiler.code.get(at) instanceof Instruction.Send(int index)) {
        List<Subject> after =
            compiler.isParallel.get(at) ? List.of() : compiler.from(at + 1).subjects();
        steps.add(compiler.steps.get(index).with(after));
      } else if (compiler.code.get(at) instanceof Instruction.Parallel(int _, int end)) {
        compiler.checkAfterParallel(end);
      }
    }
    return new Program(
        List.copyOf(steps),
        List.copyOf(compiler.code),
        compiler.groups(),
        compiler.loops,
        size(parts, false));
  }

  /// The greatest number of steps, or a bound of the number of instructions.
  private static long size(List<Part> parts, boolean isOfAll) {
    long sum = 0;
    for (Part part : parts) {
      sum +=
          (isOfAll ? 2 : 0)
              + switch (part) {
                case Part.Step _ -> 1;
                case Part.Think _, Part.Abort _, Part.Call _ -> 0;
                case Part.If(Condition _, List<Part> inner) -> size(inner, isOfAll);
                case Part.Group(String _, List<Part> inner) -> size(inner, isOfAll);
                case Part.Parallel(int _, List<Part> inner) -> size(inner, isOfAll);
                case Part.Repeat(Count times, List<Part> inner) ->
                    times.high() * size(inner, isOfAll);
                case Part.While(Condition _, int max, List<Part> inner) ->
                    max * (size(inner, isOfAll) + (isOfAll ? 1 : 0));
                case Part.Choose(List<Part.Branch> branches) ->
                    branches.stream()
                        .mapToLong(each -> size(each.parts(), isOfAll))
                        .max()
                        .orElse(0);
              };
      if (sum > MAX_INSTRUCTIONS) {
        return MAX_INSTRUCTIONS + 1;
      }
    }
    return sum;
  }

  /// The steps in the order of the plan.
  List<StepSpec> steps() {
    return steps;
  }

  /// The groups, by their index: one after those that are around it.
  List<GroupSpec> groups() {
    return groups;
  }

  /// How many instructions there are.
  int length() {
    return code.size();
  }

  Instruction at(int index) {
    return code.get(index);
  }

  /// Whether all users do all steps once, in their order.
  boolean isStraight() {
    return isStraight;
  }

  /// How many steps a user has under way at once, at most.
  int mostAtOnce() {
    int most = 1;
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof Instruction.Parallel(int atOnce, int end)) {
        long steps =
            code.subList(i, end).stream().filter(Instruction.Send.class::isInstance).count();
        most = Math.max(most, (int) Math.min(atOnce, steps));
      }
    }
    return most;
  }

  /// Whether users think anywhere.
  boolean hasThinkTimes() {
    return code.stream()
        .anyMatch(each ->
            each instanceof Instruction.Think(ThinkTime time) && !time.equals(ThinkTime.NONE));
  }

  /// The names of the classes that it calls.
  List<String> classNames() {
    return code.stream()
        .filter(Instruction.Call.class::isInstance)
        .map(each -> ((Instruction.Call) each).part().code().className())
        .toList();
  }

  /// How many loops there are.
  int loops() {
    return loops;
  }

  /// The greatest number of steps that a user can take.
  long longest() {
    return longest;
  }

  private static final class Compiler {

    private final List<StepSpec> steps = new ArrayList<>();
    private final List<Instruction> code = new ArrayList<>();
    private final List<String> groupNames = new ArrayList<>();

    /// The first step of each group, and the one after its last.
    private final List<int[]> groupSteps = new ArrayList<>();

    /// The instructions that are in a block of steps at once.
    private final BitSet isParallel = new BitSet();

    private int loops;

    List<GroupSpec> groups() {
      List<GroupSpec> groups = new ArrayList<>();
      for (int i = 0; i < groupNames.size(); i++) {
        int[] range = groupSteps.get(i);
        groups.add(new GroupSpec(groupNames.get(i), range[0], range[1]));
      }
      return List.copyOf(groups);
    }

    void add(List<Part> parts) {
      parts.forEach(this::add);
    }

    private void add(Part part) {
      switch (part) {
        case Part.Step(StepSpec step) -> {
          code.add(new Instruction.Send(steps.size()));
          steps.add(step);
        }
        case Part.Think(ThinkTime time) -> code.add(new Instruction.Think(time));
        case Part.Abort(Condition when) -> code.add(new Instruction.Abort(when));
        case Part.Call call -> code.add(new Instruction.Call(call));
        case Part.If(Condition when, List<Part> inner) -> {
          int head = reserve();
          add(inner);
          code.set(head, new Instruction.Unless(when, code.size()));
        }
        case Part.Repeat(Count times, List<Part> inner) -> {
          int loop = loops++;
          int head = reserve();
          add(inner);
          code.add(new Instruction.Next(loop, head + 1));
          code.set(head, new Instruction.Begin(loop, times, code.size()));
        }
        case Part.While(Condition when, int max, List<Part> inner) -> {
          int loop = loops++;
          int head = reserve();
          add(inner);
          code.add(new Instruction.Back(loop, head));
          code.set(head, new Instruction.While(loop, when, max, code.size()));
        }
        case Part.Choose(List<Part.Branch> branches) -> addChoice(branches);
        case Part.Parallel(int atOnce, List<Part> inner) -> {
          int head = reserve();
          add(inner);
          isParallel.set(head + 1, code.size());
          code.set(head, new Instruction.Parallel(atOnce, code.size()));
        }
        case Part.Group(String name, List<Part> inner) -> {
          int[] range = {steps.size(), 0};
          int group = groupNames.size();
          groupNames.add(name);
          groupSteps.add(range);
          add(inner);
          range[1] = steps.size();
          code.add(new Instruction.Leave(group));
        }
      }
    }

    private void addChoice(List<Part.Branch> branches) {
      int head = reserve();
      double total = branches.stream().mapToDouble(Part.Branch::weight).sum();
      double sum = 0;
      List<Double> bounds = new ArrayList<>();
      List<Integer> targets = new ArrayList<>();
      List<Integer> ends = new ArrayList<>();
      for (Part.Branch each : branches) {
        sum += each.weight();
        bounds.add(sum / total);
        targets.add(code.size());
        add(each.parts());
        ends.add(reserve());
      }
      code.set(head, new Instruction.Choose(List.copyOf(bounds), List.copyOf(targets)));
      ends.forEach(end -> code.set(end, new Instruction.Jump(code.size())));
    }

    /// Of several steps at once it is not known which answer is the last.
    private void checkAfterParallel(int end) {
      Readers readers = from(end);
      for (Part.Call each : readers.calls) {
        if (!each.reads().isEmpty()) {
          throw new IllegalArgumentException(
              "have a class that reads the last answer, and steps in parallel before it, of which"
                  + " none is the last: "
                  + each.name()
                  + "; extract a value in one of them, and use that");
        }
      }
      for (Condition each : readers.conditions) {
        if (each.readsAnswer()) {
          throw new IllegalArgumentException(
              "have a condition about the last answer, and steps in parallel before it, of which"
                  + " none is the last: "
                  + each
                  + "; extract a value in one of them, and use that");
        }
      }
    }

    private int reserve() {
      code.add(new Instruction.Jump(0));
      return code.size() - 1;
    }

    /// What can read an answer.
    private record Readers(Set<Condition> conditions, Set<Part.Call> calls) {

      List<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>();
        conditions.forEach(each -> subjects.addAll(each.subjects()));
        calls.forEach(each -> subjects.addAll(each.reads().values()));
        return subjects;
      }
    }

    /// What can be asked for, and called, from an instruction on, before the next step.
    private Readers from(int first) {
      Set<Condition> found = new LinkedHashSet<>();
      Set<Part.Call> calls = new LinkedHashSet<>();
      BitSet seen = new BitSet();
      List<Integer> open = new ArrayList<>(List.of(first));
      while (!open.isEmpty()) {
        int at = open.removeLast();
        if (at == code.size() || seen.get(at)) {
          continue;
        }
        seen.set(at);
        switch (code.get(at)) {
          case Instruction.Send _, Instruction.Parallel _ -> {}
          case Instruction.Think _, Instruction.Leave _ -> open.add(at + 1);
          case Instruction.Call(Part.Call part) -> {
            calls.add(part);
            open.add(at + 1);
          }
          case Instruction.Unless(Condition condition, int target) -> {
            found.add(condition);
            open.addAll(List.of(at + 1, target));
          }
          case Instruction.Begin(int _, Count _, int end) -> open.addAll(List.of(at + 1, end));
          case Instruction.Next(int _, int start) -> open.addAll(List.of(at + 1, start));
          case Instruction.While(int _, Condition condition, int _, int end) -> {
            found.add(condition);
            open.addAll(List.of(at + 1, end));
          }
          case Instruction.Back(int _, int head) -> open.add(head);
          case Instruction.Choose(List<Double> _, List<Integer> targets) -> open.addAll(targets);
          case Instruction.Jump(int target) -> open.add(target);
          case Instruction.Abort(Condition condition) -> {
            found.add(condition);
            open.add(at + 1);
          }
        }
      }
      return new Readers(found, calls);
    }
  }
}
