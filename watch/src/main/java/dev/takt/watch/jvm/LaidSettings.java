package dev.takt.watch.jvm;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.jfr.JfrSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The settings of a flight recording, in a file that its JVM reads when it starts to record.
///
/// @param label tells them from those of others
record LaidSettings(SharedFiles files, String label) {

  /// Lays what the JVM is to know, before the place is handed over to it.
  ///
  /// @throws JvmException if that cannot be written
  void lay(JfrSettings settings) throws JvmException {
    try {
      files.lay(fileName(), settings.toJfc().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new JvmException("cannot write " + files.ours(fileName()) + ": " + e.getMessage(), e);
    }
  }

  /// Starts a recording that has them. They are of no use any more then.
  ///
  /// @param name of the recording
  /// @param more of the command
  /// @throws JvmException if the JVM has no flight recorder, or cannot write its files
  void start(JvmCommands commands, String name, String more) throws JvmException {
    String answer =
        commands.run(
            MachineText.format(
                "JFR.start name=%s settings=%s disk=true %s",
                name, JvmCommands.quoted(files.theirs(fileName())), more));
    if (!answer.contains("Started recording")) {
      throw new JvmException("the JVM does not record: " + FlightRecording.firstLine(answer));
    }
  }

  /// Takes them away.
  void remove() {
    try {
      files.remove(fileName());
    } catch (IOException e) {
      // A small file too many.
    }
  }

  private String fileName() {
    return "." + label + ".jfc";
  }
}
