package dev.takt.process.linux;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Starts processes with `posix_spawn`, which neither copies the page tables of this process nor
/// needs a helper program. For one thread at a time; reuses its memory for the next start.
///
/// A child starts with default signal handling and no blocked signals, because a JVM ignores
/// SIGPIPE; and it gets only the descriptors in `given`.
public final class Spawner {

  /// One of a child's descriptors.
  ///
  /// @param source a descriptor of this process
  /// @param number its number in the child
  public record Given(int source, int number) {}

  private static final int SIGNAL_SET_BYTES = 128;
  private static final int ATTRIBUTE_BYTES = 512;
  private static final int ACTIONS_BYTES = 128;
  private static final int SMALL_BYTES = 1024;

  private static final short SETPGROUP = 2;
  private static final short SETSIGDEF = 4;
  private static final short SETSIGMASK = 8;

  private final NativeMemory memory = new NativeMemory(SMALL_BYTES);
  private final long ownGroup;
  private final long sameGroup;
  private final NativeMemory attributes = new NativeMemory(2 * ATTRIBUTE_BYTES + SIGNAL_SET_BYTES);
  private final NativeMemory actions = new NativeMemory(ACTIONS_BYTES);
  private final NativeStrings strings = new NativeStrings();
  private int[] copies = new int[4];
  private int copied;

  /// The functions that only a spawner needs.
  private static final class Calls {
    static final MemorySegment SPAWN = Libc.function("posix_spawnp");
    static final ByteBuffer ENVIRON = variable("environ");
    static final MemorySegment ACTIONS_INIT = Libc.function("posix_spawn_file_actions_init");
    static final MemorySegment ACTIONS_DESTROY = Libc.function("posix_spawn_file_actions_destroy");
    static final MemorySegment ADD_DUP2 = Libc.function("posix_spawn_file_actions_adddup2");
    static final MemorySegment ADD_CLOSE = Libc.function("posix_spawn_file_actions_addclose");
    static final MemorySegment ADD_CHDIR = Libc.function("posix_spawn_file_actions_addchdir_np");
    static final MemorySegment ADD_CLOSE_FROM =
        Libc.function("posix_spawn_file_actions_addclosefrom_np");
    static final MemorySegment ATTRIBUTES_INIT = Libc.function("posix_spawnattr_init");
    static final MemorySegment SET_FLAGS = Libc.function("posix_spawnattr_setflags");
    static final MemorySegment SET_SIGNALS_DEFAULT = Libc.function("posix_spawnattr_setsigdefault");
    static final MemorySegment SET_SIGNAL_MASK = Libc.function("posix_spawnattr_setsigmask");

    private Calls() {}

    /// The address changes when code in this process changes the environment.
    static long environment() {
      return ENVIRON.getLong(0);
    }

    @SuppressWarnings("restricted")
    private static ByteBuffer variable(String name) {
      return Libc.function(name)
          .reinterpret(Long.BYTES)
          .asByteBuffer()
          .order(ByteOrder.nativeOrder());
    }
  }

  /// A spawner with memory of its own.
  public Spawner() {
    Libc.keepChildStatus(memory);
    sameGroup = attributes(0, (short) (SETSIGDEF | SETSIGMASK));
    ownGroup = attributes(ATTRIBUTE_BYTES, (short) (SETSIGDEF | SETSIGMASK | SETPGROUP));
  }

  /// Whether the C library has the functions that this class calls: glibc has them since 2.34.
  public static boolean isSupported() {
    return Libc.functionOrNull("posix_spawn_file_actions_addclosefrom_np") != null
        && Libc.functionOrNull("posix_spawn_file_actions_addchdir_np") != null;
  }

  /// Memory for the calls around a start; [#spawn] does not use it.
  public NativeMemory memory() {
    return memory;
  }

