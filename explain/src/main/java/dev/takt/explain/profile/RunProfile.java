package dev.takt.explain.profile;

import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsReader;
import dev.takt.runs.OperationSummary;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunRecord;
import dev.takt.runs.RunRecord.Phase;
import dev.takt.runs.RunSummary;
import dev.takt.runs.Side;
import dev.takt.runs.ThreadTimes.ProcessTime;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Makes the profile of a run's target: of `target.jfr`, `operations.bin`, `threads.json` and
/// `run.json`.
public final class RunProfile {

  private static final double USUAL_PERCENTILE = 99;

  private final RunDirectory directory;
  private final RunRecord run;
  private final @Nullable Long slowerThan;
  private final List<String> notes = new ArrayList<>();
  private long limit;
  private String limitOrigin = "";

  private RunProfile(RunDirectory directory, RunRecord run, @Nullable Long slowerThan) {
    this.directory = directory;
    this.run = run;
    this.slowerThan = slowerThan;
  }

  /// Reads a run.
  ///
  /// @param slowerThanNanos an operation whose response took longer is slow; null for the run's own
  ///   99th percentile
  /// @param isWanted by the name of a thread
  /// @throws IOException with a message for people, if there is no profile, or a file is damaged
  public static Profile read(
      RunDirectory directory, @Nullable Long slowerThanNanos, Predicate<String> isWanted)
      throws IOException {
    return new RunProfile(directory, directory.read(), slowerThanNanos).read(isWanted);
  }

  private Profile read(Predicate<String> isWanted) throws IOException {
    SlowMoments slow = slowMoments();
    Phase measured = run.measured();
    long from = measured == null ? Long.MIN_VALUE : measured.startNanoTime();
    long end = end(measured, slow);
    ProcessTime process = process();
    AtomicReference<ProfileBuilder> builder = new AtomicReference<>();
    RunClock clock = clock();
    CpuRecording.Read read =
        CpuRecording.read(
            directory.recording(Side.TARGET),
            clock::nanoTime,
            () -> {
              ProfileBuilder next = new ProfileBuilder(slow, from, end, process, isWanted);
              builder.set(next);
              return next::add;
            });
    if (!read.endedEarly().isEmpty()) {
      notes.add("A part of the recording is missing: " + read.endedEarly() + ".");
    }
    return Objects.requireNonNull(builder.get())
        .build(limit, limitOrigin, read.periodNanos(), clock.errorNanos(), notes);
  }

  private RunClock clock() throws IOException {
    if (run.clockAnchors().isEmpty()) {
      throw new IOException(
          directory.runJson() + " has no clock anchors: samples cannot be put on the run's clock");
    }
    if (run.clockAnchors().size() == 1) {
      notes.add(
          "The run did not come to its end, so nobody knows whether the wall clock was set"
              + " meanwhile: samples may be off by as much.");
    }
    return new RunClock(run.clockAnchors());
  }

  /// What was due in the measured time may have been answered later.
  private static long end(@Nullable Phase measured, SlowMoments slow) {
    Long end = measured == null ? null : measured.endNanoTime();
    return end == null ? Long.MAX_VALUE : Math.max(end, slow.last(end));
  }

  private SlowMoments slowMoments() throws IOException {
    if (!Files.exists(directory.operationTrace())) {
      notes.add(
          "There is no operations.bin: no moment is known to be slow, and all is told as one.");
      return SlowMoments.NONE;
    }
    OperationsReader.Read read = OperationsReader.read(directory, run);
    Operations operations = read.operations();
    if (read.truncated()) {
      notes.add("operations.bin is cut off: its last operations are missing.");
    }
    if (read.skipped() > 0) {
      notes.add(
          "operations.bin is bounded and lacks "
              + read.skipped()
              + " operations, the fast ones; of those that were just above the limit some may be"
              + " among them.");
    }
    chooseLimit(operations);
    SlowMoments slow = SlowMoments.of(operations, limit);
    if (slow.operations() == 0) {
      notes.add("No operation took longer than the limit: all is told as one.");
    }
    return slow;
  }

  private void chooseLimit(Operations operations) {
    String measure = operations.isScheduled() ? "response time" : "service time";
    RunSummary summary = run.summary();
    if (slowerThan != null) {
      limit = slowerThan;
      limitOrigin = "as asked for";
    } else if (summary != null) {
      OperationSummary total = summary.total();
      limit = (total.response() == null ? total.service() : total.response()).p99();
      limitOrigin = "the run's p99 of " + measure;
    } else {
      limit = SlowMoments.percentile(operations, USUAL_PERCENTILE);
      limitOrigin = "p99 of " + measure + " of the operations in operations.bin";
    }
  }

  private @Nullable ProcessTime process() throws IOException {
    if (!Files.exists(directory.threadsJson())) {
      notes.add(
          "There is no threads.json: what the kernel counted for the threads is unknown, and with"
              + " it what the samples do not explain.");
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
              + " threads were not looked at, since there were too many: their time is unknown.");
    }
    return process;
  }
}
