package dev.takt.driver.jdbc.jars;

import dev.takt.load.driver.DriverException;
import dev.takt.runs.text.EnglishText;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds the one driver in jars that accepts a URL. Used once, by one thread.
final class DriverSearch {

  private final DriverJars jars;
  private final String url;
  private final String shownUrl;
  private final List<Driver> accepting = new ArrayList<>();
  private final List<String> others = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /// @param shownUrl the URL with passwords masked
  DriverSearch(DriverJars jars, String url, String shownUrl) {
    this.jars = jars;
    this.url = url;
    this.shownUrl = shownUrl;
  }

  /// Finds the driver with that class name.
  Driver named(String className) throws DriverException {
    try (var _ = new ContextLoader(jars.loader())) {
      if (jars.with(className).isEmpty()) {
        throw new DriverException("there is no class " + className + " in " + jars.describe());
      }
      add(className, true);
    }
    if (!problems.isEmpty()) {
      throw new DriverException(problems.getFirst());
    }
    if (accepting.isEmpty()) {
      throw new DriverException(className + " does not accept " + shownUrl);
    }
    return onlyOne();
  }

  /// Finds the only driver that accepts the URL: among registered drivers or, if none of them does,
  /// among all driver classes.
  Driver any() throws DriverException {
    try (var _ = new ContextLoader(jars.loader())) {
      Set<String> registered = jars.registered();
      registered.forEach(name -> add(name, true));
      if (accepting.isEmpty()) {
        jars.referring().stream()
            .filter(name -> !registered.contains(name))
            .forEach(name -> add(name, false));
      }
    }
    accepting.removeIf(this::extendsAnother);
    if (accepting.isEmpty()) {
      throw new DriverException(noneAccepts());
    }
    return onlyOne();
  }

  /// @param isSaidToBeDriver whether to report a class that is not a driver
  private void add(String className, boolean isSaidToBeDriver) {
    try {
      Class<?> type = Class.forName(className, false, jars.loader());
      if (isDriver(type)) {
        add((Driver) constructor(type).newInstance());
      } else if (isSaidToBeDriver) {
        problems.add(className + " is not a class that implements java.sql.Driver");
      }
    } catch (ClassNotFoundException e) {
      problems.add("the jar registers the driver " + className + ", but has no such class");
    } catch (NoSuchMethodException e) {
      problems.add(className + " has no constructor without parameters");
    } catch (InvocationTargetException e) {
      problems.add(LoadFailure.text(className, e.getCause() == null ? e : e.getCause()));
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      problems.add(LoadFailure.text(className, e));
    } catch (SQLException e) {
      problems.add(className + " fails to look at the URL: " + e.getMessage());
    }
  }

  private void add(Driver driver) throws SQLException {
    if (driver.acceptsURL(url)) {
      accepting.add(driver);
    } else {
      others.add(driver.getClass().getName());
    }
  }

  private static boolean isDriver(Class<?> type) {
    return Driver.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers());
  }

  private static Constructor<?> constructor(Class<?> type) throws NoSuchMethodException {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor;
  }

  /// Some jars contain a driver that registers itself and its superclass, which is the same driver.
  private boolean extendsAnother(Driver driver) {
    return accepting.stream()
        .anyMatch(
            each -> each.getClass() != driver.getClass() && each.getClass().isInstance(driver));
  }

  private Driver onlyOne() throws DriverException {
    Driver first = accepting.getFirst();
    if (accepting.size() > 1) {
      String names =
          accepting.stream()
              .map(each -> each.getClass().getName())
              .collect(Collectors.joining(" and "));
      throw new DriverException(
          EnglishText.format(
              "%s accept %s: choose with --driver-class %s",
              names, shownUrl, first.getClass().getName()));
    }
    List<Path> places = jars.with(first.getClass().getName());
    if (places.size() > 1) {
      throw new DriverException(
          EnglishText.format(
              "%s is in several jars, %s and %s: name one of them",
              first.getClass().getName(), places.get(0), places.get(1)));
    }
    return first;
  }

  private String noneAccepts() {
    @Nullable String problem = problems.isEmpty() ? null : problems.getFirst();
    if (others.isEmpty()) {
      return problem != null
          ? problem
          : "there is no JDBC driver in "
              + jars.describe()
              + ": no class that implements java.sql.Driver";
    }
    return EnglishText.format(
        "no driver in %s accepts %s; found %s%s",
        jars.describe(),
        shownUrl,
        String.join(", ", others),
        problem == null ? "" : "; " + problem);
  }
}
