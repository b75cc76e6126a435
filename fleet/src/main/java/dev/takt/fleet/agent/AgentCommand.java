package dev.takt.fleet.agent;

import dev.takt.fleet.engine.FleetKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A command that runs an agent, on this machine or another one.
///
/// @param name of the agent
/// @param program what is started, for messages
/// @param words the program and its arguments
/// @param key written to its standard input
/// @param advice what to do if it cannot find Takt
public record AgentCommand(
    String name, String program, List<String> words, Optional<FleetKey> key, String advice) {

  /// Copies the list, so that the record is immutable.
  public AgentCommand {
    words = List.copyOf(words);
  }

  /// Agents on this machine, for trying a fleet and for tests.
  ///
  /// @param takt the words that start Takt, to which those of a command are added
  /// @param port of the coordinator on this machine
  /// @param folder for their files
  public static List<AgentCommand> local(int count, List<String> takt, int port, String folder) {
    List<AgentCommand> commands = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      String name = "local-" + i;
      List<String> words = new ArrayList<>(takt);
      words.addAll(List.of("fleet", "join", "127.0.0.1:" + port, "--name", name));
      words.addAll(List.of("--dir", folder, "--allow"));
      commands.add(new AgentCommand(name, "its agent", words, Optional.empty(), ""));
    }
    return commands;
  }
}
