package dev.takt.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.Main;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.load.config.source.PlanKey;
import dev.takt.runs.model.StallKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The tables of `docs/reference` have each plan key, flag, exit code, kind of stall and metric
/// that the code has, and no flag that it does not have.
class ReferenceTest {

  private static final Path REFERENCE = Path.of("..", "docs", "reference");

  private static final Pattern HEADING = Pattern.compile("(?m)^## (.+)$");
  private static final Pattern COMMAND = Pattern.compile("`takt ([a-z -]+)`");
  private static final Pattern LISTED = Pattern.compile("(?m)^  +([a-z][a-z-]+)  +\\S.*$");
  private static final Pattern FLAG_IN_HELP =
      Pattern.compile("(?m)^ {2,6}(?:-\\w, )?--(?:\\[no-])?([a-z][a-z-]*)(?=[=\\s])");
  private static final Pattern FLAG_IN_TABLE = Pattern.compile("`--([a-z][a-z-]*)`");
  private static final Pattern METRIC = Pattern.compile("\"(takt\\.[a-z_.]*[a-z])\"");

  private static final Set<String> WITHOUT_FLAGS =
      Set.of("log", "import", "fleet", "grpc", "probe", "completion", "schema", "help");

  @Test
  void eachPlanKeyIsInItsTable() throws IOException {
    String page = page("plan.md");
    assertThat(planKeys()).hasSizeGreaterThan(50).allMatch(key -> page.contains("`" + key + "`"));
  }

  @Test
  void eachVariableOfTheEnvironmentIsListed() throws IOException {
    String list = Objects.requireNonNull(sections(page("plan.md")).get("Environment variables"));
    for (PlanKey each : PlanKey.values()) {
      String variable = "`TAKT_" + each.name() + "`";
      assertThat(list.contains(variable)).as(variable).isEqualTo(each.variable() != null);
    }
  }

  @Test
  void eachFlagIsInItsTable() throws IOException {
    Map<String, String> sections = sections(page("flags.md"));
    Set<String> commands = new TreeSet<>();
    sections.forEach((heading, text) -> {
      Matcher command = COMMAND.matcher(heading);
      while (command.find()) {
        commands.add(command.group(1));
        checkFlags(command.group(1), text, sections);
      }
    });
    assertThat(commands).isEqualTo(commands());
  }

  private static void checkFlags(String command, String text, Map<String, String> sections) {
    Set<String> documented = flagsIn(text);
    Set<String> flags = flagsOf(command);
    assertThat(flags).as(command).isNotEmpty().containsAll(positive(documented));

    for (String each : sections.keySet()) {
      if (refersTo(text, each)) {
        documented.addAll(flagsIn(sections.get(each)));
      }
    }
    if (text.contains("plan keys")) {
      documented.addAll(planKeys());
      documented.addAll(flagsIn(sections.getOrDefault("Flags of plan keys", "")));
    }
    assertThat(documented).as(command).containsAll(flags);
  }

  private static boolean refersTo(String text, String heading) {
    return text.toLowerCase(Locale.ROOT).contains(heading.toLowerCase(Locale.ROOT));
  }

  @Test
  void eachExitCodeIsInItsTable() throws Exception {
    String page = page("exit-codes.md");
    for (Field each : ExitCode.class.getFields()) {
      assertThat(page).as(each.getName()).contains("\n| " + each.getInt(null) + " | ");
    }
  }

  @Test
  void eachKindOfStallIsInItsTable() throws IOException {
    String page = page("run-directory.md");
    for (StallKind each : StallKind.values()) {
      assertThat(page).contains("`" + each.lowerCase() + "`");
    }
  }

  @Test
  void eachMetricIsInItsTable() throws IOException {
    String page = page("metrics.md");
    String families =
        Files.readString(Path.of("../metrics/src/main/java/dev/takt/metrics/MetricFamilies.java"));
    Set<String> metrics = new TreeSet<>(Set.of("takt.response", "takt.wait", "takt.service"));
    Matcher matcher = METRIC.matcher(families);
    while (matcher.find()) {
      metrics.add(matcher.group(1));
    }
    assertThat(metrics).hasSizeGreaterThan(15).allMatch(each -> page.contains("`" + each + "`"));
  }

  /// What `takt help` lists, with the commands of `takt log` and `takt probe`.
  private static Set<String> commands() {
    Set<String> commands = listedBy("help");
    commands.removeAll(WITHOUT_FLAGS);
    for (String group : List.of("log", "import", "fleet", "grpc", "probe")) {
      listedBy(group, "--help").forEach(each -> commands.add(group + " " + each));
    }
    return commands;
  }

  private static Set<String> listedBy(String... args) {
    String help = takt(args);
    Set<String> names = new TreeSet<>();
    Matcher matcher = LISTED.matcher(help.substring(help.indexOf("\nCommands\n")));
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  /// The flags in a command's help, in their positive form.
  private static Set<String> flagsOf(String command) {
    Set<String> flags = new TreeSet<>();
    Matcher matcher = FLAG_IN_HELP.matcher(takt((command + " --help").split(" ", -1)));
    while (matcher.find()) {
      flags.add(matcher.group(1));
    }
    return flags;
  }

  private static Set<String> flagsIn(String text) {
    Set<String> flags = new TreeSet<>();
    Matcher matcher = FLAG_IN_TABLE.matcher(text);
    while (matcher.find()) {
      flags.add(matcher.group(1));
    }
    return flags;
  }

  /// `--no-report` is the only form of its flag; `--no-length-is-end` stands beside its positive
  /// form.
  private static Set<String> positive(Set<String> flags) {
    Set<String> positive = new TreeSet<>(flags);
    positive.removeIf(each -> each.startsWith("no-") && flags.contains(each.substring(3)));
    return positive;
  }

  /// The keys of a plan, those of all drivers included.
  private static Set<String> planKeys() {
    var schema = JsonMapper.shared().readTree(takt("schema", "plan"));
    return new TreeSet<>(schema.get("properties").propertyNames());
  }

  private static String takt(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8)) {
      int code =
          Main.run(
              args,
              new CliContext(
                  InputStream.nullInputStream(),
                  print,
                  System.err,
                  CliContext.Terminal.NONE,
                  Map.of(),
                  Path.of(""),
                  action -> () -> {}));
      assertThat(code).isZero();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Map<String, String> sections(String page) {
    Map<String, String> sections = new LinkedHashMap<>();
    Matcher matcher = HEADING.matcher(page);
    String heading = null;
    int start = 0;
    while (matcher.find()) {
      if (heading != null) {
        sections.put(heading, page.substring(start, matcher.start()));
      }
      heading = matcher.group(1);
      start = matcher.end();
    }
    sections.put(String.valueOf(heading), page.substring(start));
    return sections;
  }

  private static String page(String name) throws IOException {
    return Files.readString(REFERENCE.resolve(name));
  }
}
