package dev.takt.imports.file;

import java.util.regex.Pattern;

/// Which kind of file a beginning looks like.
final class LooksLike {

  private LooksLike() {}

  /// A description for messages; empty if it looks like nothing known.
  static String of(String begin) {
    String text = begin.stripLeading();
    if (text.isEmpty()) {
      return "an empty file";
    } else if (text.startsWith("\u001F\uFFFD") || text.startsWith("PK\u0003")) {
      return "a compressed file: unpack it first";
    } else if (text.startsWith("<")) {
      return text.contains("<jmeterTestPlan")
          ? "a test plan of JMeter (takt import jmx)"
          : has(text, "(?i)<(!doctype )?html") ? "a page of HTML" : "an XML file";
    } else if (text.startsWith("{") || text.startsWith("[")) {
      return json(text);
    } else if (has(text, "^openapi\\s*:")) {
      return "an OpenAPI description (takt import openapi)";
    } else if (has(text, "^swagger\\s*:")) {
      return "a Swagger 2.0 description: convert it to OpenAPI 3 first";
    } else if (has(text, "['\"]k6(/[a-z]+)?['\"]")) {
      return "a script of k6 (takt import k6)";
    } else if (has(text, "^\\s*curl\\s")) {
      return "a command of curl (takt import curl - < FILE)";
    } else if (has(text, "^(target|journeys|operations)\\s*:")) {
      return "a plan of Takt already (takt run)";
    }
    return "";
  }

  private static String json(String text) {
    if (has(text, "\"openapi\"\\s*:\\s*\"3")) {
      return "an OpenAPI description (takt import openapi)";
    } else if (has(text, "\"swagger\"\\s*:\\s*\"2")) {
      return "a Swagger 2.0 description: convert it to OpenAPI 3 first";
    } else if (text.contains("schema.getpostman.com") || text.contains("\"_postman_id\"")) {
      return "a collection of Postman (takt import postman)";
    } else if (text.contains("\"_postman_variable_scope\"")) {
      return "an environment of Postman";
    } else if (has(text, "\\A\\{\\s*\"log\"\\s*:")) {
      return "a HAR file (takt import har)";
    }
    return "a JSON file";
  }

  private static boolean has(String text, String regex) {
    return Pattern.compile(regex, Pattern.MULTILINE).matcher(text).find();
  }
}
