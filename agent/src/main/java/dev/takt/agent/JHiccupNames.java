package dev.takt.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Translates options of jHiccup into the agent's, for users who know those.
final class JHiccupNames {

  private static final Map<String, String> TRANSLATIONS =
      Map.ofEntries(
          Map.entry("-0", "times-from=log, which is the default"),
          Map.entry("-a", "allocate"),
          Map.entry("-c", "control"),
          Map.entry("-cfmb", "control-min-heap=MB"),
          Map.entry("-d", "start-delay=TIME"),
          Map.entry("-f", "not available, measurements are not read from a file"),
          Map.entry("-fz", "not available, like -f"),
          Map.entry("-h", "help"),
          Map.entry("-i", "interval=TIME"),
          Map.entry("-l", "file=FILE"),
          Map.entry("-o", "takt log summarize FILE --format csv"),
          Map.entry("-p", "takt probe hiccup --pid PID"),
          Map.entry("-r", "resolution=TIME"),
          Map.entry("-s", "not needed, there are always three significant digits"),
          Map.entry("-t", "run-time=TIME"),
          Map.entry("-terminateWithStdInput", "until-input-ends"),
          Map.entry("-v", "verbose"),
          Map.entry("-x", "control-jvm-args=..."));

  private JHiccupNames() {}

  /// Returns the translation of jHiccup's options among the given ones; null if there are none.
  static @Nullable String translate(List<String> options) {
    List<String> names = new ArrayList<>();
    for (String each : options) {
      if (each.strip().startsWith("-")) {
        for (String word : each.strip().split("[ ;]+", -1)) {
          String here = TRANSLATIONS.get(word);
          if (here != null) {
            names.add("for " + word + ": " + here);
          } else if (word.matches("-[A-Za-z].*")) {
            names.add(word + " is not known");
          }
        }
      }
    }
    return names.isEmpty()
        ? null
        : "jHiccup's options have other names here, and are separated by commas; "
            + String.join("; ", names);
  }
}
