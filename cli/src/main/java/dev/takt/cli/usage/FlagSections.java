package dev.takt.cli.usage;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.CommandDeclaration.Section;
import dev.takt.cli.spi.render.Prose;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/// The part of a command's help that describes its flags, under their headings.
public final class FlagSections {

  private FlagSections() {}

  /// The flags without a heading come first.
  public static String render(Help help) {
    List<Section> sections = CommandDeclaration.sections(help.commandSpec());
    List<OptionSpec> others = new ArrayList<>(help.commandSpec().options());
    sections.forEach(each -> others.removeAll(each.options()));
    int width = help.commandSpec().usageMessage().width();
    StringBuilder text = new StringBuilder(table(help, others));
    for (Section each : sections) {
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
