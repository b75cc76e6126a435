package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;

/// `-port`.
///
/// @param nativePort of CQL
public record Port(int nativePort) {

  private static final ValueForm<Integer> NUMBER =
      ValueForm.matching(
          "a port from 1 to 65535",
          "[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]",
          form -> Integer.valueOf(form.group()));
  private static final Suboption<Integer> NATIVE = option("native=", NUMBER);

  static final OptionGroup GROUP =
      OptionGroup.of(
          "-port",
          NATIVE,
          option("jmx=", NUMBER).withoutEffect("Takt does not read JMX of the server"));

  static Port from(Values values) {
    return new Port(values.get(NATIVE, "9042"));
  }
}
