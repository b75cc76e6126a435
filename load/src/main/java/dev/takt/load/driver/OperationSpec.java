package dev.takt.load.driver;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One kind of operation of a plan.
///
/// @param name its name in histograms and reports; letters, digits, `.`, `_` and `-`
/// @param weight its share of all operations, relative to the other weights; more than 0
/// @param properties the driver's settings; values are String, Long, Boolean, [java.time.Duration]
///   or a List of String, as declared by the driver's [DriverProvider.Property]
/// @param variables of a step of a journey: the variables that its templates may name, and their
///   indexes in [dev.takt.load.journey.User#value]; null for an operation that is no step
public record OperationSpec(
    String name,
    double weight,
    Map<String, Object> properties,
    @Nullable Map<String, Integer> variables) {

  /// An operation that is no step of a journey.
  public OperationSpec(String name, double weight, Map<String, Object> properties) {
    this(name, weight, properties, null);
  }
}
