package dev.takt.imports.jmx;

import dev.takt.imports.plan.LeftOut;
import dev.takt.imports.plan.ValueNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Extractors and assertions as `extract`, `expect` and `check` of a step.
record JmxAnswerRules(LeftOut leftOut, JmxVariables variables) {

  private static final Pattern PATH =
      Pattern.compile("\\$(?:\\.[A-Za-z_]\\w*|\\[\\d{1,9}]|\\['[\\w-]+'])+");

  private static final String OTHER_MATCH = "an extractor of another match than the first one";

  private static final int NOT = 4;
  private static final int OR = 32;

  void addTo(Map<String, Object> keys, JmxScope scope) {
    Map<String, Object> extract = new LinkedHashMap<>();
    List<String> checks = new ArrayList<>();
    for (JmxNode each : scope.elements()) {
      switch (each.tag()) {
        case "JSONPostProcessor" -> json(each, extract);
        case "RegexExtractor" -> regex(each, extract);
        case "ResponseAssertion" -> assertion(each, keys, checks);
        default -> {
          // what is no rule about answers
        }
      }
    }
    if (!extract.isEmpty()) {
      keys.put("extract", extract);
      extract.keySet().forEach(variables::extracted);
    }
    if (!checks.isEmpty()) {
      keys.put("check", checks.size() == 1 ? checks.getFirst() : checks);
    }
  }

  private void json(JmxNode node, Map<String, Object> extract) {
    String[] names = node.property("JSONPostProcessor.referenceNames").split(";", -1);
    String[] paths = node.property("JSONPostProcessor.jsonPathExprs").split(";", -1);
    String[] matches = node.property("JSONPostProcessor.match_numbers").split(";", -1);
    for (int i = 0; i < Math.min(names.length, paths.length); i++) {
      String name = names[i].strip();
      String path = paths[i].strip();
      String match = i < matches.length ? matches[i].strip() : "";
      if (!Set.of("", "0", "1").contains(match)) {
        leftOut.add(node.place(), OTHER_MATCH);
      } else if (ValueNames.isName(name) && PATH.matcher(path).matches()) {
        extract.put(name, path); // which has one match
      } else {
        leftOut.add(node.place(), "an extractor whose JSONPath or name plans do not have");
      }
    }
  }

  private void regex(JmxNode node, Map<String, Object> extract) {
    String name = node.property("RegexExtractor.refname").strip();
    String where = node.property("RegexExtractor.useHeaders");
    String regex = node.property("RegexExtractor.regex");
    boolean isBody = where.isEmpty() || where.equals("false") || where.equals("unescaped");
    boolean isFirst = node.property("RegexExtractor.template").strip().equals("$1$");
    String match = node.property("RegexExtractor.match_number").strip();
    boolean isAny = match.isEmpty() || match.equals("0");
    if (!isAny && !match.equals("1")) {
      leftOut.add(node.place(), OTHER_MATCH);
    } else if (ValueNames.isName(name) && isBody && isFirst && isRegex(regex)) {
      extract.put(name, Map.of("regex", regex));
      if (isAny) {
        leftOut.add(node.place(), "a match at random of an extractor: the first one");
      }
    } else {
      leftOut.add(node.place(), "a regular expression that is not about the body and its group 1");
    }
  }

  private static boolean isRegex(String regex) {
    try {
      return Pattern.compile(regex).matcher("").groupCount() > 0;
    } catch (PatternSyntaxException _) {
      return false;
    }
  }

  private void assertion(JmxNode node, Map<String, Object> keys, List<String> checks) {
    String field = node.property("Assertion.test_field");
    String type = node.property("Assertion.test_type");
    List<String> texts =
        node.children().stream()
            .filter(each -> each.tag().equals("collectionProp"))
            .flatMap(each -> each.children().stream())
            .map(each -> each.text().toString())
            .toList();
    int bits = type.matches("\\d{1,4}") ? Integer.parseInt(type) : NOT;
    boolean isPlain = (bits & (NOT | OR)) == 0 && texts.size() == 1;
    String text = texts.isEmpty() ? "" : texts.getFirst();
    boolean isLiteral = (bits & 16) != 0 || !text.matches("(?s).*[\\\\^$.|?*+()\\[\\]{}].*");
    if (isPlain && field.equals("Assertion.response_code") && text.matches("[1-5]\\d\\d")) {
      keys.put("expect", Integer.parseInt(text));
    } else if (isPlain
        && field.equals("Assertion.response_data")
        && (bits & (2 | 16)) != 0
        && isLiteral
        && text.matches("[^\"\\\\\\p{Cntrl}$]+")) {
      checks.add("body contains \"" + text + '"');
    } else {
      leftOut.add(node.place(), "an assertion that plans do not have");
    }
  }
}
