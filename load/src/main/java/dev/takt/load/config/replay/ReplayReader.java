package dev.takt.load.config.replay;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Setting;
import dev.takt.load.config.source.Settings;
import dev.takt.load.config.source.Values;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.replay.LogMoment;
import dev.takt.load.replay.ReplayException;
import dev.takt.load.replay.ReplayFilter;
import dev.takt.load.replay.ReplayLog;
import dev.takt.load.replay.ReplaySettings;
import dev.takt.load.replay.ReplaySettings.Field;
import dev.takt.load.replay.StatusSet;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.ScheduleException;
import dev.takt.load.text.Texts;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Reads what a plan replays: the map `replay`, or its file alone, and the keys that set a part of
/// it.
public final class ReplayReader {

  /// The part that says how much faster than in the log.
  public static final String SPEED = "speed";

  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String METHODS = "methods";
  private static final String PATH = "path";

  /// The part with the statuses of the original answers.
  public static final String STATUS = "status";

  private static final String GROUP = "group";

  /// The part with the names of fields.
  public static final String FIELDS = "fields";

  /// The property of an operation that its requests in the log decide.
  public static final String METHOD = "method";

  private static final String DIGEST = "digest";
  private static final String FIRST_SEGMENT = "first-segment";

  /// The keys of the map.
  public static final List<String> KEYS =
      List.of(Settings.REPLAY_FILE, SPEED, FROM, TO, METHODS, PATH, STATUS, GROUP, FIELDS, DIGEST);

  /// The keys that set a part of the map.
  private static final Map<PlanKey, String> PARTS =
      Map.of(
          PlanKey.REPLAY_SPEED, SPEED,
          PlanKey.REPLAY_FROM, FROM,
          PlanKey.REPLAY_TO, TO,
          PlanKey.REPLAY_METHODS, METHODS);

  private final Settings settings;
  private final KeyReader keys;
  private final Problems problems;
  private final Values values;
  private final Path folder;

  /// The nodes of all parts, by their keys in the map.
  private final Map<String, Node> parts = new LinkedHashMap<>();

  /// @param folder of the plan; file names are relative to it
  public ReplayReader(Settings settings, KeyReader keys, Problems problems, Path folder) {
    this.settings = settings;
    this.keys = keys;
    this.problems = problems;
    this.values = keys.values();
    this.folder = folder;
  }

  /// Reads the settings and then the log.
  ///
  /// @param given settings of operations at the top level
  /// @param mode of the plan
  /// @param seed of the times within a second, if the log has only seconds
  /// @param provider the driver; null if it is not known
  /// @return null if the plan replays nothing, or if there is a problem
  public @Nullable ReplayLog read(
      Map<String, Setting> given, RateMode mode, long seed, @Nullable DriverProvider provider) {
    if (!keys.has(PlanKey.REPLAY)) {
      PARTS.keySet().forEach(each -> keys.refuse(each, "belongs to a replay: --replay FILE"));
      return null;
    }
    boolean hadProblems = problems.hasAny();
    refuseOthers(given, mode, provider);
    readParts();
    ReplaySettings replay = settings();
    return replay == null || (problems.hasAny() && !hadProblems) ? null : read(replay, seed);
  }

  private void refuseOthers(
      Map<String, Setting> given, RateMode mode, @Nullable DriverProvider provider) {
    refuseRate(PlanKey.RATE);
    refuseRate(PlanKey.SCHEDULE);
    String either = "a plan has either this or a replay";
    for (PlanKey each :
        List.of(
            PlanKey.OPERATIONS,
            PlanKey.JOURNEYS,
            PlanKey.USERS,
            PlanKey.WORKLOAD,
            PlanKey.WORKLOAD_CLASS)) {
      keys.refuse(each, either);
    }
    if (mode != RateMode.FIXED && mode != RateMode.THROTTLE && !keys.has(PlanKey.USERS)) {
      keys.problem(PlanKey.MODE, "a replay has a schedule: use mode fixed or throttle");
    }
    if (provider != null && !provider.drivesReplays()) {
      keys.problem(
          PlanKey.REPLAY, "the driver " + provider.name() + " cannot replay a log; http can");
    }
    given.forEach((name, each) -> {
      if (provider != null && provider.isReplayed(name)) {
        problems.add(each.at(), each.key(), "the log has it: leave it out");
      }
    });
  }

  /// A replay that a flag asks for overrides the rate of a plan.
  private void refuseRate(PlanKey key) {
    Setting setting = settings.get(key);
    if (setting != null && !setting.isBelow(settings.get(PlanKey.REPLAY))) {
      keys.refuse(key, "the log says when requests are sent: leave out the " + key.key());
    }
  }

  /// Flags override the map.
  private void readParts() {
    Setting setting = settings.get(PlanKey.REPLAY);
    if (setting == null) {
      return;
    }
    if (setting.value() instanceof Node.Mapping map) {
      for (Node.Entry each : map.byKey(problems, setting.key()).values()) {
        if (KEYS.contains(each.key())) {
          parts.put(each.key(), each.value());
        } else {
          problems.add(
              each.at(),
              name(each.key()),
              "is not a setting of a replay" + Texts.didYouMean(each.key(), KEYS));
        }
      }
    } else {
      parts.put(Settings.REPLAY_FILE, setting.value());
    }
    PARTS.forEach((key, part) -> {
      if (keys.has(key)) {
        parts.put(part, keys.node(key));
      }
    });
    if (!parts.containsKey(Settings.REPLAY_FILE)) {
      problems.add(
          setting.at(), name(Settings.REPLAY_FILE), "is missing: an access log or a HAR file");
    }
  }

  private static String name(String part) {
    return PlanKey.REPLAY.key() + "." + part;
  }

