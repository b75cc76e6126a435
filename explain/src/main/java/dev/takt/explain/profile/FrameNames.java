package dev.takt.explain.profile;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/// Names the frames of recorded stacks. For a single recording; not thread-safe.
final class FrameNames {

  /// The frame that replaces the frames omitted by the recorder's stack depth limit.
  static final String CUT_OFF = "[cut off]";

  private static final String NO_STACK = "[no stack]";

  /// Addresses in the names of hidden classes, which differ between JVMs.
  private static final Pattern ADDRESS = Pattern.compile("[+/.]0x[0-9a-f]+(/0x[0-9a-f]+)?");

  private final IdentityHashMap<RecordedMethod, String> methods = new IdentityHashMap<>();

  /// The frames of a stack, from the outermost to the innermost, in a list that may grow.
  ///
  /// @param isFunction whether a frame is a function without a class
  List<String> of(@Nullable RecordedStackTrace stack, Predicate<RecordedFrame> isFunction) {
    List<String> frames = new ArrayList<>();
    if (stack == null) {
      frames.add(NO_STACK);
      return frames;
    }
    if (stack.isTruncated()) {
      frames.add(CUT_OFF);
    }
    for (RecordedFrame each : stack.getFrames().reversed()) {
      RecordedMethod method = each.getMethod();
      frames.add(
          method == null
              ? "[unknown]"
              : isFunction.test(each)
                  ? method.getName()
                  : methods.computeIfAbsent(method, FrameNames::name));
    }
    return frames;
  }

  private static String name(RecordedMethod method) {
    return withoutAddress(type(method)) + "." + method.getName();
  }

  /// The name of a class, the same in all JVMs.
  static String withoutAddress(String type) {
    return ADDRESS.matcher(type).replaceAll("");
  }

  static String type(@Nullable RecordedMethod method) {
    return method == null || method.getType() == null ? "?" : method.getType().getName();
  }
}
