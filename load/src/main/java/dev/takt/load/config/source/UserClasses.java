package dev.takt.load.config.source;

import dev.takt.load.text.Texts;
import dev.takt.runs.text.EnglishText;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Users' classes in Java, from their class path. Their class loader has Takt's as its parent, and
/// stays open for the lifetime of the process.
public final class UserClasses {

  private static final Pattern CLASS_FILE = Pattern.compile("class file version (\\d+)");

  /// The version of class files, less that of Java.
  private static final int CLASS_FILE_OFFSET = 44;

  private final List<String> classpath;
  private final ClassLoader loader;

  private UserClasses(List<String> classpath, ClassLoader loader) {
    this.classpath = List.copyOf(classpath);
    this.loader = loader;
  }

  /// The classes of jars and folders.
  ///
  /// @throws UserClassException if one does not exist, or is no jar
  public static UserClasses of(List<String> classpath) throws UserClassException {
    List<URL> urls = new ArrayList<>();
    for (String each : classpath) {
      try {
        Path path = Path.of(each);
        if (!Files.exists(path)) {
          throw new UserClassException("there is no " + each + " for --classpath");
        }
        if (!Files.isDirectory(path)) {
          requireJar(path);
        }
        urls.add(path.toUri().toURL());
      } catch (InvalidPathException | MalformedURLException e) {
        throw new UserClassException(Texts.quoted(each) + " is no file name", e);
      }
    }
    return new UserClasses(
        classpath,
        new URLClassLoader(urls.toArray(URL[]::new), UserClasses.class.getClassLoader()));
  }

  /// The parts of a class path, such as `classes:lib/a.jar`.
  public static List<String> parts(String classpath) {
    return Stream.of(classpath.split(Pattern.quote(File.pathSeparator), -1))
        .filter(each -> !each.isBlank())
        .toList();
  }

  private static void requireJar(Path path) throws UserClassException {
    try (JarFile _ = new JarFile(path.toFile())) {
      // its directory can be read
    } catch (IOException e) {
      throw new UserClassException(path + " is neither a folder nor a jar: " + e.getMessage(), e);
    }
  }

  /// Creates an instance of a class.
  ///
  /// @param type what it has to be
  /// @throws UserClassException if there is no such class, or it is something else
  public <T> T instance(Class<T> type, String name) throws UserClassException {
    try {
      Class<?> found = Class.forName(name, false, loader);
      if (!type.isAssignableFrom(found)) {
        throw new UserClassException(name + " does not implement " + type.getName());
      }
      return type.cast(found.getConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      throw new UserClassException(
          EnglishText.format("there is no class %s in %s", name, where()), e);
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw new UserClassException(
          name + " must be a public class with a public constructor without parameters", e);
    } catch (InvocationTargetException e) {
      throw new UserClassException(name + " cannot be made: " + e.getCause(), e);
    } catch (UnsupportedClassVersionError e) {
      throw new UserClassException(newer(name, e), e);
    } catch (LinkageError e) {
      throw new UserClassException(name + " cannot be loaded: " + e, e);
    }
  }

  private static String newer(String name, UnsupportedClassVersionError e) {
    Matcher version = CLASS_FILE.matcher(String.valueOf(e.getMessage()));
    int own = Runtime.version().feature();
    return version.find()
        ? EnglishText.format(
            "%s was compiled for Java %d, and this is Java %d: compile it with --release %d",
            name, Integer.parseInt(version.group(1)) - CLASS_FILE_OFFSET, own, own)
        : name + " cannot be loaded: " + e;
  }

  private String where() {
    return classpath.isEmpty()
        ? "Takt itself; --classpath says where else"
        : "--classpath " + String.join(", ", classpath);
  }
}
