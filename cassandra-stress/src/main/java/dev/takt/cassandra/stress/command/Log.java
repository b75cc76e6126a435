package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.time.Duration;
import java.util.Optional;

/// `-log`: what is printed and stored.
///
/// @param interval between two lines
/// @param hdrFile for the latencies
/// @param file for a copy of what is printed
public record Log(
    Duration interval,
    Optional<String> hdrFile,
    Optional<String> file,
    boolean showsSettings,
    Level level) {

  /// How much is printed.
  public enum Level {
    MINIMAL,
    NORMAL,
    VERBOSE
  }

  private static final Suboption<Duration> INTERVAL = option("interval=", ValueForm.INTERVAL);
  private static final Suboption<String> HDR_FILE = option("hdrfile=", ValueForm.TEXT);
  private static final Suboption<String> FILE = option("file=", ValueForm.TEXT);
  private static final Suboption<String> NO_SETTINGS = flag("no-settings");
  private static final Suboption<Level> LEVEL =
      option("level=", ValueForm.oneOf(Level.class)).withoutEffect("the output is always complete");

  static final OptionGroup GROUP =
      OptionGroup.of(
          "-log",
          INTERVAL,
          HDR_FILE,
          FILE,
          NO_SETTINGS,
          LEVEL,
          flag("no-summary").withoutEffect("cassandra-stress prints the summary, too"));

  static Log from(Values values) {
    return new Log(
        values.get(INTERVAL, "1s"),
        values.get(HDR_FILE),
        values.get(FILE),
        !values.has(NO_SETTINGS),
        values.get(LEVEL, "normal"));
  }
}
