package dev.takt.cli.get;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.load.download.OptionalDownload;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// The downloads that the modules of Takt offer for this machine, by name.
public final class Downloads {

  private static final String EMBEDDED = ":embedded";

  private Downloads() {}

  static List<OptionalDownload> all() {
    return ServiceLoader.load(OptionalDownload.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> !each.jars().jars().isEmpty())
        .sorted(Comparator.comparing(OptionalDownload::name))
        .toList();
  }

  /// Fetches what a target needs and is not there yet, after a yes on the terminal.
  ///
  /// @param target as the user wrote it
  /// @return [ExitCode#OK] if nothing is missing any more
  public static int require(String target, CliContext context) {
    return target.endsWith(EMBEDDED) ? require(target, all(), context) : ExitCode.OK;
  }

  static int require(String target, List<OptionalDownload> all, CliContext context) {
    Optional<OptionalDownload> needed =
        all.stream().filter(each -> target.equals(each.name() + EMBEDDED)).findFirst();
    if (needed.isEmpty() || needed.get().isIncluded()) {
      return ExitCode.OK;
    }
    DownloadDialog dialog = new DownloadDialog(needed.get(), context);
    return dialog.isInstalled() ? ExitCode.OK : dialog.fetchFor(target);
  }
}
