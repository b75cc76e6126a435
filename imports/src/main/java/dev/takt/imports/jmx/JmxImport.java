package dev.takt.imports.jmx;

import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.JourneyDraft;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.StepNames;
import dev.takt.imports.plan.Think;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The thread groups of a test plan as journeys of a closed population.
public final class JmxImport {

  private static final Set<String> IN_SCOPE =
      Set.of(
          "ConfigTestElement",
          "HeaderManager",
          "ConstantTimer",
          "UniformRandomTimer",
          "GaussianRandomTimer",
          "JSONPostProcessor",
          "RegexExtractor",
          "ResponseAssertion");

  /// What a plan has anyway, or what only shows results.
  private static final Set<String> NO_PART =
      Set.of(
          "ResultCollector",
          "Summariser",
          "DebugSampler",
          "DebugPostProcessor",
          "CookieManager",
          "BackendListener");

  private static final String OFF = "elements that are switched off";

  private static final Set<String> SAMPLERS =
      Set.of("HTTPSamplerProxy", "HTTPSampler", "HTTPSampler2", "AjpSampler");

  private static final Set<String> ONCE = Set.of("SetupThreadGroup", "PostThreadGroup");

  private static final Set<String> INLINE =
      Set.of("GenericController", "RecordingController", "SimpleController");

  private static final int MAX_HEADER = 1 << 16;

  /// The deviation of an even distribution is its half width divided by this.
  private static final double WIDTH_OF_DEVIATION = Math.sqrt(3);

  private final ForeignFile file;
  private final PlanDraft plan;
  private final JmxVariables variables;
  private final JmxAnswerRules rules;
  private final JmxLoad load;
  private @Nullable Path rows;

  /// The samplers that follow redirects, and those that do not.
  private final Map<Boolean, List<String>> redirects = new HashMap<>();

  private record Group(JmxNode node, JmxNode below, JmxScope scope) {}

  private final List<Group> threadGroups = new ArrayList<>();

  private JmxImport(ForeignFile file, PlanDraft plan) {
    this.file = file;
    this.plan = plan;
    this.variables = new JmxVariables(plan);
    this.load = new JmxLoad(plan, variables);
    this.rules = new JmxAnswerRules(plan.leftOut(), variables);
  }

  /// Adds the thread groups of a test plan to a plan.
  public static void read(ForeignFile file, PlanDraft plan) throws ImportException {
    JmxNode root = JmxNode.read(file);
    JmxImport importer = new JmxImport(file, plan);
    for (JmxNode each : root.children()) {
      if (each.tag().equals("hashTree")) {
        importer.prepare(each);
      }
    }
    for (JmxNode each : root.children()) {
      if (each.tag().equals("hashTree")) {
        importer.top(each, new JmxScope(List.of()));
      }
    }
    importer.add();
  }

  /// Finds variables and rows, which can stand anywhere but below what is switched off.
  private void prepare(JmxNode tree) {
    pairs(tree)
        .forEach((node, below) -> {
          if (!node.isOff()) {
            values(node);
            prepare(below);
          }
        });
  }

  private void values(JmxNode node) {
    if (node.tag().equals("Arguments") || node.attribute("elementType").equals("Arguments")) {
      if (!node.attribute("name").equals("HTTPsampler.Arguments")) {
        for (JmxNode each : node.named("Arguments.arguments").children()) {
          variables.value(each.property("Argument.name"), each.property("Argument.value"));
        }
      }
    } else if (node.tag().equals("CSVDataSet")) {
      rows(node);
    }
    node.children().forEach(this::values);
  }

