package dev.takt.load.config;

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
import dev.takt.load.rules.Assertion;
import dev.takt.load.rules.RuleException;
import dev.takt.load.schedule.Durations;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.ScheduleSpec;
import dev.takt.load.text.Texts;
import dev.takt.load.workload.Template;
import dev.takt.runs.text.EnglishText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds one plan from all settings and reports every problem. Values that cannot be parsed are
/// replaced by their defaults, so that the rest is checked too.
final class PlanBuilder {

  private static final Duration DEMO_WARMUP = Duration.ofSeconds(3);
  private static final Node NOWHERE = new Node.Scalar(null, Origin.flag("defaults"));
  private static final int MAX_THREADS = 1024;
  private static final int MAX_PLATFORM_WORKERS = 10_000;
  private static final Duration MIN_INTERVAL = Duration.ofMillis(10);

  /// About the number of local ports available for one target.
  private static final int MAX_CONNECTIONS = 60_000;

  private static final int MAX_WORKERS = 1_000_000;

  private final Settings settings;
  private final Problems problems;
  private final Values values;
  private final List<DriverProvider> providers;
  private final Path folder;
  private final String target;
  private final @Nullable DriverProvider provider;
  private final OperationsReader operations;
  private final KeyValueReader keyValueReader;
  private final @Nullable KeyValuePlan keyValues;

  PlanBuilder(Settings settings, Problems problems, List<DriverProvider> providers, Path folder)
      throws PlanException {
    this.settings = settings;
    this.problems = problems;
    this.values = new Values(problems);
    this.providers = providers;
    this.folder = folder;
    this.keyValueReader = new KeyValueReader(settings, problems, folder);
    this.keyValues = keyValueReader.read();
    this.target = text(PlanKey.TARGET);
    this.provider = findProvider();
    this.operations = new OperationsReader(problems, values, provider, folder);
  }

  Plan build() throws PlanException {
    checkKeys();
    checkMasks();
    RateMode mode = RateMode.valueOf(choice(PlanKey.MODE).toUpperCase(Locale.ROOT));
    ScheduleReader schedules = new ScheduleReader(settings, problems, values, folder);
    ScheduleSpec schedule = mode.hasSchedule() ? schedules.read() : null;
    Rate rate = schedule == null || !schedule.needsRate() ? null : rate();
    schedules.refuseRates(mode, schedule);
    Long count = settings.has(PlanKey.COUNT) ? whole(PlanKey.COUNT, 1, Long.MAX_VALUE) : null;
    Duration duration = duration(schedule, count);
    Map<String, Object> properties = targetProperties();
    long seed = whole(PlanKey.SEED, Long.MIN_VALUE, Long.MAX_VALUE);
    readOperations(seed);
    Plan plan =
        new Plan(
            target,
            properties,
            mode,
            rate,
            schedule,
            seed,
            duration,
            count,
            warmup(duration),
            time(PlanKey.DRAIN),
            timeOrOff(PlanKey.TIMEOUT),
            (int) whole(PlanKey.CONNECTIONS, 1, MAX_CONNECTIONS),
            (int) whole(PlanKey.THREADS, 1, MAX_THREADS),
            (int) whole(PlanKey.WORKERS, 1, MAX_WORKERS),
            choice(PlanKey.WORKER_THREADS).equals("virtual"),
            Pacing.valueOf(choice(PlanKey.PACING).toUpperCase(Locale.ROOT)),
            timeOrOff(PlanKey.SELF_WARMUP),
            positive(PlanKey.INTERVAL),
            whole(PlanKey.TRACE_LIMIT, 0, Long.MAX_VALUE),
            rules(),
            watching(),
            new ExportingReader(settings, problems).read(),
            settings.has(PlanKey.OUT) ? text(PlanKey.OUT) : null,
            keyValues,
            generators(),
            operations.operations());
    checkThreads(plan);
    checkRules(plan);
    checkDriver(plan);
    problems.throwIfAny();
    return plan;
  }

  // The value of each key, or its default.

  private Node node(PlanKey key) {
    Setting setting = settings.get(key);
    return setting != null ? setting.value() : new Node.Scalar(key.defaultText(), NOWHERE.at());
  }

