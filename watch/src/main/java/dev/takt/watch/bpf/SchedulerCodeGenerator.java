package dev.takt.watch.bpf;

import dev.takt.watch.bpf.Assembler.Register;
import dev.takt.watch.bpf.Assembler.Width;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Generates BPF programs at the scheduler's tracepoints that write a [SchedulerRecord] for each
/// long wait and each long timeslice. Base class of the two variants, with the code they share.
abstract class SchedulerCodeGenerator {

  /// The stack offset of the record.
  static final int RECORD = -SchedulerRecord.BYTES;

  /// The stack offset of a map's key.
  static final int KEY = RECORD - 8;

  static final int TASK_STOPPED = 4;
  static final int TASK_TRACED = 8;

  // Ids of BPF helper functions (enum bpf_func_id).
  static final int LOOK_UP = 1;

  static final int NOW = 5;
  static final int THIS_CPU = 8;
  private static final int WRITE_RECORD = 25;
  private static final long TO_THIS_CPUS_RING = 0xFFFF_FFFFL;

  private static final Path PID_MAX = Path.of("/proc/sys/kernel/pid_max");
  private static final int MAX_SLOTS = 1 << 18;

  /// Offset of the thread id (`task_struct.pid`).
  final int tidOffset;

  /// Offset of the process id (`task_struct.tgid`).
  final int pidOffset;

  private final int slotBytes;
  private final int slots = slots();
  private int threads;
  private int events;

  /// @param stateBytes the size of a thread's slot in the map
  SchedulerCodeGenerator(KernelTypes types, int stateBytes) throws BpfException {
    tidOffset = types.offset("task_struct", "pid");
    pidOffset = types.offset("task_struct", "tgid");
    this.slotBytes = stateBytes;
  }

  /// A program and its tracepoint.
  record TracepointProgram(String tracepoint, Assembler program) {}

  /// Creates a map and returns its descriptor.
  interface MapFactory {
    int create(int type, int keyBytes, int valueBytes, int entries) throws BpfException;
  }

  /// Creates the maps. Called before [#programs].
  void createMaps(MapFactory maps) throws BpfException {
    threads = maps.create(BpfCalls.MAP_ARRAY, Integer.BYTES, slotBytes, slots);
  }

  /// Sets where records go.
  ///
  /// @param map a map of perf events, one for each processor
  final void writeTo(int map) {
    events = map;
  }

  /// Generates the programs.
  ///
  /// @param waitNanos the shortest wait that is recorded
  /// @param sliceNanos the shortest timeslice that is recorded
  abstract List<TracepointProgram> programs(int waitNanos, int sliceNanos);

  /// The number of slots: one for each possible thread number, up to [#MAX_SLOTS]. A power of two.
  private static int slots() {
    try {
      int pidMax = Integer.parseInt(KernelSetting.read(PID_MAX));
      return Math.min(MAX_SLOTS, Integer.highestOneBit(Math.max(2, pidMax - 1)) * 2);
    } catch (IOException | NumberFormatException e) {
      return MAX_SLOTS;
    }
  }

  /// Loads into `R0` the address of the slot of the thread whose number is in `R2`; 0 if there is
  /// none.
  final void lookUpThread(Assembler to) {
    to.and(Register.R2, slots - 1);
    to.store(Register.FP, KEY, Width.WORD, Register.R2);
    lookUp(to, threads);
  }

  /// Loads into `R0` the address of the value whose key is at [#KEY]; 0 if there is none. The
  /// kernel inlines this helper call for array maps.
  static void lookUp(Assembler to, int map) {
    to.map(Register.R1, map);
    to.move(Register.R2, Register.FP);
    to.add(Register.R2, KEY);
    to.call(LOOK_UP);
  }

  /// Writes the record on the stack to the ring buffer of this processor. `R6` must be the
  /// program's context.
  final void write(Assembler to, int kind) {
    to.store(Register.FP, RECORD + SchedulerRecord.KIND_AT, Width.WORD, kind);
    to.move(Register.R1, Register.R6);
    to.map(Register.R2, events);
    to.moveLong(Register.R3, TO_THIS_CPUS_RING);
    to.move(Register.R4, Register.FP);
    to.add(Register.R4, RECORD);
    to.move(Register.R5, SchedulerRecord.BYTES);
    to.call(WRITE_RECORD);
  }

  /// Ends the program, at the label `end`.
  static void end(Assembler to) {
    to.label("end");
    to.move(Register.R0, 0);
    to.exit();
  }
}
