package dev.takt.cli;

import java.util.List;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Declares flags: the names that several commands share, and the forms that flags have.
final class Options {

  static final String FORMAT = "--format";
  static final String QUIET = "--quiet";
  static final String VERBOSE = "--verbose";
  static final String HELP = "--help";
  static final String OUT = "--out";
  static final String FORCE = "--force";

  private Options() {}

  static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name)
        .type(boolean.class)
        .arity("0")
        .description(escaped(description))
        .build();
  }

  static OptionSpec text(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(escaped(description))
        .build();
  }

  static OptionSpec list(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(escaped(description))
        .build();
  }

  static OptionSpec output(String label, String description) {
    return OptionSpec.builder("-o", OUT)
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(escaped(description))
        .build();
  }

  /// The help flag, which every command has.
  static OptionSpec help() {
    return OptionSpec.builder("-h", HELP)
        .type(boolean.class)
        .arity("0")
        .usageHelp(true)
        .description("This text")
        .build();
  }

  /// picocli treats descriptions as format strings.
  static String escaped(String description) {
    return description.replace("%", "%%");
  }

  static ArgGroupSpec group(String heading, List<OptionSpec> options) {
    ArgGroupSpec.Builder group = ArgGroupSpec.builder().heading(heading).validate(false);
    options.forEach(group::addArg);
    return group.multiplicity("0..1").exclusive(false).build();
  }

  static OptionSpec.Builder flag(String name) {
    return OptionSpec.builder(name).type(boolean.class).arity("0");
  }

  static OptionSpec.Builder text(String name, String label, boolean isList) {
    OptionSpec.Builder option = OptionSpec.builder(name).paramLabel(label).arity("1");
    return isList
        ? option.type(List.class).auxiliaryTypes(String.class)
        : option.type(String.class);
  }
}
