package dev.takt.imports.script;

import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.TemplateText;
import dev.takt.imports.plan.ValueNames;
import dev.takt.imports.script.K6Scope.Answer;
import dev.takt.imports.script.K6Scope.Answers;
import dev.takt.imports.script.K6Scope.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.nashorn.api.tree.ArrayAccessTree;
import org.openjdk.nashorn.api.tree.ArrayLiteralTree;
import org.openjdk.nashorn.api.tree.BinaryTree;
import org.openjdk.nashorn.api.tree.ExpressionTree;
import org.openjdk.nashorn.api.tree.FunctionCallTree;
import org.openjdk.nashorn.api.tree.IdentifierTree;
import org.openjdk.nashorn.api.tree.LiteralTree;
import org.openjdk.nashorn.api.tree.MemberSelectTree;
import org.openjdk.nashorn.api.tree.ObjectLiteralTree;
import org.openjdk.nashorn.api.tree.ParenthesizedTree;
import org.openjdk.nashorn.api.tree.PropertyTree;
import org.openjdk.nashorn.api.tree.TemplateLiteralTree;
import org.openjdk.nashorn.api.tree.Tree;
import org.openjdk.nashorn.api.tree.UnaryTree;
import tools.jackson.databind.json.JsonMapper;

/// What expressions stand for, as far as it is known without running them: texts are templates.
final class K6Values {

  private static final JsonMapper MAPPER = new JsonMapper();

  /// A value that a step extracts. Whether it is a text or a number is not known before the run.
  ///
  /// @param template its placeholder
  record Extracted(String template) {

    @Override
    public String toString() {
      return template;
    }
  }

  private final PlanDraft plan;
  private final Script script;
  private final ValueNames names = new ValueNames();
  private K6Scope scope = K6Scope.ofScript();

  K6Values(PlanDraft plan, Script script) {
    this.plan = plan;
    this.script = script;
  }

  /// The names that are known where the script is read.
  K6Scope scope() {
    return scope;
  }

  /// Goes into a block or a function, or out of it.
  void enter(K6Scope next) {
    scope = next;
  }

  /// The answer that an expression is: a variable, or an element of one as in `responses[0]`; null
  /// if it is none.
  @Nullable Answer answer(@Nullable ExpressionTree tree) {
    if (tree instanceof ArrayAccessTree access
        && access.getIndex() instanceof LiteralTree literal
        && literal.getValue() instanceof Number index
        && access.getExpression() instanceof IdentifierTree name
        && scope.get(name.getName()) instanceof Answers answers) {
      return answers.all().get(index.intValue());
    }
    return tree instanceof IdentifierTree name && scope.get(name.getName()) instanceof Answer answer
        ? answer
        : null;
  }

  /// What a variable stands for that has the value of an expression; null if it is not known.
  ///
  /// @param name of the variable
  @Nullable Object meaning(String name, @Nullable ExpressionTree tree) {
    AnswerPath<Answer> path = tree == null ? null : path(tree);
    if (path != null) {
      return new Part(path, name);
    }
    Answer answer = answer(tree);
    if (answer != null) {
      return answer;
    }
    return tree instanceof IdentifierTree other ? scope.get(other.getName()) : of(tree);
  }

  /// The value: a template, a number, a boolean, what a step extracts, a list or a map; null if it
  /// is not known.
  @Nullable Object of(@Nullable ExpressionTree tree) {
    if (tree == null || plan.budget().isSpent()) {
      return null;
    }
    AnswerPath<Answer> path = path(tree);
    if (path != null) {
      return extracted(
          tree instanceof IdentifierTree name && scope.get(name.getName()) instanceof Part part
              ? part.name()
              : path.path().replaceAll(".*\\W(?=\\w)|\\W+$", ""),
          path);
    }
    return switch (tree) {
      case LiteralTree literal -> literal(literal);
      case TemplateLiteralTree template -> joined(template.getExpressions());
      case ParenthesizedTree inner -> of(inner.getExpression());
      case IdentifierTree identifier -> {
        Object value = scope.get(identifier.getName());
        yield value instanceof K6Scope.Meaning ? null : value;
      }
      case ObjectLiteralTree object -> map(object);
      case ArrayLiteralTree array -> list(array.getElements());
      case MemberSelectTree member -> member(member);
      case FunctionCallTree call -> call(call);
      case UnaryTree unary ->
          unary.getKind() == Tree.Kind.UNARY_MINUS
                  && of(unary.getExpression()) instanceof Number number
              ? (Object) (-number.doubleValue())
              : null;
      case BinaryTree binary -> binary(binary);
      default -> null;
    };
  }

