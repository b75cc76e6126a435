package dev.takt.report.plot;

/// A rate that is marked in a curve by a line from top to bottom.
///
/// @param rate in operations per second
/// @param text what is written at it: `knee`
public record CurveMark(double rate, String text) {}
