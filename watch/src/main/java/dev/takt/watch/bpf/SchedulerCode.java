package dev.takt.watch.bpf;

import dev.takt.watch.bpf.Assembler.Register;
import dev.takt.watch.bpf.Assembler.Width;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Programs at the scheduler's tracepoints that write records ([SchedulerRecord]) of what is long.
abstract class SchedulerCode {

  /// Where a record is on the stack.
  static final int RECORD = -SchedulerRecord.BYTES;

  /// Where the key of a map is.
  static final int KEY = RECORD - 8;

  static final int TASK_STOPPED = 4;
  static final int TASK_TRACED = 8;

  static final int LOOK_UP = 1;
  static final int NOW = 5;
  static final int THIS_CPU = 8;
  private static final int WRITE_RECORD = 25;
  private static final long TO_THIS_CPUS_RING = 0xFFFF_FFFFL;

  private static final Path PID_MAX = Path.of("/proc/sys/kernel/pid_max");
  private static final int MOST_PLACES = 1 << 18;

  /// Where a thread's number is in what the kernel keeps of it, and its process's.
  final int threadAt;

  final int processAt;
  private final int stateBytes;
  private final int places = places();
  private int threads;
  private int events;

  /// @param stateBytes what is kept of each thread
  SchedulerCode(KernelTypes types, int stateBytes) throws BpfException {
    threadAt = types.offset("task_struct", "pid");
    processAt = types.offset("task_struct", "tgid");
    this.stateBytes = stateBytes;
  }

  /// A program and where it runs.
  record AtTracepoint(String tracepoint, Assembler program) {}

  /// Makes maps, and answers with their descriptors.
  interface Maps {
    int make(int type, int keyBytes, int valueBytes, int entries) throws BpfException;
  }

  /// Makes what the programs need, before they are asked for.
  void makeMaps(Maps maps) throws BpfException {
    threads = maps.make(BpfCalls.MAP_ARRAY, Integer.BYTES, stateBytes, places);
  }

  /// @param map of the events that records go to
  final void writeTo(int map) {
    events = map;
  }

  /// All of them.
  abstract List<AtTracepoint> programs(int waitNanos, int sliceNanos);

  /// A place for each number that a thread can have, as far as that is not too much.
  private static int places() {
    try {
      int most = Integer.parseInt(KernelSetting.read(PID_MAX));
      return Math.min(MOST_PLACES, Integer.highestOneBit(Math.max(2, most - 1)) * 2);
    } catch (IOException | NumberFormatException e) {
      return MOST_PLACES;
    }
  }

  /// What is kept of the thread whose number is in `R2`, into `R0`; 0 if there is nothing.
  final void lookUpThread(Assembler to) {
    to.and(Register.R2, places - 1);
    to.store(Register.FP, KEY, Width.WORD, Register.R2);
    lookUp(to, threads);
  }

  /// The value at [#KEY], into `R0`. Of an array, that is no call: the kernel puts the arithmetic
  /// in its place.
  static void lookUp(Assembler to, int map) {
    to.map(Register.R1, map);
    to.move(Register.R2, Register.FP);
    to.add(Register.R2, KEY);
    to.call(LOOK_UP);
  }

  /// Writes the record on the stack; `R6` is the program's context.
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

  static void end(Assembler to) {
    to.label("end");
    to.move(Register.R0, 0);
    to.exit();
  }
}
