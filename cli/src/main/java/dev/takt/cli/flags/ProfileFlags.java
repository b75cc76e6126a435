package dev.takt.cli.flags;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt profile`.
///
/// @param run the directory of the run
/// @param out the directory for the files; null for the run's directory
/// @param force whether to overwrite existing files
/// @param slowerThanNanos operations that took longer are slow; null for the run's p99
/// @param thread selects threads with a part of the name that matches; null for all
/// @param classPath the folders and jars of the target's program; empty for those that it recorded
/// @param alloc whether to show allocations instead of CPU time
/// @param json whether to print JSON
public record ProfileFlags(
    Path run,
    @Nullable Path out,
    boolean force,
    @Nullable Long slowerThanNanos,
    @Nullable Pattern thread,
    List<Path> classPath,
    boolean alloc,
    boolean json) {

  private static final String SLOWER_THAN = "--slower-than";
  private static final String THREAD = "--thread";
  private static final String CLASS_PATH = "--class-path";
  private static final String ALLOC = "--alloc";

  /// Copies the list, so that the record is immutable.
  public ProfileFlags {
    classPath = List.copyOf(classPath);
  }

  public static CommandSpec spec() {
    return new CommandDeclaration(
            "takt profile",
            "Shows where the target's CPU time went while slow operations were in flight.")
        .examples(
            "  takt run --watch --profile --target …        makes a run with a profile",
            "  takt profile takt-runs/2026-…-http",
            "  takt profile takt-runs/2026-…-http --slower-than 20ms --thread 'worker-.*'",
            "  takt profile takt-runs/2026-…-http --alloc",
            "  takt profile takt-runs/2026-…-http --format json --out /tmp/profile",
            "",
            "It writes profile.html, a flame graph that needs no network; profile.collapsed, all stacks as",
            "flamegraph.pl reads them; and profile-diff.collapsed, the rest and the slow moments side by side.",
            "With --alloc these are alloc.html, alloc.collapsed and alloc-diff.collapsed, in bytes.")
        .synopsis("takt profile RUN [FLAGS]")
        .footer(
            "CPU time that no sample accounts for is listed as unexplained. Limits of a profile:",
            "docs/how-to/profile.md. Exit codes: 0 fine, 1 there is no profile in the run, 2 usage.")
        .argument("RUN", "1", "The directory of a run, or of takt watch")
        .options(
            Options.flag(ALLOC, "Where the target allocates, instead of its CPU time"),
            Options.text(
                SLOWER_THAN,
                "TIME",
                "Operations that took longer are slow: 20ms (default: the run's p99 of response time)"),
            Options.text(
                THREAD, "REGEX", "Only threads with a name in which this is found: '^worker-'"),
            Options.text(
                CLASS_PATH,
                "PATH",
                "Folders and jars, to name the intrinsics behind biased samples (default: the target's)"),
            Options.text(Options.OUT, "DIR", "Directory for the files (default: that of the run)"),
            Options.flag(Options.FORCE, "Overwrite existing files"),
            Options.format(),
            Options.verbose(),
            Options.help())
        .spec();
  }

  /// @param directory the base of relative paths
  /// @throws ParameterException if a flag cannot be understood
  public static ProfileFlags of(ParseResult parsed, Path directory) {
    String run = parsed.matchedPositionalValue(0, "");
    Path out = FlagValues.path(parsed, Options.OUT, directory);
    boolean force = parsed.hasMatchedOption(Options.FORCE);
    if (force && out == null) {
      throw FlagValues.wrong(parsed, Options.FORCE, "only with " + Options.OUT);
    }
    return new ProfileFlags(
        FlagValues.path(parsed, "RUN", directory, run),
        out,
        force,
        FlagValues.optionalTime(parsed, SLOWER_THAN),
        thread(parsed),
        classPath(parsed, directory),
        parsed.hasMatchedOption(ALLOC),
        FlagValues.isJson(parsed));
  }

  private static List<Path> classPath(ParseResult parsed, Path directory) {
    String text = FlagValues.text(parsed, CLASS_PATH);
    return text == null
        ? List.of()
        : Arrays.stream(text.split(File.pathSeparator, -1))
            .filter(each -> !each.isBlank())
            .map(directory::resolve)
            .toList();
  }

  private static @Nullable Pattern thread(ParseResult parsed) {
    String text = FlagValues.text(parsed, THREAD);
    try {
      return text == null ? null : Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw FlagValues.wrong(
          parsed, THREAD, "'" + text + "' is not a regular expression: " + e.getDescription());
    }
  }
}
