package dev.takt.imports.script;

import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.JourneyDraft;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.StepNames;
import dev.takt.imports.plan.Think;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.nashorn.api.tree.ArrayLiteralTree;
import org.openjdk.nashorn.api.tree.AssignmentTree;
import org.openjdk.nashorn.api.tree.BinaryTree;
import org.openjdk.nashorn.api.tree.BlockTree;
import org.openjdk.nashorn.api.tree.EmptyStatementTree;
import org.openjdk.nashorn.api.tree.ExpressionStatementTree;
import org.openjdk.nashorn.api.tree.ExpressionTree;
import org.openjdk.nashorn.api.tree.FunctionCallTree;
import org.openjdk.nashorn.api.tree.FunctionDeclarationTree;
import org.openjdk.nashorn.api.tree.FunctionExpressionTree;
import org.openjdk.nashorn.api.tree.IdentifierTree;
import org.openjdk.nashorn.api.tree.ObjectLiteralTree;
import org.openjdk.nashorn.api.tree.PropertyTree;
import org.openjdk.nashorn.api.tree.Tree;
import org.openjdk.nashorn.api.tree.VariableTree;

/// The options and the default function of a script of k6 as a journey.
public final class K6Import {

  /// Names that values cannot have.
  static final Set<String> TAKEN =
      Set.of(
          "status", "size", "body", "rows", "header", "cookie", "random", "true", "false", "null",
          "user", "key", "seq", "env", "uniform", "zipfian", "hex", "alpha");

  private static final Pattern REQUEST =
      Pattern.compile(
          "\\bhttp\\.(?:get|post|put|patch|del|head|options|request|batch|asyncRequest)\\b");
  private static final int MAX_DEPTH = 20;

  private final PlanDraft plan;
  private final Script script;
  private final K6Values values;
  private final Map<String, Tree> functions = new LinkedHashMap<>();
  private final StepNames names = new StepNames();
  private int depth;

  private K6Import(PlanDraft plan, Script script) {
    this.plan = plan;
    this.script = script;
    this.values = new K6Values(plan);
  }

  /// Adds what a script does to a plan.
  public static void read(ForeignFile file, PlanDraft plan) throws ImportException {
    String text = file.text();
    try {
      Script script = Script.of(text);
      if (script.imports().stream().noneMatch(each -> each.module().startsWith("k6"))) {
        throw new ImportException("not a script of k6: it imports no module of k6");
      }
      new K6Import(plan, script).add();
    } catch (ImportException e) {
      throw file.problem("", String.valueOf(e.getMessage()));
    } catch (StackOverflowError _) {
      throw file.problem("", Script.TOO_DEEP);
    }
  }

  private String place(Tree tree) {
    return "line " + script.line(tree);
  }

  private void add() {
    for (Script.Import each : script.imports()) {
      if (!Set.of("k6", "k6/http").contains(each.module())) {
        plan.leftOut().add("line " + each.line() + " " + each.module(), "other modules");
      }
    }
    Map<?, ?> options = Map.of();
    String place = "options";
    for (Tree each : script.statements()) {
      switch (each) {
        case FunctionDeclarationTree function ->
            functions.put(function.getName().getName(), function);
        case VariableTree variable -> {
          String name = script.source(variable.getBinding());
          ExpressionTree init = variable.getInitializer();
          if (init instanceof FunctionExpressionTree) {
            functions.put(
                variable.getBinding() instanceof IdentifierTree id ? id.getName() : name, init);
          } else if (variable.getBinding() instanceof IdentifierTree id) {
            if (id.getName().equals(Script.DEFAULT) && init instanceof IdentifierTree other) {
              functions.put(Script.DEFAULT, other);
            } else if (id.getName().equals("options") && init instanceof ObjectLiteralTree object) {
              options = options(object);
              place = place(each);
            } else {
              value(variable, id.getName(), init);
            }
          }
        }
        case EmptyStatementTree _ -> {
          // says nothing
        }
        default -> lost(each, "statements of the whole script");
      }
    }
    plan.set("follow-redirects", true);
    String exec = new K6Options(plan, place).apply(options);
    String name = exec == null ? Script.DEFAULT : exec;
    Tree body = functions.get(name);
    String other = script.defaultName();
    if (body == null && exec == null && other != null) {
      body = functions.get(other);
    }
    if (body instanceof IdentifierTree identifier) {
      body = functions.get(identifier.getName());
    }
    functions.forEach((each, function) -> {
      if (Set.of("setup", "teardown", "handleSummary").contains(each)) {
        lost(function, "the function " + each + ", which runs once");
      }
    });
    if (body != null) {
      JourneyDraft journey = new JourneyDraft();
      body(body, journey);
      plan.journey(place(body), exec == null ? "script" : exec, 1, journey);
    }
  }

