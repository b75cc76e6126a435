package dev.takt.process;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;

/// A pipe of which this process holds both ends and a child the reading one. The kernel is asked to
/// kill the child when something happens at the writing end, and all that ever happens there is
/// that this process ends and closes it.
///
/// `PR_SET_PDEATHSIG` would be the usual way, but has to be called by the child itself, and is tied
/// to the thread that started it.
///
/// @param reading this process's copy of what the child holds, or -1
/// @param writing the end that only this process has, or -1
record ParentDeathPipe(int reading, int writing) {

  /// Ties a child to this process.
  ///
  /// @param owner its pid, or the negative of it for its process group
  /// @return 0 or `-errno`
  int tie(NativeMemory memory, int owner) {
    return reading < 0 ? 0 : Libc.killWhenPipeMoves(memory, reading, owner);
  }

  /// Lets go of what may be left of the child's group.
  void release(NativeMemory memory) {
    if (reading >= 0) {
      var _ = Libc.killWhenPipeMoves(memory, reading, 0);
      Libc.close(memory, writing);
      Libc.close(memory, reading);
    }
  }
}
