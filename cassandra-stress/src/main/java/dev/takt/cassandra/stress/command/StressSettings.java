package dev.takt.cassandra.stress.command;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a command line of cassandra-stress asks for, with all defaults.
///
/// `help`, `print` and `version` take no groups; [#run] is empty for them.
///
/// @param notes what was accepted without effect, a line each
public record StressSettings(StressCommand command, Optional<RunSettings> run, List<String> notes) {

  private static final Suboption<String> CREDENTIALS_FILE = Suboption.option("", ValueForm.TEXT);

  private static final OptionGroup CREDENTIALS =
      OptionGroup.of("-credentials-file", CREDENTIALS_FILE);

  private static final Suboption<String> MACHINES =
      Suboption.option(
          "",
          ValueForm.matching(
              "hosts such as load1,ann@load2, or as --fleet", "[^,]+(,[^,]+)*", Matcher::group));

  private static final OptionGroup SEND_TO = OptionGroup.of("-sendto", MACHINES);

  /// The same group under its other name.
  private static final String SEND_TO_ALIAS = "-send-to";

  static final Map<String, OptionGroup> GROUPS =
      Stream.of(
              Rate.GROUP,
              Population.GROUP,
              Columns.GROUP,
              Schema.GROUP,
              Insert.GROUP,
              TokenRange.GROUP,
              Mode.GROUP,
              Node.GROUP,
              Port.GROUP,
              Transport.GROUP,
              Log.GROUP,
              Graph.GROUP,
              Errors.GROUP,
              CREDENTIALS,
              SEND_TO,
              OptionGroup.of(
                  "-jmx",
                  Suboption.option("user=", ValueForm.TEXT).withoutEffect("Takt does not use JMX"),
                  Suboption.option("password=", ValueForm.TEXT)
                      .withoutEffect("Takt does not use JMX")))
          .collect(
              Collectors.toMap(OptionGroup::name, group -> group, (a, b) -> a, LinkedHashMap::new));

  /// Groups that are refused, and why.
  static final Map<String, String> REFUSED_GROUPS =
      new TreeMap<>(
          Map.of("-sample", "Takt records every operation", "-reporting", "use -log interval="));

  /// Parses a command line.
  ///
  /// @param arguments from the command on
  /// @throws InvalidCommandLineException if it is not valid, or refused
  public static StressSettings parse(List<String> arguments) {
    CommandWords words = CommandWords.split(arguments);
    CommandName name =
        CommandName.find(words.command()).orElseThrow(() -> unknownCommand(words.command()));
    if (name == CommandName.HELP) {
      return new StressSettings(new StressCommand.Help(topic(words)), Optional.empty(), List.of());
    }
    List<String> notes = new ArrayList<>();
    StressCommand command = CommandOptions.parse(name, words.suboptions(), notes);
    if (command instanceof StressCommand.Run run) {
      RunSettings settings = run(run, groups(words.groups(), notes));
      words.groups().keySet().forEach(group -> checkUse(group, name, notes));
      return new StressSettings(command, Optional.of(settings), List.copyOf(notes));
    }
    if (!words.groups().isEmpty()) {
      throw new InvalidCommandLineException(
          words.groups().keySet().iterator().next() + ": not for " + name);
    }
    return new StressSettings(command, Optional.empty(), List.copyOf(notes));
  }

  private static InvalidCommandLineException unknownCommand(String word) {
    return new InvalidCommandLineException(
        word.equalsIgnoreCase("legacy")
            ? "legacy: refused: removed in Cassandra 5.0"
            : word + ": unknown command; expected one of " + CommandName.names());
  }

  /// The topic of `help`. A group is a topic, too.
  private static Optional<String> topic(CommandWords words) {
    List<String> topics = new ArrayList<>(words.suboptions());
    words
        .groups()
        .forEach((group, suboptions) -> {
          topics.add(group);
          topics.addAll(suboptions);
        });
    if (topics.size() > 1) {
      throw new InvalidCommandLineException("help " + topics.get(1) + ": expected one topic");
    }
    for (String topic : topics) {
      if (CommandName.find(topic).isEmpty()
          && !GROUPS.containsKey(topic)
          && !REFUSED_GROUPS.containsKey(topic)) {
        throw new InvalidCommandLineException(
            "help "
                + topic
                + ": expected a command or a group, one of "
                + CommandName.names()
                + " "
                + String.join(" ", GROUPS.keySet()));
      }
    }
    return topics.stream().findFirst().map(topic -> topic.toLowerCase(Locale.ROOT));
  }

  private static Map<String, Values> groups(Map<String, List<String>> words, List<String> notes) {
    Map<String, Values> groups = new LinkedHashMap<>();
    words.forEach((given, suboptions) -> {
      String name = given.equals(SEND_TO_ALIAS) ? SEND_TO.name() : given;
      if (REFUSED_GROUPS.containsKey(name)) {
        throw new InvalidCommandLineException(name + ": refused: " + REFUSED_GROUPS.get(name));
      }
      OptionGroup group = GROUPS.get(name);
      if (group == null) {
        throw new InvalidCommandLineException(
            name + ": unknown group; expected one of " + String.join(" ", GROUPS.keySet()));
      }
      boolean isTransport = group == Transport.GROUP;
      Values values =
          group.parse(isTransport ? Transport.separated(suboptions) : suboptions, notes);
      if (groups.put(name, values) != null) {
        throw new InvalidCommandLineException(name + ": given more than once");
      }
    });
    return groups;
  }

  private static RunSettings run(StressCommand.Run command, Map<String, Values> given) {
    Function<OptionGroup, Values> values =
        group -> given.getOrDefault(group.name(), new Values(group, Map.of()));
    Optional<Graph> graph =
        Optional.of(values.apply(Graph.GROUP))
            .filter(words -> !words.texts().isEmpty())
            .map(Graph::from);
    return new RunSettings(
        Rate.from(values.apply(Rate.GROUP), command),
        new RunSettings.Data(
            Population.from(values.apply(Population.GROUP), command),
            Insert.from(values.apply(Insert.GROUP)),
            TokenRange.from(values.apply(TokenRange.GROUP))),
        new RunSettings.Tables(
            Columns.from(values.apply(Columns.GROUP)), Schema.from(values.apply(Schema.GROUP))),
        new RunSettings.Connection(
            Node.from(values.apply(Node.GROUP)),
            Port.from(values.apply(Port.GROUP)),
            Mode.from(values.apply(Mode.GROUP)),
            Transport.from(values.apply(Transport.GROUP)),
            values.apply(CREDENTIALS).get(CREDENTIALS_FILE)),
        Log.from(values.apply(Log.GROUP)),
        graph,
        Errors.from(values.apply(Errors.GROUP)),
        Optional.ofNullable(given.get(SEND_TO.name())).map(each -> each.require(MACHINES)));
  }

  /// Rejects or notes a group that is not for this command.
  private static void checkUse(String group, CommandName name, List<String> notes) {
    boolean isUser = name == CommandName.USER;
    if (isUser && group.equals("-schema")) {
      throw new InvalidCommandLineException(
          "-schema: not for user; the profile defines keyspace and table");
    }
    if (isUser && group.equals("-col")) {
      notes.add("-col: accepted, without effect: the profile defines the columns");
    }
    if (!isUser && (group.equals("-insert") || group.equals("-tokenrange"))) {
      notes.add(group + ": accepted, without effect: it is for user only");
    }
  }
}
