package dev.takt.explain.profile;

import dev.takt.explain.profile.CpuSample.SampledThread;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import dev.takt.runs.model.ThreadTimes.ThreadTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Compares the sampled CPU time with the CPU time that the kernel counted, thread by thread. The
/// difference is reported as unexplained, not distributed over the samples.
///
/// @param threads the threads that the sampler covers, in descending order of CPU time
/// @param total their sum, without threads that ended before their time was read
/// @param jvmThreads the JVM's own threads with CPU time, such as collectors and compilers, which
///   the sampler never covers; null where the kernel's times were not recorded
/// @param unrecordedNanos the CPU time of the process that is in none of the recorded threads: of
///   threads that started and ended between two readings; null if unknown, or if only some threads
///   are selected
public record CpuTimeCoverage(
    List<ThreadCpuCoverage> threads,
    ThreadCpuCoverage total,
    @Nullable List<JvmThreads> jvmThreads,
    @Nullable Long unrecordedNanos) {

  /// The name of the row for all virtual threads and their carriers.
  static final String VIRTUAL = "virtual threads and their carriers";

  private static final Pattern CARRIER = Pattern.compile("ForkJoinPool-\\d.*");

  /// The CPU time of the JVM's own threads; null where the kernel's times were not recorded.
  public @Nullable Long jvmNanos() {
    return jvmThreads == null
        ? null
        : (Long) jvmThreads.stream().mapToLong(JvmThreads::cpuNanos).sum();
  }

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
      Map<JvmThreads.Kind, JvmThreads> own = new EnumMap<>(JvmThreads.Kind.class);
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
        Optional<JvmThreads.Kind> kind = JvmThreads.Kind.of(each.name());
        if (samples == null && kind.isPresent()) {
          if (each.cpuNanos() > 0) {
            own.merge(kind.get(), new JvmThreads(kind.get(), 1, each.cpuNanos()), JvmThreads::plus);
          }
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
      return sheet(
          rows,
          floating,
          List.copyOf(own.values()),
          cpu == null ? null : (Long) (cpu - seen),
          isWanted);
    }

    private static CpuTimeCoverage sheet(
        List<ThreadCpuCoverage> rows,
        @Nullable ThreadCpuCoverage virtual,
        @Nullable List<JvmThreads> own,
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
