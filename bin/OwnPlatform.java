import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;

/// Removes the native libraries and programs for other platforms from jars, and the symbols of the
/// remaining ones: a package is for one platform, and the rest has 18 MB.
final class OwnPlatform {

  /// As zstd-jni and embedded-redis name them: `linux/s390x/libzstd-jni-1.5.7-9.so`,
  /// `redis-server-6.2.7-linux-386`.
  private static final Pattern NATIVE =
      Pattern.compile(
          "(linux|darwin|win|freebsd|aix)/.+\\.(so|dylib|dll)|redis-server-.+-(linux|darwin|windows)-.+");

  private OwnPlatform() {}

  /// @param args the paths of the jars to replace
  public static void main(String[] args) throws IOException, InterruptedException {
    boolean isArm = System.getProperty("os.arch").equals("aarch64");
    Pattern own =
        Pattern.compile(isArm ? "linux/aarch64/.*|.*-linux-arm64" : "linux/amd64/.*|.*-linux-amd64");
    for (String each : args) {
      keep(own, Path.of(each));
    }
  }

  private static void keep(Pattern own, Path jar) throws IOException, InterruptedException {
    Path smaller = jar.resolveSibling("." + jar.getFileName());
    int kept = 0;
    try (JarFile from = new JarFile(jar.toFile());
        OutputStream file = Files.newOutputStream(smaller);
        JarOutputStream to = new JarOutputStream(file)) {
      for (JarEntry entry : Collections.list(from.entries())) {
        String name = entry.getName();
        boolean isOwn = !entry.isDirectory() && own.matcher(name).matches();
        if (isOwn || !NATIVE.matcher(name).matches()) {
          JarEntry copy = new JarEntry(name);
          copy.setTimeLocal(entry.getTimeLocal());
          to.putNextEntry(copy);
          byte[] content = from.getInputStream(entry).readAllBytes();
          to.write(isOwn ? stripped(content) : content);
          kept += isOwn ? 1 : 0;
        }
      }
    }
    if (kept == 0) {
      throw new IOException(jar + " has nothing for this platform: " + own);
    }
    Files.move(smaller, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] stripped(byte[] program) throws IOException, InterruptedException {
    Path file = Files.createTempFile("native", "");
    Files.write(file, program);
    Process strip =
        new ProcessBuilder("strip", "--strip-unneeded", file.toString()).inheritIO().start();
    if (strip.waitFor() != 0) {
      throw new IOException("strip failed");
    }
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);
    return content;
  }
}
