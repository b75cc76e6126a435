package dev.takt.explain.profile;

import dev.takt.runs.model.ThreadTimes.ProcessTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Builds a profile from samples. Not thread-safe.
public final class ProfileBuilder {

  private final SlowMoments slow;
  private final ComparedTime compared;
  private final Predicate<String> isWanted;
  private final CallTree tree = CallTree.root();
  private final CpuTimeCoverage.Builder balance;

  /// @param slow the slow moments
  /// @param fromNanoTime samples before this count only for the balance sheet
  /// @param toNanoTime samples after this count only for the balance sheet
  /// @param process the CPU times that the kernel counted; null where they were not recorded
  /// @param isWanted selects threads by name
  public ProfileBuilder(
      SlowMoments slow,
      long fromNanoTime,
      long toNanoTime,
      @Nullable ProcessTime process,
      Predicate<String> isWanted) {
    this.slow = slow;
    this.compared = new ComparedTime(fromNanoTime, toNanoTime);
    this.isWanted = isWanted;
    this.balance = new CpuTimeCoverage.Builder(process);
  }

  /// The innermost frame of a biased sample. Its caller is known, and what was called is not.
  public static final String BIASED = "[biased: was in a stub or at the next poll]";

  /// The innermost frame of a sample that was taken in native code, above the method that called
  /// it.
  public static final String NATIVE = "[native]";

  /// Adds a sample. Failed and lost samples get the frames `[failed]` and `[lost]`, and biased ones
  /// get [#BIASED] on top: their CPU time is not that of the method below it.
  public ProfileBuilder add(CpuSample sample) {
    balance.add(sample);
    long moment = sample.nanoTime();
    if (compared.contains(moment) && isWanted.test(sample.thread().name())) {
      compared.add(moment);
      List<String> frames =
          switch (sample.outcome()) {
            case TAKEN -> sample.biased() ? withBias(sample.frames()) : sample.frames();
            case FAILED -> List.of("[failed]");
            case LOST -> List.of("[lost]");
          };
      tree.add(frames, slow.contains(moment), sample.weightNanos(), sample.count());
    }
    return this;
  }

  private static List<String> withBias(List<String> frames) {
    List<String> all = new ArrayList<>(frames);
    all.add(BIASED);
    return all;
  }

  /// Builds the profile. If begin or end of the compared time are unlimited, those of the samples
  /// are used.
  public Profile build(long periodNanos, long clockErrorNanos, List<String> notes) {
    return new Profile(
        tree,
        balance.build(isWanted),
        slow,
        compared.interval(),
        periodNanos,
        clockErrorNanos,
        List.copyOf(notes));
  }
}
