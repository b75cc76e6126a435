/// Child processes on Linux without a thread for each and without garbage. An independent library
/// without dependencies.
///
/// It calls the C library, so a program that uses it must be started with
/// `--enable-native-access=dev.takt.process`.
module dev.takt.process {
  requires static org.jspecify;

  exports dev.takt.process;
  // These modules make their system calls through it.
  exports dev.takt.process.linux to
      dev.takt.counters,
      dev.takt.fleet,
      dev.takt.probes,
      dev.takt.watch;
}
