package dev.takt.load.config;

import dev.takt.load.config.replay.ReplayReader;
import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Secrets;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.source.Values;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.load.config.ycsb.KeyValueReader;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.replay.ReplayLog;
import dev.takt.load.rules.Assertion;
import dev.takt.load.rules.RuleException;
import dev.takt.load.schedule.ScheduleSpec;
import dev.takt.load.text.Texts;
import dev.takt.load.workload.Template;
import dev.takt.runs.text.EnglishText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds one plan from all settings and reports every problem. Values that cannot be parsed are
/// replaced by their defaults, so that the rest is checked too.
final class PlanBuilder {

  private final Settings settings;
  private final Problems problems;
  private final KeyReader keys;
  private final Values values;
  private final List<DriverProvider> providers;
  private final Path folder;
  private final boolean isForFleet;
  private final String target;
  private final @Nullable DriverProvider provider;
  private final OperationsReader operations;
  private final KeyValueReader keyValueReader;
  private final @Nullable KeyValuePlan keyValues;

  /// @param isForFleet whether the plan is one for several machines, which this one does not
  ///   execute
  PlanBuilder(
      Settings settings,
      Problems problems,
      List<DriverProvider> providers,
      Path folder,
      boolean isForFleet)
      throws PlanException {
    this.isForFleet = isForFleet;
    this.settings = settings;
    this.problems = problems;
    this.keys = new KeyReader(settings, problems);
    this.values = keys.values();
    this.providers = providers;
    this.folder = folder;
    this.keyValueReader = new KeyValueReader(settings, keys, problems, folder);
    this.keyValues = keyValueReader.read();
    this.target = keys.text(PlanKey.TARGET);
    this.provider = findProvider();
    this.operations = new OperationsReader(problems, values, provider, folder);
  }

  Plan build() throws PlanException {
    checkKeys();
    checkMasks();
    OfferedLoad asked =
        OfferedLoad.read(
            keys,
            new ScheduleReader(settings, keys, folder),
            new SharingReader(keys, problems).read());
    Map<String, Object> properties = targetProperties();
    ReplayLog replay = readReplay(asked);
    JourneyPlan journeys = replay == null ? readOperations(asked) : null;
    OfferedLoad load = asked.withThinkTimes(journeys != null && journeys.hasThinkTimes());
    Limits limits = Limits.read(keys, load.duration());
    Concurrency concurrency =
        Concurrency.read(
            keys,
            load.ownUsers(),
            journeys == null ? 1 : journeys.mostAtOnce(),
            provider == null ? 1 : Math.max(1, provider.pipelining(properties)));
    List<Assertion> rules = rules();
    Plan plan =
        new Plan(
            new Target(
                target,
                properties,
                keyValues,
                generators(),
                operations.operations(),
                journeys,
                replay),
            load,
            limits,
            concurrency,
            WatchSettings.read(keys),
            new ExportSettingsReader(keys, problems).read(),
            rules,
            keys.textOrNull(PlanKey.OUT));
    checkPopulation(plan);
    checkRules(plan);
    checkTraceLink(plan);
    checkUsers(plan);
    checkDriver(plan);
    problems.throwIfAny();
    return plan;
  }

  // The driver and its properties.

  private @Nullable DriverProvider findProvider() {
    for (DriverProvider each : providers) {
      if (each.accepts(target)) {
        return each;
      }
    }
    keys.problem(PlanKey.TARGET, UnknownTargetMessage.unknown(target, providers));
    return null;
  }

  private String noKeyValues() {
    List<String> forms =
        providers.stream()
            .filter(DriverProvider::drivesKeyValues)
            .map(DriverProvider::targetForm)
            .toList();
    String name = settings.has(PlanKey.TARGET) ? Texts.quoted(Secrets.masked(target)) : "the demo";
    return EnglishText.format(
        "a workload on records needs a store, and %s is none; expected one of\n    %s",
        name, String.join("\n    ", forms));
  }

  private void checkKeys() {
    if (provider == null) {
      return;
    }
    List<String> known = new ArrayList<>();
    for (PlanKey key : PlanKey.values()) {
      known.add(key.key());
    }
    provider.targetProperties().forEach(each -> known.add(each.name()));
    provider.operationProperties().forEach(each -> known.add(each.name()));
    for (Setting setting : settings.all()) {
      if (!known.contains(setting.key())) {
        problems.add(setting.at(), setting.key(), unknown(setting.key(), known));
      }
    }
  }

