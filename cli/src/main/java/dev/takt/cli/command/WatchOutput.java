package dev.takt.cli.command;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.render.run.StallTable;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.lab.WatchHeadline;
import dev.takt.runs.json.StallsJson;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import dev.takt.watch.WatchReport;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Prints what a watch saw, or what a recording contains.
///
/// @param json whether to print JSON
record WatchOutput(CliContext context, boolean json) {

  /// Prints what a recording contains.
  ///
  /// @return an exit code
  int print(WatchReport reading) {
    boolean isDoubtful = !reading.caveat().isEmpty();
    if (isDoubtful) {
      // The JSON document has no place for it except the list of what could not be observed.
      if (json) {
        context.message(reading.caveat());
      } else {
        context.out().println(reading.caveat());
      }
    }
    headline(reading.stalls());
    Long nanos = reading.recordedNanos();
    if (nanos != null && !json) {
      context.out().println(recorded(reading, nanos));
    }
    table(reading.stalls(), reading.origin(), reading.noStallsText());
    return isDoubtful ? ExitCode.NOT_TRUSTED : ExitCode.OK;
  }

  /// Where and how long the recording ran, and what it could not contain.
  private static String recorded(WatchReport reading, long nanos) {
    Instant begin = Instant.EPOCH.plusNanos(reading.origin()).truncatedTo(ChronoUnit.MILLIS);
    long threshold =
        reading.stalls().sources().stream().mapToLong(StallSource::thresholdNanos).max().orElse(0);
    return EnglishText.format(
        "recorded from %s on, for %s; %s\n",
        begin,
        Units.time(nanos),
        threshold == 0
            ? "no threshold for stops is in it"
            : "stops of " + Units.time(threshold) + " and more");
  }

  /// Prints what a watch saw.
  ///
  /// @param none the line to print if there are no stalls
  void print(Stalls stalls, long begin, String none) {
    headline(stalls);
    table(stalls, begin, none);
  }

  /// What cost most comes first.
  private void headline(Stalls stalls) {
    Optional<String> headline = json ? Optional.empty() : WatchHeadline.of(stalls);
    headline.ifPresent(text -> {
      TextPage page = new TextPage(context.paint());
      page.line(context.paint().bold(text));
      page.blank();
      context.out().print(page);
    });
  }

  private void table(Stalls stalls, long begin, String none) {
    context
        .out()
        .print(
            json
                ? StallsJson.write(stalls)
                : StallTable.render(stalls, begin, context.paint(), none));
  }
}
