package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Lines of the program, distinguished by their content.
class KnownLinesTest {

  private static final String PROGRAM = "dev.takt.probes.profilers.program.";

  private final KnownLines lines = new KnownLines();

  /// How many lines of a method are right.
  private List<Integer> right(String method, Predicate<String> isHot) {
    return IntStream.range(1, 400)
        .filter(line -> lines.isRight(PROGRAM + method, line, isHot))
        .boxed()
        .toList();
  }

  /// The method that is called right before the setter burns, and the setter does not.
  @Test
  void callOfTheHotMethodIsRightAndThatOfTheSetterAfterItIsNot() {
    List<Integer> hot = right("Loops$Setters.phaseA", "straight"::equals);
    List<Integer> cold = right("Loops$Setters.phaseA", "setter1"::equals);
    assertThat(hot).hasSize(1);
    assertThat(cold).containsExactly(hot.getFirst() + 1);
  }

  @Test
  void linesOfLoopAreRightAndThoseAroundItAreNot() {
    List<Integer> loop = right("Loops.sum", _ -> false);
    assertThat(loop).hasSize(2);
    assertThat(loop.get(1)).isEqualTo(loop.getFirst() + 1);
  }

  @Test
  void allLinesOfAMethodWithoutLoopAreRight() {
    assertThat(right("Loops$Setters.divide", _ -> false)).hasSize(8);
  }

  @Test
  void hiddenClassHasTheLinesOfItsTemplate() {
    assertThat(right("Compilation$Template+0x0000021095000.applyAsLong", "mix"::equals))
        .isEqualTo(right("Compilation$Template.applyAsLong", "mix"::equals))
        .hasSize(4);
  }

  @Test
  void unknownMethodHasNoRightLine() {
    assertThat(right("Loops.none", _ -> true)).isEmpty();
    assertThat(right("None.none", _ -> true)).isEmpty();
  }

  @Test
  void innermostFrameOfTheProgramIsFound() {
    assertThat(KnownLines.frame(List.of("a.B.c", PROGRAM + "D.e", PROGRAM + "F.g", "h.I.j")))
        .contains(PROGRAM + "F.g");
    assertThat(KnownLines.frame(List.of("a.B.c"))).isEmpty();
  }
}
