package dev.takt.cli.usage;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.CommandDeclaration.Section;
import dev.takt.cli.spi.render.Prose;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The part of a command's help that describes its flags, under their headings.
public final class FlagSections {

  private FlagSections() {}

  /// The flags without a heading come first.
  public static String render(Help help) {
    CommandSpec spec = help.commandSpec();
    int width = spec.usageMessage().width();
    StringBuilder text = new StringBuilder(table(help, CommandDeclaration.withoutHeading(spec)));
    for (Section each : CommandDeclaration.sections(spec)) {
      String heading = Prose.wrapped(each.heading() + ":", width);
      text.append("\n" + heading + "\n").append(table(help, each.options()));
    }
    return text.toString();
  }

  private static String table(Help help, List<OptionSpec> options) {
    Help.Layout layout = help.createDefaultLayout();
    layout.addOptions(options, help.parameterLabelRenderer());
    return layout.toString();
  }
}
