package dev.takt.imports.postman;

import dev.takt.imports.plan.Header;
import dev.takt.imports.plan.LeftOut;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.RequestDraft;
import dev.takt.imports.plan.TemplateText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Turns the `request` of an item into one of a plan.
final class PostmanRequest {

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Pattern PATH_VARIABLE = Pattern.compile("(?<=/):([A-Za-z_][\\w-]*)");

  private final PlanDraft plan;
  private final PostmanVariables variables;
  private final String place;
  private final JsonNode source;
  private final List<Header> headers = new ArrayList<>();
  private final List<String> query = new ArrayList<>();

  PostmanRequest(PlanDraft plan, PostmanVariables variables, String place, JsonNode source) {
    this.plan = plan;
    this.variables = variables;
    this.place = place;
    this.source = source;
  }

  /// @param inherited the authentication of the folders around it
  RequestDraft draft(JsonNode inherited) {
    if (source.isString()) {
      auth(inherited);
      String url = url(source) + (query.isEmpty() ? "" : "?" + String.join("&", query));
      return new RequestDraft(place, "GET", url, headers, null);
    }
    headers();
    auth(source.has("auth") && !source.path("auth").isNull() ? source.path("auth") : inherited);
    String body = body(source.path("body"));
    String url = url(source.path("url"));
    if (!query.isEmpty()) {
      url += (url.contains("?") ? "&" : "?") + String.join("&", query);
    }
    return new RequestDraft(place, source.path("method").asString("GET"), url, headers, body);
  }

  private LeftOut leftOut() {
    return plan.leftOut();
  }

  private void headers() {
    JsonNode list = source.path("header");
    if (list.isString()) {
      list.asString().lines().forEach(this::headerLine);
      return;
    }
    for (JsonNode each : list) {
      if (each.isString()) {
        headerLine(each.asString());
      } else if (!each.path("disabled").asBoolean(false)) {
        headers.add(
            new Header(
                each.path("key").asString(""),
                variables.template(each.path("value").asString(""))));
      }
    }
  }

  private void headerLine(String line) {
    int colon = line.indexOf(':');
    if (colon > 0) {
      headers.add(
          new Header(line.substring(0, colon), variables.template(line.substring(colon + 1))));
    }
  }

  private String url(JsonNode url) {
    String raw = url.isString() ? url.asString() : url.path("raw").asString("");
    Map<String, String> values = new HashMap<>();
    for (JsonNode each : url.path("variable")) {
      values.put(each.path("key").asString(""), each.path("value").asString(""));
    }
    int question = raw.indexOf('?');
    String path = question < 0 ? raw : raw.substring(0, question);
    String after = question < 0 ? "" : variables.template(raw.substring(question));
    TemplateText template = new TemplateText();
    Matcher matcher = PATH_VARIABLE.matcher(path);
    int from = 0;
    while (matcher.find()) {
      template.template(variables.template(path.substring(from, matcher.start())));
      String value = values.getOrDefault(matcher.group(1), "");
      template.template(
          value.isEmpty()
              ? plan.credentials()
                  .variable(matcher.group(1), "the path variable " + matcher.group(1))
              : variables.template(value));
      from = matcher.end();
    }
    String whole = template.template(variables.template(path.substring(from))) + after;
    boolean hasScheme = whole.contains("://") || whole.startsWith("{") || whole.startsWith("/");
    return hasScheme ? whole : "http://" + whole;
  }

  private @Nullable String body(JsonNode body) {
    if (body.path("disabled").asBoolean(false)) {
      return null;
    }
    switch (body.path("mode").asString("")) {
      case "raw" -> {
        String raw = body.path("raw").asString("");
        String language = body.path("options").path("raw").path("language").asString("");
        if (language.equals("json") || (language.isEmpty() && raw.stripLeading().startsWith("{"))) {
          type("application/json");
        } else if (!raw.isEmpty()) {
          type(language.equals("xml") ? "application/xml" : "text/plain");
        }
        return raw.isEmpty() ? null : TemplateText.body(variables.template(raw));
      }
      case "urlencoded" -> {
        type("application/x-www-form-urlencoded");
        List<String> parameters = new ArrayList<>();
        for (JsonNode each : body.path("urlencoded")) {
          if (!each.path("disabled").asBoolean(false)) {
            parameters.add(
                TemplateText.encoded(each.path("key").asString(""))
                    + "="
                    + TemplateText.part(variables.template(each.path("value").asString(""))));
          }
        }
        return String.join("&", parameters);
      }
      case "graphql" -> {
        type("application/json");
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.put("query", body.path("graphql").path("query").asString(""));
        String values = body.path("graphql").path("variables").asString("");
        String text = MAPPER.writeValueAsString(whole);
        return variables.template(
            values.isBlank()
                ? text
                : text.substring(0, text.length() - 1) + ",\"variables\":" + values + "}");
      }
      case "formdata" -> {
        if (!body.path("formdata").isEmpty()) {
          leftOut().add(place, "a body of several parts (form-data)");
        }
      }
      case "file" -> leftOut().add(place, "a body that is a file: name it as body: '@FILE'");
      case "" -> {
        // none
      }
      default -> leftOut().add(place, "a body of another kind");
    }
    return null;
  }

  private void type(String type) {
    if (headers.stream().noneMatch(each -> each.is("Content-Type"))) {
      headers.add(new Header("Content-Type", type));
    }
  }

  private void auth(JsonNode auth) {
    String kind = auth.path("type").asString("");
    JsonNode settings = auth.path(kind);
    switch (kind) {
      case "", "noauth" -> {
        // none
      }
      case "bearer" ->
          headers.add(new Header("Authorization", "Bearer " + setting(settings, "token")));
      case "basic" ->
          headers.add(
              new Header(
                  "Authorization",
                  "Basic "
                      + plan.credentials()
                          .variable("Authorization", "the Base64 of USER:PASSWORD")));
      case "apikey" -> {
        String name = setting(settings, "key");
        String value = setting(settings, "value");
        String secret = plan.credentials().replace(name.isEmpty() ? "api-key" : name, value);
        if (setting(settings, "in").equals("query")) {
          query.add(TemplateText.encoded(name) + "=" + secret);
        } else {
          headers.add(new Header(name, secret));
        }
      }
      default -> leftOut().add(place, "authentication by " + kind);
    }
  }

  private String setting(JsonNode settings, String key) {
    if (settings.isObject()) {
      return variables.template(settings.path(key).asString(""));
    }
    for (JsonNode each : settings) {
      if (each.path("key").asString("").equals(key)) {
        return variables.template(each.path("value").asString(""));
      }
    }
    return "";
  }
}
