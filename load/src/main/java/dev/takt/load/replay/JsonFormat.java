package dev.takt.load.replay;

import dev.takt.load.replay.ReplaySettings.Field;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Parses objects of JSON that describe a request: lines of a log, or the entries of a HAR file.
/// The names of fields are those that nginx, Caddy, Traefik, Envoy and others use, or are given.
/// Those in objects within the object are joined by points: `request.uri`.
final class JsonFormat {

  private static final JsonFactory FACTORY = new JsonFactory();

  /// What a field is.
  private enum Role {
    START,
    END,
    METHOD,
    REQUEST_LINE,
    PATH,
    QUERY,
    STATUS,
    SECONDS,
    /// Seconds if the time is that of Caddy, which has a field of the same name as others.
    CADDY_SECONDS,
    MILLISECONDS,
    NANOSECONDS
  }

  /// @param rank of two fields with the same role, the one with the lower rank counts
  private record Meaning(Role role, int rank) {}

  private static final Map<String, Meaning> LOG = new HashMap<>();
  private static final Map<String, Meaning> HAR = new HashMap<>();

  static {
    add(LOG, Role.START, "start_time", "startTime", "StartUTC", "StartLocal");
    add(
        LOG,
        Role.END,
        "msec",
        "time_iso8601",
        "ts",
        "time_local",
        "timestamp",
        "@timestamp",
        "time");
    add(LOG, Role.END, "datetime", "date", "requestTime");
    add(LOG, Role.METHOD, "request.method", "RequestMethod", "request_method", "method");
    add(LOG, Role.METHOD, "http_method", "httpMethod", "req.method", "verb");
    add(LOG, Role.METHOD, "http.request.method", "httpRequest.requestMethod");
    add(LOG, Role.REQUEST_LINE, "request", "request_line", "RequestLine");
    add(LOG, Role.PATH, "request.uri", "RequestPath", "request_uri", "x-envoy-origin-path");
    add(
        LOG,
        Role.PATH,
        "x-envoy-original-path",
        "path",
        "uri",
        "url",
        "req.url",
        "request_path",
        "requestPath");
    add(LOG, Role.PATH, "url.original", "http.url", "httpRequest.requestUrl");
    add(LOG, Role.QUERY, "args", "query_string", "query");
    add(LOG, Role.STATUS, "status", "DownstreamStatus", "response_code", "status_code");
    add(LOG, Role.STATUS, "statusCode", "response.status", "res.statusCode");
    add(LOG, Role.STATUS, "http.response.status_code", "httpRequest.status");
    add(LOG, Role.SECONDS, "request_time", "httpRequest.latency");
    add(LOG, Role.CADDY_SECONDS, "duration");
    add(LOG, Role.MILLISECONDS, "duration_ms", "responseTime", "elapsed_ms", "latency_ms");
    add(LOG, Role.NANOSECONDS, "Duration");
    add(HAR, Role.START, "startedDateTime");
    add(HAR, Role.METHOD, "request.method");
    add(HAR, Role.PATH, "request.url");
    add(HAR, Role.STATUS, "response.status");
  }

  private static void add(Map<String, Meaning> meanings, Role role, String... names) {
    for (String name : names) {
      meanings.put(name, new Meaning(role, meanings.size()));
    }
  }

  private final Map<String, Meaning> meanings;
  private final Map<Role, String> values = new EnumMap<>(Role.class);
  private final Map<Role, Integer> ranks = new EnumMap<>(Role.class);
  private final StringBuilder path = new StringBuilder();
  private boolean isCaddy;

  private JsonFormat(Map<String, Meaning> meanings) {
    this.meanings = meanings;
  }

  /// Of the entries of HAR files.
  static JsonFormat ofHar() {
    return new JsonFormat(HAR);
  }

  /// Of lines of logs.
  ///
  /// @param fields names that are given, which override the known ones
  static JsonFormat ofLines(Map<Field, String> fields) {
    Map<String, Meaning> all = new HashMap<>(LOG);
    fields.forEach((field, name) -> {
      switch (field) {
        case TIME -> givenTime(all, name);
        case METHOD -> given(all, name, Role.METHOD);
        case PATH -> given(all, name, Role.PATH);
        case STATUS -> given(all, name, Role.STATUS);
        case DURATION -> givenDuration(all, name);
      }
    });
    return new JsonFormat(all);
  }

  /// The name of a time can end with `:start`; otherwise it is that of the end.
  private static void givenTime(Map<String, Meaning> all, String name) {
    if (name.endsWith(":start")) {
      given(all, name.substring(0, name.length() - 6), Role.START);
    } else {
      given(all, name, Role.END);
    }
  }

  /// The name of a duration can end with its unit: `latency:ms`.
  private static void givenDuration(Map<String, Meaning> all, String name) {
    if (name.endsWith(":ms")) {
      given(all, name.substring(0, name.length() - 3), Role.MILLISECONDS);
    } else if (name.endsWith(":ns")) {
      given(all, name.substring(0, name.length() - 3), Role.NANOSECONDS);
    } else {
      given(all, name.endsWith(":s") ? name.substring(0, name.length() - 2) : name, Role.SECONDS);
    }
  }

  private static void given(Map<String, Meaning> all, String name, Role role) {
    all.values().removeIf(each -> isSame(each.role, role));
    all.put(name, new Meaning(role, -1));
  }

