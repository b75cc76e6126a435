package dev.takt.cassandra.stress.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A command line, split: the words of the command, and those of each group.
record CommandWords(String command, List<String> suboptions, Map<String, List<String>> groups) {

  static CommandWords split(List<String> arguments) {
    String joined =
        String.join(" ", arguments)
            .replaceAll("\\s+([,=()])", "$1")
            .replaceAll("([,=(])\\s+", "$1")
            .strip();
    if (joined.isEmpty()) {
      throw new InvalidCommandLineException("no command; expected one of " + CommandName.names());
    }
    List<String> words = List.of(joined.split("\\s+", -1));
    List<String> current = new ArrayList<>();
    CommandWords split = new CommandWords(words.getFirst(), current, new LinkedHashMap<>());
    for (String word : words.subList(1, words.size())) {
      if (word.startsWith("-")) {
        current = new ArrayList<>();
        String group = word.toLowerCase(Locale.ROOT);
        if (split.groups.put(group, current) != null) {
          throw new InvalidCommandLineException(group + ": given more than once");
        }
      } else {
        current.add(word);
      }
    }
    return split;
  }
}
