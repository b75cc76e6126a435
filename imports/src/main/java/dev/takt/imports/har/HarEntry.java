package dev.takt.imports.har;

import dev.takt.imports.plan.Header;
import dev.takt.imports.plan.RequestDraft;
import dev.takt.imports.plan.TemplateText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TreeNode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A request of a HAR file, and what is known of its answer.
///
/// @param source the request in the file; texts are not templates yet
/// @param start when it was sent; null if the file does not say
/// @param millis how long it took
/// @param status of the answer; 0 for none
/// @param type the kind of resource, as Chrome says it; empty if it is not known
/// @param contentType of the answer
record HarEntry(
    String place,
    JsonNode source,
    @Nullable Instant start,
    double millis,
    int status,
    String type,
    String contentType) {

  /// Reads the entry at which the parser stands, without the body of its answer.
  static HarEntry read(JsonParser json, String place) {
    JsonNode request = null;
    Instant start = null;
    double millis = 0;
    String type = "";
    int status = -1;
    String contentType = "";
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      switch (name) {
        case "request" -> request = tree(json);
        case "startedDateTime" -> start = instant(json.getValueAsString(""));
        case "time" -> millis = Math.clamp(json.getValueAsDouble(0), 0, 1e9);
        case "_resourceType" -> type = json.getValueAsString("").toLowerCase(Locale.ROOT);
        case "response" -> {
          if (value == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
              String inner = json.currentName();
              JsonToken innerValue = json.nextToken();
              if (inner.equals("status")) {
                status = json.getValueAsInt(0);
              } else if (inner.equals("content") && innerValue == JsonToken.START_OBJECT) {
                contentType = mimeType(json);
              } else {
                json.skipChildren();
              }
            }
          }
        }
        default -> json.skipChildren();
      }
    }
    JsonNode source = request == null ? JsonNodeFactory.instance.objectNode() : request;
    return new HarEntry(place, source, start, millis, status, type, contentType);
  }

  private static @Nullable JsonNode tree(JsonParser json) {
    TreeNode tree = json.readValueAsTree();
    return tree instanceof JsonNode node ? node : null;
  }

  private static String mimeType(JsonParser json) {
    String type = "";
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      if (name.equals("mimeType")) {
        type = json.getValueAsString("");
      } else {
        json.skipChildren();
      }
    }
    return type;
  }

  private static @Nullable Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException _) {
      return null;
    }
  }

  String url() {
    return source.path("url").asString("");
  }

  String host() {
    return origin().replaceFirst("^[^/]*//", "").replaceFirst(":\\d+$", "");
  }

  /// Scheme, host and port.
  String origin() {
    String[] parts = url().split("/", 4);
    return parts.length < 3
        ? url()
        : (parts[0] + "//" + parts[2].replaceFirst("[?#].*", "").replaceFirst("^.*@", ""))
            .toLowerCase(Locale.ROOT);
  }

  RequestDraft request() {
    List<Header> headers = new ArrayList<>();
    for (JsonNode each : source.path("headers")) {
      headers.add(
          new Header(
              each.path("name").asString(""), TemplateText.of(each.path("value").asString(""))));
    }
    String method = source.path("method").asString("GET");
    return new RequestDraft(place, method, TemplateText.of(url()), headers, body(headers));
  }

  private @Nullable String body(List<Header> headers) {
    JsonNode data = source.path("postData");
    String text = data.path("text").asString("");
    if (!text.isEmpty()) {
      return TemplateText.body(TemplateText.of(text));
    }
    List<String> parameters = new ArrayList<>();
    for (JsonNode each : data.path("params")) {
      parameters.add(
          TemplateText.encoded(each.path("name").asString(""))
              + "="
              + TemplateText.encoded(each.path("value").asString("")));
    }
    if (parameters.isEmpty()) {
      return null;
    }
    if (headers.stream().noneMatch(each -> each.is("Content-Type"))) {
      headers.add(new Header("Content-Type", "application/x-www-form-urlencoded"));
    }
    return String.join("&", parameters);
  }
}
