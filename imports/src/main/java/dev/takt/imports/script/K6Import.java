package dev.takt.imports.script;

import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.JourneyDraft;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.StepNames;
import dev.takt.imports.plan.Think;
import dev.takt.imports.script.K6Scope.Answer;
import dev.takt.imports.script.K6Scope.Answers;
import dev.takt.imports.script.K6Scope.Function;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private static final int MAX_DEPTH = 20;

  /// What a statement takes of the budget: functions that call others twice are exponential.
  private static final int STATEMENT_CHARS = 8;

  /// Gives a variable its value; null if it is not known.
  private interface Variable {
    void set(@Nullable Object value);
  }

  private final PlanDraft plan;
  private final Script script;
  private final K6Values values;
  private final StepNames names = new StepNames();
  private int depth;

  private K6Import(PlanDraft plan, Script script) {
    this.plan = plan;
    this.script = script;
    this.values = new K6Values(plan, script);
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
    values.scope().declareFunctions(script.statements());
    for (Tree each : script.statements()) {
      switch (each) {
        case FunctionDeclarationTree _, EmptyStatementTree _ -> {
          // declared before, or says nothing
        }
        case VariableTree variable -> {
          boolean isOptions =
              variable.getBinding() instanceof IdentifierTree id && id.getName().equals("options");
          if (isOptions && variable.getInitializer() instanceof ObjectLiteralTree object) {
            options = options(object);
            place = place(each);
          } else if (isOptions && values.of(variable.getInitializer()) instanceof Map<?, ?> map) {
            options = map;
            place = place(each);
          } else if (isRequest(variable)) {
            K6Names.declaredBy(variable.getBinding())
                .forEach(name -> values.scope().declare(name, null));
            lost(variable, "statements of the whole script");
          } else {
            declared(variable, new JourneyDraft());
          }
        }
        default -> lost(each, "statements of the whole script");
      }
    }
    plan.set("follow-redirects", true);
    String exec = new K6Options(plan, place).apply(options);
    for (String each : List.of("setup", "teardown", "handleSummary")) {
      if (values.scope().get(each) instanceof Function function) {
        lost(function.tree(), "the function " + each + ", which runs once");
      }
    }
    Function function = start(exec);
    if (function != null) {
      JourneyDraft journey = new JourneyDraft();
      body(function, journey);
      plan.journey(place(function.tree()), exec == null ? "script" : exec, 1, journey);
    }
  }

  /// Whether it sends requests itself.
  private boolean isRequest(VariableTree variable) {
    return !(variable.getInitializer() instanceof FunctionExpressionTree)
        && !K6Names.in(variable).requests().isEmpty();
  }

  /// The function that users do.
  ///
  /// @param exec its name; null for the default one
  private @Nullable Function start(@Nullable String exec) {
    K6Scope scope = values.scope();
    String other = script.defaultName();
    Object found = scope.get(exec == null ? Script.DEFAULT : exec);
    if (found == null && exec == null && other != null) {
      found = scope.get(other);
    }
    return found instanceof Function function ? function : null;
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

  /// Reports something with each request that is lost with it, also in functions that it calls.
  /// What variables have that it changes is not known from here on.
  private void lost(Tree tree, String reason) {
    plan.leftOut().add(place(tree), reason);
    lost(tree, place(tree), values.scope(), new HashSet<>());
  }

  private void lost(Tree tree, String place, K6Scope scope, Set<Tree> seen) {
    if (!seen.add(tree) || !plan.budget().take(script.source(tree).length())) {
      return;
    }
    K6Names names = K6Names.in(tree);
    names
        .requests()
        .forEach((call, name) ->
            plan.leftOut().add(place(call) + " " + name, "requests that are lost with " + place));
    for (String each : names.read()) {
      if (scope.get(each) instanceof Function function) {
        lost(function.tree(), place, function.scope(), seen);
      }
    }
    names.changed().forEach(each -> scope.assign(each, null));
  }

  private void body(Function function, JourneyDraft journey) {
    Tree tree = function.tree();
    K6Scope caller = values.scope();
    K6Scope own = function.scope().ofFunction();
    function
        .parameters()
        .forEach(each -> K6Names.declaredBy(each).forEach(name -> own.declare(name, null)));
    values.enter(own);
    if (++depth > MAX_DEPTH) {
      lost(tree, "functions that call themselves");
    } else if (function.body() instanceof BlockTree block) {
      statements(block, journey);
    } else if (function.body() instanceof ExpressionTree expression) {
      expression(tree, expression, journey);
    }
    depth--;
    values.enter(caller);
  }

  private void statements(BlockTree block, JourneyDraft journey) {
    values.scope().declareFunctions(block.getStatements());
    block.getStatements().forEach(each -> statement(each, journey));
  }

  private void statement(Tree tree, JourneyDraft journey) {
    if (!plan.budget().take(STATEMENT_CHARS)) {
      return;
    }
    switch (tree) {
      case ExpressionStatementTree statement ->
          expression(statement, statement.getExpression(), journey);
      case VariableTree variable -> declared(variable, journey);
      case BlockTree block -> {
        K6Scope outer = values.scope();
        values.enter(outer.ofBlock());
        statements(block, journey);
        values.enter(outer);
      }
      case FunctionDeclarationTree _, EmptyStatementTree _ -> {
        // declared before, or says nothing
      }
      default -> lost(tree, "statements such as " + kind(tree));
    }
  }

  private void declared(VariableTree variable, JourneyDraft journey) {
    K6Scope scope = values.scope();
    if (variable.getBinding() instanceof IdentifierTree id) {
      String name = id.getName();
      boolean isOfBlock = variable.isConst() || variable.isLet();
      Variable set =
          isOfBlock
              ? value -> scope.declare(name, value)
              : value -> scope.declareInFunction(name, value);
      assigned(variable, name, variable.getInitializer(), set, journey);
    } else {
      K6Names.declaredBy(variable.getBinding()).forEach(each -> scope.declare(each, null));
      lost(variable, "statements");
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
      Tree tree,
      String name,
      @Nullable ExpressionTree value,
      Variable variable,
      JourneyDraft journey) {
    List<? extends ExpressionTree> batch = elements(value);
    if (value instanceof FunctionExpressionTree function) {
      variable.set(values.scope().function(function));
    } else if (!batch.isEmpty()) {
      variable.set(batch(tree, batch, journey));
    } else if (value instanceof FunctionCallTree call && K6Request.isRequest(call)) {
      Map<String, Object> keys = request(call, journey);
      variable.set(keys == null ? null : new Answer(keys));
    } else if (value instanceof FunctionCallTree call
        && call.getFunctionSelect() instanceof IdentifierTree function
        && Set.of("check", "group").contains(function.getName())) {
      expression(tree, value, journey);
      variable.set(null);
    } else {
      Object meaning = values.meaning(name, value);
      variable.set(meaning);
      if (meaning == null && value != null) {
        lost(tree, "values that are computed");
      }
    }
  }

  private void expression(Tree tree, ExpressionTree expression, JourneyDraft journey) {
    if (expression instanceof AssignmentTree assignment
        && assignment.getVariable() instanceof IdentifierTree id) {
      assigned(
          tree,
          id.getName(),
          assignment.getExpression(),
          value -> values.scope().assign(id.getName(), value),
          journey);
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
      batch(tree, batch, journey);
    } else if (name.equals("sleep") && arguments.size() == 1) {
      sleep(tree, arguments.getFirst(), journey);
    } else if (name.equals("check") && arguments.size() >= 2) {
      check(tree, arguments, journey);
    } else if (name.equals("group") && arguments.size() == 2) {
      Function function = function(arguments.get(1));
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
    } else if (arguments.isEmpty() && values.scope().get(name) instanceof Function function) {
      body(function, journey);
    } else {
      lost(tree, "calls of other functions");
    }
  }

  private @Nullable Function function(ExpressionTree tree) {
    return switch (tree) {
      case FunctionExpressionTree expression -> values.scope().function(expression);
      case IdentifierTree id when values.scope().get(id.getName()) instanceof Function function ->
          function;
      default -> null;
    };
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

  private Answers batch(Tree tree, List<? extends ExpressionTree> elements, JourneyDraft journey) {
    Map<Integer, Answer> answers = new HashMap<>();
    for (int i = 0; i < elements.size(); i++) {
      K6Request request = new K6Request(plan, values, place(elements.get(i)));
      Map<String, Object> keys = step(request, request.element(elements.get(i)), journey);
      if (keys != null) {
        answers.put(i, new Answer(keys));
      }
    }
    plan.leftOut().add(place(tree), "requests that k6 sends at once: one after the other");
    return new Answers(answers);
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
    Answer answer = values.answer(first);
    Map<String, Object> keys =
        first instanceof FunctionCallTree call && K6Request.isRequest(call)
            ? request(call, journey)
            : answer == null ? null : answer.step();
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