  private void rows(JmxNode node) {
    String name = node.property("filename");
    String names = node.property("variableNames").strip();
    String delimiter = node.property("delimiter");
    String problem = "";
    String header = "";
    Path found = null;
    try {
      found = file.path().toAbsolutePath().resolveSibling(name).normalize();
      header = header(found);
    } catch (InvalidPathException | IOException _) {
      problem = "there is no such file of rows";
    }
    if (header.length() >= MAX_HEADER) {
      problem = "a file of rows whose first line is longer than 64 KiB";
    } else if (rows != null) {
      problem = "a second file of rows";
    } else if (problem.isEmpty() && !delimiter.isEmpty() && !delimiter.equals(",")) {
      problem = "a file of rows with another delimiter than a comma";
    } else if (problem.isEmpty() && !names.isEmpty() && !names.equals(header)) {
      problem = "a file of rows without a header: make its first line " + names;
    }
    if (!problem.isEmpty() || found == null) {
      plan.leftOut().add(node.place(), problem);
      return;
    }
    rows = found;
    for (String each : header.split(",", -1)) {
      variables.column(each.strip());
    }
  }

  private static String header(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString()); // a device can have no end
    }
    try (InputStream in = Files.newInputStream(file)) {
      String begin = new String(in.readNBytes(MAX_HEADER), StandardCharsets.UTF_8);
      return begin.lines().findFirst().orElse("").strip();
    }
  }

  /// The test plan around the thread groups.
  private void top(JmxNode tree, JmxScope outer) {
    JmxScope scope = outer.with(inScope(tree));
    pairs(tree)
        .forEach((node, below) -> {
          if (node.isOff()) {
            lost(node, below, OFF);
          } else if (node.tag().equals("TestPlan")) {
            top(below, scope);
          } else if (ONCE.contains(node.tag())) {
            lost(node, below, "thread groups that run once, before or after the others");
          } else if (node.tag().endsWith("ThreadGroup")) {
            threadGroups.add(new Group(node, below, scope));
          } else {
            other(node, below);
          }
        });
  }

  /// Reports an element, and each request that is lost with it.
  private void lost(JmxNode node, JmxNode below, String reason) {
    plan.leftOut().add(node.place(), reason);
    requests(below, "requests that are lost with line " + node.line());
  }

  private void requests(JmxNode node, String reason) {
    if (SAMPLERS.contains(node.tag())) {
      plan.leftOut().add(node.place(), reason);
    }
    node.children().forEach(each -> requests(each, reason));
  }

  /// The elements of a tree, each with the tree below it.
  private static Map<JmxNode, JmxNode> pairs(JmxNode tree) {
    Map<JmxNode, JmxNode> pairs = new LinkedHashMap<>();
    List<JmxNode> all = tree.children();
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).tag().equals("hashTree")) {
        boolean hasTree = i + 1 < all.size() && all.get(i + 1).tag().equals("hashTree");
        pairs.put(
            all.get(i),
            hasTree
                ? all.get(i + 1)
                : new JmxNode(
                    "hashTree", Map.of(), all.get(i).line(), new StringBuilder(), List.of()));
      }
    }
    return pairs;
  }

  private static List<JmxNode> inScope(JmxNode tree) {
    return tree.children().stream()
        .filter(each -> IN_SCOPE.contains(each.tag()) && !each.isOff())
        .toList();
  }

  private void other(JmxNode node, JmxNode below) {
    boolean isKnown =
        IN_SCOPE.contains(node.tag())
            || Set.of("Arguments", "CSVDataSet", "CookieManager").contains(node.tag());
    if (!isKnown) {
      lost(
          node,
          below,
          NO_PART.contains(node.tag())
              ? "elements that show results"
              : "elements of the kind " + node.tag());
    }
  }

  private void add() {
    if (threadGroups.isEmpty()) {
      return;
    }
    List<Runnable> journeys = new ArrayList<>();
    for (Group each : threadGroups) {
      int threads = load.add(each.node());
      JourneyDraft journey = new JourneyDraft();
      variables.begin();
      parts(each.below(), each.scope(), journey, new StepNames());
      journeys.add(() ->
          plan.journey(each.node().place(), each.node().attribute("testname"), threads, journey));
    }
    if (redirects.containsKey(true)) {
      plan.set("follow-redirects", true);
      redirects
          .getOrDefault(false, List.of())
          .forEach(each ->
              plan.leftOut().add(each, "samplers that follow no redirects: those of a plan do"));
    }
    load.apply(rows);
    journeys.forEach(Runnable::run);
  }

  private void parts(JmxNode tree, JmxScope outer, JourneyDraft journey, StepNames names) {
    JmxScope scope = outer.with(inScope(tree));
    pairs(tree)
        .forEach((node, below) -> {
          if (node.isOff()) {
            lost(node, below, OFF);
          } else {
            part(node, below, scope, journey, names);
          }
        });
  }

  private void part(
      JmxNode node, JmxNode below, JmxScope scope, JourneyDraft journey, StepNames names) {
    switch (node.tag()) {
      case "HTTPSamplerProxy", "HTTPSampler", "HTTPSampler2", "AjpSampler" ->
          sampler(node, below, scope, journey, names);
      case "LoopController" -> {
        JourneyDraft inner = new JourneyDraft();
        parts(below, scope, inner, names);
        double times = variables.number(node.place(), node.property("LoopController.loops"));
        if (!(times >= 1 && times <= 10_000)) {
          plan.leftOut().add(node.place(), "a loop without a number of rounds: one round instead");
        }
        Optional<Think> first = inner.takeFirstThink();
        if (first.isPresent()) {
          journey.think(first.get());
          inner.think(first.get());
          plan.leftOut().add(node.place(), "the order of a loop: it thinks after each round, too");
        }
        journey.repeat(times >= 1 && times <= 10_000 ? (int) times : 1, inner);
      }
      case "TransactionController" -> {
        JourneyDraft inner = new JourneyDraft();
        String name = names.of(node.attribute("testname"));
        parts(below, scope, inner, names);
        inner.takeFirstThink().ifPresent(journey::think); // which is in no time of a group
        journey.group(name, inner);
      }
      case "TestAction" -> {
        double millis = variables.number(node.place(), node.property("ActionProcessor.duration"));
        if (node.property("ActionProcessor.action").equals("1") && millis >= 0) {
          journey.think(Think.of(millis / 1000));
        } else {
          plan.leftOut().add(node.place(), "an action that is no pause");
        }
        timers(scope.with(inScope(below)), journey);
      }
      default -> {
        if (INLINE.contains(node.tag())) {
          parts(below, scope, journey, names);
        } else {
          other(node, below);
        }
      }
    }
  }

  private void sampler(
      JmxNode node, JmxNode below, JmxScope outer, JourneyDraft journey, StepNames names) {
    JmxScope scope = outer.with(inScope(below));
    pairs(below)
        .forEach((each, inner) -> {
          if (each.isOff()) {
            lost(each, inner, OFF);
          } else {
            other(each, inner);
          }
        });
    JmxSampler sampler = new JmxSampler(plan, variables, node, scope);
    Map<String, Object> keys = plan.step(sampler.draft());
    if (keys == null) {
      return;
    }
    redirects.computeIfAbsent(sampler.followsRedirects(), _ -> new ArrayList<>()).add(node.place());
    timers(scope, journey);
    rules.addTo(keys, scope);
    String name = sampler.name();
    journey.step(name == null ? names.of("request") : names.of(name), keys);
  }

  /// Before each sampler in their scope.
  private void timers(JmxScope scope, JourneyDraft journey) {
    for (JmxNode each : scope.elements()) {
      double delay = variables.number(each.place(), each.property("ConstantTimer.delay")) / 1000;
      double range = variables.number(each.place(), each.property("RandomTimer.range")) / 1000;
      if (!each.tag().endsWith("Timer")) {
        continue;
      }
      if (Double.isNaN(delay) || Double.isNaN(range)) {
        plan.leftOut().add(each.place(), "a timer whose time is not known");
      } else if (each.tag().equals("GaussianRandomTimer")) {
        double width = WIDTH_OF_DEVIATION * range;
        journey.think(Think.between(Math.max(0, delay - width), delay + width));
        plan.leftOut()
            .add(each.place(), "the bell curve of a timer: even, with the same mean and deviation");
      } else {
        journey.think(Think.between(delay, delay + range));
      }
    }
  }
}
