package dev.takt.cli.flags;

import dev.takt.load.config.WatchSettings;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.schedule.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Rewrites the arguments of commands that run a plan, before they are parsed.
public final class RunArguments {

  private RunArguments() {}

  /// Inserts default values. `--watch` and `--profile` may have no value, and the next argument may
  /// be the plan's name. `--driver-jar` takes all jars that follow: a shell expands `lib/*.jar` to
  /// them without quotes.
  public static List<String> withDefaultValues(List<String> args) {
    List<String> levels = PlanKey.WATCH.form().choices();
    return withDefault(
        withDefault(withEachJar(args), PlanKey.WATCH, levels::contains, "default"),
        PlanKey.PROFILE,
        text -> text.matches("off|[0-9.]+\\s*[a-zµ]+"),
        Durations.format(WatchSettings.DEFAULT_PERIOD));
  }

  private static List<String> withEachJar(List<String> args) {
    List<String> result = new ArrayList<>();
    boolean inJars = false;
    for (String each : args) {
      boolean isJar = each.endsWith(".jar") && !each.startsWith("-");
      if (inJars && isJar && !result.getLast().equals(PlanFlags.DRIVER_JAR)) {
        result.add(PlanFlags.DRIVER_JAR);
      }
      inJars = each.equals(PlanFlags.DRIVER_JAR) || (inJars && isJar);
      result.add(each);
    }
    return result;
  }

  private static List<String> withDefault(
      List<String> args, PlanKey key, Predicate<String> isValue, String value) {
    List<String> result = new ArrayList<>(args);
    String flag = "--" + key.key();
    for (int i = 0; i < result.size(); i++) {
      boolean alone = i + 1 == result.size() || !isValue.test(result.get(i + 1));
      if (result.get(i).equals(flag) && alone) {
        result.set(i, flag + "=" + value);
      }
    }
    return result;
  }
}
