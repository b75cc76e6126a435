package dev.takt.imports.postman;

import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.file.JsonFile;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.JourneyDraft;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.StepNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The folders of a collection as journeys.
public final class PostmanImport {

  private static final String KIND = "a collection of Postman";

  private final PlanDraft plan;
  private final PostmanVariables variables;

  private PostmanImport(PlanDraft plan) {
    this.plan = plan;
    this.variables = new PostmanVariables(plan);
  }

  /// Adds the requests of a collection to a plan.
  ///
  /// @param environment of Postman, with values of variables; null for none
  public static void read(ForeignFile file, @Nullable ForeignFile environment, PlanDraft plan)
      throws ImportException {
    JsonNode root = JsonFile.read(file, KIND);
    JsonNode collection = root.has("collection") ? root.path("collection") : root;
    if (!collection.path("item").isArray()) {
      if (collection.has("requests") && collection.has("order")) {
        throw file.problem("", "a collection of the form 1.0: export it from Postman as 2.1");
      }
      throw file.isNot(KIND);
    }
    PostmanImport importer = new PostmanImport(plan);
    importer.variables.add(collection.path("variable"));
    if (environment != null) {
      JsonNode values = JsonFile.read(environment, "an environment of Postman").path("values");
      if (!values.isArray()) {
        throw environment.isNot("an environment of Postman");
      }
      importer.variables.add(values);
    }
    importer.collection(collection);
    importer.variables.reportShared();
  }

  private void collection(JsonNode collection) {
    scripts(collection, "$");
    JsonNode auth = collection.path("auth");
    String name = collection.path("info").path("name").asString("collection");
    List<Integer> single = new ArrayList<>();
    JsonNode items = collection.path("item");
    JourneyDraft own = new JourneyDraft();
    StepNames names = new StepNames();
    variables.begin();
    for (int i = 0; i < items.size(); i++) {
      if (!items.path(i).path("item").isArray()) {
        single.add(i);
        request(items.path(i), "$.item[" + i + "]", auth, own, names);
      }
    }
    if (!single.isEmpty()) {
      plan.journey("$", name, 1, own);
    }
    for (int i = 0; i < items.size(); i++) {
      JsonNode folder = items.path(i);
      if (folder.path("item").isArray()) {
        variables.begin();
        JourneyDraft journey = new JourneyDraft();
        String place = "$.item[" + i + "]";
        folder(folder, place, auth, journey, new StepNames());
        plan.journey(place, folder.path("name").asString("folder"), 1, journey);
      }
    }
  }

  /// The folders in a folder are parts of the same journey.
  private void folder(
      JsonNode folder, String place, JsonNode inherited, JourneyDraft journey, StepNames names) {
    scripts(folder, place);
    JsonNode auth =
        folder.has("auth") && !folder.path("auth").isNull() ? folder.path("auth") : inherited;
    JsonNode items = folder.path("item");
    for (int i = 0; i < items.size(); i++) {
      String own = place + ".item[" + i + "]";
      if (items.path(i).path("item").isArray()) {
        folder(items.path(i), own, auth, journey, names);
      } else {
        request(items.path(i), own, auth, journey, names);
      }
    }
  }

  /// Those of a collection or a folder, which nothing in a plan does.
  private void scripts(JsonNode owner, String place) {
    JsonNode events = owner.path("event");
    for (int i = 0; i < events.size(); i++) {
      if (!lines(events.path(i)).stream().allMatch(String::isBlank)) {
        plan.leftOut().add(place + ".event[" + i + "]", "scripts of a whole folder");
      }
    }
  }

  private void request(
      JsonNode item, String place, JsonNode auth, JourneyDraft journey, StepNames names) {
    if (!item.has("request")) {
      plan.leftOut().add(place, "an item without a request");
      return;
    }
    PostmanRequest request = new PostmanRequest(plan, variables, place, item.path("request"));
    Map<String, Object> keys = plan.step(request.draft(auth));
    if (keys == null) {
      return;
    }
    Map<String, String> extract = new LinkedHashMap<>();
    JsonNode events = item.path("event");
    for (int i = 0; i < events.size(); i++) {
      String own = place + ".event[" + i + "]";
      List<String> lines = lines(events.path(i));
      boolean isTest = events.path(i).path("listen").asString("").equals("test");
      PostmanScript script = PostmanScript.of(lines);
      if (isTest) {
        extract.putAll(script.extract());
        if (!script.expect().isEmpty()) {
          String expect = script.expect();
          keys.put(
              "expect", expect.contains(",") ? (Object) expect : (Object) Integer.parseInt(expect));
        }
        script
            .others()
            .forEach(line -> plan.leftOut().add(own + " line " + line, "lines of scripts"));
      } else if (!lines.stream().allMatch(String::isBlank)) {
        plan.leftOut().add(own, "scripts before a request");
      }
    }
    if (!extract.isEmpty()) {
      keys.put("extract", extract);
      extract.keySet().forEach(variables::extracted);
    }
    journey.step(names.of(item.path("name").asString("")), keys);
  }

  private static List<String> lines(JsonNode event) {
    JsonNode exec = event.path("script").path("exec");
    List<String> lines = new ArrayList<>();
    if (exec.isString()) {
      exec.asString().lines().forEach(lines::add);
    }
    for (JsonNode each : exec) {
      each.asString("").lines().forEach(lines::add);
    }
    return lines;
  }
}
