package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoreTest {

  private static final String PROGRAM = "dev.takt.probes.profilers.program.";
  private static final String A = PROGRAM + "Intrinsics$Copy.phaseA";
  private static final String B = PROGRAM + "Intrinsics$Copy.phaseB";
  private static final String COPY = PROGRAM + "Intrinsics$Copy.copy";
  private static final String ARRAYCOPY = "java.lang.System.arraycopy";

  /// 75 of 100 in the first method.
  private static final Truth TRUTH = new Truth(75, 25, 1, 100, 0, 0, 0, 0);

  private static Stack stack(long nanos, String... frames) {
    return new Stack(List.of(frames), Stack.NO_LINE, nanos, nanos / 5);
  }

  private static Score score(Stack... stacks) {
    return Score.of(KnownWorkload.ARRAYCOPY, TRUTH, List.of(stacks), 0);
  }

  @Test
  void allIsRight() {
    Score score = score(stack(75, A, COPY, ARRAYCOPY), stack(25, B, COPY, ARRAYCOPY));
    assertThat(score).isEqualTo(new Score(1, Double.NaN, 0, 0, 0, score.blamed(), 0, 20));
    assertThat(score.blamed()).isEmpty();
  }

  /// async-profiler has frames for stubs.
  @ParameterizedTest
  @CsvSource({
    "ARRAYCOPY, jbyte_disjoint_arraycopy_avx3, true",
    "ARRAYCOPY, x.Intrinsics$Copy.copy, false",
    "CRC32, updateBytesCRC32, true",
    "CRC32, java.util.zip.CRC32.update, true",
    "CRC32, x.Burner.burn, false",
    "SETTERS, x.Loops$Setters.phaseA, true",
    "SETTERS, x.Loops$Setters.setter3, false",
    "DEEP_STACK, x.Loops$Deep.deep5, true",
    "DEEP_STACK, x.Loops$Deep.deep9, false",
    "MEGAMORPHIC, itable stub, true",
    "NATIVE, pqdownheap, true",
    "NATIVE, CompileBroker::compile_method, false",
    "NATIVE, libz.so.1.2.13, true",
    "FFM, __memset_avx512_unaligned_erms, true",
    "COMPILATION, ClassFileParser::parse_stream, true",
    "COMPILATION, x.Burner.turn, false",
    "DEOPTIMISATION, x.Compilation$Deoptimised.phaseA, true",
    "SHORT_THREADS, x.Loops.sum, true",
    "VIRTUAL_THREADS, jdk.internal.misc.Unsafe.park, false",
    "SORT, java.util.TimSort.mergeHi, true",
    "SORT, x.Burner.burn, false",
    "NATIVE, java.util.zip.Deflater.deflateBytesBytes, true",
    "NATIVE, x.Intrinsics$Native.phaseB, false",
    "INDEX_OF, java.lang.StringLatin1.indexOf, true",
    "INDEX_OF, x.Intrinsics$IndexOf.find, false",
  })
  void frameIsRightWhereTimeIsSpent(KnownWorkload workload, String frame, boolean isRight) {
    assertThat(workload.isRight(frame)).isEqualTo(isRight);
  }

  /// What came and went beside the burning threads is none of theirs.
  @ParameterizedTest
  @CsvSource({"0, 0", "5, 0.05", "10, 0.1", "40, 0.1"})
  void timeOfUnrecordedThreadsFillsNoMoreThanWhatIsMissing(long unrecorded, double honest) {
    List<Stack> stacks = List.of(stack(60, A, COPY, ARRAYCOPY), stack(30, B, COPY, ARRAYCOPY));
    Score score = Score.of(KnownWorkload.ARRAYCOPY, TRUTH, stacks, unrecorded);
    assertThat(score.right()).isEqualTo(0.9);
    assertThat(score.honest()).isEqualTo(honest);
    assertThat(score.missing()).isEqualTo(0.1 - honest, within(1e-9));
    assertThat(score.samples()).isEqualTo(18);
  }

  /// Whatever the JDK calls to define a class belongs to that; the same frame elsewhere does not.
  @Test
  void workOfTheJdkBelongsToTheMethodThatAsksForIt() {
    String phase = PROGRAM + "Compilation$NewCode.phaseA";
    String define = PROGRAM + "Compilation$NewCode.define";
    Score asked =
        Score.of(
            KnownWorkload.COMPILATION,
            TRUTH,
            List.of(stack(100, phase, define, "java.lang.String.coder")),
            0);
    assertThat(asked.right()).isEqualTo(1);
    Score blamed =
        Score.of(
            KnownWorkload.COMPILATION,
            TRUTH,
            List.of(stack(100, phase, "java.lang.String.coder")),
            0);
    assertThat(blamed.wrong()).isEqualTo(1);
  }

  @Test
  void unknownCallersAreHonestOnlyIfTheProfilerSaysSo() {
    Score silent = score(stack(100, COPY, ARRAYCOPY));
    assertThat(silent.wrong()).isEqualTo(1);
    Score open = score(stack(100, "[callers unknown]", COPY, ARRAYCOPY));
    assertThat(open.honest()).isEqualTo(1);
    assertThat(open.wrong()).isZero();
    assertThat(score(stack(100, "[callers unknown]", COPY)).wrong()).isEqualTo(1);
    assertThat(score(stack(100, "[callers unknown]")).honest()).isEqualTo(1);
    assertThat(score(stack(100, "[callers unknown]", A, COPY, ARRAYCOPY)).right()).isEqualTo(1);
  }

  @Test
  void callerIsBlamed() {
    Score score =
        score(stack(60, A, COPY), stack(20, B, COPY, ARRAYCOPY), stack(10, A), stack(10, "x.Y.z"));
    assertThat(score.right()).isEqualTo(0.2);
    assertThat(score.honest()).isZero();
    assertThat(score.missing()).isEqualTo(0.8);
    assertThat(score.wrong()).isEqualTo(0.8);
    assertThat(score.blamed()).contains(COPY);
    assertThat(score.splitError())
        .as("70 of the 90 in a method")
        .isCloseTo(70 / 90.0 - 0.75, within(1e-9));
  }

  @Test
  void rightFrameOutsideOfTheMethodsIsWrong() {
    Score score = score(stack(100, "x.Y.z", ARRAYCOPY));
    assertThat(score.right()).isZero();
    assertThat(score.wrong()).isEqualTo(1);
    assertThat(score.blamed()).contains("java.lang.System.arraycopy without its caller");
    assertThat(score.splitError()).isNaN();
  }

  @Test
  void whatTheProfilerDoesNotKnowIsNotWrong() {
    Score score =
        score(
            stack(50, A, COPY, ARRAYCOPY),
            stack(30, A, COPY, "[biased: was in a stub or at the next poll]"),
            new Stack(List.of(), Stack.NO_LINE, 10, 1));
    assertThat(score.right()).isEqualTo(0.5);
    assertThat(score.honest()).isEqualTo(0.4);
    assertThat(score.missing()).isEqualTo(0.1, within(1e-9));
    assertThat(score.wrong()).isZero();
    assertThat(score.splitError()).isEqualTo(0.25);
  }

  /// As those do that sample by the wall clock.
  @Test
  void tooManySamplesDoNotHideThatSomeAreWrong() {
    Score score = score(stack(300, A, COPY, ARRAYCOPY), stack(100, B, COPY));
    assertThat(score.right()).isEqualTo(0.75);
    assertThat(score.missing()).isEqualTo(0.25);
    assertThat(score.wrong()).isEqualTo(0.25);
  }

  /// Native code called by a right method.
  @Test
  void nativeCodeCountsForTheMethodThatCalledIt() {
    Score score =
        score(
            stack(75, A, COPY, ARRAYCOPY, "[native]"),
            stack(20, B, COPY, "[native]"),
            stack(5, "[native]"));
    assertThat(score.right()).isEqualTo(0.75);
    assertThat(score.wrong()).isEqualTo(0.2);
    assertThat(score.honest()).isEqualTo(0.05);
  }

  @Test
  void linesCountOnlyWithTheRightFrame() {
    int call =
        IntStream.range(1, 400)
            .filter(line -> new KnownLines().isRight(COPY, line, "arraycopy"::equals))
            .findFirst()
            .orElseThrow();
    Score score =
        score(
            new Stack(List.of(A, COPY, ARRAYCOPY), call, 50, 5),
            new Stack(List.of(A, COPY, ARRAYCOPY), call + 2, 25, 2),
            new Stack(List.of(B, COPY), call, 25, 2));
    assertThat(score.right()).isEqualTo(0.75);
    assertThat(score.line()).isEqualTo(0.5);
  }

  /// Of 1,000 ns 10 were burnt.
  @Test
  void timeThatAThreadWaitsIsWrongAsCpuTime() {
    Truth waits = new Truth(7, 3, 1, 1_000, 0, 0, 0, 0);
    Score none = Score.of(KnownWorkload.WAITING, waits, List.of(), 0);
    assertThat(none.right()).isEqualTo(0.99);
    assertThat(none.wrong()).isZero();
    Score hot = Score.of(KnownWorkload.WAITING, waits, List.of(stack(910, A, "x.Y.sleep")), 0);
    assertThat(hot.right()).isEqualTo(0.1, within(1e-9));
    assertThat(hot.wrong()).isEqualTo(0.9, within(1e-9));
    assertThat(hot.blamed()).contains("x.Y.sleep");
  }

  @Test
  void noSamplesMissAll() {
    Score score = score();
    assertThat(score.missing()).isEqualTo(1);
    assertThat(score.samples()).isZero();
    assertThat(score.splitError()).isNaN();
  }
}
