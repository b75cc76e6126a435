package dev.takt.cli.render.profile;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.explain.profile.CpuTimeCoverage;
import dev.takt.explain.profile.JvmThreads;
import dev.takt.explain.profile.ThreadCpuCoverage;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;

/// How much of each thread's CPU time a profile accounts for, as a table.
final class ThreadBalanceTable {

  private static final int MAX_THREADS = 10;
  private static final int NAME = 26;

  private ThreadBalanceTable() {}

  static void print(CpuTimeCoverage sheet, TextPage page) {
    page.blank();
    if (sheet.threads().isEmpty()) {
      page.line("no thread has any CPU time");
      return;
    }
    List<ThreadCpuCoverage> busy =
        sheet.threads().stream().filter(ThreadBalanceTable::isBusy).toList();
    int shown = Math.min(MAX_THREADS, busy.size());
    List<List<String>> rows = new ArrayList<>();
    busy.subList(0, shown).forEach(each -> rows.add(row(each)));
    List<ThreadCpuCoverage> others = busy.subList(shown, busy.size());
    if (!others.isEmpty()) {
      rows.add(row(ThreadCpuCoverage.sum(Units.count(others.size()) + " others", others)));
    }
    rows.add(row(sheet.total()));
    List<JvmThreads> own = sheet.jvmThreads();
    if (own != null) {
      own.forEach(each -> rows.add(row(each)));
    }
    page.table(
        List.of("thread", "CPU time", "sampled", "biased", "lost", "failed", "unexplained", ""),
        rows,
        0);
    Long unseen = sheet.unrecordedNanos();
    if (unseen != null) {
      page.line(
          "in addition, threads that came and went between two looks "
              + (unseen > 0 ? Units.time(unseen) : "nothing")
              + ", known to 10 ms");
    }
  }

  private static boolean isBusy(ThreadCpuCoverage thread) {
    Long cpu = thread.cpuNanos();
    return thread.accountedNanos() > 0 || (cpu != null && cpu > 0);
  }

  private static List<String> row(JvmThreads threads) {
    String name =
        threads.kind().label()
            + " "
            + threads.count()
            + (threads.count() == 1 ? " thread" : " threads");
    return List.of(name, Units.time(threads.cpuNanos()), "never", "", "", "", "", "");
  }

  private static List<String> row(ThreadCpuCoverage thread) {
    Long cpu = thread.cpuNanos();
    Long unexplained = thread.unexplainedNanos();
    return List.of(
        Prose.cutEnd(TagText.escape(thread.name()), NAME),
        cpu == null ? "?" : Units.time(cpu),
        Units.time(thread.taken().nanos()),
        Units.count(thread.biased()),
        thread.lost().count() == 0 ? "0" : Units.time(thread.lost().nanos()),
        thread.failed().count() == 0 ? "0" : Units.time(thread.failed().nanos()),
        unexplained == null ? "?" : Units.time(unexplained),
        unexplained == null || cpu == null || cpu == 0
            ? ""
            : ProfileTable.percent(thread.unexplainedShare()));
  }
}
