package dev.takt.process.linux.launch;

import dev.takt.process.Command;
import dev.takt.process.Redirect;
import dev.takt.process.StartException;
import dev.takt.process.child.StartFailure;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.NativeText;
import dev.takt.process.linux.Spawner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The descriptors of one start: those that the child gets, and this process's ends of its pipes.
final class Wiring {

  private static final Path NULL_DEVICE = Path.of("/dev/null");

  private final Command command;
  private final NativeMemory memory;
  private final List<Spawner.Given> given = new ArrayList<>(4);

  /// The descriptors that were opened for the child only.
  private final List<Integer> childs = new ArrayList<>(4);

  /// This process's end of each standard descriptor's pipe, or -1.
  private final int[] ends = {-1, -1, -1};

  private int parentDeathPipe = -1;
  private int parentDeathPipeWriting = -1;

  Wiring(Command command, NativeMemory memory) {
    this.command = command;
    this.memory = memory;
  }

  /// Opens all descriptors of the command.
  ///
  /// @throws StartException if one cannot be opened; those that are open by then, [#closeAll]
  ///   closes
  void open() throws StartException {
    int last = 0;
    for (Map.Entry<Integer, Redirect> entry : command.descriptors().entrySet()) {
      given.add(new Spawner.Given(source(entry.getKey(), entry.getValue()), entry.getKey()));
      last = entry.getKey();
    }
    if (command.endsWithParent()) {
      openPipe();
      parentDeathPipe = memory.bytes().getInt(0);
      parentDeathPipeWriting = memory.bytes().getInt(Integer.BYTES);
      given.add(new Spawner.Given(parentDeathPipe, last + 1));
    }
  }

  List<Spawner.Given> given() {
    return given;
  }

  /// This process's end of the pipe at a standard descriptor; -1 if there is none.
  int end(int number) {
    return ends[number];
  }

  /// The pipe that ends the child when this process ends; -1 and -1 if there is none.
  ParentDeathPipe parentDeathPipe() {
    return new ParentDeathPipe(parentDeathPipe, parentDeathPipeWriting);
  }

  /// Closes the descriptors that only the child needs.
  void closeChilds() {
    for (int i = 0; i < childs.size(); i++) {
      Libc.close(memory, childs.get(i));
    }
    childs.clear();
  }

  void closeAll() {
    closeChilds();
    for (int i = 0; i < ends.length; i++) {
      if (ends[i] >= 0) {
        Libc.close(memory, ends[i]);
        ends[i] = -1;
      }
    }
    if (parentDeathPipe >= 0) {
      Libc.close(memory, parentDeathPipe);
      Libc.close(memory, parentDeathPipeWriting);
      parentDeathPipe = -1;
      parentDeathPipeWriting = -1;
    }
  }

  private int source(int number, Redirect redirect) throws StartException {
    // Not a pattern switch: linking one costs milliseconds of a program's first start.
    if (redirect == Redirect.Pipe.PIPE) {
      return pipe(number);
    }
    if (redirect == Redirect.Discard.DISCARD) {
      return file(number, NULL_DEVICE, Libc.O_RDWR);
    }
    if (redirect instanceof Redirect.From(Path file)) {
      return file(number, file, Libc.O_RDONLY);
    }
    if (redirect instanceof Redirect.To(Path file, boolean append)) {
      return file(
          number, file, Libc.O_WRONLY | Libc.O_CREAT | (append ? Libc.O_APPEND : Libc.O_TRUNC));
    }
    if (redirect instanceof Redirect.Inherit(int descriptor)) {
      return inherited(descriptor < 0 ? number : descriptor);
    }
    // Standard error redirected to standard output: descriptors are processed in order, so number 1
    // is present.
    return given.get(1).source();
  }

  private int pipe(int number) throws StartException {
    openPipe();
    int reading = memory.bytes().getInt(0);
    int writing = memory.bytes().getInt(Integer.BYTES);
    boolean intoChild = number == 0;
    int own = intoChild ? writing : reading;
    int childs = intoChild ? reading : writing;
    ends[number] = own;
    this.childs.add(childs);
    if (command.pipeBytes() > 0) {
      int result = Libc.setPipeSize(memory, own, command.pipeBytes());
      if (result < 0) {
        throw StartFailure.ofDescriptor(
            command, "a pipe of " + command.pipeBytes() + " bytes", -result);
      }
    }
    Libc.setNonBlocking(memory, own);
    return childs;
  }

  private void openPipe() throws StartException {
    int result = Libc.pipe(memory);
    if (result < 0) {
      throw StartFailure.ofDescriptor(command, command.program(), -result);
    }
  }

  private int file(int number, Path path, int flags) throws StartException {
    byte[] name = NativeText.encode(path);
    NativeMemory text = name.length < memory.size() ? memory : new NativeMemory(name.length + 1);
    text.bytes().put(0, name).put(name.length, (byte) 0);
    int result;
    do {
      result = Libc.open(text, text.address(), flags);
    } while (result == -Errno.EINTR);
    if (result < 0) {
      throw StartFailure.ofFile(command, number, path.toString(), -result);
    }
    childs.add(result);
    return result;
  }

  private int inherited(int descriptor) throws StartException {
    if (Libc.descriptorFlags(memory, descriptor) < 0) {
      throw StartFailure.ofDescriptor(command, "descriptor " + descriptor, Errno.EBADF);
    }
    return descriptor;
  }
}
