package dev.takt.imports.script;

import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.TemplateText;
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

  /// Where an answer has a value.
  record Found(String response, String path) {}

  private final PlanDraft plan;
  private final Map<String, Object> known = new LinkedHashMap<>();
  private final Map<String, Map<String, Object>> responses = new LinkedHashMap<>();

  K6Values(PlanDraft plan) {
    this.plan = plan;
  }

  void set(String name, @Nullable Object value) {
    responses.remove(name);
    if (value == null) {
      known.remove(name);
    } else {
      known.put(name, value);
    }
  }

  /// A variable has the answer to a step with these keys.
  void response(String name, Map<String, Object> keys) {
    known.remove(name);
    responses.put(name, keys);
  }

  @Nullable Map<String, Object> step(@Nullable ExpressionTree tree) {
    String name = tree == null ? null : responseName(tree);
    return name == null ? null : responses.get(name);
  }

  /// Of a variable, or of an element of one as in `responses[0]`; null for anything else.
  private static @Nullable String responseName(ExpressionTree tree) {
    if (tree instanceof ArrayAccessTree access
        && access.getIndex() instanceof LiteralTree index
        && access.getExpression() instanceof IdentifierTree all) {
      return all.getName() + "[" + index.getValue() + "]";
    }
    return tree instanceof IdentifierTree identifier ? identifier.getName() : null;
  }

  /// The value: a template, a number, a boolean, a list or a map; null if it is not known.
  @Nullable Object of(@Nullable ExpressionTree tree) {
    Found found = tree == null ? null : found(tree);
    if (found != null) {
      return extract(found.path().replaceAll(".*\\W(?=\\w)|\\W+$", ""), found);
    }
    return switch (tree) {
      case null -> null;
      case LiteralTree literal -> literal(literal);
      case TemplateLiteralTree template -> joined(template.getExpressions());
      case ParenthesizedTree inner -> of(inner.getExpression());
      case IdentifierTree identifier -> known.get(identifier.getName());
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
      if (part == null) {
        return null;
      }
      text.append(part);
    }
    return plan.budget().take(text.length()) ? text.toString() : null;
  }

  /// The value as a template; null if it is not known or no text.
  @Nullable String text(@Nullable ExpressionTree tree) {
    Object value = of(tree);
    return value instanceof String || value instanceof Number || value instanceof Boolean
        ? plain(value)
        : null;
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
    return of(member.getExpression()) instanceof Map<?, ?> map
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
    return binary.getKind() == Tree.Kind.PLUS
        ? joined(List.of(binary.getLeftOperand(), binary.getRightOperand()))
        : null;
  }

  private @Nullable Object call(FunctionCallTree call) {
    return isCall(call, "JSON", "stringify") && call.getArguments().size() == 1
        ? json(of(call.getArguments().getFirst()))
        : null;
  }

  static boolean isCall(FunctionCallTree call, String owner, String name) {
    return call.getFunctionSelect() instanceof MemberSelectTree member
        && member.getIdentifier().equals(name)
        && member.getExpression() instanceof IdentifierTree identifier
        && identifier.getName().equals(owner);
  }

  private @Nullable String json(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case String text -> {
        String quoted = '"' + TemplateText.map(text, K6Values::escaped) + '"';
        yield plan.budget().take(quoted.length()) ? quoted : "null";
      }
      case Map<?, ?> map -> {
        List<String> members = new ArrayList<>();
        map.forEach(
            (key, each) -> members.add('"' + escaped(String.valueOf(key)) + "\":" + json(each)));
        yield "{" + String.join(",", members) + "}";
      }
      case List<?> list -> {
        List<String> elements = new ArrayList<>();
        list.forEach(each -> elements.add(json(each)));
        yield "[" + String.join(",", elements) + "]";
      }
      default -> plan.budget().take(1) ? plain(value) : "null";
    };
  }

  /// A text as a template within quotes of JSON.
  private static String escaped(String literal) {
    String quoted = MAPPER.writeValueAsString(literal);
    return TemplateText.of(quoted.substring(1, quoted.length() - 1));
  }

  /// Where an expression reads an answer that is known; null if it reads none.
  private @Nullable Found found(ExpressionTree tree) {
    if (tree instanceof FunctionCallTree call
        && call.getFunctionSelect() instanceof MemberSelectTree member) {
      List<? extends ExpressionTree> arguments = call.getArguments();
      if (member.getIdentifier().equals("json")
          && member.getExpression() instanceof IdentifierTree response
          && responses.containsKey(response.getName())) {
        String path = arguments.isEmpty() ? "" : text(arguments.getFirst());
        return path == null || !path.matches("|\\w+(\\.\\w+)*")
            ? null
            : new Found(
                response.getName(),
                path.isEmpty() ? "$" : "$." + path.replaceAll("\\.(\\d+)(?=\\.|$)", "[$1]"));
      }
      return isCall(call, "JSON", "parse")
              && arguments.size() == 1
              && arguments.getFirst() instanceof MemberSelectTree body
              && body.getIdentifier().equals("body")
              && body.getExpression() instanceof IdentifierTree response
              && responses.containsKey(response.getName())
          ? new Found(response.getName(), "$")
          : null;
    } else if (tree instanceof MemberSelectTree member) {
      Found outer = found(member.getExpression());
      return outer == null
          ? null
          : new Found(outer.response(), outer.path() + "." + member.getIdentifier());
    } else if (tree instanceof ArrayAccessTree access
        && access.getIndex() instanceof LiteralTree index
        && String.valueOf(index.getValue()).matches("\\d+")) {
      Found outer = found(access.getExpression());
      return outer == null
          ? null
          : new Found(outer.response(), outer.path() + "[" + index.getValue() + "]");
    }
    return null;
  }

  /// The placeholder for a value that a step extracts; null if there is none.
  @Nullable String extracted(String name, @Nullable ExpressionTree tree) {
    Found found = tree == null ? null : found(tree);
    return found == null ? null : extract(name, found);
  }

  @SuppressWarnings("unchecked")
  private @Nullable String extract(String wish, Found found) {
    Map<String, Object> keys = responses.get(found.response());
    boolean isWhole = found.path().equals("$") || found.path().endsWith(".length");
    if (keys == null || isWhole) {
      return null;
    }
    String plain = wish.replaceAll("\\W", "_");
    String name =
        plain.matches("[A-Za-z]\\w*") && !K6Import.TAKEN.contains(plain) ? plain : "v_" + plain;
    Map<String, Object> extract =
        (Map<String, Object>) keys.computeIfAbsent("extract", _ -> new LinkedHashMap<>());
    Object before = extract.putIfAbsent(name, found.path());
    return before == null || before.equals(found.path()) ? "{" + name + "}" : null;
  }
}