  private static @Nullable Object literal(LiteralTree literal) {
    Object value = literal.getValue();
    return value instanceof String text ? TemplateText.of(text) : value;
  }

  private @Nullable String joined(List<? extends ExpressionTree> parts) {
    StringBuilder text = new StringBuilder();
    for (ExpressionTree each : parts) {
      String part = text(each);
      if (part == null || !plan.budget().take(part.length())) {
        return null;
      }
      text.append(part);
    }
    return text.toString();
  }

  /// The value as a template; null if it is not known or no text.
  @Nullable String text(@Nullable ExpressionTree tree) {
    Object value = of(tree);
    return value != null && isScalar(value) ? plain(value) : null;
  }

  private static boolean isScalar(Object value) {
    return value instanceof String
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Extracted;
  }

  static String plain(Object value) {
    return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15
        ? String.valueOf(number.longValue())
        : String.valueOf(value);
  }

  private @Nullable Map<String, Object> map(ObjectLiteralTree object) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (PropertyTree each : object.getProperties()) {
      Object value = of(each.getValue());
      if (each.isComputed() || value == null) {
        return null;
      }
      map.put(key(each), value);
    }
    return map;
  }

  /// The name of a member of an object.
  static String key(PropertyTree property) {
    return switch (property.getKey()) {
      case IdentifierTree identifier -> identifier.getName();
      case LiteralTree literal -> String.valueOf(literal.getValue());
      default -> "";
    };
  }

  private @Nullable List<Object> list(List<? extends ExpressionTree> elements) {
    List<Object> list = new ArrayList<>();
    for (ExpressionTree each : elements) {
      Object value = of(each);
      if (value == null) {
        return null;
      }
      list.add(value);
    }
    return list;
  }

  private @Nullable Object member(MemberSelectTree member) {
    if (member.getExpression() instanceof IdentifierTree owner && owner.getName().equals("__ENV")) {
      return plan.credentials().environment(member.getIdentifier());
    }
    return path(member.getExpression()) == null
            && of(member.getExpression()) instanceof Map<?, ?> map
        ? map.get(member.getIdentifier())
        : null;
  }

  private @Nullable Object binary(BinaryTree binary) {
    if (binary.getKind() == Tree.Kind.CONDITIONAL_OR
        && binary.getLeftOperand() instanceof MemberSelectTree member
        && member.getExpression() instanceof IdentifierTree owner
        && owner.getName().equals("__ENV")) {
      Object value = of(binary.getRightOperand());
      if (value != null) {
        plan.leftOut()
            .add("__ENV." + member.getIdentifier(), "variables that have a default: the default");
      }
      return value;
    }
    Object left = of(binary.getLeftOperand());
    Object right = of(binary.getRightOperand());
    if (left instanceof Number one && right instanceof Number other) {
      return switch (binary.getKind()) {
        case PLUS -> one.doubleValue() + other.doubleValue();
        case MINUS -> one.doubleValue() - other.doubleValue();
        case MULTIPLY -> one.doubleValue() * other.doubleValue();
        case DIVIDE -> one.doubleValue() / other.doubleValue();
        default -> null;
      };
    }
    if (left == null || right == null || binary.getKind() != Tree.Kind.PLUS) {
      return null;
    }
    boolean isText =
        (left instanceof String || right instanceof String) && isScalar(left) && isScalar(right);
    return isText ? concatenated(plain(left), plain(right)) : null;
  }

  private @Nullable String concatenated(String left, String right) {
    return plan.budget().take((long) left.length() + right.length()) ? left + right : null;
  }

  private @Nullable Object call(FunctionCallTree call) {
    return isCall(call, "JSON", "stringify") && call.getArguments().size() == 1
        ? json(call.getArguments().getFirst())
        : null;
  }

  static boolean isCall(FunctionCallTree call, String owner, String name) {
    return call.getFunctionSelect() instanceof MemberSelectTree member
        && member.getIdentifier().equals(name)
        && member.getExpression() instanceof IdentifierTree identifier
        && identifier.getName().equals(owner);
  }

  private @Nullable String json(ExpressionTree tree) {
    Object value = of(tree);
    StringBuilder json = new StringBuilder();
    return value != null && write(value, script.line(tree), json) ? json.toString() : null;
  }

  /// Appends a value as JSON; false if there is no budget for it.
  private boolean write(Object value, int line, StringBuilder json) {
    return switch (value) {
      case String text -> quoted(text, json);
      case Extracted(String template) -> {
        plan.leftOut()
            .add("line " + line + " " + template, "the type of extracted values in JSON: a text");
        yield quoted(template, json);
      }
      case Map<?, ?> map -> {
        boolean isDone = append("{", json);
        for (Map.Entry<?, ?> each : map.entrySet()) {
          isDone =
              isDone
                  && (json.charAt(json.length() - 1) == '{' || append(",", json))
                  && append('"' + escaped(String.valueOf(each.getKey())) + "\":", json)
                  && write(each.getValue(), line, json);
        }
        yield isDone && append("}", json);
      }
      case List<?> list -> {
        boolean isDone = append("[", json);
        for (int i = 0; isDone && i < list.size(); i++) {
          isDone = (i == 0 || append(",", json)) && write(list.get(i), line, json);
        }
        yield isDone && append("]", json);
      }
      default -> append(plain(value), json);
    };
  }

  /// Taken from the budget before it is built.
  private boolean quoted(String template, StringBuilder json) {
    return plan.budget().take(template.length())
        && append('"' + TemplateText.map(template, K6Values::escaped) + '"', json);
  }

  private boolean append(String text, StringBuilder json) {
    boolean isDone = plan.budget().take(text.length());
    json.append(isDone ? text : "");
    return isDone;
  }

  /// A text as a template within quotes of JSON.
  private static String escaped(String literal) {
    String quoted = MAPPER.writeValueAsString(literal);
    return TemplateText.of(quoted.substring(1, quoted.length() - 1));
  }

  /// What an expression reads of an answer; null if it reads none.
  private @Nullable AnswerPath<Answer> path(ExpressionTree tree) {
    return AnswerPath.of(tree, this::whole);
  }

  private @Nullable AnswerPath<Answer> whole(ExpressionTree tree) {
    if (tree instanceof IdentifierTree name) {
      return scope.get(name.getName()) instanceof Part part ? part.path() : null;
    }
    if (!(tree instanceof FunctionCallTree call)) {
      return null;
    }
    List<? extends ExpressionTree> arguments = call.getArguments();
    if (isCall(call, "JSON", "parse")) {
      Answer answer =
          arguments.size() == 1
                  && arguments.getFirst() instanceof MemberSelectTree body
                  && body.getIdentifier().equals("body")
              ? answer(body.getExpression())
              : null;
      return answer == null ? null : AnswerPath.whole(answer);
    }
    Answer answer =
        call.getFunctionSelect() instanceof MemberSelectTree member
                && member.getIdentifier().equals("json")
            ? answer(member.getExpression())
            : null;
    if (answer == null) {
      return null;
    }
    String members = arguments.isEmpty() ? "" : text(arguments.getFirst());
    if (members == null || !members.matches("|\\w+(\\.\\w+)*")) {
      return null;
    }
    AnswerPath<Answer> path = AnswerPath.whole(answer);
    for (String each : members.isEmpty() ? new String[0] : members.split("\\.", -1)) {
      path = path.to(each);
    }
    return path;
  }

  /// The value that a step extracts; null if it is the whole answer.
  @SuppressWarnings("unchecked")
  private @Nullable Extracted extracted(String wish, AnswerPath<Answer> path) {
    if (path.isWhole()) {
      return null;
    }
    String name = names.of(wish, path);
    Map<String, Object> extract =
        (Map<String, Object>)
            path.answer().step().computeIfAbsent("extract", _ -> new LinkedHashMap<>());
    extract.put(name, path.path());
    return new Extracted("{" + name + "}");
  }
}
