package dev.takt.explain.profile;

import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsReader;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Reads the CPU profile of a run's target, and where it allocates, from `target.jfr`,
/// `operations.bin`, `threads.json` and `run.json`.
public final class RunProfile {

  private static final double DEFAULT_PERCENTILE = 99;

  private final RunDirectory directory;
  private final RunRecord run;
  private final @Nullable Long requestedLimit;
  private final List<String> notes = new ArrayList<>();

  private RunProfile(RunDirectory directory, RunRecord run, @Nullable Long requestedLimit) {
    this.directory = directory;
    this.run = run;
    this.requestedLimit = requestedLimit;
  }

  /// Reads a run.
  ///
  /// @param slowerThanNanos the response time above which an operation is slow; null for the run's
  ///   own 99th percentile
  /// @param isWanted selects threads by name
  /// @throws IOException with a message for people, if there is no profile, or a file is damaged
  public static Profile read(
      RunDirectory directory, @Nullable Long slowerThanNanos, Predicate<String> isWanted)
      throws IOException {
    return new RunProfile(directory, directory.read(), slowerThanNanos).read(isWanted);
  }

  /// Reads where the target of a run allocates.
  ///
  /// @param slowerThanNanos as for [#read]
  /// @param isWanted selects threads by name
  /// @throws IOException with a message for people, if there are no samples, or a file is damaged
  public static AllocationProfile readAllocations(
      RunDirectory directory, @Nullable Long slowerThanNanos, Predicate<String> isWanted)
      throws IOException {
    return new RunProfile(directory, directory.read(), slowerThanNanos).allocations(isWanted);
  }

  private AllocationProfile allocations(Predicate<String> isWanted) throws IOException {
    SlowMoments slow = slowMoments();
    Phase measured = run.measured();
    long from = measured == null ? Long.MIN_VALUE : measured.startNanoTime();
    long end = end(measured, slow);
    AllocationRecording.ReadResult read =
        AllocationRecording.read(
            directory.recording(Side.TARGET),
            clock()::nanoTime,
            () -> new AllocationProfile.Builder(slow, from, end),
            isWanted);
    noteMissing(read.endedEarly());
    return read.builder().build(notes);
  }

  private void noteMissing(String endedEarly) {
    if (!endedEarly.isEmpty()) {
      notes.add("A part of the recording is missing: " + endedEarly + ".");
    }
  }

  private Profile read(Predicate<String> isWanted) throws IOException {
    SlowMoments slow = slowMoments();
    Phase measured = run.measured();
    long from = measured == null ? Long.MIN_VALUE : measured.startNanoTime();
    long end = end(measured, slow);
    ProcessTime process = process();
    RunClock clock = clock();
    CpuRecording.Built built =
        CpuRecording.build(
            Files.exists(directory.targetProfile())
                ? directory.targetProfile()
                : directory.recording(Side.TARGET),
            clock::nanoTime,
            () -> new ProfileBuilder(slow, from, end, process, isWanted));
    CpuRecording.ReadResult read = built.read();
    noteMissing(read.endedEarly());
    return built.builder().build(read.periodNanos(), clock.errorNanos(), notes);
  }

  private RunClock clock() throws IOException {
    if (run.timeBase().clockAnchors().isEmpty()) {
      throw new IOException(
          directory.runJson()
              + " has no clock anchors: sample times cannot be converted to the run's clock");
    }
    if (run.timeBase().clockAnchors().size() == 1) {
      notes.add(
          "The run was not completed. If the wall clock was set during the run, sample times are"
              + " wrong by that much.");
    }
    return new RunClock(run.timeBase().clockAnchors());
  }

  /// The end of the compared time: operations due in the measured part may have ended after it.
  private static long end(@Nullable Phase measured, SlowMoments slow) {
    Long end = measured == null ? null : measured.endNanoTime();
    return end == null ? Long.MAX_VALUE : Math.max(end, slow.last(end));
  }

  private SlowMoments slowMoments() throws IOException {
    if (!Files.exists(directory.operationTrace())) {
      notes.add(
          "There is no operations.bin: slow moments are unknown, and the profile is not divided.");
      return SlowMoments.NONE;
    }
    OperationsReader.Read read = OperationsReader.read(directory, run);
    Operations operations = read.operations();
    if (read.truncated()) {
      notes.add("operations.bin is truncated: its last operations are missing.");
    }
    if (read.skipped() > 0) {
      notes.add(
          "operations.bin is limited in size and omits "
              + read.skipped()
              + " fast operations, possibly also some just above the limit.");
    }
    SlowMoments slow = SlowMoments.of(operations, limit(operations));
    if (slow.operations() == 0) {
      notes.add("No operation took longer than the limit: the profile is not divided.");
    }
    return slow;
  }

  private SlowMoments.Limit limit(Operations operations) {
    String measure = operations.isScheduled() ? "response time" : "service time";
    RunSummary summary = run.summary();
    if (requestedLimit != null) {
      return new SlowMoments.Limit(requestedLimit, "as requested");
    }
    if (summary != null) {
      OperationSummary total = summary.results().total();
      return new SlowMoments.Limit(
          (total.response() == null ? total.service() : total.response()).p99(),
          "the run's p99 of " + measure);
    }
    return new SlowMoments.Limit(
        SlowMoments.percentile(operations, DEFAULT_PERCENTILE),
        "p99 of " + measure + " of the operations in operations.bin");
  }

  private @Nullable ProcessTime process() throws IOException {
    if (!Files.exists(directory.threadsJson())) {
      notes.add(
          "There is no threads.json: the kernel's CPU times of threads are unknown, and so is the"
              + " unexplained part.");
      return null;
    }
    ProcessTime process =
        directory.readThreadTimes().processes().stream()
            .filter(each -> each.side() == Side.TARGET)
            .findFirst()
            .orElse(null);
    if (process != null && process.omitted() > 0) {
      notes.add(
          process.omitted()
              + " threads were not read, since there were too many: their CPU time is unknown.");
    }
    return process;
  }
}
