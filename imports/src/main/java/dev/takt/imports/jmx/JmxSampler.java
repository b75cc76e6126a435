package dev.takt.imports.jmx;

import dev.takt.imports.plan.Header;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.RequestDraft;
import dev.takt.imports.plan.TemplateText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A sampler of HTTP with the defaults and headers of its scope.
///
/// @param scope with the elements below the sampler
record JmxSampler(PlanDraft plan, JmxVariables variables, JmxNode node, JmxScope scope) {

  RequestDraft draft() {
    String place = node.place();
    String method = property("HTTPSampler.method");
    String verb = method.isEmpty() ? "GET" : method.toUpperCase(Locale.ROOT);
    List<Header> headers = headers();
    boolean isRaw = node.property("HTTPSampler.postBodyRaw").equals("true");
    List<JmxNode> arguments = arguments();
    String query = "";
    String body = null;
    boolean hasContent = verb.equals("POST") || verb.equals("PUT") || verb.equals("PATCH");
    if (isRaw || (hasContent && isNameless(arguments))) {
      StringBuilder raw = new StringBuilder();
      arguments.forEach(each -> raw.append(each.property("Argument.value")));
      body = raw.isEmpty() ? null : TemplateText.body(template(raw.toString()));
    } else if (hasContent && !arguments.isEmpty()) {
      body = parameters(arguments, JmxSampler::decodedAndEncoded);
      if (headers.stream().noneMatch(each -> each.is("Content-Type"))) {
        headers.add(new Header("Content-Type", "application/x-www-form-urlencoded"));
      }
    } else {
      query = parameters(arguments, TemplateText::url);
    }
    if (node.named("HTTPsampler.Files").named("HTTPFileArgs.files").children().stream()
        .anyMatch(each -> !each.property("File.path").isBlank())) {
      plan.leftOut().add(place, "files that are sent: name one as body: '@FILE'");
    }
    if (node.property("HTTPSampler.image_parser").equals("true")) {
      plan.leftOut().add(place, "embedded resources, which JMeter fetches as well");
    }
    return new RequestDraft(place, verb, url(query), headers, body);
  }

  private static boolean isNameless(List<JmxNode> arguments) {
    return !arguments.isEmpty()
        && arguments.stream().allMatch(each -> each.property("Argument.name").isEmpty());
  }

  private String property(String name) {
    String own = node.property(name);
    return own.isEmpty() ? scope.defaultOf(name) : own;
  }

  private String template(String text) {
    return variables.template(node.place(), text);
  }

  private String url(String query) {
    String path = template(property("HTTPSampler.path").strip());
    String whole;
    if (path.matches("(?is)https?://.*")) {
      whole = path;
    } else {
      String domain = template(property("HTTPSampler.domain").strip());
      String protocol = template(property("HTTPSampler.protocol").strip());
      String port = template(property("HTTPSampler.port").strip());
      String slash = path.startsWith("/") ? "" : "/";
      whole =
          domain.isEmpty()
              ? slash + path
              : domain.contains("://")
                  ? domain + slash + path
                  : (protocol.isEmpty() ? "http" : protocol)
                      + "://"
                      + domain
                      + (port.isEmpty() || port.equals("0") ? "" : ":" + port)
                      + slash
                      + path;
    }
    return query.isEmpty() ? whole : whole + (whole.contains("?") ? "&" : "?") + query;
  }

  private List<JmxNode> arguments() {
    List<JmxNode> all = new ArrayList<>();
    for (JmxNode owner : scope.of("ConfigTestElement")) {
      all.addAll(argumentsOf(owner));
    }
    all.addAll(argumentsOf(node));
    return all;
  }

  private static List<JmxNode> argumentsOf(JmxNode owner) {
    return owner.named("HTTPsampler.Arguments").named("Arguments.arguments").children();
  }

  /// Those without a name are not sent.
  ///
  /// @param asItIs what becomes of names and values that the file does not ask to be encoded
  private String parameters(List<JmxNode> arguments, UnaryOperator<String> asItIs) {
    List<String> parameters = new ArrayList<>();
    for (JmxNode each : arguments) {
      String name = template(each.property("Argument.name"));
      boolean isEncoded = each.property("HTTPArgument.always_encode").equals("true");
      UnaryOperator<String> encoding = isEncoded ? TemplateText::part : asItIs;
      boolean hasEquals = !each.property("HTTPArgument.use_equals").equals("false");
      if (!name.isEmpty()) {
        parameters.add(
            encoding.apply(name)
                + (hasEquals ? "=" : "")
                + encoding.apply(template(each.property("Argument.value"))));
      }
    }
    return String.join("&", parameters);
  }

  /// In forms JMeter takes them for encoded, and encodes them anew.
  private static String decodedAndEncoded(String template) {
    return TemplateText.map(
        template,
        literal -> {
          try {
            return TemplateText.encoded(URLDecoder.decode(literal, StandardCharsets.UTF_8));
          } catch (IllegalArgumentException _) {
            return TemplateText.encoded(literal);
          }
        });
  }

  private List<Header> headers() {
    Map<String, Header> headers = new LinkedHashMap<>();
    for (JmxNode manager : scope.of("HeaderManager")) {
      for (JmxNode each : manager.named("HeaderManager.headers").children()) {
        String name = each.property("Header.name");
        headers.put(
            name.toLowerCase(Locale.ROOT),
            new Header(name, template(each.property("Header.value"))));
      }
    }
    return new ArrayList<>(headers.values());
  }

  /// Whether redirects are followed.
  boolean followsRedirects() {
    return property("HTTPSampler.follow_redirects").equals("true")
        || property("HTTPSampler.auto_redirects").equals("true");
  }

  /// The text of a property, as it is; null if it is empty.
  @Nullable String name() {
    String name = node.attribute("testname");
    return name.isEmpty() ? null : name;
  }
}
