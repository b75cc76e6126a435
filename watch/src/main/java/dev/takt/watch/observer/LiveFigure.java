package dev.takt.watch.observer;

/// One figure for a display.
///
/// @param name what it is of: `target gc`
/// @param text the figure, with its unit: `3 pauses, longest 12 ms`
public record LiveFigure(String name, String text) {}
