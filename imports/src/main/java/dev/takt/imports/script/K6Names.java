package dev.takt.imports.script;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openjdk.nashorn.api.tree.ArrayLiteralTree;
import org.openjdk.nashorn.api.tree.AssignmentTree;
import org.openjdk.nashorn.api.tree.CompoundAssignmentTree;
import org.openjdk.nashorn.api.tree.FunctionCallTree;
import org.openjdk.nashorn.api.tree.FunctionDeclarationTree;
import org.openjdk.nashorn.api.tree.FunctionExpressionTree;
import org.openjdk.nashorn.api.tree.IdentifierTree;
import org.openjdk.nashorn.api.tree.ObjectLiteralTree;
import org.openjdk.nashorn.api.tree.SimpleTreeVisitorES6;
import org.openjdk.nashorn.api.tree.SpreadTree;
import org.openjdk.nashorn.api.tree.Tree;
import org.openjdk.nashorn.api.tree.UnaryTree;
import org.openjdk.nashorn.api.tree.VariableTree;

/// What a part of a script does, also in functions in it: the names that it reads, those of
/// variables around it that it gives another value, and its requests.
final class K6Names extends SimpleTreeVisitorES6<@Nullable Void, @Nullable Void> {

  private static final Set<String> REQUESTS =
      Set.of(
          "get",
          "post",
          "put",
          "patch",
          "del",
          "head",
          "options",
          "request",
          "batch",
          "asyncRequest");

  private final Set<String> read = new HashSet<>();
  private final Set<String> changed = new HashSet<>();
  private final Set<String> declared = new HashSet<>();
  private final Map<Tree, String> requests = new LinkedHashMap<>();

  static K6Names in(Tree tree) {
    K6Names names = new K6Names();
    tree.accept(names, null);
    names.changed.removeAll(names.declared);
    return names;
  }

  Set<String> read() {
    return read;
  }

  Set<String> changed() {
    return changed;
  }

  /// Calls such as `http.get`, with their names.
  Map<Tree, String> requests() {
    return requests;
  }

  /// The names of a parameter or a variable: one, one with a default value, or a pattern.
  static Set<String> declaredBy(Tree binding) {
    Set<String> names = new HashSet<>();
    collect(binding, names);
    return names;
  }

  private static void collect(Tree tree, Set<String> names) {
    switch (tree) {
      case IdentifierTree name -> names.add(name.getName());
      case AssignmentTree assignment -> collect(assignment.getVariable(), names);
      case SpreadTree rest -> collect(rest.getExpression(), names);
      case ArrayLiteralTree array -> array.getElements().forEach(each -> collect(each, names));
      case ObjectLiteralTree object ->
          object.getProperties().forEach(each -> collect(each.getValue(), names));
      default -> {
        // no name
      }
    }
  }

  @Override
  public @Nullable Void visitIdentifier(IdentifierTree node, @Nullable Void nothing) {
    read.add(node.getName());
    return null;
  }

  @Override
  public @Nullable Void visitFunctionDeclaration(
      FunctionDeclarationTree node, @Nullable Void nothing) {
    node.getParameters().forEach(each -> collect(each, declared));
    return super.visitFunctionDeclaration(node, null);
  }

  @Override
  public @Nullable Void visitFunctionExpression(
      FunctionExpressionTree node, @Nullable Void nothing) {
    node.getParameters().forEach(each -> collect(each, declared));
    return super.visitFunctionExpression(node, null);
  }

  @Override
  public @Nullable Void visitFunctionCall(FunctionCallTree node, @Nullable Void nothing) {
    for (String each : REQUESTS) {
      if (K6Values.isCall(node, "http", each)) {
        requests.put(node, "http." + each);
      }
    }
    return super.visitFunctionCall(node, null);
  }

  @Override
  public @Nullable Void visitVariable(VariableTree node, @Nullable Void nothing) {
    collect(node.getBinding(), declared);
    return super.visitVariable(node, null);
  }

  @Override
  public @Nullable Void visitAssignment(AssignmentTree node, @Nullable Void nothing) {
    collect(node.getVariable(), changed);
    return super.visitAssignment(node, null);
  }

  @Override
  public @Nullable Void visitCompoundAssignment(
      CompoundAssignmentTree node, @Nullable Void nothing) {
    collect(node.getVariable(), changed);
    return super.visitCompoundAssignment(node, null);
  }

  @Override
  public @Nullable Void visitUnary(UnaryTree node, @Nullable Void nothing) {
    switch (node.getKind()) {
      case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT ->
          collect(node.getExpression(), changed);
      default -> {
        // changes nothing
      }
    }
    return super.visitUnary(node, null);
  }
}