  private String text(PlanKey key) {
    String text = values.text(key.key(), node(key));
    return text != null ? text : key.defaultText();
  }

  private String choice(PlanKey key) {
    String text = values.choice(key.key(), node(key), key.form().choices());
    return text != null ? text : key.defaultText();
  }

  private long whole(PlanKey key, long least, long most) {
    Long value = values.whole(key.key(), node(key), least, most);
    return value != null ? value : least;
  }

  private Duration time(PlanKey key) {
    Duration value = values.time(key.key(), node(key));
    return value != null ? value : Duration.ZERO;
  }

  private Duration timeOrOff(PlanKey key) {
    Duration value = values.timeOrOff(key.key(), node(key));
    return value != null ? value : Duration.ZERO;
  }

  private Duration positive(PlanKey key) {
    Node node = node(key);
    Duration value = values.time(key.key(), node);
    if (value != null && value.isZero()) {
      problems.add(node.at(), key.key(), "expected a time of more than 0, found 0");
    }
    return value != null && !value.isZero() ? value : Duration.ofDays(1);
  }

  private @Nullable Rate rate() {
    return values.rate(PlanKey.RATE.key(), node(PlanKey.RATE));
  }

  /// A freshly started demo shop is slow while its code is compiled. The demo should not show that.
  private Duration warmup(@Nullable Duration duration) {
    if (isDemo()
        && duration != null
        && !settings.has(PlanKey.WARMUP)
        && !settings.has(PlanKey.DURATION)) {
      return DEMO_WARMUP;
    }
    Duration warmup = time(PlanKey.WARMUP);
    if (duration != null && warmup.compareTo(duration) >= 0) {
      problems.add(
          node(PlanKey.WARMUP).at(),
          PlanKey.WARMUP.key(),
          "leaves nothing to measure: expected less than the duration");
    }
    return warmup;
  }

  /// A count ends a run, and so does a finite schedule; otherwise the default duration applies.
  private @Nullable Duration duration(@Nullable ScheduleSpec schedule, @Nullable Long count) {
    boolean hasEnd =
        schedule instanceof ScheduleSpec.Stages || schedule instanceof ScheduleSpec.Trace;
    if (!settings.has(PlanKey.DURATION) && (count != null || hasEnd)) {
      return null;
    }
    return positive(PlanKey.DURATION);
  }

  private Watching watching() {
    Watching watching =
        new Watching(
            watchLevel(),
            settings.has(PlanKey.WATCH_PID) ? whole(PlanKey.WATCH_PID, 1, Integer.MAX_VALUE) : null,
            settings.has(PlanKey.SPAWN) ? text(PlanKey.SPAWN) : null,
            timeOrOff(PlanKey.PROFILE));
    checkProfile(watching);
    if (watching.pid() != null && !watching.isOn()) {
      problems.add(
          node(PlanKey.WATCH_PID).at(),
          PlanKey.WATCH_PID.key(),
          "nothing is observed without --watch");
    }
    if (watching.pid() != null && watching.spawn() != null) {
      problems.add(
          node(PlanKey.WATCH_PID).at(),
          PlanKey.WATCH_PID.key(),
          "the process of a command that is started is known: leave it out");
    }
    if (watching.spawn() != null && watching.spawn().isBlank()) {
      problems.add(node(PlanKey.SPAWN).at(), PlanKey.SPAWN.key(), "expected a command");
    }
    return watching;
  }

  /// The demo shows what Takt can do, so it is watched by default.
  private String watchLevel() {
    return isDemo() && !settings.has(PlanKey.WATCH) ? "default" : choice(PlanKey.WATCH);
  }

  private boolean isDemo() {
    return !settings.has(PlanKey.TARGET) && !settings.has(PlanKey.SPAWN);
  }

  private void checkProfile(Watching watching) {
    Duration period = watching.profile();
    if (period.isZero()) {
      return;
    }
    if (!watching.isOn()) {
      problems.add(
          node(PlanKey.PROFILE).at(), PlanKey.PROFILE.key(), "nothing is observed without --watch");
    }
    if (!Watching.isPeriod(period)) {
      problems.add(
          node(PlanKey.PROFILE).at(),
          PlanKey.PROFILE.key(),
          "expected a time from 1ms to 1s, found " + Durations.format(period));
    }
  }

