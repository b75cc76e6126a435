/**
 * Runs one task at a time, and afterwards only the newest of the tasks requested meanwhile. So fast brush movements do
 * not queue up, and the last result shown is that of the last request.
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
