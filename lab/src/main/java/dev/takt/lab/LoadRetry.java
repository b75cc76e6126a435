package dev.takt.lab;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.keyvalue.RecordList;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/// The load phase of a workload on records. Inserts that failed or were not sent are retried, all
/// of them together in a run of their own, as often and with the backoff that YCSB's properties
/// `core_workload_insertion_retry_limit` and `…_interval` say. Confined to one thread.
public final class LoadRetry {

  /// More failures than this are no accident, and the rest is not retried.
  private static final int MAX_RETRIED = 10_000_000;

  /// The backoff varies by this much, as YCSB's does, so that several clients do not retry at once.
  private static final double MIN_BACKOFF = 0.8;

  private static final double MAX_BACKOFF = 1.2;

  private final Plan plan;
  private final long all;
  private final long maxRetries;
  private final long backoffSeconds;
  private RecordList records;
  private long missing;
  private long retry;

  /// The load phase of a plan that has one.
  ///
  /// @throws IllegalArgumentException if the plan has no workload on records
  public LoadRetry(Plan plan) {
    KeyValuePlan keyValues = plan.target().keyValues();
    if (keyValues == null) {
      throw new IllegalArgumentException("the plan has no workload on records");
    }
    Map<String, String> properties = keyValues.properties();
    this.plan = plan;
    this.records = keyValues.records();
    this.all = records.count();
    this.missing = all;
    this.maxRetries = number(properties, "core_workload_insertion_retry_limit", 0);
    this.backoffSeconds = number(properties, "core_workload_insertion_retry_interval", 3);
  }

  private static long number(Map<String, String> properties, String name, long missing) {
    String text = properties.getOrDefault(name, "");
    return text.matches("\\d{1,9}") ? Long.parseLong(text) : missing;
  }

  /// Runs one attempt.
  @FunctionalInterface
  public interface Attempt {

    /// Inserts the records of a plan as far as possible.
    ///
    /// @param retry 0 for the first attempt
    RunVerdict run(Plan plan, PlanLaunch launch, long retry)
        throws PlanException, IOException, DriverException, InterruptedException;
  }

  /// Runs the attempt, and again for what is missing, until nothing is or the retries are spent.
  ///
  /// @param report receives the outcome of each attempt, as a sentence
  /// @return the worst verdict; [RunVerdict#FAILED] if records are missing at the end
  public RunVerdict run(List<DriverProvider> providers, Attempt attempt, Consumer<String> report)
      throws PlanException, IOException, DriverException, InterruptedException {
    RunVerdict worst = RunVerdict.OK;
    while (true) {
      Plan now = retry == 0 ? plan : plan.again(records.count(), retry);
      RunVerdict verdict = attempt.run(now, PlanLaunch.prepare(now, providers, records), retry);
      boolean insertedNothing = attemptEnded() == 0;
      boolean isInterrupted = verdict == RunVerdict.INTERRUPTED;
      if (isInterrupted || !selectMissing()) {
        report.accept(outcome());
        boolean isIncomplete = missing > 0 && !isInterrupted;
        return isIncomplete ? RunVerdict.FAILED : worst.worse(verdict);
      }
      // An attempt that inserted nothing has failed, but everything in it is retried now.
      worst = insertedNothing && verdict == RunVerdict.FAILED ? worst : worst.worse(verdict);
      report.accept(
          EnglishText.format(
              "%d records are missing: their inserts failed or were not sent, and are tried again",
              records.count()));
      double factor = ThreadLocalRandom.current().nextDouble(MIN_BACKOFF, MAX_BACKOFF);
      Thread.sleep((long) (backoffSeconds * 1000 * factor));
    }
  }

  /// The records of the next attempt.
  RecordList records() {
    return records;
  }

  /// Counts what the attempt has inserted; to be called once after each.
  ///
  /// @return how many records that were
  long attemptEnded() {
    long inserted = records.inserted();
    missing -= inserted;
    return inserted;
  }

  /// Selects the missing records for the next attempt.
  ///
  /// @return false if nothing is missing, or no retry is left
  boolean selectMissing() {
    if (missing == 0 || retry == maxRetries) {
      return false;
    }
    retry++;
    records = records.rest(MAX_RETRIED);
    return true;
  }

  /// How many records are missing.
  long missing() {
    return missing;
  }

  /// How it ended, as a sentence.
  String outcome() {
    if (missing == 0) {
      return "all " + Units.count(all) + " records are there";
    }
    return EnglishText.format(
        "%s of %s records are missing: their inserts failed or were not sent%s",
        Units.count(missing),
        Units.count(all),
        maxRetries == 0 ? "; -p core_workload_insertion_retry_limit=N tries again" : "");
  }
}
