package dev.takt.driver.exec;

import dev.takt.process.Command;
import dev.takt.process.Redirect;
import dev.takt.runs.text.UserLocale;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What all commands of a run have in common.
///
/// @param directory where they start; null for the directory of this process
/// @param environment `NAME=VALUE` each, beside the variables of this process
/// @param output the file behind which all that they write is appended; null if it is not kept
/// @param tied whether they lead groups of their own and end with this process, which not every
///   system can do
record CommandSettings(
    @Nullable Path directory, List<String> environment, @Nullable Path output, boolean tied) {

  Command.Builder apply(Command.Builder builder) {
    if (directory != null) {
      builder.directory(directory);
    }
    builder.environment(UserLocale.variables());
    for (String variable : environment) {
      int equals = variable.indexOf('=');
      builder.environment(variable.substring(0, equals), variable.substring(equals + 1));
    }
    if (tied) {
      builder.leadGroup().endWithParent();
    }
    return output == null
        ? builder.stdout(Redirect.discard()).stderr(Redirect.discard())
        : builder.stdout(Redirect.append(output)).stderr(Redirect.toStdout());
  }
}
