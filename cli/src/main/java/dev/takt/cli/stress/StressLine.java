package dev.takt.cli.stress;

import dev.takt.cassandra.stress.command.StressCommand.Truncation;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cassandra.stress.drive.StressArguments;
import dev.takt.cli.flags.FleetFlags;
import dev.takt.cli.spi.args.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// The arguments of `takt cassandra-stress`: a command line as cassandra-stress has it, and after
/// it flags of `takt run`.
///
/// @param words of cassandra-stress
/// @param flags of `takt run`
/// @param hasFormat whether the output is that of cassandra-stress
public record StressLine(List<String> words, List<String> flags, boolean hasFormat) {

  /// The name of the output of cassandra-stress.
  public static final String FORMAT = "cassandra-stress";

  private static final String FLAG = "--";
  private static final String OUT = "--out";

  /// Flags that may be given several times.
  private static final Set<String> SUMMED = Set.of("--set");

  /// Of all arguments. The flags are those from the first argument on that begins with `--`.
  public static StressLine of(List<String> arguments) {
    int words = 0;
    while (words < arguments.size() && !arguments.get(words).startsWith(FLAG)) {
      words++;
    }
    List<String> flags = new ArrayList<>();
    boolean hasFormat = false;
    for (int i = words; i < arguments.size(); i++) {
      String flag = arguments.get(i);
      boolean isPair = flag.equals(Options.FORMAT) && i + 1 < arguments.size();
      if (flag.equals(Options.FORMAT + "=" + FORMAT)
          || (isPair && arguments.get(i + 1).equals(FORMAT))) {
        hasFormat = true;
        i += isPair ? 1 : 0;
      } else {
        flags.add(flag);
      }
    }
    return new StressLine(List.copyOf(arguments.subList(0, words)), List.copyOf(flags), hasFormat);
  }

  /// Whether only the help is asked for.
  public boolean wantsHelp() {
    return words.isEmpty() || words.contains("-h") || flags.contains(Options.HELP);
  }

  /// Whether its flags name the machines of a fleet.
  boolean hasFleet() {
    return flags.stream().map(StressLine::name).anyMatch(FleetFlags.FLEET::equals);
  }

  /// The line for another run on the same tables: without the warm-up, and truncating only if that
  /// is to be done each time.
  StressLine again(Truncation truncation) {
    String whole = String.join(" ", words);
    List<String> changed = new ArrayList<>(List.of(whole.strip().split("\\s+", -1)));
    if (truncation == Truncation.ONCE) {
      changed.removeIf(word -> word.toLowerCase(Locale.ROOT).startsWith("truncate="));
    }
    if (changed.stream().noneMatch("no-warmup"::equalsIgnoreCase)) {
      changed.add(1, "no-warmup");
    }
    return new StressLine(List.copyOf(changed), flags, hasFormat);
  }

  /// The line with a folder of its own in the directory that `--out` names, if it names one.
  StressLine inFolder(String name) {
    List<String> changed = new ArrayList<>(flags);
    for (int i = 0; i < changed.size(); i++) {
      if (changed.get(i).startsWith(OUT + "=")) {
        changed.set(i, changed.get(i) + "/" + name);
      } else if (changed.get(i).equals(OUT) && i + 1 < changed.size()) {
        changed.set(i + 1, changed.get(i + 1) + "/" + name);
      }
    }
    return new StressLine(words, List.copyOf(changed), hasFormat);
  }

  /// The arguments of `takt run`. Flags that were given override what the line says.
  ///
  /// @param settings what the line says
  /// @param partitionsPerOperation on average
  /// @param directory the base of relative file names
  /// @throws dev.takt.cassandra.stress.command.InvalidCommandLineException if Takt does not support
  ///   what the line asks for
  List<String> arguments(
      StressSettings settings, double partitionsPerOperation, int threads, Path directory) {
    Set<String> given = flags.stream().map(StressLine::name).collect(Collectors.toSet());
    given.removeAll(SUMMED);
    List<String> all =
        new ArrayList<>(
            StressArguments.of(settings, words, partitionsPerOperation, threads, directory));
    all.removeIf(each -> given.contains(name(each)));
    all.addAll(flags);
    return List.copyOf(all);
  }

  private static String name(String flag) {
    return flag.split("=", 2)[0];
  }
}
