package dev.takt.fleet.coordinator;

import java.util.List;

/// Keeps the messages of a coordinator. What else a test needs, it overrides.
public class RecordingFleetListener implements FleetListener {

  private final List<String> messages;

  /// @param messages receives them; thread-safe
  public RecordingFleetListener(List<String> messages) {
    this.messages = messages;
  }

  @Override
  public void info(String message) {
    messages.add(message);
  }

  @Override
  public void warning(String message) {
    messages.add("warning: " + message);
  }

  @Override
  public void starting(long startNanos) {}

  @Override
  public void progressed(long sinceStartNanos, List<LiveInterval> intervals) {}
}