  private @Nullable ReplaySettings settings() {
    Path file = part(Settings.REPLAY_FILE, "a file", this::file);
    Double speed = part(SPEED, "a number such as 2", ReplayReader::speed);
    List<String> methods = part(METHODS, "methods such as GET,POST", ReplayReader::methods);
    ReplayFilter filter =
        new ReplayFilter(
            methods == null ? ReplayFilter.SAFE_METHODS : methods,
            part(PATH, "a regular expression", ReplayReader::pattern),
            part(STATUS, "statuses such as 2xx", StatusSet::new),
            part(FROM, "a time", LogMoment::parse),
            part(TO, "a time", LogMoment::parse));
    Pattern group = part(GROUP, "a regular expression", ReplayReader::group);
    String digest = part(DIGEST, "text", Function.identity());
    Map<Field, String> fields = fields();
    return file == null
        ? null
        : new ReplaySettings(file, fields, speed == null ? 1 : speed, filter, group, digest);
  }

  private <T> @Nullable T part(String part, String expected, Function<String, T> parser) {
    Node node = parts.get(part);
    return node == null ? null : values.parsed(name(part), node, expected, parser);
  }

  /// A file that a flag names is relative to the current folder.
  private Path file(String text) {
    Setting setting = settings.get(PlanKey.REPLAY);
    try {
      return setting == null ? Path.of(text) : setting.folder(folder).resolve(text);
    } catch (InvalidPathException e) {
      throw new ScheduleException(Texts.quoted(text) + " is not a file name: " + e.getReason(), e);
    }
  }

  private static double speed(String text) {
    try {
      double speed = Double.parseDouble(text);
      if (speed > 0 && speed <= 1e6) {
        return speed;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    throw new ScheduleException(
        "expected a number above 0 and at most 1,000,000, such as 2, found " + Texts.quoted(text));
  }

  private static List<String> methods(String text) {
    List<String> methods =
        Arrays.stream(text.split(",", -1))
            .map(each -> each.strip().toUpperCase(Locale.ROOT))
            .distinct()
            .toList();
    if (!methods.stream().allMatch(each -> each.matches("[A-Z][A-Z_-]{0,31}"))) {
      throw new ScheduleException(
          "expected methods such as GET,HEAD,POST, found " + Texts.quoted(text));
    }
    return methods;
  }

  private static Pattern pattern(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new ScheduleException(
          "expected a regular expression, found " + Texts.quoted(text) + ": " + e.getDescription(),
          e);
    }
  }

  private static Pattern group(String text) {
    return text.equals(FIRST_SEGMENT) ? ReplaySettings.FIRST_SEGMENT : pattern(text);
  }

  /// In a map: `fields: {time: ts, duration: 'latency:ms'}`.
  private Map<Field, String> fields() {
    Map<Field, String> fields = new EnumMap<>(Field.class);
    Node node = parts.get(FIELDS);
    if (node == null) {
      return fields;
    }
    List<String> known =
        Arrays.stream(Field.values()).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
    if (!(node instanceof Node.Mapping map)) {
      problems.add(
          node.at(), name(FIELDS), "expected names such as {time: ts}, found " + node.found());
      return fields;
    }
    for (Node.Entry each : map.byKey(problems, name(FIELDS)).values()) {
      String key = name(FIELDS) + "." + each.key();
      String text = values.text(key, each.value());
      if (!known.contains(each.key())) {
        problems.add(each.at(), key, "is not known here: expected " + String.join(", ", known));
      } else if (text != null) {
        fields.put(Field.valueOf(each.key().toUpperCase(Locale.ROOT)), text);
      }
    }
    return fields;
  }

  private @Nullable ReplayLog read(ReplaySettings replay, long seed) {
    Node file = parts.get(Settings.REPLAY_FILE);
    try {
      ReplayLog log = ReplayLog.read(replay, seed);
      if (replay.digest() != null && !replay.digest().equals(log.digest())) {
        problems.add(
            file == null ? keys.node(PlanKey.REPLAY).at() : file.at(),
            name(Settings.REPLAY_FILE),
            Texts.quoted(replay.file().toString())
                + " has other requests here than where the plan comes from; all machines need the"
                + " same");
      }
      return log;
    } catch (ReplayException e) {
      problems.add(
          file == null ? keys.node(PlanKey.REPLAY).at() : file.at(),
          name(Settings.REPLAY_FILE),
          String.valueOf(e.getMessage()));
      return null;
    }
  }

  /// The map as a plan has it.
  public static Map<String, Object> plain(ReplaySettings replay) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(Settings.REPLAY_FILE, replay.file().toString());
    long whole = (long) replay.speed();
    boolean isWhole = (double) whole == replay.speed();
    map.put(SPEED, isWhole ? (Number) whole : (Number) replay.speed());
    ReplayFilter filter = replay.filter();
    putText(map, FROM, filter.from());
    putText(map, TO, filter.to());
    map.put(METHODS, String.join(",", filter.methods()));
    putText(map, PATH, filter.path());
    putText(map, STATUS, filter.status());
    putText(
        map,
        GROUP,
        replay.group() == ReplaySettings.FIRST_SEGMENT ? FIRST_SEGMENT : replay.group());
    if (!replay.fields().isEmpty()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (Field field : Field.values()) {
        putText(fields, field.name().toLowerCase(Locale.ROOT), replay.fields().get(field));
      }
      map.put(FIELDS, fields);
    }
    putText(map, DIGEST, replay.digest());
    return map;
  }

  private static void putText(Map<String, Object> map, String key, @Nullable Object value) {
    if (value != null) {
      map.put(key, value.toString());
    }
  }
}