  /// Members of options one by one, so that one that is not known does not hide the others.
  private Map<String, Object> options(ObjectLiteralTree object) {
    Map<String, Object> options = new LinkedHashMap<>();
    for (PropertyTree each : object.getProperties()) {
      Object value = values.of(each.getValue());
      if (value == null) {
        plan.leftOut().add(place(each), "the option " + K6Values.key(each));
      } else {
        options.put(K6Values.key(each), value);
      }
    }
    return options;
  }

  /// Reports something with each request that is lost with it.
  private void lost(Tree tree, String reason) {
    plan.leftOut().add(place(tree), reason);
    Matcher matcher = REQUEST.matcher(script.source(tree));
    int start = (int) tree.getStartPosition();
    while (matcher.find()) {
      plan.leftOut()
          .add(
              "line " + script.line(start + matcher.start()) + " " + matcher.group(),
              "requests that are lost with " + place(tree));
    }
  }

  private void body(Tree function, JourneyDraft journey) {
    Tree body =
        switch (function) {
          case FunctionDeclarationTree declaration -> declaration.getBody();
          case FunctionExpressionTree expression -> expression.getBody();
          default -> function;
        };
    if (++depth > MAX_DEPTH) {
      lost(function, "functions that call themselves");
    } else if (body instanceof BlockTree block) {
      block.getStatements().forEach(each -> statement(each, journey));
    } else if (body instanceof ExpressionTree expression) {
      expression(function, expression, journey);
    }
    depth--;
  }

  private void statement(Tree tree, JourneyDraft journey) {
    switch (tree) {
      case ExpressionStatementTree statement ->
          expression(statement, statement.getExpression(), journey);
      case VariableTree variable -> {
        if (variable.getBinding() instanceof IdentifierTree id) {
          assigned(variable, id.getName(), variable.getInitializer(), journey);
        } else {
          lost(variable, "statements");
        }
      }
      case FunctionDeclarationTree function ->
          functions.put(function.getName().getName(), function);
      case BlockTree block -> block.getStatements().forEach(each -> statement(each, journey));
      case EmptyStatementTree _ -> {
        // says nothing
      }
      default -> lost(tree, "statements such as " + kind(tree));
    }
  }

  private static String kind(Tree tree) {
    return switch (tree.getKind()) {
      case IF -> "if";
      case FOR_LOOP, FOR_IN_LOOP, WHILE_LOOP, DO_WHILE_LOOP -> "for and while";
      case TRY -> "try";
      case RETURN -> "return";
      case THROW -> "throw";
      case SWITCH -> "switch";
      default -> "this";
    };
  }

  private void assigned(
      Tree tree, String name, @Nullable ExpressionTree value, JourneyDraft journey) {
    List<? extends ExpressionTree> batch = elements(value);
    if (value instanceof FunctionExpressionTree function) {
      functions.put(name, function);
    } else if (!batch.isEmpty()) {
      values.set(name, null);
      batch(tree, name, batch, journey);
    } else if (value instanceof FunctionCallTree call && K6Request.isRequest(call)) {
      Map<String, Object> keys = request(call, journey);
      if (keys == null) {
        values.set(name, null);
      } else {
        values.response(name, keys);
      }
    } else if (value instanceof FunctionCallTree call
        && call.getFunctionSelect() instanceof IdentifierTree function
        && Set.of("check", "group").contains(function.getName())) {
      expression(tree, value, journey);
    } else {
      value(tree, name, value);
    }
  }

  private void value(Tree tree, String name, @Nullable ExpressionTree init) {
    String extracted = values.extracted(name, init);
    Object value = extracted == null ? values.of(init) : extracted;
    values.set(name, value);
    if (value == null && init != null) {
      lost(tree, "values that are computed");
    }
  }

  private void expression(Tree tree, ExpressionTree expression, JourneyDraft journey) {
    if (expression instanceof AssignmentTree assignment
        && assignment.getVariable() instanceof IdentifierTree id) {
      assigned(tree, id.getName(), assignment.getExpression(), journey);
    } else if (expression instanceof FunctionCallTree call) {
      call(tree, call, journey);
    } else {
      lost(tree, "statements");
    }
  }

  private void call(Tree tree, FunctionCallTree call, JourneyDraft journey) {
    List<? extends ExpressionTree> arguments = call.getArguments();
    List<? extends ExpressionTree> batch = elements(call);
    String name = call.getFunctionSelect() instanceof IdentifierTree id ? id.getName() : "";
    if (K6Request.isRequest(call)) {
      request(call, journey);
    } else if (!batch.isEmpty()) {
      batch(tree, "", batch, journey);
    } else if (name.equals("sleep") && arguments.size() == 1) {
      sleep(tree, arguments.getFirst(), journey);
    } else if (name.equals("check") && arguments.size() >= 2) {
      check(tree, arguments, journey);
    } else if (name.equals("group") && arguments.size() == 2) {
      Tree function = function(arguments.get(1));
      String title = values.text(arguments.getFirst());
      if (function == null) {
        lost(tree, "groups whose function is not known");
      } else {
        JourneyDraft inner = new JourneyDraft();
        String own = names.of(title == null ? "group" : title);
        body(function, inner);
        inner.takeFirstThink().ifPresent(journey::think); // which is in no time of a group
        journey.group(own, inner);
      }
    } else {
      Tree function = arguments.isEmpty() ? functions.get(name) : null;
      if (function == null) {
        lost(tree, "calls of other functions");
      } else {
        body(function, journey);
      }
    }
  }

