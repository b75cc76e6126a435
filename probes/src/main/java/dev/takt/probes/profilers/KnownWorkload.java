package dev.takt.probes.profilers;

import dev.takt.probes.profilers.program.Workloads;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What is known about a workload of the program: in which innermost frames its CPU time is spent.
public enum KnownWorkload {
  /// A loop that is inlined.
  INLINED_LOOP("inlined-loop", "Loops$Inlined", "phase[AB]|sum"),
  /// A loop in a method that is not inlined.
  CALLED_LOOP("called-loop", "Loops$Called", "calledSum|sum"),
  /// Straight code without a poll, followed by setters that cost nothing.
  SETTERS("setters", "Loops$Setters", "phase[AB]|straight|divide"),
  /// The fifth of nine calls does the work.
  DEEP_STACK("deep-stack", "Loops$Deep", "deep5|sum"),
  /// Calls through an interface with eight implementations.
  MEGAMORPHIC(
      "megamorphic", "Loops$Megamorphic", "phase[AB]|lambda.*|next|itable stub|vtable chunks"),
  /// Sorting with two comparisons.
  SORT(
      "sort",
      "Loops$Sorted",
      "phase[AB]|lambda.*|.*[cC]ompare.*|.*[sS]ort.*|merge.*|gallop.*|countRun.*|.*Range|clone"
          + "|push.*|ensure.*|.*arraycopy.*|.*ref_array.*|newInstance|newArray|intValue",
      17,
      Outside.JVM),
  /// Allocation, and the collections that it causes on other threads.
  ALLOCATION("allocation", "Loops$Allocating", "phase[AB]|allocate", 17, Outside.JVM),
  /// `System.arraycopy`.
  ARRAYCOPY("arraycopy", "Intrinsics$Copy", ".*arraycopy.*"),
  /// `CRC32.update`.
  CRC32("crc32", "Intrinsics$Crc", "update.*"),
  /// `Adler32.update`.
  ADLER32("adler32", "Intrinsics$Adler", "update.*"),
  /// AES in CTR mode.
  AES("aes", "Intrinsics$Aes", ".*[cC]rypt.*|counterMode.*|engine.*|update|increment"),
  /// `String.indexOf`.
  INDEX_OF("index-of", "Intrinsics$IndexOf", "indexOf.*|.*[iI]ndexof.*"),
  /// `Arrays.fill`.
  FILL("fill", "Intrinsics$Fill", "fill|.*_fill.*"),
  /// zlib.
  NATIVE("native", "Intrinsics$Native", "deflate.*|reset", 17, Outside.LIBRARY),
  /// `memset` of the C library, called through the FFM API.
  FFM("ffm", "ForeignCode", "fill|invoke.*|linkToNative|memset", 22, Outside.LIBRARY),
  /// New code that is compiled and thrown away: most CPU time is the compilers'.
  COMPILATION(
      "compilation",
      "Compilation$NewCode",
      "phase[AB]|run|apply.*|mix|.*define.*|.*[cC]lass.*|newInstance.*|.*[cC]onstructor.*|<init>",
      17,
      Outside.JVM),
  /// A call site that changes, so that its compiled code is thrown away.
  DEOPTIMISATION(
      "deoptimisation",
      "Compilation$Deoptimised",
      "phase[AB]|call|even|odd|change|target|.*[tT]arget.*|syncAll|find.*|invoke.*|linkToTargetMethod",
      17,
      Outside.JVM),
  /// Threads that end before a sampler's period is over.
  SHORT_THREADS(
      "short-threads", "Threads$Brief", "phase[AB].*|sum|start.*|join.*", 17, Outside.JVM),
  /// Virtual threads.
  VIRTUAL_THREADS(
      "virtual-threads", "Threads$Virtual", "phase[AB].*|sum|start.*|join.*", 21, Outside.JVM),
  /// Sleeping and parked threads, which burn next to nothing.
  WAITING("waiting", "Threads$Waiting", "", 17, Outside.NONE);

  /// Methods of workloads that let the JDK work: what it calls for that is not listed.
  private static final Pattern LETS_THE_JDK_WORK =
      Pattern.compile(".*Compilation\\$(NewCode\\.define|Deoptimised\\.(change|call))");

  /// What code that is not Java a workload may be in.
  private enum Outside {
    NONE,
    /// Functions of a native library.
    LIBRARY,
    /// Functions of a library or of the JVM.
    JVM
  }

  private final String label;
  private final String type;
  private final Pattern right;
  private final int minJdk;
  private final Outside outside;

  KnownWorkload(String label, String type, String right) {
    this(label, type, right, 17, Outside.NONE);
  }

  KnownWorkload(String label, String type, String right, int minJdk, Outside outside) {
    this.minJdk = minJdk;
    this.outside = outside;
    this.label = label;
    this.type = KnownWorkload.class.getPackageName() + ".program." + type;
    this.right = Pattern.compile(right);
  }

  static {
    List<String> known = Arrays.stream(values()).map(KnownWorkload::label).toList();
    if (!known.equals(List.copyOf(Workloads.names()))) {
      throw new ExceptionInInitializerError("the program has other workloads");
    }
  }

  /// The name for users.
  public String label() {
    return label;
  }

  /// The first JDK that can run it.
  int minJdk() {
    return minJdk;
  }

  /// Whether a call costs the same each time, so that its cost shows what a profiler adds.
  boolean hasSteadyCost() {
    return this != COMPILATION && this != DEOPTIMISATION && this != WAITING;
  }

  /// The workload of that name.
  public static Optional<KnownWorkload> of(String label) {
    return Arrays.stream(values()).filter(each -> each.label.equals(label)).findFirst();
  }

  /// How the method of a phase begins, as it stands in stacks.
  String phase(boolean isA) {
    return type + (isA ? ".phaseA" : ".phaseB");
  }

  /// Whether CPU time is spent in the innermost frame of a stack.
  boolean isRight(Stack stack) {
    return isRight(stack.withoutNative().innermost())
        || stack.frames().stream().anyMatch(each -> LETS_THE_JDK_WORK.matcher(each).matches());
  }

  /// Whether CPU time is spent in a frame.
  ///
  /// @param frame the innermost frame of a stack of this workload
  boolean isRight(String frame) {
    boolean isJava = frame.contains(".") && !frame.contains(".so");
    boolean isOutside =
        !isJava
            && (outside == Outside.JVM || (outside == Outside.LIBRARY && !frame.contains("::")));
    return isOutside || isHot(frame.substring(frame.lastIndexOf('.') + 1));
  }

  /// Whether CPU time is spent in methods or functions of that name.
  boolean isHot(String name) {
    return !name.isEmpty() && right.matcher(name).matches();
  }
}
