package dev.takt.driver.exec;

import dev.takt.process.Command;
import dev.takt.process.Redirect;
import dev.takt.runs.text.UserLocale;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings shared by all commands of a run.
///
/// @param directory the working directory; null for that of this process
/// @param environment variables as `NAME=VALUE`, in addition to those of this process
/// @param output the file to which their output is appended; null to discard it
/// @param endsWithParent whether each leads its own process group and ends with this process, which
///   not every system supports
record CommandSettings(
    @Nullable Path directory,
    List<String> environment,
    @Nullable Path output,
    boolean endsWithParent) {

  Command.Builder apply(Command.Builder builder) {
    if (directory != null) {
      builder.directory(directory);
    }
    builder.environment(UserLocale.variables());
    for (String variable : environment) {
      int equals = variable.indexOf('=');
      builder.environment(variable.substring(0, equals), variable.substring(equals + 1));
    }
    if (endsWithParent) {
      builder.leadGroup().endWithParent();
    }
    return output == null
        ? builder.stdout(Redirect.discard()).stderr(Redirect.discard())
        : builder.stdout(Redirect.append(output)).stderr(Redirect.toStdout());
  }
}
