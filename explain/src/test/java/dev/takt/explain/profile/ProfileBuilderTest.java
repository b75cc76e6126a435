package dev.takt.explain.profile;

import static dev.takt.explain.profile.Samples.MAIN;
import static dev.takt.explain.profile.Samples.WORKER;
import static dev.takt.explain.profile.Samples.failed;
import static dev.takt.explain.profile.Samples.late;
import static dev.takt.explain.profile.Samples.lost;
import static dev.takt.explain.profile.Samples.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.explain.profile.CpuSample.SampledThread;
import dev.takt.explain.profile.ThreadCpuCoverage.SampleSum;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import dev.takt.runs.model.ThreadTimes.ThreadTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileBuilderTest {

  /// The slow moments: from 100 to 200.
  private static final SlowMoments SLOW =
      SlowMoments.of(
          SlowMomentsTest.operations(new long[] {100, 100, 200}),
          new SlowMoments.Limit(50, "as asked for"));

  private static Profile build(ProfileBuilder builder) {
    return builder.build(Samples.PERIOD, 5, List.of());
  }

  @Test
  void samplesCountForTheMomentInWhichTheyWereTaken() {
    Profile profile =
        build(
            new ProfileBuilder(SLOW, 0, 1000, null, _ -> true)
                .add(taken(99, MAIN, "run", "b"))
                .add(taken(100, MAIN, "run", "a"))
                .add(late(200, MAIN, "run", "a"))
                .add(taken(201, MAIN, "run"))
                .add(failed(150, MAIN))
                .add(lost(151, MAIN, 4))
                .add(lost(500, MAIN, 2))
                .add(taken(-1, MAIN, "before"))
                .add(taken(1001, MAIN, "behind")));

    List<String> nodes = new ArrayList<>();
    profile.tree().visit((node, depth) -> nodes.add(depth + node.frame() + node.total()));
    assertThat(nodes)
        .containsExactly(
            "0all" + new Weight(90, 40, 7, 4),
            "1[failed]" + new Weight(10, 0, 1, 0),
            "1[lost]" + new Weight(40, 20, 4, 2),
            "1run" + new Weight(40, 20, 2, 2),
            "2a" + new Weight(40, 0, 2, 0),
            "3" + ProfileBuilder.BIASED + new Weight(30, 0, 1, 0),
            "2b" + new Weight(0, 10, 0, 1));
    assertThat(profile.slowNanos()).isEqualTo(100);
    assertThat(profile.restNanos()).isEqualTo(900);
    assertThat(profile.slowProcessors()).isCloseTo(0.9, within(1e-9));
    assertThat(profile.restProcessors()).isCloseTo(40 / 900.0, within(1e-9));
  }

  @Test
  void balanceSheetAddsUp() {
    ProcessTime process =
        new ProcessTime(
            Side.TARGET,
            47,
            50,
            400,
            10,
            1_000L,
            0,
            List.of(
                new ThreadTime(1, "main", 100, false, false),
                new ThreadTime(2, "worker-1", 55, true, true),
                new ThreadTime(3, "GC Thread#0", 200, false, false),
                new ThreadTime(6, "C2 CompilerThre", 40, false, false),
                new ThreadTime(7, "GC Thread#1", 50, false, false),
                new ThreadTime(8, "VM Thread", 10, false, false),
                new ThreadTime(11, "GC Thread#2", 0, false, false),
                new ThreadTime(4, "ForkJoinPool-1-", 70, false, false),
                new ThreadTime(5, "idle", 0, false, false)));
    SampledThread virtual = new SampledThread(0, "virtual-77", true);
    SampledThread brief = new SampledThread(9, "brief", false);
    Profile profile =
        build(
            new ProfileBuilder(SLOW, 0, 1000, process, _ -> true)
                .add(taken(49, MAIN, "x")) // before the kernel was asked
                .add(taken(401, MAIN, "x")) // after it
                .add(taken(60, MAIN, "x"))
                .add(late(70, MAIN, "x"))
                .add(failed(80, MAIN))
                .add(lost(90, MAIN, 2))
                .add(taken(60, WORKER, "y"))
                .add(taken(60, virtual, "z"))
                .add(taken(60, brief, "z")));

    CpuTimeCoverage sheet = profile.balance();
    assertThat(sheet.threads())
        .containsExactly(
            new ThreadCpuCoverage(
                "main", new SampleSum(2, 40), 1, new SampleSum(1, 10), new SampleSum(2, 20), 100L),
            new ThreadCpuCoverage(
                CpuTimeCoverage.VIRTUAL,
                new SampleSum(1, 10),
                0,
                SampleSum.NONE,
                SampleSum.NONE,
                70L),
            new ThreadCpuCoverage(
                "worker-1", new SampleSum(1, 10), 0, SampleSum.NONE, SampleSum.NONE, 55L),
            new ThreadCpuCoverage(
                "brief", new SampleSum(1, 10), 0, SampleSum.NONE, SampleSum.NONE, null),
            new ThreadCpuCoverage("idle", SampleSum.NONE, 0, SampleSum.NONE, SampleSum.NONE, 0L));
    assertThat(sheet.threads().getFirst().accountedNanos()).isEqualTo(70);
    assertThat(sheet.threads().getFirst().unexplainedNanos()).isEqualTo(30);
    assertThat(sheet.threads().getFirst().unexplainedShare()).isCloseTo(0.3, within(1e-9));
    assertThat(sheet.threads().get(3).unexplainedNanos()).isNull();
    assertThat(sheet.total())
        .as("without the one that the kernel was not asked about")
        .isEqualTo(
            new ThreadCpuCoverage(
                "total",
                new SampleSum(4, 60),
                1,
                new SampleSum(1, 10),
                new SampleSum(2, 20),
                225L));
    assertThat(sheet.jvmThreads())
        .containsExactly(
            new JvmThreads(JvmThreads.Kind.GC, 2, 250),
            new JvmThreads(JvmThreads.Kind.JIT, 1, 40),
            new JvmThreads(JvmThreads.Kind.VM, 1, 10));
    assertThat(sheet.jvmNanos()).isEqualTo(300);
    assertThat(sheet.unrecordedNanos()).isEqualTo(1_000 - 525);
  }

  @Test
  void threadIsBiasedIfMoreThanAFifthOfItsSamplesAre() {
    ProfileBuilder builder = new ProfileBuilder(SLOW, 0, 1000, null, _ -> true);
    for (int i = 0; i < 8; i++) {
      builder.add(taken(60, MAIN, "x")).add(taken(60, WORKER, "x"));
    }
    builder.add(late(60, MAIN, "x")).add(late(60, MAIN, "x"));
    for (int i = 0; i < 3; i++) {
      builder.add(late(60, WORKER, "x"));
    }
    assertThat(build(builder).balance().threads())
        .extracting(each -> each.name() + " " + each.biased() + " " + each.isBiased())
        .containsExactly("worker-1 3 true", "main 2 false");
  }

  @Test
  void unexplainedTimeIsUnknownWithoutKernelCounts() {
    CpuTimeCoverage sheet =
        build(
                new ProfileBuilder(SLOW, 0, 1000, null, _ -> true)
                    .add(taken(60, MAIN, "x"))
                    .add(taken(60, WORKER, "x"))
                    .add(taken(61, WORKER, "x")))
            .balance();
    assertThat(sheet.threads())
        .extracting(ThreadCpuCoverage::name)
        .containsExactly("worker-1", "main");
    assertThat(sheet.total())
        .isEqualTo(
            new ThreadCpuCoverage(
                "total", new SampleSum(3, 30), 0, SampleSum.NONE, SampleSum.NONE, null));
    assertThat(sheet.total().unexplainedNanos()).isNull();
    assertThat(sheet.jvmNanos()).isNull();
    assertThat(sheet.unrecordedNanos()).isNull();
  }

  @Test
  void onlySelectedThreadsCount() {
    ProcessTime process =
        new ProcessTime(
            Side.TARGET,
            47,
            0,
            1000,
            10,
            500L,
            0,
            List.of(
                new ThreadTime(1, "main", 100, false, false),
                new ThreadTime(2, "worker-1", 55, false, false)));
    Profile profile =
        build(
            new ProfileBuilder(SLOW, 0, 1000, process, name -> name.startsWith("worker"))
                .add(taken(60, MAIN, "x"))
                .add(taken(60, WORKER, "y")));
    assertThat(profile.tree().callees()).extracting(CallTree::frame).containsExactly("y");
    assertThat(profile.balance().threads())
        .containsExactly(
            new ThreadCpuCoverage(
                "worker-1", new SampleSum(1, 10), 0, SampleSum.NONE, SampleSum.NONE, 55L));
    assertThat(profile.balance().unrecordedNanos())
        .as("unknown for a selection of threads")
        .isNull();
  }

  @Test
  void emptyProfileHasNoTime() {
    Profile profile =
        build(
            new ProfileBuilder(SlowMoments.NONE, Long.MIN_VALUE, Long.MAX_VALUE, null, _ -> true));
    assertThat(profile.tree().total()).isEqualTo(Weight.NONE);
    assertThat(profile.balance().threads()).isEmpty();
    assertThat(profile.restNanos()).isZero();
    assertThat(profile.restProcessors()).isZero();
  }

  @Test
  void unlimitedTimeIsThatOfTheSamples() {
    Profile profile =
        build(
            new ProfileBuilder(SlowMoments.NONE, Long.MIN_VALUE, Long.MAX_VALUE, null, _ -> true)
                .add(taken(60, MAIN, "x"))
                .add(taken(20, MAIN, "x")));
    assertThat(profile.restNanos()).isEqualTo(40);
    assertThat(profile.slowNanos()).isZero();
  }

  /// Two samples of 10 ns under one caller, one of 30 ns under another.
  @Test
  void frameWithMostBiasedTimeIsFound() {
    CallTree tree = CallTree.root();
    tree.add(List.of("a", "x", ProfileBuilder.BIASED), false, 10, 1);
    tree.add(List.of("b", "x", ProfileBuilder.BIASED), true, 10, 1);
    tree.add(List.of("a", "y", ProfileBuilder.BIASED), false, 30, 1);
    tree.add(List.of("a", "z"), false, 900, 90);
    assertThat(BiasedFrame.of(tree)).contains("y");
    assertThat(BiasedFrame.of(CallTree.root())).isEmpty();
    tree.add(List.of("b", "y", ProfileBuilder.BIASED), false, 31, 1);
    tree.add(List.of("a", "y"), false, 900, 90);
    assertThat(BiasedFrame.callerOf("y", tree)).contains("b");
    assertThat(BiasedFrame.callerOf("b", tree)).isEmpty();
    assertThat(BiasedFrame.callerOf("z", tree)).isEmpty();
  }
}
