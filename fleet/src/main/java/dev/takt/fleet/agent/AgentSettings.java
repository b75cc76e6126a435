package dev.takt.fleet.agent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The settings of an agent.
///
/// @param name of the machine in the fleet; unique, and a file name
/// @param weight how large its share is in relation to those of the other machines; positive
/// @param folder for the files of the run; a new one is made in it for each run
/// @param allowsAll whether plans may start programs, load classes and read files of this machine
/// @param joinTimeout how long to wait for the coordinator
/// @param takt the words that start Takt, to which those of a command are added
public record AgentSettings(
    String name,
    int weight,
    Path folder,
    boolean allowsAll,
    Duration joinTimeout,
    List<String> takt) {

  /// Copies the list, so that the record is immutable.
  public AgentSettings {
    takt = List.copyOf(takt);
  }
}
