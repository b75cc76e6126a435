package dev.takt.it.install;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// What a script did.
///
/// @param code its exit code
record Script(int code, String out, String err) {

  private static final long TIMEOUT_MINUTES = 15;

  /// The root of the sources.
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /// Runs a command without input.
  static Script run(Path folder, Map<String, String> environment, String... command) {
    return run(folder, environment, List.of(command));
  }

  static Script run(Path folder, Map<String, String> environment, List<String> command) {
    try {
      Path out = Files.createTempFile("script", ".out");
      Path err = Files.createTempFile("script", ".err");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new AssertionError("still running: " + command + "\n" + Files.readString(err));
      }
      Script script = new Script(process.exitValue(), Files.readString(out), Files.readString(err));
      Files.delete(out);
      Files.delete(err);
      return script;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /// The output, after a success.
  String succeeded() {
    if (code != 0) {
      throw new AssertionError("exit code " + code + "\n" + out + err);
    }
    return out;
  }
}
