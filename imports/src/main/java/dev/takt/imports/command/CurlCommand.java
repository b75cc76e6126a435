package dev.takt.imports.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.Options;
import dev.takt.imports.curl.CurlImport;
import dev.takt.imports.plan.ImportException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt import curl`: a command line of curl, as one word in quotes or as it is.
final class CurlCommand {

  private static final int MAX_CHARS = 1 << 20;

  private CurlCommand() {}

  static CommandSpec spec() {
    return new CommandDeclaration(
            "takt import curl", "Makes a plan of a command line of curl, which browsers copy.")
        .examples(
            "  takt import curl 'https://shop.example/items' -H 'Accept: text/html'",
            "  takt import curl \"curl 'https://shop.example/' -b 'sid=1'\" -o plan.yaml",
            "  xclip -o | takt import curl -")
        .synopsis("takt import curl COMMAND [-o FILE]")
        .footer(
            "COMMAND is the command in quotes, its words as they are, or - for standard",
            "input. Among its words, -o and --force are Takt's.",
            "Exit codes: 0 made, 1 nothing to import or not written, 2 usage.")
        .argument("COMMAND", "1", "The command, or - to read it")
        .options(
            Options.output("FILE", "Where to write the plan (default standard output)"),
            Options.flag(Options.FORCE, "Write over a file that exists"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  /// The words of a command as one in quotes; Takt's own flags stay.
  static List<String> words(List<String> args) {
    List<String> own = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      String each = args.get(i);
      switch (each) {
        case "--help", "-h", Options.FORCE, Options.VERBOSE -> own.add(each);
        case "-o", Options.OUT -> {
          own.add(each);
          if (i + 1 < args.size()) {
            own.add(args.get(++i));
          }
        }
        default -> {
          if (each.startsWith(Options.OUT + "=")) {
            own.add(each);
          } else {
            words.add(each);
          }
        }
      }
    }
    if (words.size() == 1 && (words.getFirst().equals("-") || isCommand(words.getFirst()))) {
      own.add(words.getFirst());
    } else if (!words.isEmpty()) {
      own.add(CurlImport.command(words));
    }
    return own;
  }

  private static boolean isCommand(String word) {
    return word.matches("(?s).*\\s.*");
  }

  static int run(CliContext context, ParseResult parsed) {
    String command = parsed.matchedPositionalValue(0, "");
    return ImportOutput.write(
        context,
        parsed,
        "takt import curl",
        "a command of curl",
        null,
        plan ->
            CurlImport.read(
                command.equals("-") ? input(context) : command, plan, context.directory()));
  }

  private static String input(CliContext context) throws ImportException {
    try {
      byte[] bytes = context.in().readNBytes(MAX_CHARS);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ImportException("standard input cannot be read: " + e.getMessage());
    }
  }
}
