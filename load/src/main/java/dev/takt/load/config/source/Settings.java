package dev.takt.load.config.source;

import dev.takt.load.config.source.Setting.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Settings by key: those of the file, overridden by those of the environment, and these by flags.
public final class Settings {

  /// The number of users in the map of the key `users`.
  public static final String USER_COUNT = "count";

  /// The file in the map of the key `replay`.
  public static final String REPLAY_FILE = "file";

  private final Map<String, Setting> byKey = new LinkedHashMap<>();
  private final Problems problems;

  /// Without any setting.
  public Settings(Problems problems) {
    this.problems = problems;
  }

  /// Adds the settings of a plan's root.
  public void addFile(Node root) {
    if (!(root instanceof Node.Mapping mapping)) {
      problems.add(root.at(), "", "expected a map of keys and values, found " + root.found());
      return;
    }
    for (Node.Entry entry : mapping.byKey(problems, "").values()) {
      byKey.putIfAbsent(
          entry.key(), new Setting(entry.key(), entry.at(), entry.value(), Level.FILE));
    }
  }

  /// Adds the settings of [PlanKey#variable]. An empty variable sets nothing.
  ///
  /// @param environment all variables by name
  public void addEnvironment(Map<String, String> environment) {
    for (PlanKey key : PlanKey.values()) {
      String variable = key.variable();
      String text = variable == null ? null : environment.get(variable);
      if (variable != null && text != null && !text.isEmpty()) {
        Origin at = Origin.flag(variable);
        Node value = new Node.Scalar(text, at);
        put(new Setting(key.key(), at, value, Level.ENVIRONMENT));
      }
    }
  }

  /// @param flags by key, in the order in which they were given
  public void addFlags(Map<String, List<String>> flags) throws PlanException {
    for (Map.Entry<String, List<String>> flag : flags.entrySet()) {
      String key = flag.getKey();
      Origin at = Origin.flag("--" + key);
      put(new Setting(key, at, node(key, at, flag.getValue()), Level.FLAG));
    }
  }

  /// A number of users overrides that of a plan, and not the plan's file of users; the file of a
  /// replay, only the file.
  private void put(Setting setting) {
    Setting before = byKey.get(setting.key());
    String part = setting.value() instanceof Node.Scalar ? scalarPart(setting.key()) : null;
    if (part != null && before != null && before.value() instanceof Node.Mapping mapping) {
      List<Node.Entry> entries = new ArrayList<>(mapping.entries());
      entries.removeIf(each -> each.key().equals(part));
      entries.add(new Node.Entry(part, setting.at(), setting.value()));
      Node merged = new Node.Mapping(entries, mapping.at());
      byKey.put(setting.key(), new Setting(setting.key(), setting.at(), merged, setting.level()));
    } else {
      byKey.put(setting.key(), setting);
    }
  }

  /// The part of a map that a scalar sets; null if it is the whole value.
  private static @Nullable String scalarPart(String key) {
    if (key.equals(PlanKey.USERS.key())) {
      return USER_COUNT;
    }
    return key.equals(PlanKey.REPLAY.key()) ? REPLAY_FILE : null;
  }

  private static Node node(String key, Origin at, List<String> values) throws PlanException {
    if (values.size() == 1) {
      String text = values.getFirst();
      boolean structured = PlanKey.of(key).map(each -> each.form().isYaml(text)).orElse(false);
      return structured ? YamlTree.parse("--" + key, text) : new Node.Scalar(text, at);
    }
    return new Node.Sequence(
        values.stream().<Node>map(text -> new Node.Scalar(text, at)).toList(), at);
  }

  /// Adds a setting that follows from another one, unless the key itself is set.
  public void derive(PlanKey key, String text, Origin at) {
    byKey.putIfAbsent(key.key(), new Setting(key.key(), at, new Node.Scalar(text, at), Level.FILE));
  }

  /// The setting of a key; null if there is none.
  public @Nullable Setting get(PlanKey key) {
    return byKey.get(key.key());
  }

  /// The setting of a key, or of a driver's property; null if there is none.
  public @Nullable Setting get(String key) {
    return byKey.get(key);
  }

  /// Whether the key is set.
  public boolean has(PlanKey key) {
    return byKey.containsKey(key.key());
  }

  /// All settings, in the order in which they were added.
  public Collection<Setting> all() {
    return byKey.values();
  }
}
