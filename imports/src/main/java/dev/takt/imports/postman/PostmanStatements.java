package dev.takt.imports.postman;

import dev.takt.imports.plan.ValueNames;
import dev.takt.imports.script.AnswerPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openjdk.nashorn.api.tree.ArrayAccessTree;
import org.openjdk.nashorn.api.tree.ArrayLiteralTree;
import org.openjdk.nashorn.api.tree.AssignmentTree;
import org.openjdk.nashorn.api.tree.BinaryTree;
import org.openjdk.nashorn.api.tree.BlockTree;
import org.openjdk.nashorn.api.tree.EmptyStatementTree;
import org.openjdk.nashorn.api.tree.ExpressionStatementTree;
import org.openjdk.nashorn.api.tree.ExpressionTree;
import org.openjdk.nashorn.api.tree.FunctionCallTree;
import org.openjdk.nashorn.api.tree.FunctionExpressionTree;
import org.openjdk.nashorn.api.tree.IdentifierTree;
import org.openjdk.nashorn.api.tree.LiteralTree;
import org.openjdk.nashorn.api.tree.MemberSelectTree;
import org.openjdk.nashorn.api.tree.ParenthesizedTree;
import org.openjdk.nashorn.api.tree.ReturnTree;
import org.openjdk.nashorn.api.tree.Tree;
import org.openjdk.nashorn.api.tree.VariableTree;

/// Reads statements that are always done: those at the top of a script, and in functions of
/// `pm.test`. A condition or a loop is nothing that a plan could do.
final class PostmanStatements {

  private static final Set<String> SETTERS =
      Set.of(
          "pm.environment.set",
          "pm.collectionVariables.set",
          "pm.globals.set",
          "pm.variables.set",
          "postman.setEnvironmentVariable",
          "postman.setGlobalVariable");

  private static final Set<String> EQUALITIES =
      Set.of("to.equal", "to.equals", "to.eql", "to.eq", "to.be.equal", "to.be.eql", "to.be.eq");

  private final Map<String, String> extract = new LinkedHashMap<>();
  private final List<Tree> others = new ArrayList<>();

  /// Paths in the answer by the names of variables that have them.
  private final Map<String, AnswerPath<String>> paths = new HashMap<>();

  private String expect = "";

  Map<String, String> extract() {
    return extract;
  }

  String expect() {
    return expect;
  }

  /// Those that a plan cannot do.
  List<Tree> others() {
    return others;
  }

  void read(Tree statement) {
    switch (statement) {
      case ExpressionStatementTree expression -> read(statement, expression.getExpression());
      case VariableTree variable -> {
        if (variable.getBinding() instanceof IdentifierTree name) {
          assign(statement, name.getName(), variable.getInitializer());
        } else {
          others.add(statement);
        }
      }
      case BlockTree block -> block.getStatements().forEach(this::read);
      case ReturnTree only -> {
        if (only.getExpression() != null) {
          read(statement, only.getExpression());
        }
      }
      case EmptyStatementTree _ -> {
        // says nothing
      }
      default -> others.add(statement);
    }
  }

  private void read(Tree statement, ExpressionTree expression) {
    List<Integer> statuses = statuses(expression);
    if (!statuses.isEmpty()) {
      expect(statement, statuses);
    } else if (expression instanceof AssignmentTree assignment
        && assignment.getVariable() instanceof IdentifierTree name) {
      assign(statement, name.getName(), assignment.getExpression());
    } else if (!(expression instanceof FunctionCallTree call ? isDone(call) : isIdle(expression))) {
      others.add(statement);
    }
  }

  /// Whether it says nothing that a plan would have to do.
  private static boolean isIdle(ExpressionTree expression) {
    return expression instanceof LiteralTree
        || dotted(expression).equals("pm.response.to.be.success");
  }

  private boolean isDone(FunctionCallTree call) {
    String name = dotted(call.getFunctionSelect());
    List<? extends ExpressionTree> arguments = call.getArguments();
    if (name.startsWith("console.")) {
      return true;
    } else if (name.equals("pm.test")
        && arguments.size() == 2
        && arguments.getLast() instanceof FunctionExpressionTree function) {
      if (function.getBody() instanceof ExpressionTree only) {
        read(call, only);
      } else {
        read(function.getBody());
      }
      return true;
    } else if (SETTERS.contains(name)
        && arguments.size() == 2
        && arguments.getFirst() instanceof LiteralTree literal
        && literal.getValue() instanceof String variable
        && ValueNames.isName(variable)) {
      AnswerPath<String> path = path(arguments.getLast());
      if (path != null && !path.isWhole()) {
        extract.put(variable, path.path());
        return true;
      }
    }
    return false;
  }

