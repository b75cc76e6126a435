/**
 * Runs one task at a time; of those that are asked for meanwhile only the newest is run afterwards. So a hand that
 * moves faster than sums are made does not leave a queue behind, and what is shown last is what was asked for last.
 */
export class Latest {
  private running = false;
  private next: (() => Promise<void>) | null = null;
  private readonly failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.failed = failed;
  }

  run(task: () => Promise<void>): void {
    this.next = task;
    if (!this.running) {
      void this.work();
    }
  }

  private async work(): Promise<void> {
    this.running = true;
    while (this.next !== null) {
      const task = this.next;
      this.next = null;
      try {
        await task();
      } catch (error) {
        this.failed(error);
      }
    }
    this.running = false;
  }
}
