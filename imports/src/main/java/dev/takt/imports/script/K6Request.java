package dev.takt.imports.script;

import dev.takt.imports.plan.Header;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.RequestDraft;
import dev.takt.imports.plan.TemplateText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.nashorn.api.tree.ArrayLiteralTree;
import org.openjdk.nashorn.api.tree.ExpressionTree;
import org.openjdk.nashorn.api.tree.FunctionCallTree;
import org.openjdk.nashorn.api.tree.IdentifierTree;
import org.openjdk.nashorn.api.tree.LiteralTree;
import org.openjdk.nashorn.api.tree.MemberSelectTree;
import org.openjdk.nashorn.api.tree.ObjectLiteralTree;
import org.openjdk.nashorn.api.tree.PropertyTree;

/// A call such as `http.post(url, body, params)` as a step.
final class K6Request {

  private static final Map<String, String> METHODS =
      Map.of(
          "get", "GET", "head", "HEAD", "post", "POST", "put", "PUT", "patch", "PATCH", "del",
          "DELETE", "options", "OPTIONS", "request", "");

  private final PlanDraft plan;
  private final K6Values values;
  private final String place;
  private final List<Header> headers = new ArrayList<>();
  private String name = "";

  K6Request(PlanDraft plan, K6Values values, String place) {
    this.plan = plan;
    this.values = values;
    this.place = place;
  }

  static boolean isRequest(FunctionCallTree call) {
    return METHODS.keySet().stream().anyMatch(each -> K6Values.isCall(call, "http", each));
  }

  /// Its name; empty if it has none.
  String name() {
    return name;
  }

  /// The keys of the step; null if it cannot be one, which is then reported.
  @Nullable Map<String, Object> keys(FunctionCallTree call) {
    List<? extends ExpressionTree> arguments = call.getArguments();
    String function =
        call.getFunctionSelect() instanceof MemberSelectTree member ? member.getIdentifier() : "";
    String method = METHODS.getOrDefault(function, "");
    int next = 0;
    if (method.isEmpty()) {
      method = method(argument(arguments, next++));
    }
    ExpressionTree url = argument(arguments, next++);
    boolean hasBody =
        function.equals("request") || !(method.equals("GET") || method.equals("HEAD"));
    ExpressionTree body = hasBody ? argument(arguments, next++) : null;
    return keys(method, url, body, argument(arguments, next));
  }

  /// The same of an element of `http.batch`: a URL, `[method, url, body, params]`, or an object
  /// with these members.
  @Nullable Map<String, Object> element(ExpressionTree element) {
    if (element instanceof ArrayLiteralTree array) {
      List<? extends ExpressionTree> parts = array.getElements();
      return keys(
          method(argument(parts, 0)), argument(parts, 1), argument(parts, 2), argument(parts, 3));
    } else if (element instanceof ObjectLiteralTree object) {
      Map<String, ExpressionTree> parts = new HashMap<>();
      object.getProperties().forEach(each -> parts.put(K6Values.key(each), each.getValue()));
      String method = parts.containsKey("method") ? method(parts.get("method")) : "GET";
      return keys(method, parts.get("url"), parts.get("body"), parts.get("params"));
    }
    return keys("GET", element, null, null);
  }

  private String method(@Nullable ExpressionTree tree) {
    String method = values.text(tree);
    return method == null ? "" : method.toUpperCase(Locale.ROOT);
  }

  private @Nullable Map<String, Object> keys(
      String method,
      @Nullable ExpressionTree urlTree,
      @Nullable ExpressionTree bodyTree,
      @Nullable ExpressionTree parameters) {
    String url = values.text(urlTree);
    if (url == null || method.isEmpty()) {
      plan.leftOut().add(place, "requests whose URL is computed");
      return null;
    }
    parameters(parameters);
    String body = body(bodyTree);
    return plan.step(new RequestDraft(place, method, url, headers, body));
  }

  private static @Nullable ExpressionTree argument(
      List<? extends ExpressionTree> arguments, int index) {
    return index < arguments.size() ? arguments.get(index) : null;
  }

  private @Nullable String body(@Nullable ExpressionTree tree) {
    boolean isNone =
        tree == null
            || (tree instanceof LiteralTree literal && literal.getValue() == null)
            || (tree instanceof IdentifierTree id && id.getName().equals("undefined"));
    Object value = isNone ? null : values.of(tree);
    if (value instanceof Map<?, ?> map) {
      return form(map);
    } else if (value instanceof String || value instanceof K6Values.Extracted) {
      return TemplateText.body(K6Values.plain(value));
    } else if (!isNone) {
      plan.leftOut().add(place, "bodies that are computed");
    }
    return null;
  }

  private @Nullable String form(Map<?, ?> map) {
    List<String> parameters = new ArrayList<>();
    for (Map.Entry<?, ?> each : map.entrySet()) {
      if (each.getValue() instanceof Map || each.getValue() instanceof List) {
        plan.leftOut().add(place, "bodies that are computed");
        return null;
      }
      parameters.add(
          TemplateText.encoded(String.valueOf(each.getKey()))
              + "="
              + TemplateText.part(K6Values.plain(each.getValue())));
    }
    if (headers.stream().noneMatch(each -> each.is("Content-Type"))) {
      headers.add(new Header("Content-Type", "application/x-www-form-urlencoded"));
    }
    return String.join("&", parameters);
  }

  private void parameters(@Nullable ExpressionTree tree) {
    if (tree instanceof ObjectLiteralTree object) {
      for (PropertyTree each : object.getProperties()) {
        if (K6Values.key(each).equals("headers")
            && each.getValue() instanceof ObjectLiteralTree all) {
          for (PropertyTree header : all.getProperties()) {
            header(K6Values.key(header), values.text(header.getValue()));
          }
        } else {
          parameter(K6Values.key(each), values.of(each.getValue()));
        }
      }
    } else if (tree != null) {
      if (values.of(tree) instanceof Map<?, ?> map) {
        map.forEach((key, value) -> parameter(String.valueOf(key), value));
      } else if (!(tree instanceof LiteralTree literal && literal.getValue() == null)) {
        plan.leftOut().add(place, "parameters of requests that are computed");
      }
    }
  }

  private void parameter(String key, @Nullable Object value) {
    if (key.equals("headers") && value instanceof Map<?, ?> map) {
      map.forEach((each, text) ->
          header(
              String.valueOf(each),
              text instanceof Map || text instanceof List ? null : K6Values.plain(text)));
    } else if (key.equals("tags")
        && value instanceof Map<?, ?> map
        && map.get("name") instanceof String text) {
      name = TemplateText.unescaped(text);
      map.keySet().stream()
          .filter(each -> !each.equals("name"))
          .forEach(each -> plan.leftOut().add(place, "the tag " + each));
    } else {
      plan.leftOut().add(place, "the parameter " + key + " of requests");
    }
  }

  private void header(String key, @Nullable String value) {
    if (value == null) {
      plan.leftOut().add(place + " " + key, "headers that are computed");
    } else {
      headers.add(new Header(key, value));
    }
  }
}