  private void assign(Tree statement, String name, @Nullable ExpressionTree value) {
    AnswerPath<String> path = value == null ? null : path(value);
    if (path != null) {
      paths.put(name, path);
      return;
    }
    paths.remove(name);
    if (value != null) {
      others.add(statement);
    }
  }

  private void expect(Tree statement, List<Integer> statuses) {
    String all = String.join(",", statuses.stream().map(String::valueOf).toList());
    if (expect.isEmpty() || expect.equals(all)) {
      expect = all;
    } else {
      others.add(statement);
    }
  }

  /// The statuses that a statement expects; none if it is about something else.
  private static List<Integer> statuses(ExpressionTree expression) {
    if (expression instanceof AssignmentTree assignment
        && assignment.getVariable() instanceof ArrayAccessTree test
        && dotted(test.getExpression()).equals("tests")) {
      return equal(assignment.getExpression());
    } else if (dotted(expression).equals("pm.response.to.be.ok")) {
      return List.of(200);
    } else if (expression instanceof FunctionCallTree call
        && call.getArguments().size() == 1
        && call.getFunctionSelect() instanceof MemberSelectTree select) {
      ExpressionTree argument = call.getArguments().getFirst();
      String name = dotted(select);
      String after = afterExpect(select);
      if (name.equals("pm.response.to.have.status") || EQUALITIES.contains(after)) {
        return status(argument);
      } else if (after.equals("to.be.oneOf") && argument instanceof ArrayLiteralTree array) {
        List<Integer> statuses = new ArrayList<>();
        array.getElements().forEach(each -> statuses.addAll(status(each)));
        return statuses.size() == array.getElements().size() ? statuses : List.of();
      }
    }
    return List.of();
  }

  /// The names behind `pm.expect(pm.response.code)`; empty if it is another chain.
  private static String afterExpect(MemberSelectTree select) {
    String names = select.getIdentifier();
    ExpressionTree owner = select.getExpression();
    while (owner instanceof MemberSelectTree member) {
      names = member.getIdentifier() + "." + names;
      owner = member.getExpression();
    }
    return owner instanceof FunctionCallTree call
            && dotted(call.getFunctionSelect()).equals("pm.expect")
            && call.getArguments().size() == 1
            && dotted(call.getArguments().getFirst()).equals("pm.response.code")
        ? names
        : "";
  }

  /// Of `responseCode.code === 200 || responseCode.code === 201`.
  private static List<Integer> equal(ExpressionTree tree) {
    if (tree instanceof ParenthesizedTree inner) {
      return equal(inner.getExpression());
    } else if (tree instanceof BinaryTree binary) {
      switch (binary.getKind()) {
        case CONDITIONAL_OR -> {
          List<Integer> both = new ArrayList<>(equal(binary.getLeftOperand()));
          List<Integer> right = equal(binary.getRightOperand());
          boolean isNone = both.isEmpty() || right.isEmpty();
          both.addAll(right);
          return isNone ? List.of() : both;
        }
        case EQUAL_TO, STRICT_EQUAL_TO -> {
          return dotted(binary.getLeftOperand()).equals("responseCode.code")
              ? status(binary.getRightOperand())
              : List.of();
        }
        default -> {
          // another condition
        }
      }
    }
    return List.of();
  }

  private static List<Integer> status(ExpressionTree tree) {
    return tree instanceof LiteralTree literal
            && literal.getValue() instanceof Number number
            && number.doubleValue() == number.intValue()
            && number.intValue() >= 100
            && number.intValue() <= 599
        ? List.of(number.intValue())
        : List.of();
  }

  /// The names of `a.b.c`; empty if it is something else.
  private static String dotted(ExpressionTree tree) {
    if (tree instanceof IdentifierTree name) {
      return name.getName();
    } else if (tree instanceof MemberSelectTree member) {
      String owner = dotted(member.getExpression());
      return owner.isEmpty() ? "" : owner + "." + member.getIdentifier();
    }
    return "";
  }

  /// What an expression reads of the answer; null if it reads something else.
  private @Nullable AnswerPath<String> path(ExpressionTree tree) {
    return AnswerPath.of(tree, this::whole);
  }

  private @Nullable AnswerPath<String> whole(ExpressionTree tree) {
    if (tree instanceof IdentifierTree name) {
      return paths.get(name.getName());
    } else if (tree instanceof FunctionCallTree call) {
      String name = dotted(call.getFunctionSelect());
      boolean isAnswer =
          name.equals("pm.response.json")
              || (name.equals("JSON.parse")
                  && call.getArguments().size() == 1
                  && dotted(call.getArguments().getFirst()).equals("responseBody"));
      return isAnswer ? AnswerPath.whole("") : null;
    }
    return null;
  }
}
