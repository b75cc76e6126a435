package dev.takt.cli;

import dev.takt.load.keyvalue.RecordList;
import dev.takt.load.plan.KeyValuePlan;
import dev.takt.load.text.Units;
import dev.takt.runs.text.EnglishText;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/// The load phase of a workload on records: which of them are to be inserted next, and which are
/// missing. Inserts that fail are tried again, all of them together in a run of their own, as often
/// and after as long as YCSB's properties say. For one thread.
final class LoadPhase {

  /// More failures than that are no accident, and the rest is not tried again.
  private static final int MOST_RETRIED = 10_000_000;

  private static final double SHORTEST_PAUSE = 0.8;
  private static final double LONGEST_PAUSE = 1.2;

  private final long all;
  private final long attempts;
  private final long pauseSeconds;
  private RecordList records;
  private long missing;
  private long attempt;

  LoadPhase(KeyValuePlan plan) {
    Map<String, String> properties = plan.properties();
    this.records = plan.records();
    this.all = records.count();
    this.missing = all;
    this.attempts = whole(properties, "core_workload_insertion_retry_limit", 0);
    this.pauseSeconds = whole(properties, "core_workload_insertion_retry_interval", 3);
  }

  private static long whole(Map<String, String> properties, String name, long usual) {
    String text = properties.getOrDefault(name, "");
    return text.matches("\\d{1,9}") ? Long.parseLong(text) : usual;
  }

  /// What is to be inserted now.
  RecordList records() {
    return records;
  }

  /// How often it was tried again so far.
  long attempt() {
    return attempt;
  }

  /// A run has inserted what it could of [#records], however it ended. To be called once for each
  /// run, before anything else is asked.
  ///
  /// @return how many that were
  long ended() {
    long inserted = records.inserted();
    missing -= inserted;
    return inserted;
  }

  /// Goes on to what is missing after a run that has [#ended].
  ///
  /// @return whether there is something to be tried again
  boolean again() {
    if (missing == 0 || attempt == attempts) {
      return false;
    }
    attempt++;
    records = records.rest(MOST_RETRIED);
    return true;
  }

  /// Between 0.8 and 1.2 of the interval that was asked for, as YCSB does, so that several clients
  /// do not come back all at once.
  void pause() throws InterruptedException {
    double factor = ThreadLocalRandom.current().nextDouble(SHORTEST_PAUSE, LONGEST_PAUSE);
    Thread.sleep((long) (pauseSeconds * 1000 * factor));
  }

  /// How many records are not there.
  long missing() {
    return missing;
  }

  /// How it ended, for people.
  String verdict() {
    if (missing == 0) {
      return "all " + Units.count(all) + " records are there";
    }
    return EnglishText.format(
        "%s of %s records are missing: their inserts failed or were not sent%s",
        Units.count(missing),
        Units.count(all),
        attempts == 0 ? "; -p core_workload_insertion_retry_limit=N tries again" : "");
  }
}