  /// Starts a program.
  ///
  /// @param words the program, which is searched for in the PATH of this process if it has no
  ///   slash, and its arguments
  /// @param inherits whether the child inherits the variables of this process
  /// @param changes the variables that are set, and with null those that are removed
  /// @param directory the working directory, or null for that of this process
  /// @param given the child's descriptors, with distinct numbers; it gets no others
  /// @param leadsGroup whether the child is the leader of a process group of its own
  /// @return its pid, or `-errno` if there is no child
  public int spawn(
      List<String> words,
      boolean inherits,
      Map<String, @Nullable String> changes,
      byte @Nullable [] directory,
      List<Given> given,
      boolean leadsGroup) {
    strings.clear();
    int argv = strings.addAll(words);
    int envp =
        inherits && changes.isEmpty()
            ? -1
            : strings.addEnvironment(inherits ? Calls.environment() : 0, changes);
    int chdir = directory == null ? -1 : strings.add(directory);
    long base = strings.seal();

    call(Calls.ACTIONS_INIT, actions.address(), 0, 0);
    try {
      int error = describe(given, chdir < 0 ? 0 : base + chdir);
      if (error != 0) {
        return -error;
      }
      error =
          (int)
              Libc.call(
                  Calls.SPAWN,
                  memory,
                  memory.address(),
                  strings.firstOf(argv),
                  actions.address(),
                  leadsGroup ? ownGroup : sameGroup,
                  base + argv,
                  envp < 0 ? Calls.environment() : base + envp);
      return error == 0 ? memory.bytes().getInt(0) : -error;
    } finally {
      call(Calls.ACTIONS_DESTROY, actions.address(), 0, 0);
      closeCopies();
    }
  }

  /// Adds the file actions that the child performs before it executes the program.
  ///
  /// @return 0 or an errno
  private int describe(List<Given> given, long directory) {
    int least = 0;
    for (Given one : given) {
      least = Math.max(least, one.number() + 1);
    }
    int error = directory == 0 ? 0 : call(Calls.ADD_CHDIR, actions.address(), directory, 0);
    for (int i = 0; i < given.size() && error == 0; i++) {
      Given one = given.get(i);
      int source = one.source();
      if (source < least && source != one.number()) {
        // Another descriptor might be copied to this number first.
        source = Libc.duplicate(memory, source, least);
        if (source < 0) {
          return -source;
        }
        remember(source);
      }
      error = call(Calls.ADD_DUP2, actions.address(), source, one.number());
    }
    for (int number = 0; number < least && error == 0; number++) {
      if (!isGiven(given, number)) {
        error = call(Calls.ADD_CLOSE, actions.address(), number, 0);
      }
    }
    return error != 0 ? error : call(Calls.ADD_CLOSE_FROM, actions.address(), least, 0);
  }

  private static boolean isGiven(List<Given> given, int number) {
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i).number() == number) {
        return true;
      }
    }
    return false;
  }

  private void remember(int copy) {
    if (copied == copies.length) {
      copies = Arrays.copyOf(copies, 2 * copied);
    }
    copies[copied++] = copy;
  }

  private void closeCopies() {
    while (copied > 0) {
      Libc.close(memory, copies[--copied]);
    }
  }

  private long attributes(int offset, short flags) {
    long at = attributes.address() + offset;
    long signals = attributes.address() + 2L * ATTRIBUTE_BYTES;
    call(Calls.ATTRIBUTES_INIT, at, 0, 0);
    call(Calls.SET_FLAGS, at, flags, 0);
    fillSignals(0);
    call(Calls.SET_SIGNAL_MASK, at, signals, 0);
    fillSignals(-1);
    call(Calls.SET_SIGNALS_DEFAULT, at, signals, 0);
    return at;
  }

  private void fillSignals(int value) {
    ByteBuffer bytes = attributes.bytes();
    for (int i = 0; i < SIGNAL_SET_BYTES; i++) {
      bytes.put(2 * ATTRIBUTE_BYTES + i, (byte) value);
    }
  }

  /// These functions return their error instead of setting errno.
  private int call(MemorySegment function, long a, long b, long c) {
    return (int) Libc.call(function, memory, a, b, c, 0, 0, 0);
  }
}
