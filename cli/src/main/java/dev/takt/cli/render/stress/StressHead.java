package dev.takt.cli.render.stress;

import static java.util.stream.Collectors.joining;

import dev.takt.cassandra.stress.command.CommandName;
import dev.takt.cassandra.stress.command.Rate;
import dev.takt.cassandra.stress.command.RunLength;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.runs.text.EnglishText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What cassandra-stress prints before a run: its settings, and what it is about to do.
///
/// Groups and names are those of cassandra-stress. What does not exist in Takt, such as JMX, is
/// left out; passwords are not shown; distributions are shown as they were written.
public final class StressHead {

  private final SettingsText text = new SettingsText();

  private StressHead() {}

  /// The settings, with an empty line at the end.
  public static String settings(StressCommand.Run command, RunSettings settings) {
    StressHead head = new StressHead();
    DataText data = new DataText(head.text);
    ConnectionText servers = new ConnectionText(head.text);
    boolean isUser = command.name() == CommandName.USER;
    head.command(command, isUser);
    head.rate(settings.rate());
    data.population(settings.data().population());
    data.insert(settings.data().insert());
    if (!isUser) {
      data.columns(settings.tables().columns());
    }
    head.text.group("Errors");
    head.text.line("Ignore", settings.errors().isIgnored());
    head.text.line("Tries", settings.errors().retries() + 1);
    servers.log(settings);
    servers.connection(settings.connection());
    if (!isUser) {
      servers.schema(settings.tables().schema());
    }
    servers.transport(settings.connection().transport());
    head.text.group("Port");
    head.text.line("Native Port", settings.connection().port().nativePort());
    settings.graph().ifPresent(servers::graph);
    head.text.group("TokenRange");
    head.text.line("Wrap", settings.data().tokenRange().wraps());
    head.text.line("Split Factor", settings.data().tokenRange().splitFactor());
    return head.text + "\n";
  }

  /// The line before the header: `Running WRITE with 50 threads for 100000 iteration`.
  public static String running(StressCommand.Run command, int threads) {
    Collection<String> operations = command.operations().active();
    String names =
        switch (command.name()) {
          case USER -> operations.toString();
          case MIXED ->
              operations.stream()
                  .map(name -> name.toUpperCase(Locale.ROOT))
                  .collect(joining(", ", "[", "]"));
          default -> command.name().name();
        };
    return "Running " + names + " with " + threads + " threads " + length(command.length()) + "\n";
  }

  private static String length(RunLength length) {
    return switch (length) {
      case RunLength.Count(long partitions) -> "for " + partitions + " iteration";
      case RunLength.Time time -> time(time).toLowerCase(Locale.ROOT);
      case RunLength.Uncertainty(double below, int _, int _) -> "until stderr of mean < " + below;
    };
  }

  private static String time(RunLength.Time time) {
    return time.length() + " " + time.unit();
  }

  private void command(StressCommand.Run command, boolean isUser) {
    text.group("Command");
    text.line("Type", command.name());
    text.line(
        "Count", command.length() instanceof RunLength.Count(long count) ? grouped(count) : "-1");
    if (command.length() instanceof RunLength.Time time) {
      text.line("Duration", time(time));
    }
    text.line("No Warmup", !command.hasWarmUp());
    text.line("Consistency Level", command.consistency());
    text.line("Serial Consistency Level", command.serialConsistency());
    if (command.length() instanceof RunLength.Uncertainty(double below, int min, int max)) {
      text.line("Target Uncertainty", EnglishText.format("%.3f", below));
      text.line("Minimum Uncertainty Measurements", min);
      text.line("Maximum Uncertainty Measurements", max);
    } else {
      text.line("Target Uncertainty", "not applicable");
    }
    StressCommand.Operations operations = command.operations();
    if (!isUser) {
      text.line("Key Size (bytes)", operations.keySize());
      text.line("Counter Increment Distibution", "add=" + operations.increments()); // as misspelled
    }
    if (isUser || command.name() == CommandName.MIXED) {
      text.line("Command Ratios", ratios(operations.shares(), isUser));
      text.line("Command Clustering Distribution", "clustering=" + operations.clustering());
    }
    if (isUser) {
      text.line("Profile File(s)", String.join(",", operations.profiles()));
    }
  }

  private static String grouped(long count) {
    return EnglishText.format("%,d", count);
  }

  private static String ratios(Map<String, Double> shares, boolean isUser) {
    Map<String, Double> named = new LinkedHashMap<>();
    shares.forEach(
        (name, share) -> named.put(isUser ? name : name.toUpperCase(Locale.ROOT), share));
    return named.toString();
  }

  private void rate(Rate rate) {
    text.group("Rate");
    boolean isSearch = rate.minThreads() != rate.maxThreads();
    text.line("Auto", rate.stopsAtSaturation());
    if (isSearch) {
      text.line("Min Threads", rate.minThreads());
      text.line("Max Threads", rate.maxThreads());
    } else {
      text.line("Thread Count", rate.minThreads());
      text.line("OpsPer Sec", rate.perSecond());
    }
  }
}
