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
  static final int RECORD_OFFSET = -SchedulerRecord.BYTES;

  /// The stack offset of a map's key.
  static final int KEY_OFFSET = RECORD_OFFSET - 8;

  static final int TASK_STOPPED = 4;
  static final int TASK_TRACED = 8;

  // Ids of BPF helper functions (enum bpf_func_id).
  static final int BPF_MAP_LOOKUP_ELEM = 1;

  static final int BPF_KTIME_GET_NS = 5;
  static final int BPF_GET_SMP_PROCESSOR_ID = 8;
  private static final int BPF_PERF_EVENT_OUTPUT = 25;
  private static final long BPF_F_CURRENT_CPU = 0xFFFF_FFFFL;

  private static final Path PID_MAX = Path.of("/proc/sys/kernel/pid_max");
  private static final int MAX_SLOTS = 1 << 18;

  /// Offset of the thread id (`task_struct.pid`).
  final int tidOffset;

  /// Offset of the process id (`task_struct.tgid`).
  final int pidOffset;

  private final int slotBytes;
  private final int slots = slots();
  private int threadMap;
  private int eventMap;

  /// @param slotBytes the size of a thread's slot in the map
  SchedulerCodeGenerator(KernelTypes types, int slotBytes) throws BpfException {
    tidOffset = types.offset("task_struct", "pid");
    pidOffset = types.offset("task_struct", "tgid");
    this.slotBytes = slotBytes;
  }

  /// A program and its tracepoint.
  record TracepointProgram(String tracepoint, Assembler program) {}

  /// Creates a map and returns its descriptor.
  interface MapFactory {
    int create(int type, int keyBytes, int valueBytes, int entries) throws BpfException;
  }

  /// Creates the maps. Called before [#programs].
  void createMaps(MapFactory maps) throws BpfException {
    threadMap = maps.create(BpfCalls.MAP_ARRAY, Integer.BYTES, slotBytes, slots);
  }

  /// Sets where records go.
  ///
  /// @param map a map of perf events, one for each processor
  final void setEventMap(int map) {
    eventMap = map;
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
    to.store(Register.FP, KEY_OFFSET, Width.WORD, Register.R2);
    lookUp(to, threadMap);
  }

  /// Loads into `R0` the address of the value whose key is at [#KEY_OFFSET]; 0 if there is none.
  /// The kernel inlines this helper call for array maps.
  static void lookUp(Assembler to, int map) {
    to.map(Register.R1, map);
    to.move(Register.R2, Register.FP);
    to.add(Register.R2, KEY_OFFSET);
    to.call(BPF_MAP_LOOKUP_ELEM);
  }

  /// Writes the record on the stack to the ring buffer of this processor. `R6` must be the
  /// program's context.
  final void emitRecord(Assembler to, int kind) {
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.KIND_AT, Width.WORD, kind);
    to.move(Register.R1, Register.R6);
    to.map(Register.R2, eventMap);
    to.moveLong(Register.R3, BPF_F_CURRENT_CPU);
    to.move(Register.R4, Register.FP);
    to.add(Register.R4, RECORD_OFFSET);
    to.move(Register.R5, SchedulerRecord.BYTES);
    to.call(BPF_PERF_EVENT_OUTPUT);
  }

  /// Ends the program, at the label `end`.
  static void end(Assembler to) {
    to.label("end");
    to.move(Register.R0, 0);
    to.exit();
  }
}
