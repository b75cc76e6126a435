package dev.takt.probes.profilers;

import dev.takt.probes.profilers.program.KnownProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// In which lines of the known program CPU time can be spent, from its bytecode: those that call a
/// method where it is spent, or, in a method without such a call, those of its loops that call
/// nothing. Not thread-safe.
final class KnownLines {

  private static final String PROGRAM = KnownProgram.class.getPackageName() + ".";

  /// In the names of hidden classes.
  private static final Pattern ADDRESS = Pattern.compile("[+/.]0x[0-9a-f]+(/0x[0-9a-f]+)?");

  private final Map<String, List<Step>> methods = new HashMap<>();

  /// An instruction.
  ///
  /// @param inLoop whether it is between the target of a backward branch and the branch
  /// @param called the method that it calls; empty if it calls none
  private record Step(int line, boolean inLoop, String called) {}

  /// The innermost frame that is the program's own; empty if there is none.
  static Optional<String> frame(List<String> frames) {
    return frames.reversed().stream().filter(each -> each.startsWith(PROGRAM)).findFirst();
  }

  /// Whether CPU time is spent in a line of a method of the program.
  ///
  /// @param frame `package.Class.method`
  /// @param isHot whether it is spent in a method of that simple name
  boolean isRight(String frame, int line, Predicate<String> isHot) {
    List<Step> all =
        methods.computeIfAbsent(ADDRESS.matcher(frame).replaceAll(""), KnownLines::read);
    List<Step> steps = all.stream().filter(each -> each.line == line).toList();
    if (all.stream().anyMatch(each -> isHot.test(each.called))) {
      return steps.stream().anyMatch(each -> isHot.test(each.called));
    }
    boolean hasLoop = all.stream().anyMatch(Step::inLoop);
    return steps.stream().allMatch(each -> each.called.isEmpty())
        && steps.stream().anyMatch(each -> each.inLoop || !hasLoop);
  }

  private static List<Step> read(String frame) {
    int dot = frame.lastIndexOf('.');
    String file = frame.substring(PROGRAM.length(), dot) + ".class";
    List<Step> steps = new ArrayList<>();
    try (InputStream in = KnownProgram.class.getResourceAsStream(file)) {
      if (in != null) {
        ClassModel type = ClassFile.of().parse(in.readAllBytes());
        for (MethodModel each : type.methods()) {
          if (each.methodName().equalsString(frame.substring(dot + 1))) {
            each.code().ifPresent(code -> read(code, steps));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return steps;
  }

  private static void read(CodeModel code, List<Step> steps) {
    List<int[]> loops = new ArrayList<>();
    int at = 0;
    for (CodeElement each : code) {
      if (each instanceof BranchInstruction branch) {
        int target = ((CodeAttribute) code).labelToBci(branch.target());
        if (target <= at) {
          loops.add(new int[] {target, at});
        }
      }
      at += each instanceof Instruction step ? step.sizeInBytes() : 0;
    }
    at = 0;
    int line = Stack.NO_LINE;
    for (CodeElement each : code) {
      if (each instanceof LineNumber next) {
        line = next.line();
      } else if (each instanceof Instruction step) {
        int here = at;
        boolean inLoop = loops.stream().anyMatch(loop -> loop[0] <= here && here <= loop[1]);
        String called = step instanceof InvokeInstruction call ? call.name().stringValue() : "";
        steps.add(new Step(line, inLoop, called));
        at += step.sizeInBytes();
      }
    }
  }
}