  private static boolean isSame(Role one, Role other) {
    return one == other
        || (isTime(one) && isTime(other))
        || (isDuration(one) && isDuration(other))
        || (one == Role.REQUEST_LINE && other == Role.PATH)
        || (one == Role.QUERY && other == Role.PATH);
  }

  private static boolean isTime(Role role) {
    return role == Role.START || role == Role.END;
  }

  private static boolean isDuration(Role role) {
    return switch (role) {
      case SECONDS, CADDY_SECONDS, MILLISECONDS, NANOSECONDS -> true;
      case START, END, METHOD, REQUEST_LINE, PATH, QUERY, STATUS -> false;
    };
  }

  /// Parses a line.
  ///
  /// @return false if there is no request in it
  boolean parse(byte[] line, int from, int length, LogEntry into) {
    try (JsonParser parser =
        FACTORY.createParser(ObjectReadContext.empty(), line, from, length - from)) {
      return parser.nextToken() == JsonToken.START_OBJECT && parse(parser, into);
    } catch (JacksonException _) {
      return false;
    }
  }

  /// Parses an object, of which the parser has read the opening brace.
  ///
  /// @return false if there is no request in it
  boolean parse(JsonParser parser, LogEntry into) {
    values.clear();
    ranks.clear();
    path.setLength(0);
    isCaddy = false;
    read(parser);
    return fill(into);
  }

  private void read(JsonParser parser) {
    for (JsonToken token = parser.nextToken();
        token != null && token != JsonToken.END_OBJECT;
        token = parser.nextToken()) {
      int length = path.length();
      path.append(parser.currentName());
      JsonToken value = parser.nextToken();
      if (value == JsonToken.START_OBJECT) {
        path.append('.');
        read(parser);
      } else if (value == JsonToken.START_ARRAY) {
        parser.skipChildren();
      } else if (value != null && value.isScalarValue()) {
        keep(value, parser);
      }
      path.setLength(length);
    }
  }

  private void keep(JsonToken value, JsonParser parser) {
    String name = path.toString();
    Meaning meaning = meanings.get(name);
    if (meaning == null || value == JsonToken.VALUE_NULL) {
      return;
    }
    String text = parser.getString();
    Integer rank = ranks.get(meaning.role);
    if (!text.isEmpty() && !text.equals("-") && (rank == null || meaning.rank < rank)) {
      values.put(meaning.role, text);
      ranks.put(meaning.role, meaning.rank);
      isCaddy = meaning.role == Role.END ? name.equals("ts") : isCaddy;
    }
  }

  private boolean fill(LogEntry into) {
    String start = values.get(Role.START);
    byte[] time = bytes(start == null ? values.get(Role.END) : start);
    if (!into.time(time, 0, time.length, start != null)) {
      return false;
    }
    into.status(status(values.get(Role.STATUS)));
    into.duration(duration());
    byte[] method = bytes(values.get(Role.METHOD));
    byte[] target = bytes(values.get(Role.PATH));
    if (method.length > 0 && target.length > 0) {
      byte[] whole = withQuery(target, bytes(values.get(Role.QUERY)));
      if (!into.method(method, 0, method.length)) {
        return false;
      }
      into.target(whole, 0, whole.length);
      return true;
    }
    byte[] line = bytes(values.get(Role.REQUEST_LINE));
    return CommonFormat.requestLine(line, line.length, into);
  }

  private static byte[] bytes(@Nullable String text) {
    return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
  }

  /// Some logs have the query in a field of its own.
  private static byte[] withQuery(byte[] path, byte[] query) {
    for (byte each : path) {
      if (each == '?') {
        return path;
      }
    }
    if (query.length == 0) {
      return path;
    }
    byte[] whole = new byte[path.length + 1 + query.length];
    System.arraycopy(path, 0, whole, 0, path.length);
    whole[path.length] = '?';
    System.arraycopy(query, 0, whole, path.length + 1, query.length);
    return whole;
  }

  private static int status(@Nullable String text) {
    return text != null && text.length() == 3 && text.chars().allMatch(Character::isDigit)
        ? Integer.parseInt(text)
        : 0;
  }

  private long duration() {
    if (values.containsKey(Role.SECONDS)) {
      return nanos(values.get(Role.SECONDS), 1e9);
    } else if (isCaddy && values.containsKey(Role.CADDY_SECONDS)) {
      return nanos(values.get(Role.CADDY_SECONDS), 1e9);
    } else if (values.containsKey(Role.MILLISECONDS)) {
      return nanos(values.get(Role.MILLISECONDS), 1e6);
    }
    return nanos(values.get(Role.NANOSECONDS), 1);
  }

  private static long nanos(@Nullable String text, double unit) {
    if (text == null || text.length() > 40) {
      return LogEntry.UNKNOWN;
    }
    boolean hasUnit = text.endsWith("s") && unit == 1e9;
    try {
      double value = Double.parseDouble(hasUnit ? text.substring(0, text.length() - 1) : text);
      return value >= 0 && value * unit < 1e18 ? Math.round(value * unit) : LogEntry.UNKNOWN;
    } catch (NumberFormatException _) {
      return LogEntry.UNKNOWN;
    }
  }
}
