package dev.takt.imports.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.nashorn.api.tree.BinaryTree;
import org.openjdk.nashorn.api.tree.BlockTree;
import org.openjdk.nashorn.api.tree.ExpressionTree;
import org.openjdk.nashorn.api.tree.FunctionCallTree;
import org.openjdk.nashorn.api.tree.FunctionExpressionTree;
import org.openjdk.nashorn.api.tree.IdentifierTree;
import org.openjdk.nashorn.api.tree.MemberSelectTree;
import org.openjdk.nashorn.api.tree.ParenthesizedTree;
import org.openjdk.nashorn.api.tree.ReturnTree;
import org.openjdk.nashorn.api.tree.Tree;

/// A check of an answer as `expect` and `check` of its step.
record K6Check(K6Values values, Map<String, Object> keys) {

  /// Adds it; false if plans do not have such a check, and then nothing is added.
  boolean add(FunctionExpressionTree function) {
    ExpressionTree condition = condition(function.getBody());
    List<String> texts = new ArrayList<>();
    List<Integer> statuses = new ArrayList<>();
    boolean isKnown =
        function.getParameters().size() == 1
            && function.getParameters().getFirst() instanceof IdentifierTree answer
            && collect(condition, answer.getName(), texts, statuses);
    Object expected = keys.get("expect");
    if (!isKnown
        || statuses.stream().distinct().count() > 1
        || (expected != null && !statuses.isEmpty() && !expected.equals(statuses.getFirst()))) {
      return false;
    }
    if (!statuses.isEmpty()) {
      keys.put("expect", statuses.getFirst());
    }
    if (!texts.isEmpty()) {
      List<Object> all = new ArrayList<>();
      if (keys.get("check") instanceof List<?> before) {
        all.addAll(before);
      }
      all.addAll(texts);
      keys.put("check", all);
    }
    return true;
  }

  private static @Nullable ExpressionTree condition(Tree body) {
    if (body instanceof BlockTree block) {
      return block.getStatements().size() == 1
              && block.getStatements().getFirst() instanceof ReturnTree only
          ? only.getExpression()
          : null;
    }
    return body instanceof ExpressionTree expression ? expression : null;
  }

  private boolean collect(
      @Nullable ExpressionTree tree, String answer, List<String> texts, List<Integer> statuses) {
    if (tree instanceof ParenthesizedTree inner) {
      return collect(inner.getExpression(), answer, texts, statuses);
    } else if (tree instanceof BinaryTree binary) {
      boolean isEqual =
          binary.getKind() == Tree.Kind.STRICT_EQUAL_TO || binary.getKind() == Tree.Kind.EQUAL_TO;
      if (binary.getKind() == Tree.Kind.CONDITIONAL_AND) {
        return collect(binary.getLeftOperand(), answer, texts, statuses)
            && collect(binary.getRightOperand(), answer, texts, statuses);
      } else if (isEqual
          && isMember(binary.getLeftOperand(), answer, "status")
          && values.of(binary.getRightOperand()) instanceof Number number
          && number.intValue() >= 100
          && number.intValue() <= 599) {
        statuses.add(number.intValue());
        return true;
      }
    } else if (tree instanceof FunctionCallTree call
        && call.getFunctionSelect() instanceof MemberSelectTree member
        && member.getIdentifier().equals("includes")
        && isMember(member.getExpression(), answer, "body")
        && call.getArguments().size() == 1
        && values.of(call.getArguments().getFirst()) instanceof String text
        && text.matches("[^\"\\\\{\\p{Cntrl}]+")) {
      texts.add("body contains \"" + text + '"');
      return true;
    }
    return false;
  }

  private static boolean isMember(ExpressionTree tree, String owner, String name) {
    return tree instanceof MemberSelectTree member
        && member.getIdentifier().equals(name)
        && member.getExpression() instanceof IdentifierTree identifier
        && identifier.getName().equals(owner);
  }
}
