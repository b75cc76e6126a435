package dev.takt.cli.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.usage.PlanArguments;
import dev.takt.cli.usage.UsageErrors;
import dev.takt.load.config.PropertyTexts;
import dev.takt.load.config.Watching;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.schedule.Durations;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt run`: those of the plan's keys, those that the drivers declare, and those
/// that control only what is shown.
public final class RunFlags {

  public static final String PRINT_PLAN = "--print-plan";
  static final String EXPLORE = "--explore";
  static final String NO_REPORT = "--no-report";
  static final String STATUS = "--status";
  private static final String SET = "--set";
  private static final String DRIVER_JAR = "--driver-jar";
  private static final String NO_SELF_WARMUP = "--no-self-warmup";

  private static final String[] EXAMPLES = {
    "@|bold Examples|@",
    "  takt run                                       a demo: 1000/s for 20 s on a shop of its own",
    "  takt run http://127.0.0.1:8080/ --rate 1000/s --duration 20s",
    "  takt run 'jdbc:postgresql://127.0.0.1/test' --sql 'select 1' --mode throughput",
    "  takt run redis://127.0.0.1 --command 'GET user:{zipfian:1..1000}' --rate 5000/s",
    "  takt run exec:'git --version' --rate 50/s",
    "  takt run sim:delay=4ms --workers 1 --count 5000 --format json",
    "  takt run --rate 500/s --schedule poisson --fail-if 'p99 > 20ms' --fail-if 'errors > 0.1%'",
    "  takt run --watch                               and say what stopped it meanwhile",
    "  takt run --watch deep --spawn 'java -jar app.jar' http://127.0.0.1:8080/",
    "  takt run --watch --profile                     and profile its target, for takt profile",
    "  takt run --prometheus 127.0.0.1:9464           and let Prometheus scrape it meanwhile",
    "  takt run --workload workloada -p recordcount=1000 --target sim:store     YCSB's workloads",
    "  takt run plan.yaml --rate 2000/s               a plan, with another rate",
    "  takt run plan.yaml --print-plan                all that would be done, as a plan",
    "",
  };

  private static final Set<PlanKey.Form> LISTS =
      Set.of(
          PlanKey.Form.RULES, PlanKey.Form.TEXTS, PlanKey.Form.WORKLOAD, PlanKey.Form.PROPERTIES);

  /// Forms of keys whose repeated values are parts of one value.
  private static final Set<PlanKey.Form> STRUCTURED =
      Set.of(PlanKey.Form.SCHEDULE, PlanKey.Form.GENERATORS, PlanKey.Form.OPERATIONS);

  private static final String[] LOAD_EXAMPLES = {
    "@|bold Examples|@",
    "  takt load --workload workloada -p recordcount=1000000 --target redis://127.0.0.1",
    "  takt load --workload workloada -p threadcount=16 --target jdbc:postgresql://127.0.0.1/test",
    "  takt load --workload workloada -p insertstart=500000 -p insertcount=500000 …   the second"
        + " half",
    "  takt load --workload workloada -p target=5000 …                no more than 5000 a second",
    "",
  };

  /// The defaults of `takt load` that replace a key's own default; empty for no value.
  private static final Map<PlanKey, String> LOAD_DEFAULTS =
      Map.of(
          PlanKey.TARGET, "",
          PlanKey.MODE, "throughput",
          PlanKey.RATE, "",
          PlanKey.DURATION, "",
          PlanKey.CONNECTIONS, "1",
          PlanKey.WORKERS, "1");

  private final List<DriverProvider> providers;
  private final Set<PlanKey> decided;
  private final Set<String> keys = new HashSet<>();

  /// The keys that take one value.
  private final Set<String> single = new HashSet<>();

  private boolean isLoad;

  public RunFlags(List<DriverProvider> providers) {
    this(providers, Set.of());
  }

  /// @param decided the keys that a command sets itself, and that have no flag there
  RunFlags(List<DriverProvider> providers, Set<PlanKey> decided) {
    this.providers = providers;
    this.decided = decided;
  }

  /// Inserts default values. `--watch` and `--profile` may have no value, and the next argument may
  /// be the plan's name. `--driver-jar` takes all jars that follow: a shell expands `lib/*.jar` to
  /// them without quotes.
  public static List<String> withUsualValues(List<String> args) {
    List<String> levels = PlanKey.WATCH.form().choices();
    return withUsual(
        withUsual(withEachJar(args), PlanKey.WATCH, levels::contains, "default"),
        PlanKey.PROFILE,
        text -> text.matches("off|[0-9.]+\\s*[a-zµ]+"),
        Durations.format(Watching.DEFAULT_PERIOD));
  }

  private static List<String> withEachJar(List<String> args) {
    List<String> result = new ArrayList<>();
    boolean inJars = false;
    for (String each : args) {
      boolean isJar = each.endsWith(".jar") && !each.startsWith("-");
      if (inJars && isJar && !result.getLast().equals(DRIVER_JAR)) {
        result.add(DRIVER_JAR);
      }
      inJars = each.equals(DRIVER_JAR) || (inJars && isJar);
      result.add(each);
    }
    return result;
  }

  private static List<String> withUsual(
      List<String> args, PlanKey key, Predicate<String> isValue, String usual) {
    List<String> result = new ArrayList<>(args);
    String flag = "--" + key.key();
    for (int i = 0; i < result.size(); i++) {
      boolean alone = i + 1 == result.size() || !isValue.test(result.get(i + 1));
      if (result.get(i).equals(flag) && alone) {
        result.set(i, flag + "=" + usual);
      }
    }
    return result;
  }

  /// The flags of `takt load`, which are those of `takt run`.
  public CommandSpec loadSpec() {
    isLoad = true;
    CommandSpec spec = CommandSpec.create().name("takt load");
    spec.usageMessage()
        .header("Brings the records of a workload into a store, each exactly once.", "")
        .description(Stream.of(LOAD_EXAMPLES).map(Options::escaped).toArray(String[]::new))
        .customSynopsis("takt load [PLAN.yaml] [TARGET] --workload FILE [FLAGS]", "")
        .footer(
            "",
            "Exit codes: 0 all records are there, 1 some are missing, 2 usage or plan, 3 a rule of",
            "--fail-if was broken, 5 the measurement is not to be trusted (whether a rule was"
                + " broken or",
            "not), 130 interrupted.");
    addPlan(spec);
    spec.addArgGroup(Options.group("%nWhat is shown:%n", outputOptions()));
    return spec;
  }

  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("takt run");
    spec.usageMessage()
        .header("Drives a system on schedule and says what its users would have waited.", "")
        .description(Stream.of(EXAMPLES).map(Options::escaped).toArray(String[]::new))
        .customSynopsis("takt run [PLAN.yaml] [TARGET] [FLAGS]", "")
        .footer(
            "",
            "Exit codes: 0 fine, 1 the run failed, 2 usage or plan, 3 a rule of --fail-if "
                + "was broken,",
            "5 the measurement is not to be trusted (whether a rule was broken or not), 130"
                + " interrupted.");
    addPlan(spec);
    spec.addArgGroup(Options.group("%nWhat is shown:%n", outputOptions()));
    return spec;
  }

  /// Adds what defines a run: a plan, its keys, and the drivers' properties.
  void addPlan(CommandSpec spec) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("PLAN.yaml|TARGET")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description(
                "A plan, if it is a file; the target, if it is a URL or has another form of"
                    + " --target. Flags override what a plan says.")
            .build());
    spec.addArgGroup(Options.group("%nThe run:%n", planOptions()));
    Map<List<DriverProvider>, List<Property>> byDrivers = propertiesByDrivers();
    for (DriverProvider provider : providers) {
      addDrivers(spec, List.of(provider), byDrivers);
      byDrivers.keySet().stream()
          .filter(each -> each.size() > 1 && each.getFirst() == provider)
          .forEach(each -> addDrivers(spec, each, byDrivers));
    }
  }

  private void addDrivers(
      CommandSpec spec,
      List<DriverProvider> drivers,
      Map<List<DriverProvider>, List<Property>> byDrivers) {
    List<Property> properties = byDrivers.get(drivers);
    if (properties != null) {
      List<OptionSpec> options = driverOptions(properties);
      if (!options.isEmpty()) {
        spec.addArgGroup(Options.group(heading(drivers), options));
      }
    }
  }

  /// Each property once, with the drivers that declare it.
  private Map<List<DriverProvider>, List<Property>> propertiesByDrivers() {
    Map<String, List<DriverProvider>> drivers = new LinkedHashMap<>();
    Map<String, Property> first = new LinkedHashMap<>();
    for (DriverProvider provider : providers) {
      properties(provider)
          .forEach(each -> {
            first.putIfAbsent(each.name(), each);
            List<DriverProvider> known =
                drivers.computeIfAbsent(each.name(), _ -> new ArrayList<>());
            if (!known.contains(provider)) {
              known.add(provider);
            }
          });
    }
    Map<List<DriverProvider>, List<Property>> result = new LinkedHashMap<>();
    first.forEach((name, property) ->
        result
            .computeIfAbsent(drivers.getOrDefault(name, List.of()), _ -> new ArrayList<>())
            .add(property));
    return result;
  }

  private static String heading(List<DriverProvider> drivers) {
    if (drivers.size() == 1) {
      return heading(drivers.getFirst());
    }
    String names = drivers.stream().map(DriverProvider::name).collect(Collectors.joining(", "));
    return "%nOptions for several drivers (" + names + "):%n";
  }

  private static String heading(DriverProvider provider) {
    String name =
        provider.name().length() <= 4 ? provider.name().toUpperCase(Locale.ROOT) : provider.name();
    return "%n" + name + " options (" + provider.targetForm().replace("%", "%%") + "):%n";
  }

  private List<OptionSpec> planOptions() {
    List<OptionSpec> options = new ArrayList<>();
    for (PlanKey key : PlanKey.values()) {
      if (decided.contains(key)) {
        continue;
      }
      keys.add(key.key());
      if (!LISTS.contains(key.form()) && !STRUCTURED.contains(key.form())) {
        single.add(key.key());
      }
      if (key.form().isFlag()) {
        options.add(planOption(key));
      }
    }
    options.add(Options.flag(NO_SELF_WARMUP).description("The same as --self-warmup off").build());
    options.add(
        OptionSpec.builder(SET)
            .paramLabel("KEY=VALUE")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description("Any key of a plan; operations and generators as YAML on one line")
            .build());
    return options;
  }

  private OptionSpec planOption(PlanKey key) {
    String usual = isLoad ? LOAD_DEFAULTS.getOrDefault(key, key.defaultText()) : key.defaultText();
    String unless = usual.isEmpty() ? "" : " (default " + usual + ")";
    String description =
        isLoad && key == PlanKey.TARGET ? "Where the records are to be" : key.description();
    boolean isList = LISTS.contains(key.form());
    return Options.text("--" + key.key(), label(key), isList)
        .names(names(key))
        .description(Options.escaped(description + unless))
        .build();
  }

  /// Two keys also have the letters that YCSB uses.
  private static String[] names(PlanKey key) {
    String name = "--" + key.key();
    return switch (key) {
      case WORKLOAD -> new String[] {"-P", name};
      case PROPERTY -> new String[] {"-p", name};
      default -> new String[] {name};
    };
  }

  private static String label(PlanKey key) {
    return switch (key.form()) {
      case MODE, PACING, WORKER_THREADS, WATCH, TEMPORALITY ->
          String.join("|", key.form().choices());
      case WHOLE -> "N";
      case TIME, TIME_OR_OFF -> "TIME";
      case RATE -> "RATE";
      case SCHEDULE -> "SCHEDULE";
      case RULES -> "RULE";
      case TEXTS -> key == PlanKey.CLASSPATH ? "JAR|DIR" : "HEADER";
      case WORKLOAD -> "FILE";
      case PROPERTIES -> "KEY=VALUE";
      case TEXT -> textLabel(key);
      case GENERATORS, OPERATIONS -> key.key().toUpperCase(Locale.ROOT);
    };
  }

  private static String textLabel(PlanKey key) {
    return switch (key) {
      case OUT -> "DIR";
      case SPAWN -> "COMMAND";
      case PROMETHEUS -> "HOST:PORT";
      case OTLP -> "URL";
      case WORKLOAD_CLASS -> "CLASS";
      default -> "TARGET";
    };
  }

  private List<OptionSpec> driverOptions(List<Property> properties) {
    List<OptionSpec> options = new ArrayList<>();
    for (Property property : properties) {
      if (keys.add(property.name())) {
        if (property.type() != DriverProvider.Type.STRINGS) {
          single.add(property.name());
        }
        options.add(driverOption(property, PropertyTexts.brief(property.name(), providers)));
      }
    }
    return options;
  }

  private static Stream<Property> properties(DriverProvider provider) {
    return Stream.concat(
        provider.targetProperties().stream(), provider.operationProperties().stream());
  }

  private static OptionSpec driverOption(Property property, String description) {
    String name = "--" + property.name();
    OptionSpec.Builder option =
        property.type() == DriverProvider.Type.BOOLEAN
            ? Options.flag(name).negatable(true)
            : Options.text(name, label(property.type()), isList(property.type()));
    return option.description(Options.escaped(description)).build();
  }

  private static boolean isList(DriverProvider.Type type) {
    return type == DriverProvider.Type.STRINGS || type == DriverProvider.Type.FILES;
  }

  private static String label(DriverProvider.Type type) {
    return switch (type) {
      case FILES -> "FILE";
      case STRING, STRINGS, BOOLEAN -> "TEXT";
      case INTEGER -> "N";
      case DURATION -> "TIME";
    };
  }

  private static List<OptionSpec> outputOptions() {
    return List.of(
        Options.text(Options.FORMAT, "table|json|ycsb|ycsb-json|ycsb-json-array", false)
            .description("What to print of the result (default table)")
            .build(),
        Options.flag(PRINT_PLAN)
            .description("Print the whole effective plan, and run nothing")
            .build(),
        Options.flag(EXPLORE)
            .description(
                "Show the run in a browser while it is on: prints an address; afterwards, where "
                    + "standard input is a terminal, until Enter or Ctrl-C")
            .build(),
        Options.flag(NO_REPORT).description("Leave out report.html, the page of the run").build(),
        Options.flag(STATUS)
            .names("-s", STATUS)
            .description("The status lines of YCSB on standard error, instead of Takt's progress")
            .build(),
        Options.flag(Options.QUIET).description("No progress on standard error").build(),
        Options.flag(Options.VERBOSE).description("Stack traces of unexpected errors").build(),
        Options.help());
  }

  /// The plan keys that the flags and the positional target set, by key.
  ///
  /// @throws ParameterException if `--set` is given without a key and a value
  Map<String, List<String>> planFlags(ParseResult parsed, PlanArguments arguments) {
    Map<String, List<String>> flags = new LinkedHashMap<>();
    for (OptionSpec option : parsed.matchedOptionsSet()) {
      String key = option.longestName().substring(2);
      if (keys.contains(key)) {
        boolean isSwitch = option.type() == boolean.class;
        List<String> values =
            isSwitch && !option.negatable() ? List.of("true") : option.originalStringValues();
        flags.computeIfAbsent(key, _ -> new ArrayList<>()).addAll(values);
      } else if (option.longestName().equals(NO_SELF_WARMUP)) {
        flags.computeIfAbsent(PlanKey.SELF_WARMUP.key(), _ -> new ArrayList<>()).add("off");
      } else if (option.longestName().equals(SET)) {
        option.originalStringValues().forEach(each -> set(parsed, flags, each));
      }
    }
    addTarget(parsed, flags, arguments.target());
    flags.forEach((key, values) -> refuseRepeated(parsed, key, values));
    return flags;
  }

  private static void addTarget(
      ParseResult parsed, Map<String, List<String>> flags, @Nullable String target) {
    if (target != null) {
      List<String> others = flags.put(PlanKey.TARGET.key(), List.of(target));
      if (others != null) {
        throw new ParameterException(
            parsed.commandSpec().commandLine(),
            EnglishText.format(
                "two targets: %s and --target %s; expected one", target, others.getFirst()));
      }
    }
  }

  /// Rejects a key with one value that is set both by its flag and by `--set`.
  private void refuseRepeated(ParseResult parsed, String key, List<String> values) {
    if (values.size() > 1 && single.contains(key)) {
      throw FlagValues.wrong(parsed, "--" + key, UsageErrors.given(values));
    }
  }

  private static void set(ParseResult parsed, Map<String, List<String>> flags, String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), SET + ": expected KEY=VALUE, found '" + text + "'");
    }
    flags
        .computeIfAbsent(text.substring(0, equals).strip(), _ -> new ArrayList<>())
        .add(text.substring(equals + 1));
  }
}
