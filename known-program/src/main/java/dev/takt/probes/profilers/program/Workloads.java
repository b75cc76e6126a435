package dev.takt.probes.profilers.program;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// The workloads, by name.
public final class Workloads {

  /// The one whose work is in virtual threads.
  static final String VIRTUAL = "virtual-threads";

  private static final Map<String, Supplier<Workload>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("inlined-loop", Loops.Inlined::new);
    ALL.put("called-loop", Loops.Called::new);
    ALL.put("setters", Loops.Setters::new);
    ALL.put("deep-stack", Loops.Deep::new);
    ALL.put("megamorphic", Loops.Megamorphic::new);
    ALL.put("sort", Loops.Sorted::new);
    ALL.put("allocation", Loops.Allocating::new);
    ALL.put("arraycopy", Intrinsics.Copy::new);
    ALL.put("crc32", Intrinsics.Crc::new);
    ALL.put("adler32", Intrinsics.Adler::new);
    ALL.put("aes", Intrinsics.Aes::new);
    ALL.put("index-of", Intrinsics.IndexOf::new);
    ALL.put("fill", Intrinsics.Fill::new);
    ALL.put("native", Intrinsics.Native::new);
    ALL.put("ffm", ForeignCode::new);
    ALL.put("compilation", Compilation.NewCode::new);
    ALL.put("deoptimisation", Compilation.Deoptimised::new);
    ALL.put("short-threads", Threads.Brief::new);
    ALL.put(VIRTUAL, Threads.Virtual::new);
    ALL.put("waiting", Threads.Waiting::new);
  }

  private Workloads() {}

  /// The names of all.
  public static Set<String> names() {
    return ALL.keySet();
  }

  /// A new workload.
  ///
  /// @throws IllegalArgumentException if there is none of that name
  public static Workload named(String name) {
    Supplier<Workload> workload = ALL.get(name);
    if (workload == null) {
      throw new IllegalArgumentException("there is no workload " + name);
    }
    return workload.get();
  }
}
