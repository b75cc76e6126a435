package dev.takt.driver.grpc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A method of a service.
///
/// @param service its full name, such as `shop.Items`
/// @param method its name, such as `Get`
record MethodName(String service, String method) {

  private static final Pattern FORM = Pattern.compile("/?([A-Za-z_][\\w.]*)[/.]([A-Za-z_]\\w*)/?");

  /// Parses `package.Service/Method`, also with a dot before the method.
  ///
  /// @throws IllegalArgumentException if it is none
  static MethodName parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected a method as package.Service/Method, found \"" + text + "\"");
    }
    return new MethodName(matcher.group(1), matcher.group(2));
  }

  /// The path of its requests.
  String path() {
    return "/" + service + "/" + method;
  }

  @Override
  public String toString() {
    return service + "/" + method;
  }
}
