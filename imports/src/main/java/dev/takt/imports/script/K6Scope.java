package dev.takt.imports.script;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.nashorn.api.tree.FunctionDeclarationTree;
import org.openjdk.nashorn.api.tree.FunctionExpressionTree;
import org.openjdk.nashorn.api.tree.Tree;

/// The names of a block or a function of a script. Those that it does not declare are those of the
/// scope around it.
final class K6Scope {

  /// What a name can stand for besides values.
  sealed interface Meaning {}

  /// A function.
  ///
  /// @param body a block or an expression
  /// @param scope around it
  record Function(Tree tree, List<? extends Tree> parameters, Tree body, K6Scope scope)
      implements Meaning {}

  /// The answer to a step. Answers to steps that are alike are different.
  static final class Answer implements Meaning {

    private final Map<String, Object> step;

    Answer(Map<String, Object> step) {
      this.step = step;
    }

    /// The keys of the step.
    Map<String, Object> step() {
      return step;
    }
  }

  /// The answers to steps one after the other, by their indexes.
  record Answers(Map<Integer, Answer> all) implements Meaning {}

  /// An answer as JSON, or a part of it, which its step extracts when it is used.
  ///
  /// @param name that it has in the script
  record Part(AnswerPath<Answer> path, String name) implements Meaning {}

  private record Unknown() implements Meaning {}

  private static final Meaning UNKNOWN = new Unknown();

  private final @Nullable K6Scope outer;
  private final boolean isBlock;
  private final Map<String, Object> names = new HashMap<>();

  private K6Scope(@Nullable K6Scope outer, boolean isBlock) {
    this.outer = outer;
    this.isBlock = isBlock;
  }

  /// That of the whole script.
  static K6Scope ofScript() {
    return new K6Scope(null, false);
  }

  K6Scope ofFunction() {
    return new K6Scope(this, false);
  }

  K6Scope ofBlock() {
    return new K6Scope(this, true);
  }

  /// Functions are known before their line.
  void declareFunctions(List<? extends Tree> statements) {
    for (Tree each : statements) {
      if (each instanceof FunctionDeclarationTree tree) {
        declare(
            tree.getName().getName(),
            new Function(tree, tree.getParameters(), tree.getBody(), this));
      }
    }
  }

  Function function(FunctionExpressionTree tree) {
    return new Function(tree, tree.getParameters(), tree.getBody(), this);
  }

  /// Declares a name in this block or function.
  ///
  /// @param value null if it is not known
  void declare(String name, @Nullable Object value) {
    names.put(name, value == null ? UNKNOWN : value);
  }

  /// Declares a name in the function, as `var` does.
  void declareInFunction(String name, @Nullable Object value) {
    K6Scope scope = this;
    while (scope.isBlock && scope.outer != null) {
      scope = scope.outer;
    }
    scope.declare(name, value);
  }

  /// Gives another value to a name where it is declared.
  void assign(String name, @Nullable Object value) {
    K6Scope scope = this;
    while (!scope.names.containsKey(name) && scope.outer != null) {
      scope = scope.outer;
    }
    scope.declare(name, value);
  }

  /// What a name stands for; null if that is not known.
  @Nullable Object get(String name) {
    K6Scope scope = this;
    while (!scope.names.containsKey(name) && scope.outer != null) {
      scope = scope.outer;
    }
    Object value = scope.names.get(name);
    return value == UNKNOWN ? null : value;
  }
}
