package dev.takt.cli.get;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.load.download.OptionalDownload;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt get`: fetches servers that are too large to be installed with Takt.
public final class GetCommand {

  private static final String YES = "--yes";

  private final CliContext context;
  private final List<OptionalDownload> downloads;
  private final Optional<OptionalDownload> wanted;
  private final boolean isAgreed;

  /// @throws picocli.CommandLine.ParameterException if there is no such download
  public GetCommand(CliContext context, ParseResult parsed) {
    this(context, parsed, Downloads.all());
  }

  GetCommand(CliContext context, ParseResult parsed, List<OptionalDownload> downloads) {
    this.context = context;
    this.downloads = downloads;
    this.isAgreed = parsed.hasMatchedOption(YES);
    String name = parsed.matchedPositionalValue(0, "");
    this.wanted = downloads.stream().filter(each -> each.name().equals(name)).findFirst();
    if (!name.isEmpty() && wanted.isEmpty()) {
      List<String> names = downloads.stream().map(OptionalDownload::name).toList();
      throw FlagValues.unknown(parsed, "NAME", name, names);
    }
  }

  public static CommandSpec spec() {
    return new CommandDeclaration(
            "takt get", "Fetches servers that are too large to be installed with Takt.")
        .examples(
            "  takt get                    what there is to fetch, and what is here",
            "  takt get cassandra          for takt run cassandra:embedded",
            "  takt get cassandra --yes    does not ask, for scripts",
            "  takt get postgres           for takt run postgres:embedded",
            "",
            "Your mvn fetches the jars, with your settings and mirrors. Takt checks the",
            "SHA-256 of each jar before it uses them. Without a mvn, this command says",
            "what to do. Without a terminal, it downloads only with --yes.")
        .synopsis("takt get [NAME] [FLAGS]")
        .footer(
            "Folder: ~/.local/share/takt, or takt in $XDG_DATA_HOME. TAKT_DOWNLOADS names",
            "another one. See docs/how-to/cassandra-embedded.md.",
            "Exit codes: 0 the jars are here, 1 they could not be fetched or are others,",
            "2 usage, no yes, or no mvn.")
        .argument("NAME", "0..1", "What to fetch, such as cassandra")
        .options(Options.flag(YES, "Fetch without asking"), Options.verbose(), Options.help())
        .spec();
  }

  public int run() {
    return wanted.map(this::get).orElseGet(this::list);
  }

  private int list() {
    for (OptionalDownload each : downloads) {
      DownloadDialog dialog = new DownloadDialog(each, context);
      String state =
          each.isIncluded()
              ? "installed with Takt"
              : dialog.isInstalled() ? "in " + dialog.folder() : "not here";
      context.out().println(each.name() + "  " + each.describe() + ": " + state);
    }
    return ExitCode.OK;
  }

  private int get(OptionalDownload download) {
    if (download.isIncluded()) {
      context
          .out()
          .println(download.title() + " " + download.version() + " is installed with Takt");
      return ExitCode.OK;
    }
    DownloadDialog dialog = new DownloadDialog(download, context);
    try {
      if (download.jars().problems(dialog.folder()).isEmpty()) {
        context.out().println(download.describe() + " is in " + dialog.folder());
        return ExitCode.OK;
      }
    } catch (IOException e) {
      // Files that cannot be read are fetched again.
    }
    String state = dialog.isInstalled() ? " has jars with other contents." : " is not here yet.";
    context.message(download.describe() + state);
    return dialog.fetch(isAgreed);
  }
}
