package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.util.Optional;

/// `-graph`: a page with charts.
public record Graph(
    String file, Optional<String> revision, Optional<String> title, Optional<String> operation) {

  private static final String OWN_TITLES = "Takt's report has its own titles";

  private static final Suboption<String> FILE = option("file=", ValueForm.TEXT);
  private static final Suboption<String> REVISION =
      option("revision=", ValueForm.TEXT).withoutEffect(OWN_TITLES);
  private static final Suboption<String> TITLE =
      option("title=", ValueForm.TEXT).withoutEffect(OWN_TITLES);
  private static final Suboption<String> OPERATION =
      option("op=", ValueForm.TEXT).withoutEffect(OWN_TITLES);

  static final OptionGroup GROUP = OptionGroup.of("-graph", FILE, REVISION, TITLE, OPERATION);

  static Graph from(Values values) {
    return new Graph(
        values.require(FILE), values.get(REVISION), values.get(TITLE), values.get(OPERATION));
  }
}
