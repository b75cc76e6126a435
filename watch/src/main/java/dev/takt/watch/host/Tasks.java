package dev.takt.watch.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/// The threads that there are.
///
/// @param proc where the kernel shows processes: `/proc`
record Tasks(Path proc) {

  /// Calls for each thread of a process.
  ///
  /// @return false if the process is not there, or its threads cannot be listed
  boolean forEach(long pid, IntConsumer action) {
    try (var tasks = Files.newDirectoryStream(proc.resolve(pid + "/task"))) {
      for (Path each : tasks) {
        action.accept(Integer.parseInt(each.getFileName().toString()));
      }
      return true;
    } catch (IOException | DirectoryIteratorException | NumberFormatException _) {
      return false;
    }
  }
}