  /// A printed plan contains masks. Flags can supply masked properties of a workload.
  private void checkMasks() {
    for (Setting setting : settings.all()) {
      boolean isWorkload = setting.key().equals(PlanKey.WORKLOAD.key());
      if (setting.isInFile() && !isWorkload && Secrets.isMasked(setting.value())) {
        problems.add(
            setting.at(), setting.key(), "has a mask (***) where a password or another secret was");
      }
    }
  }

  private String unknown(String key, List<String> known) {
    List<String> drivers =
        providers.stream()
            .filter(each -> hasProperty(each, key))
            .map(DriverProvider::name)
            .toList();
    if (!drivers.isEmpty()) {
      boolean isOne = drivers.size() == 1;
      return EnglishText.format(
          "is for %s %s, and %s is not one of %s targets%s",
          isOne ? "driver" : "drivers",
          String.join(" and ", drivers),
          Texts.quoted(Secrets.masked(target)),
          isOne ? "its" : "their",
          provider == null ? "" : provider.insteadOf(key));
    }
    return "is not a key of a plan" + Texts.didYouMean(key, known);
  }

  private static boolean hasProperty(DriverProvider provider, String name) {
    return provider.targetProperties().stream().anyMatch(each -> each.name().equals(name))
        || provider.operationProperties().stream().anyMatch(each -> each.name().equals(name));
  }

  private Map<String, Object> targetProperties() {
    Map<String, Object> result = new LinkedHashMap<>();
    if (provider != null) {
      for (Property property : provider.targetProperties()) {
        Setting setting = settings.get(property.name());
        Object value =
            setting == null
                ? null
                : values.property(
                    property.name(), property, setting.value(), setting.folder(folder));
        if (value != null) {
          result.put(property.name(), value);
        }
      }
    }
    return result;
  }

  /// The default generators, overridden by those of the plan.
  private Map<String, String> generators() {
    Map<String, String> result = new LinkedHashMap<>(Template.DEFAULT_GENERATORS);
    Setting setting = settings.get(PlanKey.GENERATORS);
    if (setting == null) {
      return result;
    }
    if (!(setting.value() instanceof Node.Mapping mapping)) {
      problems.add(
          setting.value().at(),
          setting.key(),
          "expected names and generators, such as key: uniform:1..1000, found "
              + setting.value().found());
      return result;
    }
    for (Node.Entry entry : mapping.entries()) {
      String key = setting.key() + "." + entry.key();
      String text = values.generator(key, entry.value());
      if (text != null) {
        result.put(entry.key(), text);
      }
    }
    return result;
  }

  /// The settings of operations at the top level.
  private Map<String, Setting> givenForOperations() {
    Map<String, Setting> given = new LinkedHashMap<>();
    if (provider != null) {
      for (Property property : provider.operationProperties()) {
        Setting setting = settings.get(property.name());
        if (setting != null) {
          given.put(property.name(), setting);
        }
      }
    }
    return given;
  }

  /// Reads the log of a replay, and makes an operation of each kind of its requests.
  private @Nullable ReplayLog readReplay(OfferedLoad load) {
    Map<String, Setting> given = givenForOperations();
    ReplayLog log =
        new ReplayReader(settings, keys, problems, folder)
            .read(given, load.mode(), load.seed(), provider);
    if (log != null) {
      operations.ofWorkload(
          log.operations().stream()
              .map(each ->
                  new OperationSpec(each.name(), 1, Map.of(ReplayReader.METHOD, each.method())))
              .toList(),
          given);
    }
    return log;
  }

  private @Nullable JourneyPlan readOperations(OfferedLoad load) {
    Map<String, Setting> given = givenForOperations();
    JourneyPlan journeys =
        new JourneysReader(settings, keys, problems, operations, provider, folder)
            .read(given, load.mode());
    if (settings.has(PlanKey.JOURNEYS)) {
      if (load.schedule() instanceof ScheduleSpec.Trace) {
        keys.problem(PlanKey.SCHEDULE, "journeys with a trace are not supported yet");
      }
      return journeys;
    }
    if (keyValues != null) {
      operations.ofWorkload(keyValueReader.operations(keyValues, load.seed()), given);
      return null;
    }
    Setting list = settings.get(PlanKey.OPERATIONS);
    if (list != null) {
      operations.read(list.value());
      operations.applyToOnly(given);
    } else {
      operations.useDefaults(
          provider == null ? List.of() : provider.defaultOperations(target), given);
    }
    return null;
  }

