package dev.takt.probes.profilers.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The CPU time of the threads of this JVM that collect, compile, and do its other work, as the
/// kernel counts it.
final class JvmCpuTime {

  private static final Pattern OWN =
      Pattern.compile("(GC Thread|G1 |C[12] Compiler|VM Thread|VM Periodic).*");
  private static final Pattern SPACE = Pattern.compile(" ");

  private JvmCpuTime() {}

  /// In nanoseconds; 0 where the kernel does not say.
  static long nanos() {
    long nanos = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path each : threads) {
        nanos += nanos(each);
      }
    } catch (IOException e) {
      return 0;
    }
    return nanos;
  }

  private static long nanos(Path thread) {
    try {
      return OWN.matcher(text(thread.resolve("comm"))).matches()
          ? Long.parseLong(SPACE.split(text(thread.resolve("schedstat")), -1)[0])
          : 0;
    } catch (IOException e) {
      return 0; // It has ended.
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
  }
}
