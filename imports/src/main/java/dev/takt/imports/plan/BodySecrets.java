package dev.takt.imports.plan;

import dev.takt.load.text.SecretMembers;
import dev.takt.load.text.SecretNames;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces credentials in bodies, paths and queries: members of JSON, elements and attributes of
/// XML, parameters and parts of forms whose name is one of a secret.
record BodySecrets(Credentials credentials) {

  private static final Pattern PART =
      Pattern.compile(
          "(?is)(content-disposition:[^\\r\\n]*?\\bname=\"([^\"]*)\"[^\\r\\n]*(?:\\r?\\n[^\\r\\n]+)*\\r?\\n\\r?\\n)(.*?)(?=\\r?\\n--|$)");

  /// A path with `;jsessionid=…`.
  private static final Pattern PATH_PARAMETER = Pattern.compile("(;([\\w.-]+)=)([^;/?]*)");

  /// The kinds of bodies that are searched.
  private enum Kind {
    PARTS,
    JSON,
    XML,
    FORM,
    OTHER
  }

  private static Kind kind(String body, String contentType) {
    String begin = body.stripLeading();
    String type = contentType.toLowerCase(Locale.ROOT);
    if (type.contains("multipart/")) {
      return Kind.PARTS;
    } else if (begin.startsWith("{") || begin.startsWith("[") || type.contains("json")) {
      return Kind.JSON;
    } else if (begin.startsWith("<") || type.contains("xml")) {
      return Kind.XML;
    }
    return type.contains("x-www-form-urlencoded") || body.matches("[\\w.%\\[\\]-]+=[^\\s]*")
        ? Kind.FORM
        : Kind.OTHER;
  }

  /// Whether credentials are found in such a body, if their names say it.
  static boolean isSearched(String body, String contentType) {
    return kind(body, contentType) != Kind.OTHER;
  }

  String body(String body, String contentType) {
    return switch (kind(body, contentType)) {
      case PARTS ->
          PART.matcher(body).replaceAll(match -> named(match, match.group(2), match.group(3)));
      case JSON -> SecretMembers.replace(body, this::member);
      case XML -> new XmlSecrets(body, credentials).replaced();
      case FORM -> parameters(body);
      case OTHER -> body;
    };
  }

  private String member(String name, String value) {
    if (value.equals("null") || value.equals("true") || value.equals("false")) {
      return value;
    }
    boolean isText = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return isText
        ? '"' + credentials.replace(name, value.substring(1, value.length() - 1)) + '"'
        : credentials.replace(name, value);
  }

  /// What stands before the value is the first group.
  private String named(MatchResult match, String name, String value) {
    return Matcher.quoteReplacement(
        SecretNames.isSecret(name)
            ? match.group(1) + credentials.replace(name, value)
            : match.group());
  }

  /// A path without its query.
  String path(String path) {
    return PATH_PARAMETER
        .matcher(path)
        .replaceAll(match -> named(match, match.group(2), match.group(3)));
  }

  /// Parameters of a query or a form.
  String parameters(String text) {
    List<String> parameters = new ArrayList<>();
    for (String each : text.split("&", -1)) {
      int equals = each.indexOf('=');
      String name = equals < 0 ? "" : decoded(each.substring(0, equals));
      parameters.add(
          SecretNames.isSecret(name)
              ? each.substring(0, equals + 1)
                  + credentials.replace(name, each.substring(equals + 1))
              : each);
    }
    return String.join("&", parameters);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return text;
    }
  }
}
