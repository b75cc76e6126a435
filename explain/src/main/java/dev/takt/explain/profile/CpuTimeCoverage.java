package dev.takt.explain.profile;

import dev.takt.explain.profile.CpuSample.SampledThread;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import dev.takt.runs.model.ThreadTimes.ThreadTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Compares the sampled CPU time with the CPU time that the kernel counted, thread by thread. The
/// difference is reported as unexplained, not distributed over the samples.
///
/// @param threads the threads that the sampler covers, in descending order of CPU time
/// @param total their sum, without threads that ended before their time was read
/// @param jvmNanos the CPU time of the JVM's own threads, such as collectors and compilers, which
///   the sampler never covers; null where the kernel's times were not recorded
/// @param unrecordedNanos the CPU time of the process that is in none of the recorded threads: of
///   threads that started and ended between two readings; null if unknown, or if only some threads
///   are selected
public record CpuTimeCoverage(
    List<ThreadCpuCoverage> threads,
    ThreadCpuCoverage total,
    @Nullable Long jvmNanos,
    @Nullable Long unrecordedNanos) {

  /// The name of the row for all virtual threads and their carriers.
  static final String VIRTUAL = "virtual threads and their carriers";

  /// The names of HotSpot's own threads, truncated by the kernel to 15 characters.
  private static final Pattern JVM_THREAD =
      Pattern.compile(
          "GC Thread#.*|G1 .*|VM (Thread|Periodic Ta.*|Operation.*)|C[12] Compiler.*|JVMCI.*"
              + "|[XZ](Driver|Director|Worker|Stat|Unmapper|Uncommitter).*|Shenandoah.*"
              + "|JFR (Sampler|CPU|Async).*|Monitor Deflati.*|Service Thread|Sweeper thread"
              + "|Signal Dispatch|String.*Dedup.*");

  private static final Pattern CARRIER = Pattern.compile("ForkJoinPool-\\d.*");

  /// Sums samples by thread. Not thread-safe.
  static final class Builder {

    private final @Nullable ProcessTime process;
    private final Map<Long, ThreadCpuCoverage> byThread = new HashMap<>();
    private @Nullable ThreadCpuCoverage virtual;

    /// @param process the CPU times that the kernel counted; null where they were not recorded
    Builder(@Nullable ProcessTime process) {
      this.process = process;
    }

    /// Adds a sample, unless it is outside the time for which the kernel's counts were recorded.
    /// All samples of a thread that changed its name are under the first name.
    void add(CpuSample sample) {
      ProcessTime known = process;
      boolean counts =
          known == null
              || (sample.nanoTime() - known.beginNanoTime() >= 0
                  && sample.nanoTime() - known.endNanoTime() <= 0);
      SampledThread thread = sample.thread();
      if (counts && thread.virtual()) {
        ThreadCpuCoverage sum = virtual == null ? ThreadCpuCoverage.of(VIRTUAL, null) : virtual;
        virtual = sum.plus(sample);
      } else if (counts) {
        ThreadCpuCoverage none = ThreadCpuCoverage.of(thread.name(), null);
        byThread.put(
            thread.osThread(), byThread.getOrDefault(thread.osThread(), none).plus(sample));
      }
    }

    /// Builds the balance sheet.
    ///
    /// @param isWanted selects threads by name
    CpuTimeCoverage build(Predicate<String> isWanted) {
      ProcessTime known = process;
      return known == null
          ? sheet(new ArrayList<>(byThread.values()), virtual, null, null, isWanted)
          : withKernelTimes(known, new HashMap<>(byThread), virtual, isWanted);
    }

    private static CpuTimeCoverage withKernelTimes(
        ProcessTime process,
        Map<Long, ThreadCpuCoverage> byNumber,
        @Nullable ThreadCpuCoverage virtual,
        Predicate<String> isWanted) {
      List<ThreadCpuCoverage> rows = new ArrayList<>();
      long own = 0;
      long seen = 0;
      ThreadCpuCoverage carriers = ThreadCpuCoverage.of(VIRTUAL, 0L);
      for (ThreadTime each : process.threads()) {
        seen += each.cpuNanos();
        ThreadCpuCoverage samples = byNumber.remove(each.osThread());
        String name = samples == null ? each.name() : samples.name();
        ThreadCpuCoverage row = ThreadCpuCoverage.of(name, each.cpuNanos());
        if (samples != null) {
          row = row.plus(samples.withCpu(0));
        }
        if (samples == null && JVM_THREAD.matcher(each.name()).matches()) {
          own += each.cpuNanos();
        } else if (virtual != null && CARRIER.matcher(each.name()).matches()) {
          carriers = carriers.plus(row);
        } else {
          rows.add(row);
        }
      }
      // Threads that started and ended between two readings.
      rows.addAll(byNumber.values());
      ThreadCpuCoverage floating = virtual == null ? null : carriers.plus(virtual.withCpu(0));
      Long cpu = process.cpuNanos();
      return sheet(rows, floating, own, cpu == null ? null : (Long) (cpu - seen), isWanted);
    }

    private static CpuTimeCoverage sheet(
        List<ThreadCpuCoverage> rows,
        @Nullable ThreadCpuCoverage virtual,
        @Nullable Long own,
        @Nullable Long unseen,
        Predicate<String> isWanted) {
      if (virtual != null) {
        rows.add(virtual);
      }
      List<ThreadCpuCoverage> wanted =
          new ArrayList<>(rows.stream().filter(each -> isWanted.test(each.name())).toList());
      ThreadCpuCoverage total = ThreadCpuCoverage.sum("total", wanted);
      wanted.sort(
          Comparator.comparingLong((ThreadCpuCoverage each) ->
                  Objects.requireNonNullElse(each.cpuNanos(), each.accountedNanos()))
              .reversed()
              .thenComparing(ThreadCpuCoverage::name));
      boolean isWhole = wanted.size() == rows.size();
      return new CpuTimeCoverage(
          Collections.unmodifiableList(wanted), total, own, isWhole ? unseen : null);
    }
  }
}
