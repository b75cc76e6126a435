package dev.takt.driver.http.h2;

import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.PropertyChecks;
import java.util.List;
import java.util.Map;

/// Which version of HTTP the user wants.
public enum HttpVersion {
  /// HTTP/1.1.
  HTTP_1_1("1.1"),

  /// HTTP/2. Without TLS the server is expected to know (prior knowledge).
  HTTP_2("2"),

  /// HTTP/2 if the server chooses it by ALPN, else HTTP/1.1.
  AUTO("auto");

  /// The property of a target.
  public static final String PROPERTY = "http";

  /// The property of a target: how many requests a connection carries at once.
  public static final String STREAMS = "streams";

  private static final int DEFAULT_STREAMS = 10;

  /// More on one connection measure little more, and few servers allow as many.
  private static final long MAX_STREAMS = 10_000;

  private final String text;

  HttpVersion(String text) {
    this.text = text;
  }

  /// The properties of a target.
  public static List<Property> properties() {
    return List.of(
        new Property(
            PROPERTY,
            DriverProvider.Type.STRING,
            "version of HTTP: 1.1, 2, or auto, which lets an https server choose; default 1.1"),
        new Property(
            STREAMS,
            DriverProvider.Type.INTEGER,
            "how many requests a connection carries at once with HTTP/2; default "
                + DEFAULT_STREAMS));
  }

  /// The version that the properties of a target ask for.
  ///
  /// @throws IllegalArgumentException if there is no such version
  public static HttpVersion of(Map<String, Object> properties) {
    String text = String.valueOf(properties.getOrDefault(PROPERTY, HTTP_1_1.text));
    for (HttpVersion each : values()) {
      if (each.text.equals(text)) {
        return each;
      }
    }
    throw new IllegalArgumentException("expected 1.1, 2 or auto, found \"" + text + "\"");
  }

  /// How many requests a connection may carry at once, as the properties of a target say.
  public static int streams(Map<String, Object> properties) {
    return properties.get(STREAMS) instanceof Long number ? number.intValue() : DEFAULT_STREAMS;
  }

  /// The same before a server is asked: 1 if it may have HTTP/1.1 only, or the properties are
  /// wrong.
  public static int declaredStreams(Map<String, Object> properties) {
    return HTTP_2.text.equals(properties.get(PROPERTY)) ? streams(properties) : 1;
  }

  /// Adds the problems of the properties.
  public static void check(Map<String, Object> properties, List<PropertyProblem> problems) {
    int before = problems.size();
    PropertyChecks.value(-1, PROPERTY, problems, () -> of(properties));
    PropertyChecks.number(properties, STREAMS, 1, MAX_STREAMS, problems);
    if (problems.size() == before
        && properties.containsKey(STREAMS)
        && of(properties) == HTTP_1_1) {
      problems.add(
          new PropertyProblem(
              -1,
              STREAMS,
              "is for HTTP/2, which needs http: 2 or auto (--http 2); HTTP/1.1 carries one request"
                  + " at a time"));
    }
  }
}
