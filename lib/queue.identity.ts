/** What a QueueModule was imported as. */
export class QueueIdentity {
  constructor(
    /** null: the one without a name. */
    readonly name: string | null,
    /** Name of the DataSource as said at the import; null: as in the options. */
    readonly dataSource: string | null,
  ) {}

  /** Name of a loop in the app's SchedulerRegistry: `queue:claim`, or `queue:<name>:claim` for a named module. */
  timerName(loop: string): string {
    return this.name === null ? `queue:${loop}` : `queue:${this.name}:${loop}`;
  }
}