  private @Nullable Tree function(ExpressionTree tree) {
    return tree instanceof IdentifierTree id
        ? functions.get(id.getName())
        : tree instanceof FunctionExpressionTree ? tree : null;
  }

  private @Nullable Map<String, Object> request(FunctionCallTree call, JourneyDraft journey) {
    K6Request request = new K6Request(plan, values, place(call));
    return step(request, request.keys(call), journey);
  }

  private @Nullable Map<String, Object> step(
      K6Request request, @Nullable Map<String, Object> keys, JourneyDraft journey) {
    if (keys != null) {
      String name = request.name();
      journey.step(
          name.isEmpty()
              ? names.of(
                  String.valueOf(
                      keys.getOrDefault("method", keys.containsKey("body") ? "POST" : "GET")),
                  String.valueOf(keys.get("path")))
              : names.of(name),
          keys);
    }
    return keys;
  }

  /// The elements of a call of `http.batch`; none if it is another call, or they are computed.
  private static List<? extends ExpressionTree> elements(@Nullable ExpressionTree tree) {
    return tree instanceof FunctionCallTree call
            && K6Values.isCall(call, "http", "batch")
            && call.getArguments().size() == 1
            && call.getArguments().getFirst() instanceof ArrayLiteralTree array
        ? array.getElements()
        : List.of();
  }

  /// @param name of the variable that has the answers; empty for none
  private void batch(
      Tree tree, String name, List<? extends ExpressionTree> elements, JourneyDraft journey) {
    for (int i = 0; i < elements.size(); i++) {
      K6Request request = new K6Request(plan, values, place(elements.get(i)));
      Map<String, Object> keys = step(request, request.element(elements.get(i)), journey);
      if (keys != null && !name.isEmpty()) {
        values.response(name + "[" + i + "]", keys);
      }
    }
    plan.leftOut().add(place(tree), "requests that k6 sends at once: one after the other");
  }

  private void sleep(Tree tree, ExpressionTree time, JourneyDraft journey) {
    Object value = values.of(time);
    double[] range = value instanceof Number ? null : range(time);
    if (value instanceof Number number) {
      journey.think(Think.of(number.doubleValue()));
    } else if (range != null) {
      journey.think(Think.between(range[0], range[1]));
    } else {
      lost(tree, "sleeps whose time is not known");
    }
  }

  /// The bounds of `Math.random() * 3 + 2` and the like; null if it is none.
  private double @Nullable [] range(ExpressionTree tree) {
    if (tree instanceof FunctionCallTree call) {
      if (K6Values.isCall(call, "Math", "random")) {
        return new double[] {0, 1};
      }
      List<? extends ExpressionTree> arguments = call.getArguments();
      boolean isBetween =
          call.getFunctionSelect() instanceof IdentifierTree id
              && id.getName().equals("randomIntBetween")
              && arguments.size() == 2;
      return isBetween
              && values.of(arguments.getFirst()) instanceof Number low
              && values.of(arguments.getLast()) instanceof Number high
          ? new double[] {low.doubleValue(), high.doubleValue()}
          : null;
    } else if (tree instanceof BinaryTree binary) {
      boolean isLeft = values.of(binary.getLeftOperand()) instanceof Number;
      Object constant = values.of(isLeft ? binary.getLeftOperand() : binary.getRightOperand());
      double[] inner = range(isLeft ? binary.getRightOperand() : binary.getLeftOperand());
      if (inner != null && constant instanceof Number number) {
        double n = number.doubleValue();
        return switch (binary.getKind()) {
          case PLUS -> new double[] {inner[0] + n, inner[1] + n};
          case MULTIPLY -> new double[] {inner[0] * n, inner[1] * n};
          default -> null;
        };
      }
    }
    return null;
  }

  private void check(Tree tree, List<? extends ExpressionTree> arguments, JourneyDraft journey) {
    ExpressionTree first = arguments.getFirst();
    Map<String, Object> keys =
        first instanceof FunctionCallTree call && K6Request.isRequest(call)
            ? request(call, journey)
            : values.step(first);
    if (keys != null && arguments.get(1) instanceof ObjectLiteralTree object) {
      for (PropertyTree each : object.getProperties()) {
        if (!(each.getValue() instanceof FunctionExpressionTree function)
            || !new K6Check(values, keys).add(function)) {
          plan.leftOut().add(place(each) + " " + K6Values.key(each), "checks");
        }
      }
    } else {
      lost(tree, "checks of what is no answer");
    }
  }
}
