package dev.takt.driver.ycsb;

import dev.takt.load.driver.KeyValueOutcomes;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueRequest;
import dev.takt.load.keyvalue.KeyValues;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.Set;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/// The isolated class loader of a binding and its libraries. It sees the JDK, the binding's jars,
/// and of Takt only the classes needed to call the binding, so library versions cannot conflict
/// with Takt's.
final class BindingLoader extends URLClassLoader {

  /// The package of Takt's classes that are shared with the binding's side; with [#SHARED], the
  /// only ones that a binding can see.
  private static final String BOUNDARY = "dev.takt.driver.ycsb.boundary.";

  private static final Set<String> SHARED =
      Set.of(
          KeyValueKind.class.getName(),
          KeyValueOutcomes.class.getName(),
          KeyValueRequest.class.getName(),
          KeyValues.class.getName(),
          Outcome.class.getName(),
          ReadModifyWriteParts.class.getName());

  /// The package of Takt's classes that this loader defines itself, because they refer to YCSB's
  /// classes.
  private static final String INSIDE = "dev.takt.driver.ycsb.inside.";

  static {
    registerAsParallelCapable();
  }

  private final BindingLog log;

  BindingLoader(BindingPath path, BindingLog log) {
    super("binding", path.urls(), ClassLoader.getPlatformClassLoader());
    this.log = log;
  }

  /// Appends jars to the search path.
  void appendJars(Iterable<Path> jars) {
    for (Path jar : jars) {
      addURL(BindingPath.urlOf(jar));
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return name.startsWith(BOUNDARY) || SHARED.contains(name)
        ? Class.forName(name, false, BindingLoader.class.getClassLoader())
        : super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    boolean ours = name.startsWith(INSIDE);
    URL found = ours ? BindingLoader.class.getResource("/" + file) : findResource(file);
    if (found == null) {
      throw new ClassNotFoundException(name);
    }
    try {
      return ours ? define(name, bytes(found.openConnection()), null) : define(name, found, file);
    } catch (IOException e) {
      throw new ClassNotFoundException(name + " cannot be read: " + e.getMessage(), e);
    }
  }

  private Class<?> define(String name, URL found, String file) throws IOException {
    URLConnection connection = found.openConnection();
    Manifest manifest = null;
    URL source;
    if (connection instanceof JarURLConnection jar) {
      manifest = jar.getManifest();
      source = jar.getJarFileURL();
    } else {
      String text = found.toString();
      source =
          BindingPath.urlOf(Path.of(URI.create(text.substring(0, text.length() - file.length()))));
    }
    definePackageOf(name, manifest, source);
    return define(
        name,
        SystemRedirector.redirect(bytes(connection), () -> logUnredirectedCalls(name)),
        new CodeSource(source, (Certificate[]) null));
  }

  /// Logs that a class's calls of [System] could not be redirected. The class is used anyway: it
  /// may never print or exit.
  private void logUnredirectedCalls(String name) {
    String message =
        "Takt: the class "
            + name
            + " is too large to redirect its System.out, System.err and System.exit\n";
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    log.write(bytes, 0, bytes.length);
  }

  private Class<?> define(String name, byte[] bytes, @Nullable CodeSource source) {
    return defineClass(name, bytes, 0, bytes.length, source);
  }

  /// Defines a class's package with its manifest: libraries read their version from it.
  private void definePackageOf(String name, @Nullable Manifest manifest, URL source) {
    int dot = name.lastIndexOf('.');
    String packageName = dot < 0 ? "" : name.substring(0, dot);
    if (dot < 0 || getDefinedPackage(packageName) != null) {
      return;
    }
    try {
      Package _ = definePackage(packageName, manifest == null ? new Manifest() : manifest, source);
    } catch (IllegalArgumentException e) {
      // Another thread has defined it.
    }
  }

  private static byte[] bytes(URLConnection connection) throws IOException {
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
    }
  }
}
