package dev.takt.agent.locks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A jar of the hooks alone, for the bootstrap class loader.
final class BootJar {

  private static final List<String> CLASSES =
      List.of("LockHooks", "LockWait", "LockKey", "CreationSites");

  private BootJar() {}

  /// Writes it to a file that is deleted when the JVM ends: until then the class loader reads it.
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
            throw new IOException("the agent's jar lacks " + file);
          }
          in.transferTo(zip);
        }
      }
    }
    return jar;
  }
}
