package dev.takt.process.linux.launch;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;

/// A pipe of which this process holds both ends and a child the reading one. The kernel is asked to
/// kill the child when something happens at the writing end, and the only thing that ever happens
/// there is that this process ends and so closes it.
///
/// `PR_SET_PDEATHSIG` is the usual way, but it has to be called by the child itself, and is tied to
/// the thread that started it.
///
/// @param reading this process's copy of the child's end, or -1
/// @param writing the end that only this process has, or -1
record ParentDeathPipe(int reading, int writing) {

  /// Ties a child to this process.
  ///
  /// @param owner its pid, or the negative id of its process group
  /// @return 0 or `-errno`
  int arm(NativeMemory memory, int owner) {
    return reading < 0 ? 0 : Libc.killWhenPipeMoves(memory, reading, owner);
  }

  /// Stops tying the child's group, of which some processes may be left.
  void release(NativeMemory memory) {
    if (reading >= 0) {
      var _ = Libc.killWhenPipeMoves(memory, reading, 0);
      Libc.close(memory, writing);
      Libc.close(memory, reading);
    }
  }
}
