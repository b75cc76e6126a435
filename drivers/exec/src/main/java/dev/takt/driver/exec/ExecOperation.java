package dev.takt.driver.exec;

import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import dev.takt.process.Command;
import dev.takt.process.Redirect;
import dev.takt.runs.text.UserLocale;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An operation of the plan: its command, standard input and expected exit codes. Immutable and
/// thread-safe.
final class ExecOperation {

  /// Separates the words, none of which can contain it, so that all words form one template in
  /// which each placeholder has its own values.
  private static final char SEPARATOR = '\0';

  private static final String DEFAULT_EXPECTED = "0";

  /// A command that does nothing and exists on every system, for the warm-up.
  static final ExecOperation NOTHING =
      new ExecOperation(
          "true",
          List.of("true"),
          Template.parse("true", Generators.NONE),
          null,
          Outcomes.parse(DEFAULT_EXPECTED),
          new CommandSettings(null, UserLocale.variables(), null, false));

  private final String line;
  private final List<String> words;
  private final Template template;
  private final @Nullable Template stdin;
  private final Outcomes outcomes;
  private final CommandSettings settings;

  /// The command, if it is the same for each operation.
  private final @Nullable Command fixedCommand;

  private ExecOperation(
      String line,
      List<String> words,
      Template template,
      @Nullable Template stdin,
      Outcomes outcomes,
      CommandSettings settings) {
    this.line = line.strip();
    this.words = words;
    this.template = template;
    this.stdin = stdin;
    this.outcomes = outcomes;
    this.settings = settings;
    this.fixedCommand = isFixed(template) ? build(split(template.withMarkers(""))) : null;
  }

  /// Adds all problems of an operation to `problems`.
  static void check(int index, DriverRequest request, List<PropertyProblem> problems) {
    Map<String, Object> properties = request.workload().operations().get(index).properties();
    boolean own = properties.containsKey(ExecDriverProvider.COMMAND);
    Checks checks = new Checks(problems);
    checks.run(
        own ? index : -1,
        own ? ExecDriverProvider.COMMAND : "target",
        () -> templateOf(CommandLine.parse(commandLine(properties, request)), request));
    checks.run(index, ExecDriverProvider.STDIN, () -> stdinOf(properties, request));
    checks.run(index, ExecDriverProvider.EXPECT, () -> outcomesOf(properties));
  }

  private record Checks(List<PropertyProblem> problems) {
    void run(int index, String property, Runnable check) {
      try {
        check.run();
      } catch (IllegalArgumentException e) {
        PropertyProblem problem =
            new PropertyProblem(index, property, String.valueOf(e.getMessage()));
        // A wrong command of the target concerns each operation without its own; report it once.
        if (!problems.contains(problem)) {
          problems.add(problem);
        }
      }
    }
  }

  /// Creates an operation that [#check] has accepted.
  static ExecOperation of(int index, DriverRequest request, CommandSettings settings) {
    Map<String, Object> properties = request.workload().operations().get(index).properties();
    String line = commandLine(properties, request);
    List<String> words = CommandLine.parse(line);
    return new ExecOperation(
        line,
        words,
        templateOf(words, request),
        stdinOf(properties, request),
        outcomesOf(properties),
        settings);
  }

  private static String commandLine(Map<String, Object> properties, DriverRequest request) {
    return (String)
        properties.getOrDefault(
            ExecDriverProvider.COMMAND,
            request.target().substring(ExecDriverProvider.PREFIX.length()));
  }

  private static Template templateOf(List<String> words, DriverRequest request) {
    return Template.parse(
        String.join(String.valueOf(SEPARATOR), words), request.workload().generators());
  }

  private static @Nullable Template stdinOf(Map<String, Object> properties, DriverRequest request) {
    String text = (String) properties.get(ExecDriverProvider.STDIN);
    return text == null ? null : Template.parse(text, request.workload().generators());
  }

  private static Outcomes outcomesOf(Map<String, Object> properties) {
    return Outcomes.parse(
        (String) properties.getOrDefault(ExecDriverProvider.EXPECT, DEFAULT_EXPECTED));
  }

  private static boolean isFixed(Template template) {
    return template.generators().isEmpty();
  }

  private static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    int from = 0;
    for (int end = text.indexOf(SEPARATOR); end >= 0; end = text.indexOf(SEPARATOR, from)) {
      words.add(text.substring(from, end));
      from = end + 1;
    }
    words.add(text.substring(from));
    return words;
  }

  private Command build(List<String> all) {
    Command.Builder builder =
        settings
            .apply(Command.builder(all))
            .stdin(stdin == null ? Redirect.discard() : Redirect.pipe());
    return builder.build();
  }

  /// The program as written; null if it has generated values.
  @Nullable String program() {
    return fixedCommand == null && words.getFirst().indexOf('{') >= 0 ? null : words.getFirst();
  }

  /// The command line as written.
  String describe() {
    return line;
  }

  /// The command to start for operation `n`.
  ///
  /// @param scratch working memory
  Command command(long seed, long n, RenderBuffer scratch) {
    Command command = fixedCommand;
    if (command != null) {
      return command;
    }
    ByteBuffer text = scratch.render(template, seed, n);
    return build(split(StandardCharsets.UTF_8.decode(text).toString()));
  }

  /// Whether standard input has contents; else it is empty.
  boolean hasStdin() {
    return stdin != null;
  }

  /// The standard input of operation `n`'s process.
  ///
  /// @param memory holds the returned bytes
  ByteBuffer stdin(long seed, long n, RenderBuffer memory) {
    if (stdin == null) {
      throw new IllegalStateException("nothing to read");
    }
    return memory.render(stdin, seed, n);
  }

  Outcomes outcomes() {
    return outcomes;
  }
}
