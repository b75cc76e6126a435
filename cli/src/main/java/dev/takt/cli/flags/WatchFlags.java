package dev.takt.cli.flags;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.load.config.WatchSettings;
import dev.takt.load.schedule.Durations;
import dev.takt.watch.CpuProfiling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt watch`.
///
/// @param pid the process to watch; null for only the machine
/// @param read a recording or a run to read; null to watch
/// @param end when to end
/// @param deep whether to observe everything that can be observed
/// @param profile how to profile it; empty for no profile
/// @param out the directory for the files; null for a new one
/// @param json whether to print JSON
/// @param quiet whether to show no progress
public record WatchFlags(
    @Nullable Long pid,
    @Nullable Path read,
    WatchEnd end,
    boolean deep,
    Optional<CpuProfiling> profile,
    @Nullable String out,
    boolean json,
    boolean quiet) {

  private static final String HOST = "--host";
  private static final String READ = "--read";
  private static final String FOR = "--for";
  private static final String DEEP = "--deep";
  private static final String PROFILE = "--profile";
  private static final String PROFILER = "--profiler";

  public static CommandSpec spec() {
    return new CommandDeclaration(
            "takt watch",
            "Observes a JVM and its host without load, and reports stalls and their causes.")
        .examples(
            "  takt watch 4711                          until Ctrl-C, or the process ends",
            "  takt watch 4711 --for 60s --deep         also each lock, and lock waits of virtual threads",
            "  takt watch 4711 --for 60s --profile      and where its CPU time goes, for takt profile",
            "  takt watch --host --for 10s              only the machine",
            "  takt watch --read app.jfr                what any flight recording contains",
            "  takt watch --read takt-runs/2026-…-demo  what a run saw")
        .synopsis("takt watch PID|--host|--read FILE [FLAGS]")
        .footer(
            "For a process that is not a JVM, only the kernel's data is available. Data that cannot be",
            "observed here is listed with the reason, never as zero. Precision and blind spots of each",
            "observer: docs/explanation/observers.md.",
            "Exit codes: 0 fine (stalls or none), 1 nothing can be watched or read, 2 usage, 5 only a part of",
            "a recording could be read, or it has no events of stalls, 130 interrupted before it started.")
        .argument("PID", "0..1", "The process to watch; its machine is watched with it")
        .options(
            Options.flag(HOST, "Watch only the machine"),
            Options.text(
                READ,
                "FILE|DIR",
                "Report the stalls in a flight recording or a run, without watching"),
            Options.text(
                FOR,
                "TIME",
                "How long: 60s, or - until standard input ends (default: until Ctrl-C)"),
            Options.flag(DEEP, "Record more detail, with higher overhead"),
            Options.flag(
                PROFILE,
                "Also sample its threads every 10 ms of CPU time, for takt profile; needs JDK 25 in the target"),
            Options.text(
                PROFILER,
                "async[:PATH]",
                "With --profile: async-profiler samples, by its jar or library; also for JDK 17 to 24"),
            Options.text(
                Options.OUT, "DIR", "Directory for the files (default: a new one under takt-runs)"),
            Options.text(Options.FORMAT, "table|json", "What to print at the end (default table)"),
            Options.flag(Options.QUIET, "No progress on standard error"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  /// @throws ParameterException if the flags do not fit together
  public static WatchFlags of(ParseResult parsed) {
    String pid = parsed.matchedPositionalValue(0, (String) null);
    String read = FlagValues.text(parsed, READ);
    boolean host = parsed.hasMatchedOption(HOST);
    List<String> subjects =
        Stream.of(pid == null ? "" : "a process", host ? HOST : "", read == null ? "" : READ)
            .filter(each -> !each.isEmpty())
            .toList();
    if (subjects.size() != 1) {
      String found = subjects.isEmpty() ? "none" : String.join(" and ", subjects);
      throw FlagValues.wrong(parsed, "expected one of PID, --host and --read, found " + found);
    }
    return new WatchFlags(
        pid == null ? null : number(parsed, pid),
        read == null ? null : Path.of(read),
        end(parsed),
        parsed.hasMatchedOption(DEEP),
        profile(parsed, pid),
        FlagValues.text(parsed, Options.OUT),
        FlagValues.isJson(parsed),
        parsed.hasMatchedOption(Options.QUIET));
  }

  private static long number(ParseResult parsed, String pid) {
    if (!pid.matches("[1-9]\\d{0,8}")) {
      throw FlagValues.wrong(
          parsed, "expected the number of a process, found '" + pid + "'" + hint(pid));
    }
    return Long.parseLong(pid);
  }

  private static String hint(String word) {
    if (word.contains("://")) {
      return "; takt run " + word + " --watch drives it and watches it";
    }
    return word.endsWith(".jfr") ? "; to read it: --read " + word : "; jps -l lists those of Java";
  }

  private static WatchEnd end(ParseResult parsed) {
    String text = FlagValues.text(parsed, FOR);
    if (text == null) {
      return WatchEnd.OPEN;
    }
    if (text.equals("-")) {
      return new WatchEnd(null, true);
    }
    Duration time = FlagValues.parse(parsed, FOR, text, Durations::parse);
    if (time.isZero()) {
      throw FlagValues.wrong(parsed, FOR, "expected a time of more than 0, found '" + text + "'");
    }
    return new WatchEnd(time, false);
  }

  private static Optional<CpuProfiling> profile(ParseResult parsed, @Nullable String pid) {
    Optional<String> profiler = profiler(parsed);
    if (!parsed.hasMatchedOption(PROFILE)) {
      return Optional.empty();
    }
    if (pid == null) {
      throw FlagValues.wrong(parsed, PROFILE, "only with the process that is to be profiled");
    }
    return Optional.of(new CpuProfiling(WatchSettings.DEFAULT_PERIOD, profiler));
  }

  private static Optional<String> profiler(ParseResult parsed) {
    String text = FlagValues.text(parsed, PROFILER);
    if (text == null) {
      return Optional.empty();
    }
    if (!parsed.hasMatchedOption(PROFILE)) {
      throw FlagValues.wrong(parsed, PROFILER, "only with " + PROFILE);
    }
    if (!WatchSettings.isProfiler(text)) {
      throw FlagValues.wrong(
          parsed, PROFILER, "expected async or async:PATH of its jar or library, found " + text);
    }
    return Optional.of(WatchSettings.profilerPath(text));
  }
}
