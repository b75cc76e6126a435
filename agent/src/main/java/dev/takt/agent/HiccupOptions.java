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

/// The options of the agent and of the standalone meter.
///
/// @param settings of the meter
/// @param log where the hiccups are recorded
/// @param startDelayNanos the warm-up before the measurement, from the start of the JVM or, after
///   an attach, from that
/// @param end when the measurement ends
/// @param control the control process
/// @param journal a [dev.takt.record.hiccup.HiccupJournal] beside the log; null for none
/// @param locks whether to record waits for locks in flight recordings
/// @param verbose whether to report what is done
record HiccupOptions(
    HiccupSettings settings,
    LogOptions log,
    long startDelayNanos,
    EndOptions end,
    ControlOptions control,
    @Nullable String journal,
    boolean locks,
    boolean verbose) {

  /// The log of the hiccups.
  ///
  /// @param file a [FilePattern]
  /// @param side whose hiccups these are, for the tags
  /// @param intervalNanos the length of an interval
  /// @param timesFromJvmStart whether times are relative to the start of the JVM
  record LogOptions(String file, String side, long intervalNanos, boolean timesFromJvmStart) {}

  /// When a measurement ends.
  ///
  /// @param runNanos after this time; 0 for no limit
  /// @param withProcess with the process of this number; 0 for none
  /// @param withLock at the release of this file's lock, for processes that cannot see each other's
  ///   numbers; null for none
  /// @param withInput whether the standalone meter ends with its standard input
  record EndOptions(
      long runNanos, long withProcess, @Nullable String withLock, boolean withInput) {}

  /// The control process.
  ///
  /// @param wanted whether to start one
  /// @param minHeapBytes the smallest maximum heap of this JVM for which to start one
  /// @param jvmArgs its JVM options
  record ControlOptions(boolean wanted, long minHeapBytes, List<String> jvmArgs) {}

  static final String STOP = "stop";
  static final String HELP = "help";
  private static final String UNTIL_INPUT_ENDS = "until-input-ends";

  /// The help text.
  static final String TEXT =
      """
        file=FILE            the log; %pid, %date and %host in it are filled in
                             (default hiccups.%date.%pid.hdr)
        resolution=TIME      sleep between two samples (default 1ms; 0 spins)
        start-delay=TIME     warm-up, from the JVM's start or the attach (default 0)
        interval=TIME        interval of the log (default 5s)
        run-time=TIME        end after this time (default: with the JVM)
        allocate             allocate an object per sample, to detect allocation stalls
        times-from=jvm|log   the log's times are relative to the JVM's or the log's
                             start (default log)
        control              start a control process: an idle JVM with the same meter.
                             It writes the machine's hiccups to the same log
        control-min-heap=MB  only if this JVM's maximum heap is at least this large
        control-jvm-args=... options of the control process's JVM, separated by spaces
        side=NAME            the side in the log's tags (default target)
        journal=FILE         write each hiccup over the threshold to this file
        threshold=TIME       of the journal (default 1ms)
        locks                record each wait for a lock of java.util.concurrent as the
                             JFR event takt.LockWait
        with-process=PID     end when this process ends
        with-lock=FILE       end when no other process has a lock on this file
        until-input-ends     standalone only: end when standard input ends
        verbose              report what is done on standard error
        stop or stop=FILE    by attach: end all measurements, or the one into FILE
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

  /// The result of parsing.
  ///
  /// @param options null if they are invalid, or if this is a request to stop or for help
  /// @param problems for people
  /// @param stop the log of the measurement to stop, empty for all; null for none
  /// @param help whether help was requested
  record Parsed(
      @Nullable HiccupOptions options,
      List<String> problems,
      @Nullable String stop,
      boolean help) {}

  /// Parses `key=value,key=value`, the format of agent options.
  static Parsed parse(@Nullable String text, String defaultSide) {
    return parse(List.of((text == null ? "" : text).split(",", -1)), defaultSide);
  }

  /// Parses options. Unknown options are reported and ignored. An invalid value makes all options
  /// invalid, since a measurement with another value would be useless.
  static Parsed parse(List<String> parts, String defaultSide) {
    Map<String, String> given = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    String ofJHiccup = JHiccupNames.translate(parts);
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
      return new Parsed(stop != null || help ? null : of(given, defaultSide), problems, stop, help);
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

  private static HiccupOptions of(Map<String, String> given, String defaultSide) {
    HiccupSettings usual = HiccupSettings.DEFAULT;
    return new HiccupOptions(
        settings(
            time(given, "resolution", usual.resolutionNanos()),
            time(given, "threshold", usual.thresholdNanos()),
            given.containsKey("allocate")),
        new LogOptions(
            text(given, "file", "hiccups.%date.%pid.hdr"),
            side(text(given, "side", defaultSide)),
            positive("interval", time(given, "interval", DurationParser.parseNanos("5s"))),
            timesFromJvmStart(text(given, "times-from", "log"))),
        time(given, "start-delay", 0),
        new EndOptions(
            time(given, "run-time", 0),
            number(given, "with-process"),
            given.containsKey("with-lock") ? text(given, "with-lock", "") : null,
            given.containsKey(UNTIL_INPUT_ENDS)),
        new ControlOptions(
            given.containsKey("control"),
            number(given, "control-min-heap") << 20,
            words(given.getOrDefault("control-jvm-args", ""))),
        given.containsKey("journal") ? text(given, "journal", "") : null,
        given.containsKey("locks"),
        given.containsKey("verbose"));
  }

  private static HiccupSettings settings(long resolution, long threshold, boolean allocate) {
    if (resolution > HiccupSettings.MAX_RESOLUTION_NANOS) {
      throw new IllegalArgumentException("resolution: expected a minute at most");
    }
    return new HiccupSettings(resolution, positive("threshold", threshold), allocate);
  }

  private static String text(Map<String, String> given, String key, String usual) {
    String text = given.getOrDefault(key, usual);
    if (text.isEmpty()) {
      throw new IllegalArgumentException(key + ": expected a value after =");
    }
    return text;
  }

  private static long time(Map<String, String> given, String key, long usual) {
    String text = given.get(key);
    try {
      return text == null ? usual : DurationParser.parseNanos(text);
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
