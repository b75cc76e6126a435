package dev.takt.bench.concurrent;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A contender's own copy of all classes of the class path but [Contest]: so it has type profiles
/// and compiled code of its own, in the loops that drive it and in its library, whatever else ran
/// in this JVM before it.
final class OwnClasses extends URLClassLoader {

  private static final String CONTESTS = OwnClasses.class.getPackageName() + ".contest.";

  private OwnClasses() throws MalformedURLException {
    super(classPath(), ClassLoader.getPlatformClassLoader());
  }

  /// @param contest the simple name of a class that has a constructor of two strings
  static Contest contest(String contest, String contender, String parameter) {
    try {
      return (Contest)
          Class.forName(CONTESTS + contest, true, new OwnClasses())
              .getConstructor(String.class, String.class)
              .newInstance(contender, parameter);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(contender + ": " + e.getCause(), e);
    } catch (ReflectiveOperationException | MalformedURLException e) {
      throw new IllegalArgumentException(contest + " of " + contender, e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return name.equals(Contest.class.getName()) ? Contest.class : super.loadClass(name, resolve);
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }
}
