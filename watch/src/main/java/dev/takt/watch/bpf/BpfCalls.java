package dev.takt.watch.bpf;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The commands of bpf(2) that this package needs. Those that return a descriptor leave it to the
/// caller to close it. Not thread-safe.
final class BpfCalls {

  static final int MAP_ARRAY = 2;
  static final int MAP_PERF_EVENT_ARRAY = 4;
  static final int MAP_PERCPU_ARRAY = 6;

  private static final int SYS_BPF =
      System.getProperty("os.arch", "").equals("aarch64") ? 280 : 321;

  private static final int BPF_MAP_CREATE = 0;
  private static final int BPF_MAP_UPDATE_ELEM = 2;
  private static final int BPF_PROG_LOAD = 5;
  private static final int BPF_RAW_TRACEPOINT_OPEN = 17;

  private static final int BPF_PROG_TYPE_TRACING = 26;
  private static final int BPF_TRACE_RAW_TP = 23;

  private static final int ATTR_BYTES = 128;
  private static final int LOG_BYTES = 1 << 16;
  private static final int VERIFIER_LOG_LINES = 4;
  private static final byte[] LICENCE = "GPL\0".getBytes(StandardCharsets.US_ASCII);

  private static final MemorySegment SYSCALL = Libc.function("syscall");

  private final NativeMemory attributes = new NativeMemory(ATTR_BYTES);

  /// Creates a map.
  ///
  /// @return its descriptor
  int createMap(int type, int keyBytes, int valueBytes, int entries) throws BpfException {
    clear().putInt(0, type).putInt(4, keyBytes).putInt(8, valueBytes).putInt(12, entries);
    return requireSuccess(call(BPF_MAP_CREATE), "");
  }

  /// Sets the entry of a map whose key and value have 32 bits.
  void updateMap(int map, int key, int value) throws BpfException {
    NativeMemory pair = new NativeMemory(2 * Integer.BYTES);
    pair.bytes().putInt(0, key).putInt(4, value);
    clear().putInt(0, map).putLong(8, pair.address()).putLong(16, pair.address() + Integer.BYTES);
    try {
      requireSuccess(call(BPF_MAP_UPDATE_ELEM), "");
    } finally {
      Reference.reachabilityFence(pair);
    }
  }

  /// Loads a program for a raw tracepoint of the kernel with typed arguments (`tp_btf`).
  ///
  /// @param tracepoint the BTF number of its type
  /// @return its descriptor
  int loadProgram(Assembler program, int tracepoint) throws BpfException {
    byte[] code = program.bytes();
    NativeMemory text = new NativeMemory(code.length + LICENCE.length);
    text.bytes().put(0, code).put(code.length, LICENCE);
    clear()
        .putInt(0, BPF_PROG_TYPE_TRACING)
        .putInt(4, program.size())
        .putLong(8, text.address())
        .putLong(16, text.address() + code.length)
        .putInt(68, BPF_TRACE_RAW_TP)
        .putInt(108, tracepoint);
    try {
      int result = call(BPF_PROG_LOAD);
      return requireSuccess(result, result >= 0 ? "" : verifierLog());
    } finally {
      Reference.reachabilityFence(text);
    }
  }

  /// The log of the kernel's verifier. The program is loaded a second time for it, after it was
  /// refused, since writing the log is slow.
  private String verifierLog() {
    NativeMemory log = new NativeMemory(LOG_BYTES);
    attributes.bytes().putInt(24, 1).putInt(28, LOG_BYTES).putLong(32, log.address());
    int result = call(BPF_PROG_LOAD);
    if (result >= 0) {
      Libc.close(attributes, result);
    }
    int length = 0;
    while (length < LOG_BYTES && log.bytes().get(length) != 0) {
      length++;
    }
    byte[] text = new byte[length];
    log.bytes().get(0, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  /// Attaches a program to its tracepoint until the descriptor is closed.
  ///
  /// @return the descriptor
  int attach(int program) throws BpfException {
    clear().putInt(8, program);
    return requireSuccess(call(BPF_RAW_TRACEPOINT_OPEN), "");
  }

  private ByteBuffer clear() {
    ByteBuffer bytes = attributes.bytes();
    for (int i = 0; i < ATTR_BYTES; i += Long.BYTES) {
      bytes.putLong(i, 0);
    }
    return bytes;
  }

  private int call(int command) {
    return (int)
        Libc.call(SYSCALL, attributes, SYS_BPF, command, attributes.address(), ATTR_BYTES, 0, 0);
  }

  private static int requireSuccess(int result, String complaint) throws BpfException {
    if (result >= 0) {
      return result;
    }
    String why =
        switch (-result) {
          case Errno.EPERM, Errno.EACCES ->
              complaint.isBlank()
                  ? "the kernel denies bpf(2): run as root, or with CAP_BPF and CAP_PERFMON"
                  : "the BPF verifier rejects the program: " + lastLines(complaint);
          case Errno.ENOSYS -> "a sandbox or this kernel does not allow bpf(2)";
          default ->
              "bpf(2) fails with "
                  + Errno.text(-result)
                  + (complaint.isBlank() ? "" : ": " + lastLines(complaint));
        };
    throw new BpfException(why);
  }

  private static String lastLines(String complaint) {
    List<String> lines = complaint.strip().lines().toList();
    return String.join(
        "; ", lines.subList(Math.max(0, lines.size() - VERIFIER_LOG_LINES), lines.size()));
  }
}
