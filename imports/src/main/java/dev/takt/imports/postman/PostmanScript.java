package dev.takt.imports.postman;

import dev.takt.imports.plan.ImportException;
import dev.takt.imports.script.Script;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.openjdk.nashorn.api.tree.Tree;

/// What a plan can do of a script: a member of the answer for later, an expected status.
///
/// @param extract JSONPaths by the names of variables
/// @param expect a status, or several with commas; empty for none
/// @param others the lines of statements that a plan cannot do
record PostmanScript(Map<String, String> extract, String expect, List<Integer> others) {

  static PostmanScript of(List<String> lines) {
    try {
      Script script = Script.of(String.join("\n", lines));
      PostmanStatements statements = new PostmanStatements();
      script.statements().forEach(statements::read);
      SortedSet<Integer> others = new TreeSet<>();
      for (Tree each : statements.others()) {
        others.add(script.line(each));
      }
      return new PostmanScript(
          new LinkedHashMap<>(statements.extract()), statements.expect(), List.copyOf(others));
    } catch (ImportException | StackOverflowError _) {
      List<Integer> all =
          IntStream.rangeClosed(1, lines.size())
              .filter(line -> !lines.get(line - 1).isBlank())
              .boxed()
              .toList();
      return new PostmanScript(Map.of(), "", all);
    }
  }
}
