package dev.takt.imports.plan;

import dev.takt.load.text.SecretNames;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces credentials in bodies and queries: members of JSON, parameters and parts of forms whose
/// name is one of a secret.
record BodySecrets(Credentials credentials) {

  private static final Pattern MEMBER =
      Pattern.compile(
          "(\"((?:[^\"\\\\]|\\\\.){1,200}+)\"\\s*:\\s*)(\"(?:[^\"\\\\]|\\\\.)*+\"|[^\\s,\\[\\]{}\"]++)");

  /// A member whose value is an array or an object, up to its end if nothing is nested in it.
  private static final Pattern NESTED =
      Pattern.compile(
          "(\"((?:[^\"\\\\]|\\\\.){1,200}+)\"\\s*:\\s*)([\\[{](?:[^\\[\\]{}\"]|\"(?:[^\"\\\\]|\\\\.)*+\")*+[\\]}])");

  private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"(?!\\s*:)");

  private static final Pattern PART =
      Pattern.compile(
          "(?is)(content-disposition:[^\\r\\n]*?\\bname=\"([^\"]*)\"[^\\r\\n]*(?:\\r?\\n[^\\r\\n]+)*\\r?\\n\\r?\\n)(.*?)(?=\\r?\\n--|$)");

  String body(String body, String contentType) {
    String begin = body.stripLeading();
    String type = contentType.toLowerCase(Locale.ROOT);
    if (type.contains("multipart/")) {
      return PART.matcher(body).replaceAll(this::part);
    } else if (begin.startsWith("{") || begin.startsWith("[") || type.contains("json")) {
      String whole = NESTED.matcher(body).replaceAll(this::nested);
      return MEMBER.matcher(whole).replaceAll(this::member);
    }
    return type.contains("x-www-form-urlencoded") || body.matches("[\\w.%\\[\\]-]+=[^\\s]*")
        ? parameters(body)
        : body;
  }

  private String member(MatchResult match) {
    String name = match.group(2);
    String value = match.group(3);
    boolean isText = value.startsWith("\"");
    boolean isWord = value.equals("null") || value.equals("true") || value.equals("false");
    if (!SecretNames.isSecret(name) || isWord) {
      return Matcher.quoteReplacement(match.group());
    }
    String plain = isText ? value.substring(1, value.length() - 1) : value;
    String replaced = credentials.replace(name, plain);
    return Matcher.quoteReplacement(match.group(1) + (isText ? '"' + replaced + '"' : replaced));
  }

  private String nested(MatchResult match) {
    String name = match.group(2);
    return Matcher.quoteReplacement(
        SecretNames.isSecret(name)
            ? match.group(1)
                + TEXT.matcher(match.group(3))
                    .replaceAll(each ->
                        Matcher.quoteReplacement(
                            '"' + credentials.replace(name, each.group(1)) + '"'))
            : match.group());
  }

  private String part(MatchResult match) {
    String name = match.group(2);
    return Matcher.quoteReplacement(
        SecretNames.isSecret(name)
            ? match.group(1) + credentials.replace(name, match.group(3))
            : match.group());
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
