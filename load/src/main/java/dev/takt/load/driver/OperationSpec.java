package dev.takt.load.driver;

import java.util.Map;

/// One kind of operation of a plan.
///
/// @param name its name in histograms and reports; letters, digits, `.`, `_` and `-`
/// @param weight its share of all operations, relative to the other weights; more than 0
/// @param properties the driver's settings; values are String, Long, Boolean, [java.time.Duration]
///   or a List of String, as declared by the driver's [DriverProvider.Property]
public record OperationSpec(String name, double weight, Map<String, Object> properties) {}
