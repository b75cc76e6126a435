package dev.takt.report.plot;

/// A rate that is marked in a curve by a vertical line.
///
/// @param rate in operations per second
/// @param text its label: `knee`
public record CurveMark(double rate, String text) {}
