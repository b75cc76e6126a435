package dev.takt.watch.jvm;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.jfr.JfrSettings;
import dev.takt.watch.jvm.attach.ExchangeDirectory;
import dev.takt.watch.jvm.attach.JvmCommands;
import dev.takt.watch.jvm.attach.JvmException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The `.jfc` file with the settings of a flight recording, which the JVM reads when it starts it.
///
/// @param label distinguishes it from the files of other recordings
record JfcFile(ExchangeDirectory files, String label) {

  /// Writes the file, before the directory is given to the JVM's user.
  ///
  /// @throws JvmException if it cannot be written
  void write(JfrSettings settings) throws JvmException {
    try {
      files.create(fileName(), settings.toJfc().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new JvmException(
          "cannot write " + files.localPath(fileName()) + ": " + e.getMessage(), e);
    }
  }

  /// Starts a recording with these settings. The file is not needed after that.
  ///
  /// @param name the name of the recording
  /// @param more other arguments of the command
  /// @throws JvmException if the JVM has no flight recorder, or cannot write its files
  void startRecording(JvmCommands commands, String name, String more) throws JvmException {
    String answer =
        commands.run(
            MachineText.format(
                "JFR.start name=%s settings=%s disk=true %s",
                name, JvmCommands.quoted(files.remotePath(fileName())), more));
    if (!answer.contains("Started recording")) {
      throw new JvmException(
          "the JVM did not start a recording: " + FlightRecording.firstLine(answer));
    }
  }

  /// Deletes the file.
  void delete() {
    try {
      files.remove(fileName());
    } catch (IOException e) {
      // The small file stays.
    }
  }

  private String fileName() {
    return "." + label + ".jfc";
  }
}
