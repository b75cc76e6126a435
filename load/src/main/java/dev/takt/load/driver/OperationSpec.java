package dev.takt.load.driver;

import java.util.Map;

/// One kind of operation of a plan.
///
/// @param name what histograms and reports call it; letters, digits, `.`, `_` and `-`
/// @param weight its share of all operations, relative to the other weights; more than 0
/// @param properties what the driver needs to know; values are String, Long, Boolean,
///   [java.time.Duration] or a List of String, as the driver's [DriverProvider.Property] says
public record OperationSpec(String name, double weight, Map<String, Object> properties) {}