  /// Machines of a fleet have their own connections for their own users.
  private void checkPopulation(Plan plan) {
    Integer users = plan.load().ownUsers();
    if (!isForFleet && users != null && users > 0 && !problems.hasAny()) {
      plan.shortage(users).ifPresent(each -> keys.problem(each.key(), each.text()));
    }
  }

  private void checkUsers(Plan plan) throws PlanException {
    if (settings.has(PlanKey.USERS) && !problems.hasAny()) {
      PlanLaunch.usersProblem(plan)
          .ifPresent(
              problem -> problems.add(keys.node(PlanKey.USERS).at(), PlanKey.USERS.key(), problem));
    }
  }

  private void checkTraceLink(Plan plan) {
    if (plan.watching().traceLink() != null && !problems.hasAny() && !plan.sendsTraceparent()) {
      keys.problem(
          PlanKey.TRACE_LINK,
          "no operation sends a trace id; http does with --header 'traceparent: {traceparent}'");
    }
  }

  private void checkDriver(Plan plan) throws PlanException {
    if (provider == null || (settings.has(PlanKey.JOURNEYS) && !provider.drivesJourneys())) {
      return;
    }
    if (problems.concern(JourneysReader.USERS_FILE)) {
      return; // its columns are not known
    }
    if (keyValues != null && !provider.drivesKeyValues()) {
      keys.problem(PlanKey.TARGET, noKeyValues());
      return;
    }
    if (keyValues != null && problems.hasAny()) {
      return; // an invalid workload cannot be passed to the driver
    }
    DriverRequest request = PlanLaunch.checkRequest(plan);
    for (PropertyProblem problem : provider.check(request)) {
      if (!isReported(problem)) {
        problems.add(originOf(problem), keyOf(problem), problem.message());
      }
    }
    if (!plan.load().share().isWhole() && !problems.hasAny()) {
      PlanLaunch.sharingProblem(plan, provider, request)
          .ifPresent(problem -> keys.problem(PlanKey.SHARE, problem));
    }
  }

  /// A property that could not be parsed is missing from the request; its problem is already
  /// reported.
  private boolean isReported(PropertyProblem problem) {
    return problems.hasAny() && problems.concern(keyOf(problem));
  }

  private Origin originOf(PropertyProblem problem) {
    Origin place = null;
    if (problem.operation() >= 0) {
      place = operations.originOf(problem.operation(), problem.property());
    } else {
      Setting setting = settings.get(problem.property());
      place = setting == null ? null : setting.value().at();
    }
    return place != null ? place : keys.node(PlanKey.TARGET).at();
  }

  private String keyOf(PropertyProblem problem) {
    String operation = problem.operation() < 0 ? "" : operations.keyOf(problem.operation());
    return operation.isEmpty() ? problem.property() : operation + "." + problem.property();
  }

  // Rules.

  private List<Assertion> rules() {
    Setting setting = settings.get(PlanKey.FAIL_IF);
    if (setting == null) {
      return List.of();
    }
    List<Assertion> rules = new ArrayList<>();
    List<String> texts = keys.texts(PlanKey.FAIL_IF);
    for (int i = 0; i < texts.size(); i++) {
      try {
        rules.add(Assertion.parse(texts.get(i)));
      } catch (RuleException e) {
        problems.addAlso(ruleAt(setting, i), setting.key(), String.valueOf(e.getMessage()));
      }
    }
    return rules;
  }

  private static Origin ruleAt(Setting setting, int i) {
    return setting.value() instanceof Node.Sequence list
        ? list.items().get(i).at()
        : setting.value().at();
  }

  private void checkRules(Plan plan) {
    Setting setting = settings.get(PlanKey.FAIL_IF);
    if (setting == null || problems.hasAny()) {
      return;
    }
    for (int i = 0; i < plan.failIf().size(); i++) {
      Origin at = ruleAt(setting, i);
      Assertion rule = plan.failIf().get(i);
      rule.mistake(plan.load().mode(), plan.ruledNames())
          .ifPresent(
              mistake -> problems.addAlso(at, PlanKey.FAIL_IF.key(), rule.rule() + ": " + mistake));
    }
  }
}
