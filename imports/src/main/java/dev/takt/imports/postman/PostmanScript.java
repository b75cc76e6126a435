package dev.takt.imports.postman;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The lines of a script that a plan can do: a member of the answer for later, an expected status.
///
/// @param extract JSONPaths by the names of variables
/// @param expect a status; empty for none
/// @param others numbers of the lines that are not understood
record PostmanScript(Map<String, String> extract, String expect, List<Integer> others) {

  private static final String ANSWER =
      "(?:pm\\.response\\.json\\(\\)|JSON\\.parse\\(responseBody\\))";

  private static final Pattern PARSED =
      Pattern.compile("(?:(?:var|let|const)\\s+)?(\\w+)\\s*=\\s*" + ANSWER + "\\s*;?");

  private static final Pattern SET =
      Pattern.compile(
          "(?:pm\\.(?:environment|collectionVariables|globals|variables)\\.set"
              + "|postman\\.set(?:Environment|Global)Variable)"
              + "\\(\\s*[\"'`]([^\"'`]+)[\"'`]\\s*,\\s*("
              + ANSWER
              + "|\\w+)((?:\\.\\w+|\\[\\d+]|\\[[\"']\\w+[\"']])+)\\s*\\)\\s*;?");

  private static final Pattern STATUS =
      Pattern.compile(
          ".*?(?:pm\\.response\\.to\\.have\\.status\\(\\s*(\\d{3})\\s*\\)"
              + "|pm\\.expect\\(\\s*pm\\.response\\.code\\s*\\)\\.to\\.(?:be\\.)?(?:eql?|equals?)\\(\\s*(\\d{3})\\s*\\)"
              + "|responseCode\\.code\\s*={2,3}\\s*(\\d{3})).*");

  /// Says nothing that a plan would have to do.
  private static final Pattern EMPTY =
      Pattern.compile(
          "|//.*|[{}()\\s;,]*|pm\\.test\\(\\s*(?:\"[^\"]*\"|'[^']*'|`[^`]*`)\\s*,\\s*(?:function\\s*\\(\\w*\\)|\\(\\w*\\)\\s*=>)\\s*\\{?"
              + "|[\"']use strict[\"'];?|console\\.\\w+\\(.*\\);?");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  static PostmanScript of(List<String> lines) {
    Map<String, String> extract = new LinkedHashMap<>();
    List<Integer> others = new ArrayList<>();
    List<String> parsed = new ArrayList<>();
    String expect = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Matcher parse = PARSED.matcher(line);
      Matcher set = SET.matcher(line);
      Matcher status = STATUS.matcher(line);
      if (parse.matches()) {
        parsed.add(parse.group(1));
      } else if (set.matches() && isAnswer(set.group(2), parsed) && isName(set.group(1))) {
        extract.put(set.group(1), "$" + set.group(3));
      } else if (status.matches() && expect.isEmpty()) {
        expect =
            status.group(1) != null
                ? status.group(1)
                : status.group(2) != null ? status.group(2) : status.group(3);
      } else if (!EMPTY.matcher(line).matches()) {
        others.add(i + 1);
      }
    }
    return new PostmanScript(extract, expect, others);
  }

  private static boolean isAnswer(String text, List<String> parsed) {
    return text.contains("(") || parsed.contains(text);
  }

  private static boolean isName(String name) {
    return NAME.matcher(name).matches()
        && !List.of("status", "size", "body", "header", "cookie", "random", "user", "key")
            .contains(name);
  }
}
