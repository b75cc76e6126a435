package dev.takt.load.keyvalue;

/// A problem with a property of a workload.
///
/// @param name of the property
/// @param message what was expected, and what was found
public record PropertyError(String name, String message) {}
