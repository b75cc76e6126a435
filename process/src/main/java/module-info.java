/// Child processes on Linux without a thread for each and without garbage. A library of its own: it
/// needs nothing.
///
/// It calls the C library, so a program that uses it is started with
/// `--enable-native-access=dev.takt.process`.
module dev.takt.process {
  requires static org.jspecify;

  exports dev.takt.process;
  // Observers call the kernel in the same way.
  exports dev.takt.process.linux to
      dev.takt.watch;
}
