package dev.takt.imports.openapi;

import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.file.YamlFile;
import dev.takt.imports.plan.Header;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.RequestDraft;
import dev.takt.imports.plan.TemplateText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The operations of a description as those of a plan.
public final class OpenApiImport {

  private static final String KIND = "an OpenAPI description";
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");
  private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([^{}]+)}");

  private final PlanDraft plan;
  private final JsonNode root;
  private final References references;
  private final SchemaValues values;

  private OpenApiImport(PlanDraft plan, JsonNode root) {
    this.plan = plan;
    this.root = root;
    this.references = new References(root);
    this.values = new SchemaValues(references, plan.budget());
  }

  /// Adds the operations of a description to a plan.
  public static void read(ForeignFile file, PlanDraft plan) throws ImportException {
    JsonNode root = YamlFile.read(file, KIND);
    String version = root.path("openapi").asString("");
    if (!version.startsWith("3.")) {
      throw version.isEmpty()
          ? file.isNot(KIND)
          : file.problem("", "OpenAPI " + version + ": only 3.x can be imported");
    }
    new OpenApiImport(plan, root).paths();
  }

  private void paths() {
    for (String each : List.of("webhooks")) {
      if (root.has(each)) {
        plan.leftOut().add("$." + each, "requests that the server sends");
      }
    }
    for (Map.Entry<String, JsonNode> path : root.path("paths").properties()) {
      String place = "$.paths['" + path.getKey() + "']";
      if (References.isElsewhere(path.getValue())) {
        plan.leftOut().add(place, "references to other files");
      }
      JsonNode item = references.resolve(path.getValue());
      for (Map.Entry<String, JsonNode> each : item.properties()) {
        if (METHODS.contains(each.getKey())) {
          operation(
              place + "." + each.getKey(), each.getKey(), path.getKey(), item, each.getValue());
        }
      }
    }
  }

  private void operation(
      String place, String method, String path, JsonNode item, JsonNode operation) {
    List<String> query = new ArrayList<>();
    List<Header> headers = new ArrayList<>();
    List<String> cookies = new ArrayList<>();
    Map<String, String> inPath = new LinkedHashMap<>();
    for (JsonNode each : parameters(item, operation, place)) {
      parameter(place, each, inPath, query, headers, cookies);
    }
    security(place, operation, query, headers, cookies);
    String body = body(place, references.resolve(operation.path("requestBody")), headers);
    accept(operation, headers);
    if (!cookies.isEmpty()) {
      headers.add(new Header("Cookie", String.join("; ", cookies)));
    }
    String url =
        server(item, operation)
            + path(path, inPath)
            + (query.isEmpty() ? "" : "?" + String.join("&", query));
    Map<String, Object> more = new LinkedHashMap<>();
    int expected = expected(operation.path("responses"));
    if (expected > 0) {
      more.put("expect", expected);
    }
    String verb = method.toUpperCase(Locale.ROOT);
    plan.operation(
        operation.path("operationId").asString(verb + " " + path),
        new RequestDraft(place, verb, url, headers, body),
        more);
  }

  /// Those of the operation go before those of its path.
  private List<JsonNode> parameters(JsonNode item, JsonNode operation, String place) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    for (JsonNode list : List.of(item.path("parameters"), operation.path("parameters"))) {
      for (JsonNode each : list) {
        if (References.isElsewhere(each)) {
          plan.leftOut().add(place, "references to other files");
        }
        JsonNode parameter = references.resolve(each);
        all.put(parameter.path("in").asString("") + " " + parameter.path("name"), parameter);
      }
    }
    return List.copyOf(all.values());
  }

  private void parameter(
      String place,
      JsonNode parameter,
      Map<String, String> inPath,
      List<String> query,
      List<Header> headers,
      List<String> cookies) {
    String name = parameter.path("name").asString("");
    String in = parameter.path("in").asString("");
    JsonNode example = values.example(parameter);
    JsonNode schema =
        parameter.has("schema")
            ? parameter.path("schema")
            : parameter.path("content").path("application/json").path("schema");
    boolean isNeeded =
        in.equals("path")
            || parameter.path("required").asBoolean(false)
            || !example.isMissingNode()
            || values.isKnown(schema);
    if (!isNeeded) {
      plan.leftOut().add(place + " " + name, "optional parameters without an example");
      return;
    }
    String value = example.isMissingNode() ? values.text(schema) : SchemaValues.text(example, ",");
    if (isStyled(parameter, in, schema, value)) {
      plan.leftOut()
          .add(
              place + " " + name,
              "styles of parameters: lists are written with commas, objects as JSON");
    }
    switch (in) {
      case "path" -> inPath.put(name, TemplateText.part(value));
      case "query" -> query.add(TemplateText.encoded(name) + "=" + TemplateText.part(value));
      case "header" -> headers.add(new Header(name, value));
      case "cookie" -> cookies.add(name + "=" + value);
      default -> plan.leftOut().add(place + " " + name, "parameters of another kind");
    }
  }

  /// Whether a server expects a parameter in another form than it is written in.
  private boolean isStyled(JsonNode parameter, String in, JsonNode schema, String value) {
    String style = parameter.path("style").asString("");
    boolean isPlain = style.isEmpty() || style.equals("form") || style.equals("simple");
    boolean isSplit =
        (in.equals("query") || in.equals("cookie")) && parameter.path("explode").asBoolean(true);
    boolean isList = references.resolve(schema).has("items") && value.contains(",");
    return parameter.has("schema") && (!isPlain || value.startsWith("{\"") || (isList && isSplit));
  }

  private String path(String path, Map<String, String> inPath) {
    TemplateText template = new TemplateText();
    Matcher matcher = PATH_PARAMETER.matcher(path);
    int from = 0;
    while (matcher.find()) {
      template.literal(path.substring(from, matcher.start()));
      template.template(inPath.getOrDefault(matcher.group(1), "{alpha:8}"));
      from = matcher.end();
    }
    return template.literal(path.substring(from)).toString();
  }

  /// The URL of the server, without a slash at its end; empty if it is relative.
  private String server(JsonNode item, JsonNode operation) {
    JsonNode server = root.path("servers").path(0);
    for (JsonNode owner : List.of(item, operation)) {
      server = owner.path("servers").isEmpty() ? server : owner.path("servers").path(0);
    }
    String url = server.path("url").asString("");
    for (Map.Entry<String, JsonNode> each : server.path("variables").properties()) {
      url = url.replace("{" + each.getKey() + "}", each.getValue().path("default").asString(""));
    }
    return TemplateText.of(url.replaceFirst("/$", ""));
  }

  private @Nullable String body(String place, JsonNode body, List<Header> headers) {
    JsonNode content = body.path("content");
    for (Map.Entry<String, JsonNode> each : content.properties()) {
      String type = each.getKey();
      JsonNode media = each.getValue();
      JsonNode example = values.example(media);
      if (type.matches("(?i)application/(?:[\\w.+-]+\\+)?json.*") || type.equals("*/*")) {
        headers.add(new Header("Content-Type", type.equals("*/*") ? "application/json" : type));
        return example.isMissingNode()
            ? values.json(media.path("schema"))
            : example.isString()
                ? TemplateText.body(TemplateText.of(example.asString()))
                : SchemaValues.literal(example);
      } else if (type.startsWith("application/x-www-form-urlencoded")) {
        headers.add(new Header("Content-Type", type));
        List<String> parameters = new ArrayList<>();
        values
            .members(media.path("schema"))
            .forEach((name, value) ->
                parameters.add(TemplateText.encoded(name) + "=" + TemplateText.part(value)));
        return String.join("&", parameters);
      } else if (!type.startsWith("multipart/") && example.isString()) {
        headers.add(new Header("Content-Type", type));
        return TemplateText.body(TemplateText.of(example.asString()));
      }
    }
    if (!content.isEmpty()) {
      plan.leftOut()
          .add(
              place + ".requestBody",
              "bodies that are neither JSON nor a form, without an example");
    }
    return null;
  }

  private static void accept(JsonNode operation, List<Header> headers) {
    for (JsonNode answer : operation.path("responses")) {
      if (answer.path("content").has("application/json")
          && headers.stream().noneMatch(each -> each.is("Accept"))) {
        headers.add(new Header("Accept", "application/json"));
      }
    }
  }

  /// A status that is no success, if no success is described; 0 otherwise.
  private static int expected(JsonNode responses) {
    int other = 0;
    for (String each : responses.propertyNames()) {
      if (each.startsWith("2")) {
        return 0;
      }
      other = other == 0 && each.matches("3\\d\\d") ? Integer.parseInt(each) : other;
    }
    return other;
  }

  private void security(
      String place,
      JsonNode operation,
      List<String> query,
      List<Header> headers,
      List<String> cookies) {
    JsonNode all = operation.has("security") ? operation.path("security") : root.path("security");
    for (int i = 1; i < all.size(); i++) {
      String names = String.join(" and ", all.path(i).propertyNames());
      plan.leftOut()
          .add(
              place + " " + (names.isEmpty() ? "none" : names),
              "other ways to authenticate than the first one");
    }
    for (Map.Entry<String, JsonNode> each : all.path(0).properties()) {
      String name = each.getKey();
      JsonNode scheme =
          references.resolve(root.path("components").path("securitySchemes").path(name));
      String placeholder = plan.credentials().variable(name, meaning(scheme, name));
      switch (scheme.path("type").asString("")) {
        case "http" -> {
          String word = scheme.path("scheme").asString("bearer");
          boolean isBasic = word.equalsIgnoreCase("basic");
          headers.add(new Header("Authorization", (isBasic ? "Basic " : "Bearer ") + placeholder));
        }
        case "oauth2", "openIdConnect" ->
            headers.add(new Header("Authorization", "Bearer " + placeholder));
        case "apiKey" -> {
          String key = scheme.path("name").asString(name);
          switch (scheme.path("in").asString("")) {
            case "query" -> query.add(TemplateText.encoded(key) + "=" + placeholder);
            case "cookie" -> cookies.add(key + "=" + placeholder);
            default -> headers.add(new Header(key, placeholder));
          }
        }
        default -> plan.leftOut().add(place, "authentication by " + name);
      }
    }
  }

  private static String meaning(JsonNode scheme, String name) {
    return switch (scheme.path("type").asString("")) {
      case "apiKey" -> "the API key " + name;
      case "http" ->
          scheme.path("scheme").asString("").equalsIgnoreCase("basic")
              ? "the Base64 of USER:PASSWORD"
              : "the token of " + name;
      default -> "an access token of " + name;
    };
  }
}
