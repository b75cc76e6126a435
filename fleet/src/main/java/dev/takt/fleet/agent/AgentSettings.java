package dev.takt.fleet.agent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The settings of an agent.
///
/// @param name of the machine in the fleet; unique, and a file name
/// @param weight how large its share is in relation to those of the other machines; 0 if it only
///   watches
/// @param folder for the files of the run; a new one is made in it for each run
/// @param allowsAll whether plans may start programs, load classes and read files of this machine
/// @param joinTimeout how long to wait for the coordinator
/// @param takt the words that start Takt, to which those of a command are added
/// @param watch the command that watches, such as `watch 4711`; empty if it does not only watch
public record AgentSettings(
    String name,
    int weight,
    Path folder,
    boolean allowsAll,
    Duration joinTimeout,
    List<String> takt,
    List<String> watch) {

  /// Copies the lists, so that the record is immutable.
  public AgentSettings {
    takt = List.copyOf(takt);
    watch = List.copyOf(watch);
  }

  /// Whether it only watches, and has no share.
  boolean onlyWatches() {
    return !watch.isEmpty();
  }
}
