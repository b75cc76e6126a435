package dev.takt.agent.locks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes a jar with the hooks only, for the bootstrap class loader.
final class BootJar {

  private static final List<String> CLASSES =
      List.of("LockHooks", "LockWait", "LockKey", "CreationSites");

  private BootJar() {}

  /// Writes it to a temporary file that is deleted when the JVM ends, since the class loader reads
  /// it until then.
  static Path write() throws IOException {
    Path jar = Files.createTempFile("takt-locks", ".jar");
    jar.toFile().deleteOnExit();
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String each : CLASSES) {
        String file = "dev/takt/agent/locks/boot/" + each + ".class";
        zip.putNextEntry(new ZipEntry(file));
        try (InputStream in = BootJar.class.getClassLoader().getResourceAsStream(file)) {
          if (in == null) {
            throw new IOException("the agent's jar has no " + file);
          }
          in.transferTo(zip);
        }
      }
    }
    return jar;
  }
}
