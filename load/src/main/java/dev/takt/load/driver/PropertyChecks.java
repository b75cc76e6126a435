package dev.takt.load.driver;

import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.runs.text.Units;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Checks of properties that several drivers have.
public final class PropertyChecks {

  private PropertyChecks() {}

  /// Checks that a number, if it is there, is within a range.
  ///
  /// @param problems gets the problem, if there is one
  public static void number(
      Map<String, Object> properties,
      String name,
      long min,
      long max,
      List<PropertyProblem> problems) {
    if (properties.get(name) instanceof Long value && (value < min || value > max)) {
      problems.add(
          new PropertyProblem(
              -1,
              name,
              "expected "
                  + min
                  + (max == min + 1 ? " or " : " to ")
                  + Units.count(max)
                  + ", found "
                  + value));
    }
  }

  /// Checks that a value can be read.
  ///
  /// @param operation the index of the operation, or -1 for the target as a whole
  /// @param read throws an [IllegalArgumentException], whose message is the problem, if it cannot
  public static void value(
      int operation, String property, List<PropertyProblem> problems, Supplier<?> read) {
    try {
      Object ignored = read.get();
    } catch (IllegalArgumentException e) {
      problems.add(new PropertyProblem(operation, property, String.valueOf(e.getMessage())));
    }
  }
}
