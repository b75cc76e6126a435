package dev.takt.watch.observer;

/// One figure of the live display.
///
/// @param name what it measures, such as `target gc`
/// @param text the figure with its unit, such as `3 pauses, longest 12 ms`
public record LiveFigure(String name, String text) {}
