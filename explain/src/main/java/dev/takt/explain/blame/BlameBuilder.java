package dev.takt.explain.blame;

/// The columns of a [Blame] while they grow. For one thread.
final class BlameBuilder {

  final IntList operations = new IntList();
  final LongList excess = new LongList();
  final LongList unexplainedWait = new LongList();
  final LongList unexplainedService = new LongList();
  final IntList firstShares = new IntList();
  final IntList shareCauses = new IntList();
  final IntList shareStalls = new IntList();
  final LongList amounts = new LongList();

  /// A slow operation; what is added then are its shares.
  void begin(int operation, long itsExcess) {
    operations.add(operation);
    excess.add(itsExcess);
    firstShares.add(shareCauses.size());
  }

  void share(
      int cause,
      int stall,
      long directWait,
      long directService,
      long aftermathWait,
      long aftermathService,
      long inheritedWait,
      long inheritedService) {
    shareCauses.add(cause);
    shareStalls.add(stall);
    amounts.add(directWait);
    amounts.add(directService);
    amounts.add(aftermathWait);
    amounts.add(aftermathService);
    amounts.add(inheritedWait);
    amounts.add(inheritedService);
  }

  void end(long wait, long service) {
    unexplainedWait.add(wait);
    unexplainedService.add(service);
  }
}
