package dev.takt.imports.plan;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// The plan that an import makes, and what it left out.
public final class PlanDraft {

  /// What `takt run` accepts.
  private static final int MAX_BYTES = 1 << 20;

  private final LeftOut leftOut = new LeftOut();
  private final Budget budget = new Budget();
  private final Credentials credentials = new Credentials();
  private final RequestKeys requests;
  private final Map<String, Object> top = new LinkedHashMap<>();
  private final List<Map<String, Object>> operations = new ArrayList<>();
  private final Map<String, Object> journeys = new LinkedHashMap<>();
  private final StepNames operationNames = new StepNames();
  private final StepNames journeyNames = new StepNames();
  private Map<String, String> needed = Map.of();

  /// @param target to which all requests go; null for that of the first request
  public PlanDraft(@Nullable String target) {
    this.requests = new RequestKeys(leftOut, credentials, target);
  }

  public LeftOut leftOut() {
    return leftOut;
  }

  /// For texts that references and variables stand for.
  public Budget budget() {
    return budget;
  }

  public Credentials credentials() {
    return credentials;
  }

  /// Sets a key at the top of the plan.
  public void set(String key, Object value) {
    top.put(key, value);
  }

  /// Whether a key at the top is set.
  public boolean has(String key) {
    return top.containsKey(key);
  }

  /// Proposes a target, if the user gave none. Requests to other servers are left out.
  ///
  /// @param origin scheme, host and port
  public void proposeTarget(String origin) {
    requests.propose(origin, true);
  }

  /// Proposes a target, if the user gave none. Requests to all servers go to that of the user.
  ///
  /// @param origin scheme, host and port
  public void proposeTargetOfAll(String origin) {
    requests.propose(origin, false);
  }

  /// The keys of a step; null if it cannot be one, which is then reported.
  public @Nullable Map<String, Object> step(RequestDraft request) {
    return budget.take(request.size()) ? requests.keys(request, true) : null;
  }

  /// Adds an operation.
  ///
  /// @param more keys of it
  public void operation(String name, RequestDraft request, Map<String, Object> more) {
    Map<String, Object> keys = budget.take(request.size()) ? requests.keys(request, false) : null;
    if (keys != null) {
      Map<String, Object> named = new LinkedHashMap<>();
      named.put(
          "name",
          name.isEmpty()
              ? operationNames.of(request.method(), String.valueOf(keys.get("path")))
              : operationNames.of(name));
      named.putAll(keys);
      named.putAll(more);
      operations.add(named);
    }
  }

  /// Adds a journey, unless it has no steps.
  ///
  /// @param place in the file
  /// @param weight relative to the other journeys
  public void journey(String place, String name, int weight, JourneyDraft journey) {
    if (!isClosed()) {
      journey.trim(place, leftOut);
    }
    if (!journey.hasSteps()) {
      leftOut.add(place, "it has no request that can be imported");
      return;
    }
    Map<String, Object> keys = new LinkedHashMap<>();
    if (weight != 1) {
      keys.put("weight", weight);
    }
    keys.put("steps", journey.plain());
    journeys.put(journeyNames.of(name), keys);
  }

  private boolean isClosed() {
    return top.get("users") instanceof Integer
        || (top.get("users") instanceof Map<?, ?> map && map.containsKey("count"));
  }

  /// The plan as YAML.
  ///
  /// @param source what it was made of, for a comment
  /// @param folder of the plan, to which paths are relative; null for absolute ones
  /// @throws ImportException if there is nothing to run
  public String yaml(String source, @Nullable Path folder) throws ImportException {
    if (budget.isSpent()) {
      throw tooLarge();
    }
    String target = requests.target();
    if ((operations.isEmpty() && journeys.isEmpty()) || target == null) {
      throw new ImportException("there is no request that can be imported");
    }
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("target", target);
    if (!isClosed() && !top.containsKey("schedule")) {
      plan.put("rate", "1/s");
    }
    plan.put("duration", "20s");
    top.forEach((key, value) -> plan.put(key, withText(value, folder)));
    if (top.containsKey("count") && !top.containsKey("duration")) {
      plan.remove("duration");
    }
    if (!journeys.isEmpty()) {
      plan.put("journeys", journeys);
    } else if (operations.size() == 1) {
      Map<String, Object> only = new LinkedHashMap<>(operations.getFirst());
      only.remove("name");
      plan.putAll(only);
    } else {
      plan.put("operations", operations);
    }
    String body = mapper().writeValueAsString(plan);
    needed =
        credentials.needed().entrySet().stream()
            .filter(each -> body.contains("{env." + each.getKey() + "}"))
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, LinkedHashMap::new));
    String yaml = comment(source) + body;
    if (yaml.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw tooLarge();
    }
    return yaml;
  }

  private static ImportException tooLarge() {
    return new ImportException(
        "the plan would be larger than 1 MiB, which takt run does not take: import less of it");
  }

  /// Paths in a map as texts.
  private static Object withText(Object value, @Nullable Path folder) {
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    Map<Object, Object> texts = new LinkedHashMap<>();
    map.forEach(
        (key, each) -> texts.put(key, each instanceof Path path ? relative(path, folder) : each));
    return texts;
  }

  /// Relative to the folder, unless both have nothing in common.
  private static String relative(Path file, @Nullable Path folder) {
    Path from = folder == null ? null : folder.toAbsolutePath().normalize();
    if (from == null
        || from.getNameCount() == 0
        || file.getNameCount() == 0
        || !Objects.equals(from.getRoot(), file.getRoot())
        || !from.getName(0).equals(file.getName(0))) {
      return file.toString();
    }
    return from.relativize(file).toString();
  }

  /// The environment variables that the plan needs, and what they are. Known after [#yaml].
  public Map<String, String> needed() {
    return needed;
  }

  private String comment(String source) {
    StringBuilder comment =
        new StringBuilder("# Made of " + oneLine(source) + " by takt import.\n");
    needed.forEach((name, meaning) ->
        comment.append("# Needs ").append(name).append(": ").append(oneLine(meaning)).append('\n'));
    return comment.toString();
  }

  /// A foreign text in which nothing ends a line or acts on a terminal: a comment could end at it,
  /// and a key begin.
  public static String oneLine(String text) {
    return text.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }

  private static YAMLMapper mapper() {
    return YAMLMapper.builder()
        .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
        .disable(YAMLWriteFeature.SPLIT_LINES)
        .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
        .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
        .build();
  }
}