  // The driver and its properties.

  private @Nullable DriverProvider findProvider() {
    for (DriverProvider each : providers) {
      if (each.accepts(target)) {
        return each;
      }
    }
    problems.add(
        node(PlanKey.TARGET).at(), PlanKey.TARGET.key(), TargetForms.unknown(target, providers));
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
      if (!setting.isFlag() && !isWorkload && Secrets.isMasked(setting.value())) {
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

  private void readOperations(long seed) {
    Map<String, Setting> given = new LinkedHashMap<>();
    if (provider != null) {
      for (Property property : provider.operationProperties()) {
        Setting setting = settings.get(property.name());
        if (setting != null) {
          given.put(property.name(), setting);
        }
      }
    }
    if (keyValues != null) {
      operations.ofWorkload(keyValueReader.operations(keyValues, seed), given);
      return;
    }
    Setting list = settings.get(PlanKey.OPERATIONS);
    if (list != null) {
      operations.read(list.value());
      operations.applyToOnly(given);
    } else {
      operations.useDefaults(
          provider == null ? List.of() : provider.defaultOperations(target), given);
    }
  }

  private void checkDriver(Plan plan) throws PlanException {
    if (provider == null) {
      return;
    }
    if (keyValues != null && !provider.drivesKeyValues()) {
      problems.add(node(PlanKey.TARGET).at(), PlanKey.TARGET.key(), noKeyValues());
      return;
    }
    if (keyValues != null && problems.hasAny()) {
      return; // an invalid workload cannot be passed to the driver
    }
    DriverRequest request =
        PlanLaunch.request(plan, PlanLaunch.keyValues(plan, null), Path.of(""), _ -> {});
    for (PropertyProblem problem : provider.check(request)) {
      if (!isReported(problem)) {
        problems.add(originOf(problem), keyOf(problem), problem.message());
      }
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
    return place != null ? place : node(PlanKey.TARGET).at();
  }

  private String keyOf(PropertyProblem problem) {
    boolean isTopLevel = problem.operation() < 0 || !settings.has(PlanKey.OPERATIONS);
    return isTopLevel
        ? problem.property()
        : "operations[" + problem.operation() + "]." + problem.property();
  }

  // Rules, and settings that must fit together.

  private List<Assertion> rules() {
    Setting setting = settings.get(PlanKey.FAIL_IF);
    if (setting == null) {
      return List.of();
    }
    String key = PlanKey.FAIL_IF.key();
    List<Assertion> rules = new ArrayList<>();
    List<String> texts = values.texts(key, setting.value());
    for (int i = 0; texts != null && i < texts.size(); i++) {
      try {
        rules.add(Assertion.parse(texts.get(i)));
      } catch (RuleException e) {
        problems.addAlso(ruleAt(setting, i), key, String.valueOf(e.getMessage()));
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
      rule.mistake(plan.mode(), plan.operationNames())
          .ifPresent(
              mistake -> problems.addAlso(at, PlanKey.FAIL_IF.key(), rule.rule() + ": " + mistake));
    }
  }

  private void checkThreads(Plan plan) {
    if (plan.interval().compareTo(MIN_INTERVAL) < 0) {
      problems.add(
          node(PlanKey.INTERVAL).at(),
          PlanKey.INTERVAL.key(),
          "expected at least 10ms, found less");
    }
    if (plan.threads() > plan.connections() && settings.has(PlanKey.THREADS)) {
      problems.add(
          node(PlanKey.THREADS).at(),
          PlanKey.THREADS.key(),
          EnglishText.format(
              "each thread needs a connection: expected at most %d, found %d",
              plan.connections(), plan.threads()));
    }
    if (plan.workers() > MAX_PLATFORM_WORKERS && !plan.virtualWorkers()) {
      problems.add(
          node(PlanKey.WORKERS).at(),
          PlanKey.WORKERS.key(),
          EnglishText.format(
              "expected at most %d platform threads, found %d; more need --worker-threads virtual",
              MAX_PLATFORM_WORKERS, plan.workers()));
    }
  }
}
