package dev.takt.runs.classpath;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;

/// A jar or a folder of the class path.
public final class ClassPathEntry {

  private ClassPathEntry() {}

  /// The entry that a class was loaded from, however Takt was started. It is not the code source:
  /// for a class in an AOT cache, JDK 25 derives that from the path of the jar when the cache was
  /// made, and has none if the jar was moved since.
  ///
  /// @throws IOException if it is neither a jar nor a folder
  public static Path of(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    URL resource = type.getResource("/" + name);
    if (resource == null) {
      throw new IOException("unknown where the class " + type.getName() + " was loaded from");
    }
    try {
      String url = resource.toString();
      URI entry =
          resource.openConnection() instanceof JarURLConnection jar
              ? jar.getJarFileURL().toURI()
              : new URI(url.substring(0, url.length() - name.length()));
      if ("file".equals(entry.getScheme())) {
        return Path.of(entry);
      }
      throw new IOException("not in a jar or folder: " + resource);
    } catch (URISyntaxException e) {
      throw new IOException("not in a jar or folder: " + resource, e);
    }
  }
}
