package dev.takt.watch.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/// Lists the threads of processes, from `/proc/PID/task`.
///
/// @param proc `/proc`, or another directory in tests
public record TaskLister(Path proc) {

  /// Calls `action` with the number of each thread of a process.
  ///
  /// @return false if the process does not exist, or its threads cannot be listed
  public boolean forEach(long pid, IntConsumer action) {
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
