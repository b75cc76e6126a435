package dev.takt.cli.fleet;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.fleet.engine.FleetKey;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt fleet key`: makes the key of a fleet.
final class FleetKeyCommand {

  private FleetKeyCommand() {}

  static CommandSpec spec() {
    return new CommandDeclaration(
            "takt fleet key", "Makes the key that protects a fleet, as a PKCS#12 file.")
        .examples("  takt fleet key fleet.p12")
        .synopsis("takt fleet key FILE")
        .footer(
            "Copy the file to each machine. Only its owner may read it: copy it with scp -p,",
            "or run chmod 600 FILE there.",
            "Who has the file can take part in runs. There is one key for all machines;",
            "make a new one to shut out an old one.",
            "Exit codes: 0 made, 1 it could not be written, 2 usage.")
        .argument("FILE", "1", "The file to make, such as fleet.p12")
        .options(Options.verbose(), Options.help())
        .spec();
  }

  static int run(CliContext context, ParseResult parsed) {
    String name = parsed.matchedPositionalValue(0, "");
    Path file = FlagValues.path(parsed, "FILE", context.directory(), name);
    try {
      FleetKey.create(file);
      context.message("the key is in " + name + "; copy it to each machine of the fleet");
      return ExitCode.OK;
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }
}
