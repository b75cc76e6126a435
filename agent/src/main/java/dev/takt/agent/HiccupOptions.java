package dev.takt.agent;

import dev.takt.record.hiccup.HiccupSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the meter is to do.
///
/// @param settings how it measures
/// @param file the log, a [FilePattern]
/// @param side whose hiccups they are, in the log's tags
/// @param startDelayNanos what it warms up for before it measures, from the start of the JVM or, if
///   it is attached later, from then
/// @param intervalNanos of the log
/// @param runNanos after which it ends; 0 for never
/// @param control whether to start a control process
/// @param controlMinHeapBytes only if the heap of this JVM can be as large
/// @param controlJvmArgs for its JVM
/// @param journal a [dev.takt.record.hiccup.HiccupJournal] beside the log, or null for none
/// @param withProcess the number of a process with which it ends; 0 for none
/// @param withLock a file with whose lock it ends, for processes that cannot see each other; null
///   for none
/// @param untilInputEnds whether it ends with its standard input, as a process of its own
/// @param timesFromJvmStart whether the log's times count from the start of the JVM
/// @param locks whether to make locks tell flight recordings of waits for them
/// @param verbose whether to tell what is done
record HiccupOptions(
    HiccupSettings settings,
    String file,
    String side,
    long startDelayNanos,
    long intervalNanos,
    long runNanos,
    boolean control,
    long controlMinHeapBytes,
    List<String> controlJvmArgs,
    @Nullable String journal,
    long withProcess,
    @Nullable String withLock,
    boolean untilInputEnds,
    boolean timesFromJvmStart,
    boolean locks,
    boolean verbose) {

  static final String STOP = "stop";
  static final String HELP = "help";
  private static final String UNTIL_INPUT_ENDS = "until-input-ends";

  /// What each option is, for people; in the order of the help.
  static final String TEXT =
      """
        file=FILE            the log; %pid, %date and %host in it are filled in
                             (default hiccups.%date.%pid.hdr)
        resolution=TIME      how long the meter sleeps between samples (default 1ms; 0 spins)
        start-delay=TIME     first only warm up for so long, from the JVM's start or the attach
        interval=TIME        a line for each tag so often (default 5s)
        run-time=TIME        end after so long (default: with the JVM)
        allocate             allocate an object for each sample, to see stalls of allocation
        times-from=jvm|log   what the log's times count from: the JVM's start or the log's
                             (default log)
        control              start a control process: an idle JVM with the same meter, whose
                             hiccups are the machine's; they go to the same log
        control-min-heap=MB  only if this JVM's heap can be as large
        control-jvm-args=... options for its JVM, with spaces between them
        side=NAME            whose hiccups the log's tags say they are (default target)
        journal=FILE         tell of each hiccup over the threshold there, for other programs
        threshold=TIME       of the journal (default 1ms)
        locks                tell flight recordings of each wait for a lock of
                             java.util.concurrent: takt.LockWait (JDK 24 or later)
        with-process=PID     end when that process does
        with-lock=FILE       end when no other process has a lock of that file any more
        until-input-ends     as a process of its own: end when its standard input does
        verbose              tell on standard error what is done
        stop or stop=FILE    by attach: end, with all that was measured in the log
      """;

  private static final Set<String> FLAGS =
      Set.of("allocate", "control", "locks", "verbose", UNTIL_INPUT_ENDS, HELP);
  private static final Set<String> VALUES =
      Set.of(
          "file",
          "resolution",
          "start-delay",
          "interval",
          "run-time",
          "times-from",
          "control-min-heap",
          "control-jvm-args",
          "side",
          STOP,
          "journal",
          "threshold",
          "with-process",
          "with-lock");

  /// What was asked for, and what was wrong with it.
  ///
  /// @param options null if it cannot be done, or was not asked for
  /// @param problems for people
  /// @param stop the log of the measurement that is to end, empty for all; null for none
  /// @param help whether the help was asked for
  record Parsed(
      @Nullable HiccupOptions options,
      List<String> problems,
      @Nullable String stop,
      boolean help) {}

  /// Reads `key=value,key=value`, as an agent is given them.
  static Parsed parse(@Nullable String text, String usualSide) {
    return parse(List.of((text == null ? "" : text).split(",", -1)), usualSide);
  }

  /// Reads options. What is not known is told and passed over; a value that cannot be makes all of
  /// it void, since another measurement than the one that was asked for is of no use.
  static Parsed parse(List<String> parts, String usualSide) {
    Map<String, String> given = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    String ofJHiccup = JHiccupNames.translated(parts);
    if (ofJHiccup != null) {
      problems.add(ofJHiccup + "; nothing is measured");
      return new Parsed(null, problems, null, false);
    }
    for (String part : parts) {
      String option = part.strip();
      int equals = option.indexOf('=');
      String key = equals < 0 ? option : option.substring(0, equals).strip();
      String value = equals < 0 ? "" : option.substring(equals + 1).strip();
      if (!key.isEmpty()) {
        take(key, equals < 0 ? null : value, given, problems);
      }
    }
    String stop = given.get(STOP);
    boolean help = given.containsKey(HELP);
    try {
      return new Parsed(stop != null || help ? null : of(given, usualSide), problems, stop, help);
    } catch (IllegalArgumentException e) {
      problems.add(e.getMessage() + "; nothing is measured");
      return new Parsed(null, problems, null, false);
    }
  }

  private static void take(
      String key, @Nullable String value, Map<String, String> given, List<String> problems) {
    if (FLAGS.contains(key)) {
      flag(key, value, given, problems);
    } else if (!VALUES.contains(key)) {
      problems.add(
          String.format(
              Locale.ROOT, "there is no option '%s'; there are %s", key, String.join(", ", all())));
    } else {
      given.put(key, value == null ? "" : value);
    }
  }

  private static void flag(
      String key, @Nullable String value, Map<String, String> given, List<String> problems) {
    if (value == null || value.equals("true")) {
      given.put(key, "true");
    } else if (!value.equals("false")) {
      problems.add(
          String.format(Locale.ROOT, "%s: expected true or false, found '%s'", key, value));
    }
  }

  private static Set<String> all() {
    Set<String> all = new TreeSet<>(FLAGS);
    all.addAll(VALUES);
    return all;
  }

  private static HiccupOptions of(Map<String, String> given, String usualSide) {
    HiccupSettings usual = HiccupSettings.DEFAULT;
    return new HiccupOptions(
        settings(
            time(given, "resolution", usual.resolutionNanos()),
            time(given, "threshold", usual.thresholdNanos()),
            given.containsKey("allocate")),
        text(given, "file", "hiccups.%date.%pid.hdr"),
        side(text(given, "side", usualSide)),
        time(given, "start-delay", 0),
        positive("interval", time(given, "interval", Times.nanos("5s"))),
        time(given, "run-time", 0),
        given.containsKey("control"),
        number(given, "control-min-heap") << 20,
        words(given.getOrDefault("control-jvm-args", "")),
        given.containsKey("journal") ? text(given, "journal", "") : null,
        number(given, "with-process"),
        given.containsKey("with-lock") ? text(given, "with-lock", "") : null,
        given.containsKey(UNTIL_INPUT_ENDS),
        timesFromJvmStart(text(given, "times-from", "log")),
        given.containsKey("locks"),
        given.containsKey("verbose"));
  }

  private static HiccupSettings settings(long resolution, long threshold, boolean allocate) {
    if (resolution > HiccupSettings.MAX_RESOLUTION_NANOS) {
      throw new IllegalArgumentException("resolution: it can be a minute at most");
    }
    return new HiccupSettings(resolution, positive("threshold", threshold), allocate);
  }

  private static String text(Map<String, String> given, String key, String usual) {
    String text = given.getOrDefault(key, usual);
    if (text.isEmpty()) {
      throw new IllegalArgumentException(key + ": expected something behind the =");
    }
    return text;
  }

  private static long time(Map<String, String> given, String key, long usual) {
    String text = given.get(key);
    try {
      return text == null ? usual : Times.nanos(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  private static long positive(String key, long nanos) {
    if (nanos <= 0) {
      throw new IllegalArgumentException(key + ": expected more than 0");
    }
    return nanos;
  }

  private static long number(Map<String, String> given, String key) {
    String text = given.getOrDefault(key, "0");
    if (!text.matches("\\d{1,10}")) {
      throw new IllegalArgumentException(key + ": expected a whole number, found '" + text + "'");
    }
    return Long.parseLong(text);
  }

  private static String side(String text) {
    if (!text.matches("[A-Za-z0-9_-]{1,40}")) {
      throw new IllegalArgumentException(
          "side: expected a word of letters and digits, found '" + text + "'");
    }
    return text;
  }

  private static boolean timesFromJvmStart(String text) {
    if (!text.equals("jvm") && !text.equals("log")) {
      throw new IllegalArgumentException("times-from: expected jvm or log, found '" + text + "'");
    }
    return text.equals("jvm");
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }
}
