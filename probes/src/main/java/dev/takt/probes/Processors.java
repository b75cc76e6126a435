package dev.takt.probes;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.Support;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Lists the processors of this machine, and pins threads to one of them.
public final class Processors {

  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");
  private static final Pattern LIST =
      Pattern.compile("\\d{1,6}(-\\d{1,6})?(,\\d{1,6}(-\\d{1,6})?)*");
  private static final int MASK_BYTES = 1024;
  private static final int SYS_GETTID =
      System.getProperty("os.arch", "").equals("aarch64") ? 178 : 186;

  private Processors() {}

  /// The numbers of all processors that are online; empty if that is not known.
  public static List<Integer> online() {
    try {
      return parse(Files.readString(ONLINE).strip());
    } catch (IOException _) {
      return List.of();
    }
  }

  /// Parses a list in the kernel's format, such as `0-3,8`; empty if it has another format.
  public static List<Integer> parse(String text) {
    List<Integer> numbers = new ArrayList<>();
    if (!LIST.matcher(text).matches()) {
      return numbers;
    }
    for (String part : text.split(",", -1)) {
      int dash = part.indexOf('-');
      int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
      int last = Integer.parseInt(part.substring(dash + 1));
      for (int i = first; i <= last; i++) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  /// The processors that this process may use, out of [#online].
  public static List<Integer> allowed() {
    if (!Support.isThere()) {
      return List.of();
    }
    NativeMemory memory = new NativeMemory(MASK_BYTES);
    if (Calls.get(memory) < 0) {
      return List.of();
    }
    return online().stream().filter(each -> isSet(memory, each)).toList();
  }

  /// Pins the calling thread to one processor.
  ///
  /// @return why that failed; empty on success
  public static Optional<String> pin(int processor) {
    if (!Support.isThere()) {
      return Optional.of("pinning needs Linux and native access");
    }
    NativeMemory memory = new NativeMemory(MASK_BYTES);
    if (processor < 0 || processor >= MASK_BYTES * Byte.SIZE) {
      return Optional.of("there is no processor " + processor);
    }
    int octet = processor / Byte.SIZE;
    memory.bytes().put(octet, (byte) (1 << processor % Byte.SIZE));
    int result = Calls.set(memory);
    return result < 0
        ? Optional.of("processor " + processor + " is not available: " + Errno.text(-result))
        : Optional.empty();
  }

  private static boolean isSet(NativeMemory memory, int processor) {
    int octet = processor / Byte.SIZE;
    return octet < MASK_BYTES && (memory.bytes().get(octet) >> processor % Byte.SIZE & 1) == 1;
  }

  /// The calling thread's number in the kernel; null if it is not known.
  static @Nullable Long currentThread() {
    return Support.isThere() ? Calls.threadNumber() : null;
  }

  /// Loaded only where the system calls are available.
  private static final class Calls {
    private static final MemorySegment SET = Libc.function("sched_setaffinity");
    private static final MemorySegment GET = Libc.function("sched_getaffinity");
    private static final MemorySegment SYSCALL = Libc.function("syscall");

    private Calls() {}

    static int set(NativeMemory mask) {
      return (int) Libc.call(SET, mask, 0, MASK_BYTES, mask.address(), 0, 0, 0);
    }

    static int get(NativeMemory mask) {
      return (int) Libc.call(GET, mask, 0, MASK_BYTES, mask.address(), 0, 0, 0);
    }

    static long threadNumber() {
      return Libc.call(SYSCALL, new NativeMemory(Long.BYTES), SYS_GETTID, 0, 0, 0, 0, 0);
    }
  }
}
