package dev.takt.cli.stress;

import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cassandra.stress.drive.RunArguments;
import dev.takt.cli.spi.args.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The arguments of `takt cassandra-stress`: a command line as cassandra-stress has it, and after
/// it flags of `takt run`.
///
/// @param words of cassandra-stress
/// @param flags from the first argument that begins with `--`
public record StressLine(List<String> words, List<String> flags) {

  private static final String FLAG = "--";

  /// Flags that may be given several times.
  private static final Set<String> SUMMED = Set.of("--set", "--fail-if");

  /// Of all arguments.
  public static StressLine of(List<String> arguments) {
    int words = 0;
    while (words < arguments.size() && !arguments.get(words).startsWith(FLAG)) {
      words++;
    }
    return new StressLine(
        List.copyOf(arguments.subList(0, words)),
        List.copyOf(arguments.subList(words, arguments.size())));
  }

  /// Whether only the help is asked for.
  public boolean wantsHelp() {
    return words.isEmpty() || words.contains("-h") || flags.contains(Options.HELP);
  }

  /// The arguments of `takt run`. Flags that were given override what the line says.
  ///
  /// @param settings what the line says
  /// @param directory the base of relative file names
  /// @throws dev.takt.cassandra.stress.command.InvalidCommandLineException if Takt does not support
  ///   what the line asks for
  public List<String> arguments(StressSettings settings, int threads, Path directory) {
    Set<String> given = flags.stream().map(StressLine::name).collect(Collectors.toSet());
    given.removeAll(SUMMED);
    List<String> all = new ArrayList<>(RunArguments.of(settings, words, threads, directory));
    all.removeIf(each -> given.contains(name(each)));
    all.addAll(flags);
    return List.copyOf(all);
  }

  private static String name(String flag) {
    return flag.split("=", 2)[0];
  }
}
