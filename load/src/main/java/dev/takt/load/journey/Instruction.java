package dev.takt.load.journey;

import java.util.List;

/// An instruction of a [Program]. Targets are indexes of instructions; the one after the last is
/// the end of the journey.
sealed interface Instruction {

  /// Sends a step, and waits for its answer.
  ///
  /// @param index of the step in the journey
  record Send(int index) implements Instruction {}

  /// Sends the steps up to `end` at once, at most `atOnce` of them at a time, and waits for all
  /// answers. Each can have an [Unless] before it.
  record Parallel(int atOnce, int end) implements Instruction {}

  /// Lets the user think before the next step.
  record Think(ThinkTime time) implements Instruction {}

  /// Goes on at `target` unless the condition holds.
  record Unless(Condition condition, int target) implements Instruction {}

  /// Begins a loop, or goes on at `end` if it has no round.
  record Begin(int loop, Count times, int end) implements Instruction {}

  /// Goes on at `start` if the loop has another round.
  record Next(int loop, int start) implements Instruction {}

  /// Goes on at `end` if the loop has had its `max` rounds, or the condition does not hold.
  record While(int loop, Condition condition, int max, int end) implements Instruction {}

  /// Goes on at the `While` at `head` for another round.
  record Back(int loop, int head) implements Instruction {}

  /// Goes on at one of the targets.
  ///
  /// @param bounds the sum of the shares of all branches up to this one
  record Choose(List<Double> bounds, List<Integer> targets) implements Instruction {}

  /// Goes on at `target`.
  record Jump(int target) implements Instruction {}

  /// Calls a class of the user's.
  record Call(Part.Call part) implements Instruction {}

  /// The end of a group.
  ///
  /// @param group its index in the journey
  record Leave(int group) implements Instruction {}

  /// Ends the journey if the condition holds.
  record Abort(Condition condition) implements Instruction {}
}
