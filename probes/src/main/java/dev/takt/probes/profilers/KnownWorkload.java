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
  MEGAMORPHIC("megamorphic", "Loops$Megamorphic", "phase[AB]|lambda.*|next|itable stub"),
  /// Sorting with two comparisons.
  SORT(
      "sort",
      "Loops$Sorted",
      "phase[AB]|lambda.*|.*[cC]ompare.*|.*[sS]ort.*|merge.*|gallop.*|countRun.*|.*Range|clone"
          + "|push.*|ensure.*|.*arraycopy.*|intValue"),
  /// Allocation, and the collections that it causes on other threads.
  ALLOCATION("allocation", "Loops$Allocating", "phase[AB]|allocate"),
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
  NATIVE("native", "Intrinsics$Native", "deflate.*|reset");

  private final String label;
  private final String type;
  private final Pattern right;

  KnownWorkload(String label, String type, String right) {
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

  /// The workload of that name.
  public static Optional<KnownWorkload> of(String label) {
    return Arrays.stream(values()).filter(each -> each.label.equals(label)).findFirst();
  }

  /// The method of a phase, as it stands in stacks.
  String phase(boolean isA) {
    return type + (isA ? ".phaseA" : ".phaseB");
  }

  /// Whether CPU time is spent in a frame.
  ///
  /// @param frame the innermost frame of a stack of this workload
  boolean isRight(String frame) {
    boolean isNativeCode = !frame.contains(".") && !frame.contains("::");
    return (this == NATIVE && isNativeCode)
        || right.matcher(frame.substring(frame.lastIndexOf('.') + 1)).matches();
  }
}
