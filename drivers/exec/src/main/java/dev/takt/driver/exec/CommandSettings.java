package dev.takt.driver.exec;

import dev.takt.process.Command;
import dev.takt.process.Redirect;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Settings shared by all commands of a run.
///
/// @param directory the working directory; null for that of this process
/// @param environment variables that are set in addition to those of this process, and with null
///   those that are removed
/// @param output the file to which their output is appended; null to discard it
/// @param endsWithParent whether each leads its own process group and ends with this process, which
///   not every system supports
record CommandSettings(
    @Nullable Path directory,
    Map<String, @Nullable String> environment,
    @Nullable Path output,
    boolean endsWithParent) {

  Command.Builder apply(Command.Builder builder) {
    if (directory != null) {
      builder.directory(directory);
    }
    builder.environment(environment);
    if (endsWithParent) {
      builder.leadGroup().endWithParent();
    }
    return output == null
        ? builder.stdout(Redirect.discard()).stderr(Redirect.discard())
        : builder.stdout(Redirect.append(output)).stderr(Redirect.toStdout());
  }
}
